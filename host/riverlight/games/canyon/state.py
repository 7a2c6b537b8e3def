"""Canyon's table of phases, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from riverlight.games.canyon import movement, opening, rounds, tricks
from riverlight.games.canyon.position import CanyonPosition
from riverlight.games.canyon.view import CanyonView, view_of
from riverlight.games.contract import Viewer
from riverlight.games.phases import Phase, over
from riverlight.languages.text import text

__all__ = ["CanyonState"]

_OVER: Phase[CanyonPosition] = over("CAN-23", text("The game is over: no more moves."))

_PHASES: Final[Mapping[str, Phase[CanyonPosition]]] = {
    phase.name: phase for phase in (*opening.PHASES, *rounds.PHASES, *tricks.PHASES, movement.PHASE, _OVER)
}


class CanyonState(CanyonPosition):
    """A game of Canyon in progress; see :class:`riverlight.games.contract.State`."""

    __slots__ = ()

    PHASES = _PHASES

    def view(self, viewer: Viewer) -> CanyonView:
        """Return everything that ``viewer`` may see: see ``canyon.view``."""
        return view_of(self, viewer)
