"""The log of a game, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from riverlight.engines.contract import Viewer, visible_events
from riverlight.languages.text import series, text, together
from riverlight.table.adaptor import Adaptor
from riverlight.table.agreement import THE_TABLE, Question
from riverlight.table.history import Entry, History
from riverlight.table.sides import MAIN, WATCH_PAGE, Keypad, PageViewer, sides_of

__all__ = ["log", "told_question", "undone"]

_LINES = 8
_MOST_TOLD = 3  # sentences of what is, or would be, taken back


def log(history: History, adaptor: Adaptor, page: PageViewer) -> list[dict[str, Any]]:
    """Return the last lines that ``page`` may read.

    ``n`` numbers the entry that a line tells of, 0 being the opening; entries of which the viewer sees nothing are not
    counted, since their number could tell it something.
    """
    viewer = sides_of(history.head.game).engine_viewer(page)
    lines: list[dict[str, Any]] = []
    n = history.seen_by(viewer)
    for entry in reversed((history.opening, *history.entries)):
        told = visible_events(history.head.game, entry.events, viewer)
        sentences = [adaptor.tell(event, history.head.seat_names) for event in told]
        lines[:0] = [{"n": n, "sentence": sentence} for sentence in sentences if sentence is not None]
        n -= _is_seen(history, entry, viewer)
        if len(lines) >= _LINES:
            break
    return lines[-_LINES:]


def undone(history: History, adaptor: Adaptor, page: PageViewer) -> list[dict[str, Any]]:
    """Return the line that tells what the last step took back or played again, and whose it was; none for a move.

    It is not for a side apart, which may not know of every step.
    """
    last = history.steps[-1]
    if last.kind not in ("undo", "redo") or last.by is None:
        return []
    names = history.head.seat_names
    if last.kind == "redo":
        sentence = text("{who} played it again.", who=_who(last.by, names))
    else:
        who = _who(last.by, names)
        agreed = [names[voice] for voice in last.agreed if isinstance(voice, int) and voice != last.by]
        told = _sentences(history, adaptor, page, history.taken_back[-1:]) or text("an entry.")
        sentence = text("{who} took back: {told}", who=who, told=told)
        if agreed:
            sentence = text("{who} took back ({names} agreed): {told}", who=who, names=series(agreed), told=told)
    return [{"n": len(history.entries) + 1, "sentence": sentence}]


def told_question(question: Question, history: History, adaptor: Adaptor, page: PageViewer) -> dict[str, Any]:
    """Return who wants to take back what, and who has still to agree; ``yours`` is true where ``page`` may answer."""
    names = history.head.seat_names
    told = _sentences(history, adaptor, page, history.entries[-question.back :]) or text("the last entry.")
    keypad = MAIN if isinstance(page, str) else page
    if isinstance(question.asker, int):
        who, the_table = names[question.asker], text("the table")
    else:  # one of those at the table, who does not speak for the others there
        who, the_table = text("Somebody at the table"), text("all at the table")
    waiting = sorted(question.waiting or {THE_TABLE}, key=str)
    return {
        "number": question.number,
        "sentence": text("{who} wants to take back: {told}", who=who, told=told),
        "waiting": [names[voice] if isinstance(voice, int) else the_table for voice in waiting],
        "yours": page != WATCH_PAGE and question.waits_for(keypad) and question.asker != keypad,
    }


def _sentences(history: History, adaptor: Adaptor, page: PageViewer, entries: Sequence[Entry]) -> str:
    head = history.head
    events = [event for each in entries for event in each.events]
    seen = visible_events(head.game, events, sides_of(head.game).engine_viewer(page))
    told = [sentence for event in seen if (sentence := adaptor.tell(event, head.seat_names)) is not None]
    return together(told[:_MOST_TOLD]) if told else ""


def _who(keypad: Keypad, names: Sequence[str]) -> str:
    """Return who has asked or entered, as a sentence begins with it."""
    return names[keypad] if isinstance(keypad, int) and keypad >= 0 else text("The table")


def _is_seen(history: History, entry: Entry, viewer: Viewer) -> bool:
    return any(history.head.game.may_see(event, viewer) for event in entry.events)
