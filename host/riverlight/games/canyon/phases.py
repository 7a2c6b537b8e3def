"""Helpers for Canyon's phases: names, seats to act, common refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from riverlight.errors import IllegalMove
from riverlight.games.canyon.position import CanyonPosition
from riverlight.games.contract import TABLE, Move, Seat
from riverlight.languages.text import listed, text

__all__ = ["in_turn", "seat_name", "unexpected", "waits"]


def in_turn(state: CanyonPosition) -> tuple[Seat, ...]:
    """Return the actors of a phase in which one seat, or the table, acts at a time."""
    return (state.turn,)


@lru_cache(maxsize=64)
def seat_name(seat: Seat) -> str:
    """Return a seat's name in refusals: ``seat A`` … ``seat F``, or ``the table``."""
    if seat == TABLE:
        return text("the table")
    return text("seat {letter}", letter=chr(ord("A") + seat) if 0 <= seat < 6 else max(-99, min(seat, 99)))


def unexpected(state: CanyonPosition, move: Move, clause: str, expected: str) -> IllegalMove:
    """Return the refusal of a move of another kind than is due."""
    return IllegalMove(clause, text("Expected {expected}, got {came}.", expected=expected, came=state.move_text(move)))


def waits(clause: str, duty: str) -> Callable[[CanyonPosition, Seat], IllegalMove]:
    """Return the ``wait`` of a phase: whose turn it is, and for what."""

    def wait(state: CanyonPosition, seat: Seat) -> IllegalMove:
        return IllegalMove(clause, _not_its_turn(duty, state.to_act(), seat))

    return wait


@lru_cache(maxsize=1024)
def _not_its_turn(duty: str, acting: tuple[Seat, ...], seat: Seat) -> str:
    expected = listed([seat_name(each) for each in acting], "and")
    return text("It is up to {expected} to {duty}, not {seat}.", expected=expected, duty=duty, seat=seat_name(seat))
