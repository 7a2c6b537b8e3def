"""Highlights of the last entry, most important first, and how long to show them: a trick, a theft, a fall.

A highlight depends only on the events that its viewer may see. Its sentences are those of the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.games.contract import EventFacts
from riverlight.games.game import visible_events
from riverlight.games.interface import Cue, Summary
from riverlight.games.sides import PageViewer
from riverlight.languages.text import together
from riverlight.table.history import History
from riverlight.table.snapshot_types import Moment

__all__ = ["cue", "hold_ms", "latest", "moment", "story", "turning_points"]

_LEAST: Final = 2
"""Events of less weight appear in the log only."""

_HOLD_MS: Final = {2: 1800, 3: 2600, 4: 3600}
_MOST_MS: Final = 4600
_LINE_MS: Final = 500
_SUMMARY_MS: Final = 3500
_MOST_LINES: Final = 6
_TURNING: Final = 4
"""Events of this weight are turning points of their game."""


def moment(history: History, page: PageViewer) -> Moment | None:
    """Return the highlight of the last entry that ``page`` may see; None if it is of little weight."""
    events = _last_events(history, page)
    interface, names = history.head.game.interface, history.head.seat_names
    weight = max((interface.weights.get(event["event"], 0) for event in events), default=0)
    summed_up = _summary(history, page, events)
    weight = max(weight, _LEAST * (summed_up is not None))
    if weight < _LEAST or not _is_shown(history, page):
        return None
    weighed = [(interface.weights.get(event["event"], 0), event) for event in events]
    told = [(of, event["event"], interface.tell(event, names)) for of, event in weighed]
    lines = [sentence for of, _, sentence in sorted(told, key=lambda each: -each[0]) if sentence and of]
    if summed_up is not None:  # it replaces these lines
        by_name = {sentence for _, name, sentence in told if name == "earned"}
        lines = [line for line in lines if line not in by_name]
    return {
        "n": history.seen_by(history.head.game.sides.engine_viewer(page)),
        "weight": weight,
        "lines": lines[:_MOST_LINES],
        "summary": summed_up,
        "hold_ms": _HOLD_MS.get(weight, _MOST_MS) + _LINE_MS * (len(lines) - 1) + _SUMMARY_MS * (summed_up is not None),
    }


def cue(history: History, page: PageViewer) -> Cue | None:
    """Return the lights' sign for the weightiest event of the last entry that ``page`` may see; None without one."""
    if not history.entries or not _is_shown(history, page):
        return None
    interface = history.head.game.interface
    names = [event["event"] for event in _last_events(history, page) if event["event"] in interface.cues]
    return interface.cues[max(names, key=lambda name: interface.weights.get(name, 0))] if names else None


def hold_ms(history: History, page: PageViewer) -> int:
    """Return for how long ``page`` shows the last entry as a highlight; 0 if it does not."""
    shown = moment(history, page)
    return 0 if shown is None else shown["hold_ms"]


def latest(history: History, page: PageViewer) -> str:
    """Return all that ``page`` may see of the last entry, most important first."""
    interface, names = history.head.game.interface, history.head.seat_names
    events = sorted(_last_events(history, page), key=lambda event: -interface.weights.get(event["event"], 0))
    sentences = [sentence for event in events if (sentence := interface.tell(event, names)) is not None]
    return together(sentences[:_MOST_LINES]) if sentences else ""


def turning_points(history: History, page: PageViewer) -> list[tuple[int, str, str]]:
    """Return the turning points that ``page`` may see: number of entries before it, event type, sentence."""
    game, names = history.head.game, history.head.seat_names
    viewer, found = game.sides.engine_viewer(page), []
    for at, entry in enumerate(history.entries, start=1):
        for event in visible_events(game, entry.events, viewer):
            sentence = game.interface.tell(event, names)
            if game.interface.weights.get(event["event"], 0) >= _TURNING and sentence is not None:
                found.append((at, event["event"], sentence))
    return found


def story(history: History, page: PageViewer) -> list[str]:
    """Return a summary of a finished game, its last turning points; empty for a game in progress."""
    if history.state.result() is None:
        return []
    return [sentence for _, name, sentence in turning_points(history, page) if name != "over"][-_MOST_LINES:]


def _is_shown(history: History, page: PageViewer) -> bool:
    """Return whether the last step was a move; a separate side may not know of other steps, and sees its last entry."""
    return history.head.game.sides.is_apart(page) or history.steps[-1].kind in ("move", "redo")


def _last_events(history: History, page: PageViewer) -> list[EventFacts]:
    game = history.head.game
    viewer = game.sides.engine_viewer(page)
    for entry in reversed((history.opening, *history.entries)):
        if seen := visible_events(game, entry.events, viewer):
            return seen
    return []


def _summary(history: History, page: PageViewer, events: Sequence[EventFacts]) -> Summary | None:
    """Return the game's summary if the last entry ends a part of a round."""
    game = history.head.game
    if not any(event["event"] in game.interface.summed_up for event in events):
        return None
    viewer = game.sides.engine_viewer(page)
    round_events: list[EventFacts] = []
    for entry in reversed((history.opening, *history.entries)):
        seen = visible_events(game, entry.events, viewer)
        is_last = entry is history.last
        starts = [at for at, event in enumerate(seen) if event["event"] == "round"]
        if starts and not is_last:
            return game.interface.summary([*seen[starts[-1] :], *round_events], history.head.seat_names)
        round_events = [*(seen[: starts[0]] if starts else seen), *round_events]
    return game.interface.summary(round_events, history.head.seat_names)
