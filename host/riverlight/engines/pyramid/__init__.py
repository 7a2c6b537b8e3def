"""Pyramid: hunters in a maze, and a mummy that must not see them (PYR-1 to PYR-20)."""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.boards import Board, shipped
from riverlight.engines.contract import EVERYONE, ONLY_SEAT, Event, Panel, Viewer, read_options
from riverlight.engines.pyramid import pilot
from riverlight.engines.pyramid.options import EVENT_TYPES, OPTIONS
from riverlight.engines.pyramid.state import PyramidState
from riverlight.engines.pyramid.view import is_on_the_mummys_side
from riverlight.errors import OptionError
from riverlight.languages.text import text


class Pyramid:
    """See :class:`riverlight.engines.contract.Game`."""

    name = "pyramid"
    title = "Pyramid"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5)
    options = OPTIONS
    panels: tuple[Panel, ...] = ("tomb", "shrine")
    clause_prefix = "PYR"
    event_types = EVENT_TYPES
    chance_player = staticmethod(pilot.choose)

    def new(self, options: Mapping[str, str], seats: int, seed: int, board: Board | None = None) -> PyramidState:
        """Return a fresh game for 2 to 5 seats; raises :class:`OptionError` for what Pyramid does not have."""
        chosen = read_options(self.options, options)
        if seats not in self.seat_counts:
            message = text("Pyramid is for 2 to 5 seats, the mummy among them, not {seats} (PYR-16).", seats=seats)
            raise OptionError(message)
        return PyramidState.first(chosen, seats, seed, shipped("pyramid") if board is None else board)

    def owners(self, people: int) -> tuple[int, ...]:
        """Return who plays each seat: itself."""
        return tuple(range(people))

    def may_see(self, event: Event, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may see ``event`` (PYR-18)."""
        if event.type.audience == EVERYONE:
            return True
        if event.type.audience == ONLY_SEAT:
            return viewer == event.seat
        return not is_on_the_mummys_side(viewer)


GAME = Pyramid()
