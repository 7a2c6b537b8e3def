"""The plots of one game, from public events only, so that plots of a game in progress reveal no secret."""

from __future__ import annotations

from riverlight.games.contract import SPECTATOR
from riverlight.games.game import visible_events
from riverlight.games.plots import Plot
from riverlight.table.history import History

__all__ = ["plots_of"]


def plots_of(history: History) -> list[Plot]:
    """Return the plots of the game so far."""
    head = history.head
    if head.game.plots is None:
        return []
    events = [event for entry in (history.opening, *history.entries) for event in entry.events]
    return head.game.plots(visible_events(head.game, events, SPECTATOR), head.seat_names, head.board)
