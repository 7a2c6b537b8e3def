"""Canyon: tricks earn points, points move canoes down the river, the current takes the careless.

The rules are the clauses CAN-1 to CAN-24 of ``seeds/canyon.md``. ``options`` declares the house rules, ``state`` holds
a game, ``opening``, ``rounds``, ``tricks`` and ``movement`` are its phases, ``view`` tells what each viewer may see.
"""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.boards import Board, shipped
from riverlight.engines.canyon.events import EVENT_TYPES
from riverlight.engines.canyon.options import OPTIONS, SEAT_COUNTS, Setup
from riverlight.engines.canyon.state import CanyonState
from riverlight.engines.contract import EVERYONE, ONLY_SEAT, Event, Viewer
from riverlight.errors import BoardError
from riverlight.languages.text import text

__all__ = ["GAME", "Canyon"]


class Canyon:
    """The game as the table knows it."""

    name = "canyon"
    title = "Canyon"
    seat_counts = SEAT_COUNTS
    options = OPTIONS
    panels = ("main",)
    clause_prefix = "CAN"
    event_types = EVENT_TYPES

    def new(self, options: Mapping[str, str], seats: int, seed: int, board: object | None = None) -> CanyonState:
        """Return a fresh game; ``board`` is a :class:`riverlight.boards.Board`, the shipped one when None.

        Raises:
            OptionError: for an unknown option, value, or number of seats.
            BoardError: for a board that Canyon cannot be played on.
        """
        if board is None:
            board = shipped(self.name)
        if not isinstance(board, Board):
            message = text("A board of Riverlight is expected, not {board}.", board=repr(board))
            raise BoardError(message)
        return CanyonState(Setup.read(options, seats, seed, board))

    def owners(self, people: int) -> tuple[int, ...]:
        """Return who plays each seat: itself."""
        return tuple(range(people))

    def may_see(self, event: Event, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may see ``event``: a hand is for its seat only (CAN-24)."""
        return event.type.audience == EVERYONE or (event.type.audience == ONLY_SEAT and viewer == event.seat)


GAME = Canyon()
