"""Niagara: canoes that ride on discs, gems, paddle cards and a river that flows (NIA-1 to NIA-27)."""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.engines.contract import EVERYONE, Event, Panel, Viewer, read_options
from riverlight.engines.niagara import pilot
from riverlight.engines.niagara.options import EVENT_TYPES, OPTIONS
from riverlight.engines.niagara.state import NiagaraState
from riverlight.errors import OptionError
from riverlight.languages.text import text


class Niagara:
    """See :class:`riverlight.engines.contract.Game`."""

    name = "niagara"
    title = "Niagara"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5)
    options = OPTIONS
    panels: tuple[Panel, ...] = ("main",)
    clause_prefix = "NIA"
    event_types = EVENT_TYPES
    chance_player = staticmethod(pilot.choose)

    def new(
        self,
        options: Mapping[str, str],
        seats: int,
        seed: int,
        board: object | None = None,  # noqa: ARG002  (the river is the same on every board)
    ) -> NiagaraState:
        """Return a fresh game for 2 to 5 people; raises :class:`OptionError` for what Niagara does not have."""
        chosen = read_options(self.options, options)
        if seats not in self.seat_counts:
            message = text("Niagara is for 2 to 5 people, not {seats} (NIA-3).", seats=seats)
            raise OptionError(message)
        if seats == 2 and chosen["two_colours"] == "off":
            message = text(
                "Two people play Niagara with two colours each; with two_colours off it takes three (NIA-27)."
            )
            raise OptionError(message)
        return NiagaraState.first(chosen, self.owners(seats), seed)

    def owners(self, people: int) -> tuple[int, ...]:
        """Return who plays each seat: itself, but where two people play two colours each, in alternation (NIA-27)."""
        return tuple(seat % people for seat in range(4 if people == 2 else people))

    def may_see(self, event: Event, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may see ``event``: all but the sealed card itself (NIA-25)."""
        return event.type.audience == EVERYONE or event.seat == viewer


GAME = Niagara()
