"""What a game looks like from afar: a few plots for each kind of game, from what everyone could see of it.

Each module ``riverlight.statistics.<game>`` has ``plots(events, names, board)``: pure functions from the public events
of a game, so that the plots of a game under way tell nobody's secrets.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from riverlight.engines.contract import SPECTATOR, visible_events
from riverlight.statistics.plot import Plot
from riverlight.table.history import History

__all__ = ["plots_of"]


def plots_of(history: History) -> list[Plot]:
    """Return the plots of the game that ``history`` tells, as far as it has come."""
    head = history.head
    events = [event for entry in (history.opening, *history.entries) for event in entry.events]
    module = import_module(f"riverlight.statistics.{head.game.name}")
    return cast("list[Plot]", module.plots(visible_events(head.game, events, SPECTATOR), head.seat_names, head.board))
