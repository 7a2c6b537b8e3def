"""Recorded games, state by state: the golden games and the tutorials."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from riverlight.clauses import seeds_folder
from riverlight.games import transcript
from riverlight.games.contract import State
from riverlight.games.interface import Interface
from riverlight.table.game_text import head_of
from riverlight.table.head import Head
from riverlight.table.history import History

__all__ = ["Moment", "codes", "moments", "opening", "positions"]


class Moment(NamedTuple):
    """One state of a game."""

    head: Head
    adaptor: Interface
    state: State


def _moments(text: str) -> Iterator[Moment]:
    read = transcript.read(text)
    head = head_of(read)
    history, _rows = History.from_moves(head, [(move.seat, move.text) for move in read.moves])
    for entry in (history.opening, *history.entries):
        yield Moment(head, head.game.interface, entry.after)


@cache
def opening(game: str) -> tuple[Moment, ...]:
    """Return the guided opening of ``game``."""
    return tuple(_moments((seeds_folder() / "lessons" / f"{game}.txt").read_text(encoding="utf-8")))


def moments(game: str) -> Iterator[Moment]:
    """Yield each moment of the golden games of ``game`` and of its guided opening."""
    for path in sorted((seeds_folder() / "games").glob(f"{game}-*.txt")):
        yield from _moments(path.read_text(encoding="utf-8"))
    yield from opening(game)


def positions(moment: Moment) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the positions sent to each panel of lights, by the panel's name."""
    for panel in moment.head.game.panels:
        yield panel, moment.adaptor.position(moment.state.view(panel), moment.head, panel)


def codes(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield the keys and the move, as the record has it, of each thing that can be entered at a moment."""
    for seat in moment.state.to_act():
        for code in moment.adaptor.codes(moment.state, seat):
            yield code.keys, code.move
