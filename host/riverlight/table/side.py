"""The sides of a game: the people who share keypads and pages, what they have seen, and what they may undo.

Most games have one side, the table. Players who must not see the table (Pyramid's mummy, PYR-18) are a separate side,
which sees a step only if it changed that side's own views or log. Its version of the game counts these steps alone, and
its undo rights depend on them. All of it is derived from the record, so that a page that sends a move again after a
restart finds the version that it saw.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import dropwhile
from typing import Final

from riverlight.errors import IllegalMove
from riverlight.games.contract import SPECTATOR, TABLE
from riverlight.games.sides import MAIN, SECOND, TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer
from riverlight.languages.text import text
from riverlight.table.agreement import Agreement, Asked, GoBack, count_undoable
from riverlight.table.changes import Change, Step
from riverlight.table.correcting import entry_log, find_refusal
from riverlight.table.entries import Entry
from riverlight.table.history import History
from riverlight.table.keypads import Keypads
from riverlight.table.log import log
from riverlight.table.observers import Outcome
from riverlight.table.requests import Correction
from riverlight.table.snapshot_types import LogLine, Permissions

__all__ = ["SeparateSide", "Side"]

_NOT_OURS: Final = text("You can undo only your own last step, while it is your turn.")


class Side:
    """The people at the table: everyone, or everyone but a separate side.

    Attributes:
        keypads: their keypads.
        common: the keypad that they share.
        has_news: whether they saw the last step.
        resumed_at: the version at which the game was resumed, or a correction moved pieces.
    """

    common: Keypad = MAIN
    is_separate = False
    _page: PageViewer = TABLE_PAGE

    def __init__(self, history: History, agreement: Agreement) -> None:
        self.keypads = Keypads(history)
        self.has_news = True
        self.resumed_at = 0
        self._history = history
        self._head = history.head
        self._agreement = agreement
        self._refusals: dict[Keypad, Outcome] = {}

    @property
    def version(self) -> int:
        """The number of steps that they have seen: moves, undos, redos. It is the same after a restart."""
        return len(self._history.steps)

    def owns(self, who: Keypad | PageViewer) -> bool:
        """Return whether a keypad or page belongs to this side."""
        return not self._head.game.sides.is_apart(who)

    def steps_since(self, version: int) -> Sequence[Step]:
        """Return the steps that they have seen since ``version``."""
        return self._history.steps[max(version, 0) :]

    def follow(self, change: Change) -> None:
        """Update from a change that is stored and applied."""
        self.keypads.follow(change)

    def arrangement(self) -> str:
        """Return how to set up the pieces, as far as this side may know it."""
        view = self._history.state.view(self._head.game.sides.engine_viewer(self._page))
        return self._head.game.interface.arrangement(view, self._head.seat_names)

    @property
    def is_to_be_set(self) -> bool:
        """Whether pieces may have to be set up: the game was resumed or corrected, and nothing entered since."""
        return self.version == self.resumed_at and self._head.kit != "app"

    def note(self, keypad: Keypad, outcome: Outcome) -> None:
        """Record the outcome of an input on any keypad: a refusal is shown until they see a step.

        Requests for agreement are shown as questions instead (``riverlight.table.agreement``).
        """
        if outcome.kind == "accepted" and self.has_news:
            self._refusals.clear()
        if self.owns(keypad):
            if outcome.kind == "refused":
                self._refusals[keypad] = outcome
            else:
                self._refusals.pop(keypad, None)

    def refusal(self, keypad: Keypad) -> Outcome | None:
        """Return the refusal to show on the page of ``keypad``: from that keypad, else from the common one."""
        return self._refusals.get(keypad) or self._refusals.get(self.common)

    # Undo and redo.

    def undo(self, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack | Asked:
        """Return the outcome of an undo on ``keypad``, which may also agree to an open request.

        ``agreed``: everyone without an open page of their own has already agreed.
        """
        if not agreed and self._agreement.waits_for(keypad):
            return self._agreement.agree(keypad)
        if self.can_restore(keypad):
            return self._agreement.correct_at_table(Correction(0), keypad, agreed=agreed)
        return self._agreement.undo_at_table(keypad, agreed=agreed)

    def can_restore(self, keypad: Keypad) -> bool:
        """Return whether an undo on ``keypad`` undoes a correction: its own, or one of the table's."""
        replaced = self._history.replaced
        by = replaced[-1].by if replaced else None
        return by is not None and (by == keypad or (isinstance(by, str) and isinstance(keypad, str)))

    def correct(self, correction: Correction, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack | Asked:
        """Return the outcome of a correction entered on ``keypad``."""
        return self._agreement.correct_at_table(correction, keypad, agreed=agreed)

    def entries(self, page: PageViewer) -> list[LogLine]:
        """Return a log line for each entry that ``page`` may correct, oldest first."""
        keypad: Keypad = MAIN if isinstance(page, str) else page
        return entry_log(self._history, page, lambda place: self.correction_refusal(place, keypad) is None)

    def correction_refusal(self, place: int, keypad: Keypad) -> IllegalMove | None:
        """Return why ``keypad`` may not correct the entry at ``place``; None if it may."""
        is_made_apart = self._agreement.is_made_apart(self._history.entries[place - 1])
        return find_refusal(self._history, place, keypad, is_made_apart=is_made_apart)

    def can_redo(self) -> bool:
        """Return whether they may redo the entry undone last: not if a separate side made it."""
        undone = self._history.undone
        return bool(undone) and not self._agreement.is_made_apart(undone[-1])

    def permissions(self, keypad: Keypad) -> Permissions:
        """Return the permissions of the page of ``keypad``."""
        entries = self._history.entries
        back = count_undoable(entries, keypad, self._head.bot_seats)
        undone = entries[-back:] if isinstance(keypad, str) and back else [self._history.last]
        is_asked = back > 0 and not self._head.lone_seats and not self.can_restore(keypad)
        return {
            "take_back": back > 0 or self.can_restore(keypad),
            "redo": self.can_redo(),
            "needs_agreement": is_asked and any(each.reveals for each in undone),
        }


class SeparateSide(Side):
    """The people who must not see the table, and the spectators' page."""

    common = SECOND
    is_separate = True
    _page: PageViewer = WATCH_PAGE

    def __init__(self, history: History, agreement: Agreement) -> None:
        super().__init__(history, agreement)
        self._seen = [len(history.steps) - 1]
        self._pages_now = self._pages()

    @property
    def version(self) -> int:
        """The number of steps that they have seen.

        After a restart, an undo of several entries may count more than before, so that a move that a page sends again
        is never mistaken for a new one.
        """
        return len(self._seen)

    def owns(self, who: Keypad | PageViewer) -> bool:
        """Return whether a keypad or page belongs to this side."""
        return self._head.game.sides.is_apart(who)

    def steps_since(self, version: int) -> Sequence[Step]:
        """Return the steps that they have seen since ``version``."""
        return [self._history.steps[number] for number in self._seen[max(version, 0) :]]

    def follow(self, change: Change) -> None:
        """Update from a change; count it if it changed what their pages show."""
        super().follow(change)
        if change.is_step:
            pages = self._pages()
            self.has_news = pages != self._pages_now
            if self.has_news:
                self._pages_now = pages
                self._seen.append(len(self._history.steps) - 1)

    def undo(self, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack | Asked:  # noqa: ARG002
        """Return the outcome of an undo of their own last entry, or of agreeing to a request of the table."""
        if self._agreement.waits_for(keypad):
            return self._agreement.agree(keypad)
        return self._agreement.undo_apart(keypad) if self.can_undo() else Outcome("refused", _NOT_OURS)

    def can_undo(self) -> bool:
        """Return whether the last entry is theirs, and it is their turn."""
        return bool(self._history.entries) and self._is_theirs(self._history.last) and self._is_their_turn()

    def can_redo(self) -> bool:
        """Return whether the entry undone last is theirs, and they saw every step since: the undo, and their own redos.

        It must not depend on what others do in between: whether they redo the same moves is secret.
        """
        undone, is_apart = self._history.undone, self._head.game.sides.is_apart
        if not undone or not self._is_theirs(undone[-1]) or not self._is_their_turn():
            return False
        steps = reversed(self._history.steps)
        last = next(dropwhile(lambda step: step.kind == "redo" and step.by is not None and is_apart(step.by), steps))
        return last.kind == "undo"

    def permissions(self, keypad: Keypad) -> Permissions:  # noqa: ARG002
        """Return the permissions of their pages: they cannot agree there, since a request asks the others."""
        people = set(range(len(self._head.seat_names))) - self._head.bot_seats - set(self._head.game.sides.apart)
        is_final = self._history.last.reveals and not people
        return {"take_back": self.can_undo() and not is_final, "redo": self.can_redo(), "needs_agreement": False}

    def _pages(self) -> str:
        """Return everything that their pages show of the game."""
        sides = self._head.game.sides
        pages: tuple[PageViewer, ...] = (WATCH_PAGE, *sides.apart)
        views = [self._history.state.view(sides.engine_viewer(page)) for page in pages]
        return json.dumps([views, [log(self._history, page) for page in pages]])

    def _is_theirs(self, entry: Entry) -> bool:
        game = self._head.game
        if entry.seat == TABLE:
            return all(game.may_see(event, SPECTATOR) for event in entry.events)
        return entry.seat in game.sides.apart

    def _is_their_turn(self) -> bool:
        to_act = self._history.state.view(SPECTATOR)["to_act"]
        return any(seat == TABLE or seat in self._head.game.sides.apart for seat in to_act)
