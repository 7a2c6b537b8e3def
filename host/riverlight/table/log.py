"""The log of a game, as one viewer may read it."""

from __future__ import annotations

from typing import Any

from riverlight.engines.contract import Viewer, visible_events
from riverlight.table.adaptor import Adaptor
from riverlight.table.history import Entry, History
from riverlight.table.sides import PageViewer, sides_of

__all__ = ["log"]

_LINES = 8


def log(history: History, adaptor: Adaptor, page: PageViewer) -> list[dict[str, Any]]:
    """Return the last lines that ``page`` may read.

    ``n`` numbers the entry that a line tells of, 0 being the opening; entries of which the viewer sees nothing are not
    counted, since their number could tell it something.
    """
    viewer = sides_of(history.head.game).engine_viewer(page)
    lines: list[dict[str, Any]] = []
    n = sum(_is_seen(history, entry, viewer) for entry in history.entries)
    for entry in reversed((history.opening, *history.entries)):
        told = visible_events(history.head.game, entry.events, viewer)
        sentences = [adaptor.tell(event, history.head.seat_names) for event in told]
        lines[:0] = [{"n": n, "sentence": sentence} for sentence in sentences if sentence is not None]
        n -= _is_seen(history, entry, viewer)
        if len(lines) >= _LINES:
            break
    return lines[-_LINES:]


def _is_seen(history: History, entry: Entry, viewer: Viewer) -> bool:
    return any(history.head.game.may_see(event, viewer) for event in entry.events)
