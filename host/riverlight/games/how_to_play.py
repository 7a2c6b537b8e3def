"""Rules pages as data: sections of short sentences, with pictures of positions.

Pictures show positions of the games in ``seeds/games`` (golden games).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from riverlight.games.contract import State
from riverlight.games.interface import Code, Header

__all__ = ["End", "Figure", "Mark", "Picture", "Section", "ends_of", "no_sections"]


class Mark(NamedTuple):
    """A piece on a space: the id of its symbol in the sprite; ``is_cargo`` for what another piece carries."""

    sign: str
    space: str
    is_cargo: bool = False


class End(NamedTuple):
    """A legal end, and its key."""

    key: str
    space: str


class Figure(NamedTuple):
    """The content of a picture.

    Attributes:
        marks: the pieces.
        ends: the legal ends.
        ways: the paths to draw as arrows.
        reach: other spaces to light.
    """

    marks: tuple[Mark, ...]
    ends: tuple[End, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    reach: tuple[str, ...] = ()


class Picture(NamedTuple):
    """A picture of the golden game ``game_text`` after so many ``moves``.

    Attributes:
        game_text: the name of a file in ``seeds/games``, without its suffix.
        moves: the number of moves to play.
        caption: a description in a sentence or two.
        draw: (state, header) → the figure.
    """

    game_text: str
    moves: int
    caption: str
    draw: Callable[[State, Header], Figure]


class Section(NamedTuple):
    """A section of the rules: a heading, sentences, the ids of their clauses, perhaps a picture."""

    heading: str
    sentences: tuple[str, ...]
    clauses: tuple[str, ...]
    picture: Picture | None = None


def ends_of(codes: Iterable[Code]) -> tuple[End, ...]:
    """Return each end of ``codes`` once, with its shortest keys."""
    keys: dict[str, str] = {}
    for code in codes:
        if code.space is not None and len(code.keys) < len(keys.get(code.space, code.keys + " ")):
            keys[code.space] = code.keys
    return tuple(End(key, space) for space, key in keys.items())


def no_sections() -> tuple[Section, ...]:
    """Return no sections: the game has no rules page."""
    return ()
