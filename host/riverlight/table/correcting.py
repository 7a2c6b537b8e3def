"""Corrections: which earlier entries a keypad may correct, and what its page shows meanwhile.

An entry can be corrected where its seat enters: on the seat's own page, or on the table's keypad for what that keypad
may ask. A separate side can correct only its last step, by undo. Entries have the numbers shown in the page's log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE
from riverlight.games.sides import Keypad, PageViewer
from riverlight.games.wording import named
from riverlight.languages.text import text
from riverlight.table.entries import Entry
from riverlight.table.history import History
from riverlight.table.log import sentences
from riverlight.table.secrecy import knows_more
from riverlight.table.snapshot_types import CorrectionCard, LogLine, MisfitCard, PromptCard

__all__ = ["CHOOSING", "Numbered", "correction_card", "entry_log", "find_refusal", "misfit_card", "number_prompt"]

CHOOSING: Final = 0
"""Placeholder for the entry being corrected while its number is being typed."""

_ASIDE: Final = text("On this side only the last step can be corrected: undo it.")
_NOT_YOURS: Final = text("You can correct only your own entries here.")
_BOTS: Final = text("The moves of computer players cannot be corrected.")


class Numbered:
    """The entries that a page can see, by their numbers in its log."""

    def __init__(self, history: History, page: PageViewer) -> None:
        viewer, may_see = history.head.game.sides.engine_viewer(page), history.head.game.may_see
        self._places = [
            at
            for at, entry in enumerate(history.entries, start=1)
            if any(may_see(event, viewer) for event in entry.events)
        ]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return enumerate(self._places, start=1)

    def place(self, number: int) -> int | None:
        """Return the place of an entry among all entries, from 1; None if there is no such entry."""
        return self._places[number - 1] if 0 < number <= len(self._places) else None

    def number(self, place: int) -> int:
        """Return the number of the entry at ``place``; after the last entry, the next number."""
        return sum(1 for at in self._places if at < place) + 1


def find_refusal(history: History, place: int, keypad: Keypad, *, is_made_apart: bool) -> IllegalMove | None:
    """Return why ``keypad`` may not correct the entry at ``place``; None if it may."""
    head, entry = history.head, history.entries[place - 1]
    if head.game.sides.is_apart(keypad):
        return IllegalMove(head.game.sides.secrecy, _ASIDE)
    if entry.seat in head.bot_seats:
        return IllegalMove("", _BOTS)
    if isinstance(keypad, int):
        return None if entry.seat == keypad else IllegalMove("", _NOT_YOURS)
    if is_made_apart:
        return IllegalMove(head.game.sides.secrecy, _NOT_YOURS)
    return head.game.interface.private(_before(history, place).after, entry.seat)


def correction_card(history: History, page: PageViewer, place: int) -> CorrectionCard:
    """Return the entry that a page is correcting; ``n`` is 0 while its number is being typed."""
    if place == CHOOSING:
        return {"n": 0, "sentence": ""}
    sentence = sentences(history, page, history.entries[place - 1 : place])
    return {"n": Numbered(history, page).number(place), "sentence": sentence}


def number_prompt(history: History, page: PageViewer, typed: str) -> PromptCard:
    """Return the prompt while an entry's number is typed: the entry that the digits so far select."""
    place = Numbered(history, page).place(int(typed)) if typed else None
    told = "" if place is None else sentences(history, page, history.entries[place - 1 : place])
    sentence = text("Entry {number}: {events}", number=typed, events=told) if told else text("Which entry is wrong?")
    why = text("Type the number of the entry as in the log, then *. Press # to cancel.")
    return {"sentence": sentence, "why": why, "clause": "", "seat": TABLE}


def misfit_card(history: History, page: PageViewer) -> MisfitCard | None:
    """Return the first entry that a correction made illegal; without the reason if that could show a secret."""
    misfit = history.misfit
    if misfit is None or history.head.game.sides.is_apart(page):
        return None
    entry, names = misfit.entries[0], history.head.seat_names
    viewer = history.head.game.sides.engine_viewer(page)
    is_secret = entry.seat not in (page, TABLE) and knows_more(history, entry.seat, viewer)
    return {
        "n": Numbered(history, page).number(len(history.entries) + 1),
        "sentence": sentences(history, page, [entry]) or text("a move."),
        "why": "" if is_secret else named(misfit.why.reason, names),
        "clause": "" if is_secret else misfit.why.clause,
        "left": len(misfit.entries),
    }


def entry_log(history: History, page: PageViewer, may_correct: Callable[[int], bool]) -> list[LogLine]:
    """Return a log line for each entry that ``page`` may correct, oldest first."""
    return [
        {"n": number, "sentence": sentences(history, page, history.entries[place - 1 : place])}
        for number, place in Numbered(history, page)
        if may_correct(place)
    ]


def _before(history: History, place: int) -> Entry:
    return (history.opening, *history.entries)[place - 1]
