"""Pyramid from afar: catches and treasures. Where hunters stood is nobody's to see, so nothing here tells of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverlight.languages.text import text
from riverlight.statistics.niagara import by_round
from riverlight.statistics.plot import Lines, Plot, running

__all__ = ["plots"]


def plots(events: Sequence[Mapping[str, Any]], names: Sequence[str], _board: object) -> list[Plot]:
    """Return the plots of a game from its public events."""
    seats = len(names)
    return [
        Lines(text("Treasures played"), text("treasures"), 0, running(by_round(events, "treasure", seats))),
        Lines(text("Times caught"), text("catches"), 0, running(by_round(events, "caught", seats))),
    ]
