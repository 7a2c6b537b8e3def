"""Pyramid's table of phases, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from riverlight.games.contract import Viewer
from riverlight.games.phases import Phase, over
from riverlight.games.pyramid import hunt, prowl
from riverlight.games.pyramid import view as views
from riverlight.games.pyramid.position import PyramidPosition
from riverlight.games.pyramid.view import PyramidView
from riverlight.languages.text import text

__all__ = ["PyramidState"]

_OVER: Phase[PyramidPosition] = over("PYR-16", text("The game is over."))
_PHASES: Final[Mapping[str, Phase[PyramidPosition]]] = {
    phase.name: phase for phase in (*hunt.PHASES, *prowl.PHASES, _OVER)
}


class PyramidState(PyramidPosition):
    """A game of Pyramid in progress; see :class:`riverlight.games.contract.State`."""

    __slots__ = ()

    PHASES = _PHASES

    def view(self, viewer: Viewer) -> PyramidView:
        """Return everything that ``viewer`` may see."""
        return views.view_of(self, viewer)
