"""The log of a game, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.games.contract import Viewer
from riverlight.games.game import visible_events
from riverlight.games.sides import MAIN, WATCH_PAGE, Keypad, PageViewer, Sides
from riverlight.languages.text import series, text, together
from riverlight.table.entries import Entry
from riverlight.table.history import History
from riverlight.table.requests import APART, THE_TABLE, Question
from riverlight.table.snapshot_types import LogLine, QuestionCard

__all__ = ["log", "question_card", "sentences", "undone"]

_LINES = 8
_MOST_QUOTED = 3  # sentences of an undo


def log(history: History, page: PageViewer) -> list[LogLine]:
    """Return the last lines that ``page`` may read.

    ``n`` numbers the entry of a line, 0 being the opening; entries of which the viewer sees nothing are not counted,
    because their number may be secret.
    """
    viewer = history.head.game.sides.engine_viewer(page)
    lines: list[LogLine] = []
    n = history.seen_by(viewer)
    for entry in reversed((history.opening, *history.entries)):
        seen = visible_events(history.head.game, entry.events, viewer)
        sentences = [history.head.game.interface.tell(event, history.head.seat_names) for event in seen]
        lines[:0] = [LogLine(n=n, sentence=sentence) for sentence in sentences if sentence is not None]
        n -= _is_seen(history, entry, viewer)
        if len(lines) >= _LINES:
            break
    return lines[-_LINES:]


def undone(history: History, page: PageViewer) -> list[LogLine]:
    """Return a line on the last step if it was an undo, redo or correction: who made it, and of what.

    A separate side gets none, as it may not know of every step.
    """
    last = history.steps[-1]
    if last.kind in ("new", "move") or last.by is None:
        return []
    names = history.head.seat_names
    who = _asker_name(_seat_of(last.by, history.head.game.sides), names)
    if last.kind == "redo":
        sentence = text("{who} redid it.", who=who)
    elif last.kind == "correct":
        corrected = sentences(history, page, history.entries[last.at - 1 : last.at]) or text("a move.")
        sentence = text("{who} corrected an entry: {events}", who=who, events=corrected)
    elif last.kind == "restore":
        sentence = text("{who} undid the correction.", who=who)
    elif last.kind == "drop":
        sentence = text("{who} dropped the entries that no longer fit.", who=who)
    else:
        agreed = [names[voice] for voice in last.agreed if isinstance(voice, int) and voice != last.by]
        events = sentences(history, page, history.undone[-1:]) or text("a move.")
        sentence = text("{who} undid: {events}", who=who, events=events)
        if agreed:
            sentence = text("{who} undid ({names} agreed): {events}", who=who, names=series(agreed), events=events)
    return [{"n": len(history.entries) + 1, "sentence": sentence}]


def question_card(question: Question, history: History, page: PageViewer) -> QuestionCard:
    """Return who wants to undo what, and who has yet to agree; ``yours``: ``page`` may answer."""
    names, sides = history.head.seat_names, history.head.game.sides
    first = len(history.entries) - question.back
    wanted = history.entries[first : first + 1] if question.correction else history.entries[first:]
    events = sentences(history, page, wanted) or text("the last move.")
    keypad = MAIN if isinstance(page, str) else page
    asker = _seat_of(question.asker, sides)
    if isinstance(asker, int):
        who, the_table = names[asker], text("the table")
    else:  # a seat at the table, which does not speak for the others there
        who, the_table = text("Somebody at the table"), text("everyone at the table")
    waiting = sorted(question.waiting or {THE_TABLE}, key=str)
    if sides.is_apart(page):  # it may not know who at the table has agreed, or how often the table was asked
        waiting = [APART] if APART in waiting else [THE_TABLE]
    voices = [sides.apart[0] if voice == APART else voice for voice in waiting]
    return {
        "number": question.number_apart if sides.is_apart(page) else question.number,
        "sentence": _wanted(question, who, events),
        "waiting": [names[voice] if isinstance(voice, int) else the_table for voice in voices],
        "yours": page != WATCH_PAGE and question.waits_for(keypad, sides) and question.asker != keypad,
    }


def _wanted(question: Question, who: str, events: str) -> str:
    if question.correction is None:
        return text("{who} wants to undo: {events}", who=who, events=events)
    if not question.correction.at:
        return text("{who} wants to undo the last correction.", who=who)
    return text("{who} wants to correct: {events}", who=who, events=events)


def _seat_of(keypad: Keypad, sides: Sides) -> Keypad:
    """Return the seat of a keypad, on a separate side its first seat; a shared keypad is returned as is."""
    return sides.apart[0] if sides.is_apart(keypad) else keypad


def sentences(history: History, page: PageViewer, entries: Sequence[Entry]) -> str:
    """Return the first sentences that ``page`` may read of ``entries``; "" if there are none."""
    head, tell = history.head, history.head.game.interface.tell
    events = [event for each in entries for event in each.events]
    seen = visible_events(head.game, events, head.game.sides.engine_viewer(page))
    found = [sentence for event in seen if (sentence := tell(event, head.seat_names)) is not None]
    return together(found[:_MOST_QUOTED]) if found else ""


def _asker_name(keypad: Keypad, names: Sequence[str]) -> str:
    """Return who asked or entered, to start a sentence with."""
    return names[keypad] if isinstance(keypad, int) and keypad >= 0 else text("The table")


def _is_seen(history: History, entry: Entry, viewer: Viewer) -> bool:
    return any(history.head.game.may_see(event, viewer) for event in entry.events)
