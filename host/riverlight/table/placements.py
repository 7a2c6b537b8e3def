"""The moves that people can make by moving pieces, with the occupied spaces after each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from riverlight.games.contract import Panel, Seat, State
from riverlight.games.interface import Piece
from riverlight.games.sides import Keypad
from riverlight.table.history import History
from riverlight.table.prompts import prompted_seat

__all__ = ["Placement", "find_placements", "pieces_on", "spaces_of"]


class Placement(NamedTuple):
    """One way to move pieces.

    Attributes:
        moves: the moves to enter, in order.
        keys: the key code of the first move.
        occupied: the spaces with a piece after them.
    """

    moves: tuple[str, ...]
    keys: str
    occupied: frozenset[str]


def pieces_on(history: History, state: State, panel: Panel) -> list[Piece]:
    """Return the pieces that the sensors of ``panel`` detect in ``state``."""
    sensed = history.head.game.interface.sensed
    return [] if sensed is None else sensed.pieces(state.view(panel), history.head)


def spaces_of(pieces: list[Piece]) -> frozenset[str]:
    """Return the spaces of ``pieces``."""
    return frozenset(piece.space for piece in pieces)


def find_placements(history: History, panel: Panel, keypad: Keypad) -> tuple[Seat | None, tuple[Placement, ...]]:
    """Return the seat that ``keypad`` enters for, and its possible placements on ``panel``.

    Placements that are secret to the keypad are left out. A move that is always followed by another of the same seat,
    such as choosing a die, is combined with each possible next move.
    """
    sensed = history.head.game.interface.sensed
    seat = prompted_seat(history, keypad)
    state = history.state
    if sensed is None or seat is None or state.view(panel)["phase"] not in sensed.phases:
        return seat, ()
    return seat, tuple(dict.fromkeys(_placements(history, state, seat, panel, leads_on=True)))


def _placements(history: History, state: State, seat: Seat, panel: Panel, *, leads_on: bool) -> Iterator[Placement]:
    interface = history.head.game.interface
    before = spaces_of(pieces_on(history, state, panel))
    sealed: set[str] = set()
    for code in interface.codes(state, seat):
        if code.is_private or code.move in sealed:
            continue
        sealed.add(code.move)
        after = state.copy()
        after.apply(seat, after.parse_move(code.move))
        occupied = spaces_of(pieces_on(history, after, panel))
        is_one_of_two = occupied == before and leads_on and tuple(after.to_act()) == (seat,)
        if is_one_of_two and interface.sensed is not None and after.view(panel)["phase"] in interface.sensed.phases:
            for rest in _placements(history, after, seat, panel, leads_on=False):
                yield Placement((code.move, *rest.moves), code.keys, rest.occupied)
        else:
            yield Placement((code.move,), code.keys, occupied)
