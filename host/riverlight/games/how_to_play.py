"""How a game is played, for people who read it: sections of short sentences, with pictures of positions.

A game hands its sections over as data; what stands in a picture it takes from a position of one of its golden games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from riverlight.games.contract import State
from riverlight.games.interface import Code, Header

__all__ = ["End", "Figure", "Mark", "Picture", "Section", "ends_of", "no_sections"]


class Mark(NamedTuple):
    """A piece on a space: the id of its sign in the pages' sprite; ``is_cargo`` for what a piece on the space holds."""

    sign: str
    space: str
    is_cargo: bool = False


class End(NamedTuple):
    """A space to choose, and the key for it."""

    key: str
    space: str


class Figure(NamedTuple):
    """What a picture shows on the board.

    Attributes:
        marks: the pieces.
        ends: the spaces to choose from.
        ways: the spaces of each way that is drawn as an arrow.
        reach: other spaces that are lit.
    """

    marks: tuple[Mark, ...]
    ends: tuple[End, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    reach: tuple[str, ...] = ()


class Picture(NamedTuple):
    """A position: that of the golden game ``game_text`` after so many ``moves``.

    Attributes:
        game_text: the name of a file in ``seeds/games``, without its ending.
        moves: how many of its moves are played.
        caption: what the picture shows, in a sentence or two.
        draw: (state, header) → what is drawn.
    """

    game_text: str
    moves: int
    caption: str
    draw: Callable[[State, Header], Figure]


class Section(NamedTuple):
    """A part of the rules: a heading, sentences, the ids of the clauses they come from, perhaps a picture."""

    heading: str
    sentences: tuple[str, ...]
    clauses: tuple[str, ...]
    picture: Picture | None = None


def ends_of(codes: Iterable[Code]) -> tuple[End, ...]:
    """Return each space that ``codes`` lead to once, with the shortest keys that do."""
    keys: dict[str, str] = {}
    for code in codes:
        if code.space is not None and len(code.keys) < len(keys.get(code.space, code.keys + " ")):
            keys[code.space] = code.keys
    return tuple(End(key, space) for space, key in keys.items())


def no_sections() -> tuple[Section, ...]:
    """Return nothing: this game does not explain itself."""
    return ()
