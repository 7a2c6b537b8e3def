"""The phases of a game of Canyon: their numbers, their words in views, and what a phase must offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from riverlight.engines.contract import TABLE, Event
from riverlight.errors import IllegalMove
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.engines.canyon.state import CanyonState

__all__ = [
    "DEAL",
    "DEALER",
    "ENTRY",
    "FIRST",
    "MOVE",
    "NO_SEAT",
    "OVER",
    "PACE",
    "PHASE_NAMES",
    "PLACE",
    "SEVERAL",
    "TRICKS",
    "TRUMP",
    "Phase",
    "seat_name",
    "unexpected",
]

DEALER, FIRST, PLACE, DEAL, TRUMP, PACE, TRICKS, ENTRY, MOVE, OVER = range(10)

PHASE_NAMES = ("dealer", "first", "place", "deal", "trump", "pace", "tricks", "entry", "move", "over")

SEVERAL = -2
"""In the place of the seat to act: every seat whose sealed pace is not in."""
NO_SEAT = -3
"""In the place of the seat to act: nobody, the game is over."""


class Phase(NamedTuple):
    """What a phase offers to the state.

    ``clause`` says whose turn it is, ``duty`` what that seat does, for "It is seat B's turn to …".
    ``legal`` returns the sorted moves of a seat that is to act, ``play`` makes a legal one, ``refusal`` tells why a
    seat that is to act may not make another.
    """

    clause: str
    duty: str
    legal: Callable[[CanyonState, int], tuple[int, ...]]
    play: Callable[[CanyonState, int, int], tuple[Event, ...]]
    refusal: Callable[[CanyonState, int, int], IllegalMove]


def seat_name(seat: int) -> str:
    """Return how a refusal calls a seat: ``seat A`` … ``seat F``, or ``the table``."""
    if seat == TABLE:
        return text("the table")
    return text("seat {letter}", letter=chr(ord("A") + seat) if 0 <= seat < 6 else seat)


def unexpected(state: CanyonState, move: int, clause: str, expected: str) -> IllegalMove:
    """Return the refusal of a move that is of another sort than is due."""
    return IllegalMove(clause, text("Expected {expected}; {came} came.", expected=expected, came=state.move_text(move)))
