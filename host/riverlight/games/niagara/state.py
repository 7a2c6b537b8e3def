"""Niagara's table of phases, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from riverlight.games.contract import Viewer
from riverlight.games.generator import Generator
from riverlight.games.niagara import acting, choosing, course, flowing
from riverlight.games.niagara.position import NiagaraPosition
from riverlight.games.niagara.view import NiagaraView, view_of
from riverlight.games.phases import Phase, over
from riverlight.languages.text import text

__all__ = ["NiagaraState"]

_OVER: Phase[NiagaraPosition] = over("NIA-24", text("The game is over."))
_PHASES: Final[Mapping[str, Phase[NiagaraPosition]]] = {
    phase.name: phase for phase in (*choosing.PHASES, acting.PHASE, flowing.PHASE, _OVER)
}


class NiagaraState(NiagaraPosition):
    """A game of Niagara in progress; see :class:`riverlight.games.contract.State`."""

    __slots__ = ()

    PHASES = _PHASES

    def __init__(self, options: Mapping[str, str], owners: tuple[int, ...], generator: Generator) -> None:
        super().__init__(options, owners, generator)
        if options["life_ring"] != "chosen":
            course.begin_round(self, [])

    def view(self, viewer: Viewer) -> NiagaraView:
        """Return everything that ``viewer`` may see."""
        return view_of(self, viewer)
