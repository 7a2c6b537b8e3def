"""The entry policy of a game in progress: what each input does at a table.

A replay, a tutorial and a board being set up are the same table with their own subclass of :class:`Play`, which
overrides some of its methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, cast

from riverlight.errors import IllegalMove, MoveTextError
from riverlight.games.contract import Panel, Seat
from riverlight.games.interface import View
from riverlight.games.sides import HANDED, MAIN, Keypad, PageViewer
from riverlight.games.wording import named
from riverlight.languages.text import text
from riverlight.table import entry
from riverlight.table.agreement import Agreement, Asked, GoBack
from riverlight.table.changes import Change
from riverlight.table.correcting import CHOOSING, Numbered
from riverlight.table.entries import Entry
from riverlight.table.journal import Journal
from riverlight.table.keypads import SEALED, TOO_QUICK
from riverlight.table.observers import Outcome
from riverlight.table.requests import Correction
from riverlight.table.rows import KeyPress, QuestionBody, Row, RowBody
from riverlight.table.secrecy import is_table_closed
from riverlight.table.side import SeparateSide, Side
from riverlight.table.snapshot_types import Snapshot

__all__ = ["OUTDATED", "Play"]

_CHOSEN: Final = "*"
_LONGEST_NUMBER: Final = 4
_NOTHING_STORED: Final = text("Only a game in progress can be corrected.")

OUTDATED: Final = text("The game has moved on since this page last saw it. Check it and try again.")


class Play:
    """Handles the input of one game; callers hold the table's lock.

    Attributes:
        journal: through which the game changes.
        history: the game so far.
        agreement: the undo requests.
        sides: the table's side, then the separate side if there is one.
        turns: how often another position was shown without a step, as in a replay.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.history = journal.history
        self.head = self.history.head
        self.agreement = Agreement(self.history)
        self.turns = 0
        kinds = (Side, SeparateSide) if self.head.game.sides.apart else (Side,)
        self.sides = tuple(kind(self.history, self.agreement) for kind in kinds)
        journal.followers = (self.agreement, *self.sides)

    is_sensed: ClassVar[bool] = True
    """Whether sensors under the board may enter moves."""

    waits_for_pieces: ClassVar[bool] = True
    """Whether entries are blocked while sensors miss a piece."""

    refusal: ClassVar[str] = ""
    """Why nothing can be entered, undone or redone; empty for a game in progress."""

    @property
    def is_closed(self) -> bool:
        """Whether nobody may see the table: the only person sits on a separate side."""
        return is_table_closed(self.history)

    def side_of(self, who: Keypad | PageViewer) -> Side:
        """Return the side of a keypad or page."""
        return next(side for side in self.sides if side.owns(who))

    def version_of(self, side: Side) -> int:
        """Return the version that the pages of ``side`` show."""
        return side.version + (self.turns if side is self.sides[0] else 0)

    def view(self, panel: Panel) -> View:
        """Return the view that ``panel`` lights."""
        shown = self.sides[0].keypads.shown(MAIN) if panel not in self.head.game.sides.apart_panels else self.history
        return shown.state.view(panel)

    def shown(self, snapshot: Snapshot, viewer: PageViewer) -> Snapshot:  # noqa: ARG002
        """Return what the page of ``viewer`` shows, given the ``snapshot`` of a game in progress."""
        return snapshot

    def confirm_pieces(self, keypad: Keypad) -> Outcome:  # noqa: ARG002
        """Record that the sensors detect every piece in its place."""
        return Outcome("typed")

    def press(self, key: str, keypad: Keypad, *, long: bool, is_quick: bool, press: KeyPress | None) -> Outcome:
        """Handle a key of ``keypad``; ``is_quick``: it followed the previous key quickly."""
        keypads = self.side_of(keypad).keypads
        if is_quick and key != entry.UNDO and keypads.is_left_over(keypad):
            return TOO_QUICK
        if len(key) != 1 or key not in entry.KEYS:
            sentence = text("Expected one of the keys {keys}, got {key}.", keys=" ".join(entry.KEYS), key=repr(key)[:8])
            return Outcome("refused", sentence)
        typed, correcting = keypads.typed(keypad), keypads.correcting(keypad)
        if key == entry.UNDO:
            if long:
                is_for_all = keypad == MAIN and not self.side_of(keypad).can_redo()
                return self.choose(CHOOSING, keypad, press) if is_for_all else self.redo(keypad, press)
            if typed:
                self._type(keypad, typed[:-1], "", press, correcting=correcting)
                return Outcome("typed")
            if correcting is not None:
                return self.stop_correcting(keypad, press)
            return self.undo(keypad, press, agreed=False)
        if correcting == CHOOSING:
            return self._type_number(typed, key, keypad, press)
        tail = entry.without_tail(keypads.tail(keypad), key)
        if tail is not None:
            self._type(keypad, "", tail, press)
            return Outcome("typed")
        return self._match(typed + key, keypad, press)

    def enter(
        self, seat: Seat | None, move: str, keypad: Keypad, *, version: int | None, press: KeyPress | None
    ) -> Outcome:
        """Handle the text of a move from a page that saw the game at ``version``."""
        if self.refusal:
            return Outcome("refused", self.refusal)
        side = self.side_of(keypad)
        if seat is None:
            try:
                place = side.keypads.correcting(keypad)
                seat = self.history.entries[place - 1].seat if place else side.keypads.table_seat(version)
            except IllegalMove as nobody:
                return Outcome("refused", nobody.reason)
        since = [] if version is None else side.steps_since(version)
        own = [step for step in since if step.seat == seat and not step.automatic]
        if [(step.kind, step.move) for step in own] == [("move", move)] and not side.keypads.hides(keypad, seat):
            return Outcome("repeated")
        if own or any(step.kind != "move" for step in since):
            return Outcome("refused", OUTDATED)
        try:
            side.keypads.check(keypad, seat, move)
            return self.move(seat, move, keypad, press)
        except IllegalMove as refusal:
            if refusal.only_seat and isinstance(keypad, str) and keypad != HANDED:
                refusal = IllegalMove(self.head.game.sides.secrecy or refusal.clause, SEALED)
            return self._refused(refusal)
        except MoveTextError as error:
            return Outcome("refused", error.sentence)

    def move(self, seat: Seat, move: str, keypad: Keypad, press: KeyPress | None, *, tail: str = "") -> Outcome:
        """Play the text of a move; ``tail`` is the rest of its key code, which may still be typed.

        Raises:
            IllegalMove, MoveTextError: it cannot be played.
            RecordError: it cannot be stored.
        """
        place = self.side_of(keypad).keypads.correcting(keypad)
        if place:
            return self.correct(Correction(place, seat, move), keypad, press)
        if self.history.misfit is not None:
            change = self.history.prepare_correction(len(self.history.entries) + 1, seat, move, keypad)
            self._correct_now(change.with_press(press))
            return Outcome("accepted")
        change = self.history.prepare_move(seat, self.history.state.parse_move(move), keypad)
        if tail:
            first, *others = change.rows
            body: RowBody = {**first.details, "keypad": keypad, "tail": tail}
            change = change._replace(rows=(first._replace(body=body), *others))
        self.journal.commit(change.with_press(press))
        return Outcome("accepted")

    def undo(self, keypad: Keypad, press: KeyPress | None, *, agreed: bool) -> Outcome:
        """Undo, or ask those who must agree."""
        if self.refusal:
            return Outcome("refused", self.refusal)
        decided = self.side_of(keypad).undo(keypad, agreed=agreed)
        if isinstance(decided, Outcome):
            self._type(keypad, "", "", press)
        return self._decide(decided, keypad, press)

    def answer(self, number: int, keypad: Keypad, *, agrees: bool) -> Outcome:
        """Handle the answer to question ``number``."""
        keypads = self.side_of(keypad).keypads
        decided = self.agreement.answer(number, agrees=agrees, keypad=keypad)
        return self._decide(decided, keypad, None, keypads.typed(keypad), keypads.tail(keypad))

    def choose(self, number: int, keypad: Keypad, press: KeyPress | None) -> Outcome:
        """Start to correct entry ``number`` of the page's log; 0 prompts for the number."""
        refusal = self.refusal or ("" if self.journal.is_stored else _NOTHING_STORED)
        if not refusal and not self.history.entries:
            refusal = text("There is nothing to correct.")
        if refusal:
            return Outcome("refused", refusal)
        side, place = self.side_of(keypad), CHOOSING
        if number != CHOOSING:
            numbered = Numbered(self.history, self.head.game.sides.page_of(keypad))
            found = numbered.place(number)
            if found is None:
                return Outcome(
                    "refused", text("There is no entry {number}: 1 to {last}.", number=number, last=len(numbered))
                )
            place = found
        why = side.correction_refusal(place or len(self.history.entries), keypad) if place or side.is_separate else None
        if why is not None:
            return self._refused(why)
        self._type(keypad, "", "", press, correcting=place)
        return Outcome("typed")

    def stop_correcting(self, keypad: Keypad, press: KeyPress | None) -> Outcome:
        """Cancel a correction."""
        if self.side_of(keypad).keypads.correcting(keypad) is not None:
            self._type(keypad, "", "", press)
        return Outcome("typed")

    def correct(
        self, correction: Correction, keypad: Keypad, press: KeyPress | None, *, agreed: bool = False
    ) -> Outcome:
        """Replace an earlier entry by a move, or ask those who must agree.

        Raises:
            IllegalMove, MoveTextError: the move cannot be played there.
            RecordError: it cannot be stored.
        """
        if (why := self.side_of(keypad).correction_refusal(correction.at, keypad)) is not None:
            raise why
        change = self.history.prepare_correction(*correction, keypad)
        is_known = not self.side_of(keypad).keypads.hides(keypad, correction.seat)  # else the reply would reveal it
        if is_known and change.standing is not None and self._is_the_same(change.standing.entries):
            return self.stop_correcting(keypad, press)
        decided = self.side_of(keypad).correct(correction, keypad, agreed=agreed)
        if isinstance(decided, GoBack):
            self._correct_now(change.agreed_by(decided.agreed).with_press(press))
            return Outcome("accepted")
        return self._decide(decided, keypad, press)

    def correct_entry(self, number: int, move: str, keypad: Keypad, *, agreed: bool) -> Outcome:
        """Correct entry ``number`` of the page's log in one step, without typing."""
        outcome = self.choose(number, keypad, None)
        place = self.side_of(keypad).keypads.correcting(keypad)
        if outcome.kind == "refused" or not place:
            return outcome
        try:
            self.side_of(keypad).keypads.check(keypad, self.history.entries[place - 1].seat, move)
            correction = Correction(place, self.history.entries[place - 1].seat, move)
            outcome = self.correct(correction, keypad, None, agreed=agreed)
        except IllegalMove as refusal:
            outcome = self._refused(refusal)
        except MoveTextError as error:
            outcome = Outcome("refused", error.sentence)
        if outcome.kind == "refused":
            self.stop_correcting(keypad, None)
        return outcome

    def drop(self, keypad: Keypad, press: KeyPress | None) -> Outcome:
        """Drop the entries that are no longer legal."""
        if self.refusal or self.history.misfit is None or self.head.game.sides.is_apart(keypad):
            return Outcome("refused", self.refusal or text("Every entry fits."))
        self._correct_now(self.history.prepare_drop(keypad).with_press(press))
        return Outcome("accepted")

    def redo(self, keypad: Keypad, press: KeyPress | None) -> Outcome:
        """Redo the entry undone last."""
        if self.refusal:
            return Outcome("refused", self.refusal)
        if not self.side_of(keypad).can_redo():
            self._type(keypad, "", "", press)
            return Outcome("refused", text("There is nothing to redo."))
        self.journal.commit(self.history.prepare_redo(keypad).with_press(press))
        return Outcome("accepted")

    def go_to(self, at: int, keypad: Keypad) -> Outcome:  # noqa: ARG002
        """Refuse: only a replay can show an earlier entry."""
        return Outcome("refused", text("Only a replay can go to another move, from the table page."))

    def _type_number(self, typed: str, key: str, keypad: Keypad, press: KeyPress | None) -> Outcome:
        """Handle a digit of an entry's number, or the star that ends it; a star alone selects the last entry."""
        if key == _CHOSEN:
            numbered = Numbered(self.history, self.head.game.sides.page_of(keypad))
            return self.choose(int(typed) if typed else len(numbered), keypad, press)
        if not key.isdigit() or len(typed) >= _LONGEST_NUMBER or not typed + key.strip("0"):
            return Outcome("refused", text("Expected the number of an entry, then *; got {key}.", key=key))
        self._type(keypad, typed + key, "", press, correcting=CHOOSING)
        return Outcome("typed")

    def _is_the_same(self, entries: Sequence[Entry]) -> bool:
        return [entry.moves for entry in entries] == [entry.moves for entry in self.history.entries]

    def _match(self, typed: str, keypad: Keypad, press: KeyPress | None) -> Outcome:
        keypads = self.side_of(keypad).keypads
        try:
            seat = keypads.seat(keypad)
            found = keypads.match(keypad, seat, typed)
            if found.certain is not None:
                return self.move(seat, found.certain.move, keypad, press, tail=found.tail)
        except IllegalMove as refusal:
            self._type(keypad, "", "", press, correcting=keypads.correcting(keypad))
            return self._refused(refusal)
        self._type(keypad, typed, "", press, correcting=keypads.correcting(keypad))
        return Outcome("typed")

    def _decide(
        self, decided: Outcome | GoBack | Asked, keypad: Keypad, press: KeyPress | None, typed: str = "", tail: str = ""
    ) -> Outcome:
        if isinstance(decided, Outcome):
            return decided
        if isinstance(decided, GoBack):
            self._go_back(decided, press)
            return Outcome("accepted")
        question = None if decided.question is None else decided.question.body()
        self._type(keypad, typed, tail, press, question=question)
        if decided.notice is not None:
            asker, outcome = decided.notice
            self.side_of(asker).note(asker, outcome)
        return decided.outcome

    def _go_back(self, decided: GoBack, press: KeyPress | None) -> None:
        back, by, agreed, correction = decided
        if correction is None:
            change = self.history.prepare_undo(back, by)
        elif correction.at:
            change = self.history.prepare_correction(*correction, by)
        else:
            change = self.history.prepare_restore(by)
        self._correct_now(change.agreed_by(agreed).with_press(press))

    def _correct_now(self, change: Change) -> None:
        """Commit a change; if a correction moves pieces, the side is shown how to set them up."""
        stood = [side.arrangement() for side in self.sides]
        self.journal.commit(change)
        for side, before in zip(self.sides, stood, strict=True):
            if change.standing is not None and side.arrangement() != before:
                side.resumed_at = side.version

    def _refused(self, refusal: IllegalMove) -> Outcome:
        return Outcome("refused", named(refusal.reason, self.head.seat_names), refusal.clause)

    def _type(
        self,
        keypad: Keypad,
        typed: str,
        tail: str,
        press: KeyPress | None,
        correcting: int | None = None,
        **more: QuestionBody | None,
    ) -> None:
        body = cast("RowBody", {"keypad": keypad, "keys": typed, "tail": tail, **more})
        if correcting is not None:
            body["correcting"] = correcting
        self.journal.commit(Change((Row("typed", body=body, press=press),)))
