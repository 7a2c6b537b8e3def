"""A tutorial: a written game played step by step, with a coach's sentence for each and choices of the learner.

The text of a tutorial is read in :mod:`riverlight.table.lesson_text`. The learner is the only person of its game and
makes the moves that the text asks for; the coach makes all others. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.errors import IllegalMove
from riverlight.games.contract import Seat
from riverlight.games.sides import WATCH_PAGE, Keypad, PageViewer
from riverlight.games.start import ALL_KIT, Kit
from riverlight.languages.text import text, together
from riverlight.table import entry
from riverlight.table.changes import Change
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal, Journal
from riverlight.table.lesson_text import Choice, Script, script_of
from riverlight.table.observers import Outcome
from riverlight.table.play import Play
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress, Row
from riverlight.table.session import Table
from riverlight.table.snapshot import CAN_NOTHING
from riverlight.table.snapshot_types import LessonCard, PromptCard, Snapshot

__all__ = ["Lesson", "open_lesson"]

_NEXT: Final = "*"
_GO_ON: Final = text("Press Next, or the key *, to go on.")
_CHOOSE: Final = text("First make the move that the tutorial asks for.")
_OTHERWISE: Final = text("The rules allow that, but this tutorial plays another move.")
_NOT_YOURS: Final = text("In this tutorial the computer plays for the others.")
_NO_REPLY: Final = Outcome("typed")


def open_lesson(store: Store, name: str, kit: Kit = ALL_KIT) -> Table:
    """Return a table with the tutorial ``name`` at its beginning; ``store`` is not written.

    Raises:
        OptionError: when there is no such tutorial.
    """
    script = script_of(name)
    history = History(script.head._replace(kit=kit))
    history.make_due_moves()
    return Table(Lesson(InMemoryJournal(store, 0, history), script))


class Lesson(Play):
    """The entry policy of a tutorial: the learner makes the moves that are asked for, and goes on or back."""

    is_sensed = False

    def __init__(self, journal: Journal, script: Script) -> None:
        super().__init__(journal)
        self._steps = script.steps
        self._learner = self.head.lone_seats[0]
        self._starts: list[int] = []  # of each step up to this one, how many entries there were before it
        self._is_told = False
        self._reply = _NO_REPLY
        self._tries = 0
        self._begin()

    def shown(self, snapshot: Snapshot, viewer: PageViewer) -> Snapshot:
        """Return what the page shows; the learner's pages have a ``lesson``."""
        shown: Snapshot = {**snapshot, "arrange": None, "moment": None, "refusal": None, "can": CAN_NOTHING}
        shown = {**shown, "status": "playing", "story": []}  # at the end, too, the coach speaks
        if not self._is_learners(viewer):
            return {**shown, "choices": []}
        at = len(self._starts)
        step, choice = self._steps[at - 1], self._asked
        is_at_table = self.head.kit != "app"
        said = step.sentence_at_table if is_at_table else step.sentence
        lesson: LessonCard = {
            "at": at,
            "of": len(self._steps),
            "heading": step.heading,
            "sentence": step.choice.told if step.choice is not None and self._is_told else said,
            "asks": choice is not None,
            "told": self._is_told,
            "keys": self._keys(choice) if choice is not None and self.head.kit == "lights" else "",
            "reply": self._reply.sentence,
            "clause": self._reply.clause,
            "tries": self._tries,
        }
        if choice is not None:
            offered = {*choice.moves, *choice.answers}
            choices = [each for each in shown["choices"] if choice.offers_all or each["move"] in offered]
            return {**shown, "lesson": lesson, "choices": choices}
        prompt: PromptCard = {"sentence": step.heading, "why": "", "clause": "", "seat": self._learner}
        return {**shown, "lesson": lesson, "prompt": prompt, "choices": [], "foreseen": None, "typed": ""}

    def press(self, key: str, keypad: Keypad, *, long: bool, is_quick: bool, press: KeyPress | None) -> Outcome:
        """Take a key of a move that is asked for; else ``*`` goes on and ``#`` back."""
        is_back = key == entry.UNDO and not self.side_of(keypad).keypads.typed(keypad)
        if is_back or (self._asked is None and self._is_learners(keypad)):
            return self.undo(keypad, press, agreed=False) if is_back else self._go_on_by(key)
        return self._noted(super().press(key, keypad, long=long, is_quick=is_quick, press=press), keypad)

    def enter(
        self, seat: Seat | None, move: str, keypad: Keypad, *, version: int | None, press: KeyPress | None
    ) -> Outcome:
        """Take the text of a move from a page."""
        return self._noted(super().enter(seat, move, keypad, version=version, press=press), keypad)

    def move(self, seat: Seat, move: str, keypad: Keypad, press: KeyPress | None, *, tail: str = "") -> Outcome:
        """Play a move that the step asks for; of any other say why not: by the rules, else by the tutorial."""
        if not self._is_learners(keypad):
            raise IllegalMove("", _NOT_YOURS)
        choice = self._asked
        if choice is None:
            raise IllegalMove("", _GO_ON)
        if seat != choice.seat or move not in choice.moves:
            self.history.prepare_move(seat, self.history.state.parse_move(move), keypad)
            raise IllegalMove(self._steps[len(self._starts) - 1].clauses[0], choice.answers.get(move, _OTHERWISE))
        outcome = super().move(seat, move, keypad, press, tail=tail)
        self._play(choice.after)
        self._is_told = True
        self._reply = _NO_REPLY
        if not choice.told:
            self._begin()
        return outcome

    def undo(self, keypad: Keypad, press: KeyPress | None, *, agreed: bool) -> Outcome:  # noqa: ARG002
        """Go back: to the choice that was made, else to the step before."""
        return self.go_to(len(self._starts) - (1 if self._is_told else 2), keypad)

    def redo(self, keypad: Keypad, press: KeyPress | None) -> Outcome:  # noqa: ARG002
        """Refuse: the tutorial goes on by its own way."""
        return Outcome("refused", _GO_ON)

    def go_to(self, at: int, keypad: Keypad) -> Outcome:
        """Go to the beginning of step ``at``, from 0: one that was there before, or the next one."""
        if not self._is_learners(keypad):
            return Outcome("refused", _NOT_YOURS)
        here = len(self._starts)
        if at >= here:
            if self._asked is not None:
                return self._noted(Outcome("refused", _CHOOSE), keypad)
            if here < len(self._steps):
                self._begin()
            return Outcome("typed")
        at = max(at, 0)
        for _ in range(len(self.history.entries) - self._starts[at]):
            self.journal.commit(Change((Row("undo"),)))
        del self._starts[at:]
        self._begin()
        return Outcome("typed")

    @property
    def _asked(self) -> Choice | None:
        """What the learner is asked now; None where there is only to go on."""
        return None if self._is_told else self._steps[len(self._starts) - 1].choice

    def _begin(self) -> None:
        """Begin the next step."""
        step = self._steps[len(self._starts)]
        self._starts.append(len(self.history.entries))
        self._is_told, self._reply = False, _NO_REPLY
        self.turns += 1
        self._play(step.before)

    def _play(self, moves: Sequence[tuple[Seat, str]]) -> None:
        for seat, move in moves:
            self.journal.commit(self.history.prepare_move(seat, self.history.state.parse_move(move)))

    def _go_on_by(self, key: str) -> Outcome:
        if key != _NEXT:
            return Outcome("refused", _GO_ON)
        return self.go_to(len(self._starts), self._learner)

    def _noted(self, outcome: Outcome, keypad: Keypad) -> Outcome:
        """Return an outcome of the learner; a refusal stands on the page, with the hint of the step."""
        if not self._is_learners(keypad) or outcome.kind != "refused":
            return outcome
        choice = self._asked
        if choice is not None:
            outcome = outcome._replace(sentence=together([outcome.sentence, choice.hint]))
        self._reply = outcome
        self._tries += 1
        self.turns += 1
        return outcome

    def _keys(self, choice: Choice) -> str:
        codes = self.head.game.interface.codes(self.history.state, choice.seat)
        return next((code.keys for code in codes if code.move == choice.moves[0] and not code.is_private), "")

    def _is_learners(self, who: Keypad | PageViewer) -> bool:
        """Return whether a keypad or a page is the learner's."""
        if isinstance(who, int):
            return who == self._learner
        sides = self.head.game.sides
        return who != WATCH_PAGE and sides.is_apart(who) == sides.is_apart(self._learner)
