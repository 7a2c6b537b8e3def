"""Undo agreement: who must agree before entries are undone or corrected.

A seat's own page undoes that seat's last entry at once. If others have made entries since, these are undone too, and
those seats are asked. A common keypad undoes the last entry, whoever made it; a seat that enters on its own page is
asked there. If a revealed card or a die roll would be undone, everyone is asked. A seat with an open page answers on
it; the table answers for all others. Bots always agree, so they are not asked; entries that bots made after a person's
last entry are undone with it. If one person plays with bots only, nobody is asked.

A correction needs the agreement that an undo back to that entry would need, and so does the undo of a correction.

With a separate side (``riverlight.games.sides``), no side alone undoes the other side's entries, or anything that the
other side has learned from. The mummy asks the hunters before it undoes one of its own steps: even a step that met
nobody revealed something. The hunters ask the mummy if it made the entry, or saw what would be undone; it is not
notified of their other questions, not even of how many there are. Bots of the other side never agree to undo what they
have seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from riverlight.games.contract import SPECTATOR, Seat
from riverlight.games.sides import TABLE_PAGE, Keypad, PageViewer
from riverlight.languages.text import series, text
from riverlight.table import entry
from riverlight.table.changes import Change
from riverlight.table.entries import Entry
from riverlight.table.history import History
from riverlight.table.observers import Outcome
from riverlight.table.requests import APART, THE_TABLE, Correction, Question, Voice, voice_of

__all__ = [
    "ONCE_MORE",
    "Agreement",
    "Asked",
    "GoBack",
    "count_undoable",
    "voters_of",
]

ONCE_MORE: Final = text(
    "This undoes something that was revealed. If everyone agrees, press {key} again.",
    key=entry.UNDO,
)
"""The reply to a keypad that alone speaks for everyone."""

_STANDS: Final = text("This revealed something to your side, and computer players never agree to undo that.")
_OTHER_SIDE: Final = text("Waiting for the other side to agree.")


def count_undoable(entries: Sequence[Entry], keypad: Keypad, bots: Set[Seat]) -> int:
    """Return how many of the last entries ``keypad`` undoes; 0 if it may undo none of them."""
    for back, each in enumerate(reversed(entries), start=1):
        if each.seat == keypad or (isinstance(keypad, str) and each.seat not in bots):
            return back
    return 0


def voters_of(
    entries: Sequence[Entry], keypad: Keypad, *, seats: Set[Seat], present: Set[Seat], is_own: bool
) -> frozenset[Voice]:
    """Return who must agree before ``keypad`` may undo ``entries``.

    Args:
        entries: the entries to undo.
        keypad: where the undo was requested.
        seats: the seats played by people.
        present: the seats whose own page is open.
        is_own: whether a keypad of the table made the last entry, and so may correct it alone.
    """
    reveals = any(each.reveals for each in entries)
    whose = set(seats if reveals else seats & {each.seat for each in entries})
    if isinstance(keypad, int):
        return frozenset(seat if seat in present else THE_TABLE for seat in whose - {keypad})
    if reveals:
        return frozenset(seat if seat in present else THE_TABLE for seat in whose)
    return frozenset() if is_own else frozenset(whose & present)


class GoBack(NamedTuple):
    """An undo or correction to make now: how many entries, on which keypad, and who agreed."""

    back: int
    by: Keypad
    agreed: tuple[Voice, ...]
    correction: Correction | None = None


class Asked(NamedTuple):
    """The open question from now on; None if it has ended.

    ``outcome`` is for the keypad that asked or answered; ``notice`` is a keypad to notify, and its outcome.
    """

    question: Question | None
    outcome: Outcome
    notice: tuple[Keypad, Outcome] | None = None


class Agreement:
    """The undo requests of one table. Decides only; it never changes the game.

    The open question is the one in the last row of the record that has one. It ends with the next step, or when the
    asker does something else. So it survives a restart of the host, and is stored before it is shown.

    Attributes:
        last_keypad: where people made their last entry; None if unknown.
        present: returns the seats whose own pages are open.
    """

    def __init__(self, history: History) -> None:
        self.last_keypad: Keypad | None = None
        self.present: Callable[[], frozenset[Seat]] = frozenset
        self._history = history
        self._sides = sides = history.head.game.sides
        self._bots = history.head.bot_seats
        self._apart = frozenset(sides.apart) - self._bots
        self._seats = frozenset(range(len(history.head.seat_names))).difference(sides.apart, self._bots)
        self._is_alone = bool(history.head.lone_seats)
        self._question: Question | None = None
        self._number = self._number_apart = 0
        self._keypad_apart: Keypad | None = None  # where people of a separate side made their last entry

    @property
    def open(self) -> Question | None:
        """The open question; the table answers for seats whose page has been closed since."""
        return None if self._question is None else self._question.among(self.present())

    def open_on(self, page: PageViewer) -> Question | None:
        """Return the open question if ``page`` may see it, else None."""
        question = self.open
        is_seen = question is not None and (question.number_apart > 0 or not self._sides.is_apart(page))
        return question if is_seen else None

    def waits_for(self, keypad: Keypad) -> bool:
        """Return whether there is an open question that ``keypad`` may answer."""
        question = self.open
        return question is not None and question.waits_for(keypad, self._sides)

    def follow(self, change: Change) -> None:
        """Update from a change that is stored and applied."""
        row = change.rows[0]
        body, question = row.details, self._question
        if change.kind == "undo":
            self.last_keypad = None
        elif change.kind == "move" and row.seat is not None:
            if row.seat in self._apart:
                self._keypad_apart = change.keypad
            if row.seat not in self._bots:
                self.last_keypad = change.keypad
        if change.is_step:
            self._question = None
        elif "question" in body:
            asked = Question.from_body(body["question"]) if body["question"] else None
            is_sound = asked is not None and 0 < asked.back <= len(self._history.entries)
            self._question = asked if is_sound else None
            if asked is not None:
                self._number = max(self._number, asked.number)
                self._number_apart = max(self._number_apart, asked.number_apart)
        elif question is not None and body.get("keypad") == question.asker:
            self._question = None

    def undo_at_table(self, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack | Asked:
        """Return the outcome of an undo requested on a keypad or page of the table.

        ``agreed``: everyone without an open page of their own has already agreed.
        """
        entries = self._history.entries
        back = count_undoable(entries, keypad, self._bots)
        if not back:
            nothing = text("There is nothing to undo.")
            return Outcome("refused", text("You have no move to undo.") if entries else nothing)
        return self._decide(back, keypad, None, agreed=agreed)

    def correct_at_table(self, correction: Correction, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack | Asked:
        """Return the outcome of a correction, or of the undo of one, requested on a keypad or page of the table."""
        first = correction.at or self._first_replaced()
        return self._decide(len(self._history.entries) - first + 1, keypad, correction, agreed=agreed)

    def _first_replaced(self) -> int:
        """Return the first entry that the last correction changed."""
        before, now = self._history.replaced[-1].entries, self._history.entries
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(before, now, strict=False)))
        return same + 1

    def _decide(
        self, back: int, keypad: Keypad, correction: Correction | None, *, agreed: bool
    ) -> Outcome | GoBack | Asked:
        """Undo or correct ``back`` entries now, or return the question to ask first."""
        question = self.open
        entries = self._history.entries[len(self._history.entries) - back :]
        is_own = isinstance(self.last_keypad, str)
        asked = voters_of(entries, keypad, seats=self._seats, present=self.present(), is_own=is_own)
        is_again = question is not None and (question.asker, question.correction) == (keypad, correction)
        if correction is not None and correction.at and isinstance(keypad, str):
            asked |= {correction.seat} & self.present()
        given = question.agreed if question is not None and is_again else ()
        is_theirs = self._concerns_apart(entries)
        reveals = any(each.reveals for each in entries)
        if is_theirs and reveals and not self._seats:  # only the separate side has people, also at the table's keypads
            return Outcome("refused", _STANDS)
        if self._is_alone:
            return GoBack(back, keypad, (), correction)
        if is_theirs:
            asked |= {APART if self._answers_apart() else THE_TABLE}
        asked -= {*given, voice_of(keypad, self._sides)} if agreed else set(given)
        if not asked:
            return GoBack(back, keypad, given, correction)
        question = Question(self._number + 1, keypad, back, reveals, asked, given, correction=correction)
        if is_theirs:
            question = question._replace(number_apart=self._number_apart + 1)
        return Asked(question, Outcome("asks", self._asking(question)))

    def undo_apart(self, keypad: Keypad) -> Outcome | GoBack | Asked:
        """Return the outcome of an undo of its own last entry that a separate side requests."""
        if not self._history.last.reveals:
            return GoBack(1, keypad, ())
        if not self._seats:
            return Outcome("refused", _STANDS)
        present = self.present()
        asked: frozenset[Voice] = frozenset(seat if seat in present else THE_TABLE for seat in self._seats)
        number, number_apart = self._number + 1, self._number_apart + 1
        question = Question(number, keypad, 1, reveals=True, waiting=asked, number_apart=number_apart)
        return Asked(question, Outcome("asks", self._asking(question)))

    def _concerns_apart(self, entries: Sequence[Entry]) -> bool:
        """Return whether people of a separate side made one of ``entries``, or learned something from one."""
        may_see = self._history.head.game.may_see
        return bool(self._apart) and any(
            each.seat in self._apart or (each.reveals and any(may_see(event, SPECTATOR) for event in each.events))
            for each in entries
        )

    def is_made_apart(self, made: Entry) -> bool:
        """Return whether people of a separate side, on a keypad of their own, made an entry."""
        return made.seat in self._apart and self._answers_apart()

    def _answers_apart(self) -> bool:
        """Return whether the separate side has its own keypad: an open page, or the keypad it entered on."""
        is_at_the_table = self._keypad_apart is not None and not self._sides.is_apart(self._keypad_apart)
        return bool(self._apart & self.present()) or not is_at_the_table

    def asked_on(self, page: PageViewer) -> Outcome | None:
        """Return the outcome to show on ``page`` while an undo it asked for is open; None on all other pages.

        Requests from any keypad of the table are shown on the table page.
        """
        question = self.open
        if question is None:
            return None
        asker = question.asker
        if isinstance(asker, str) and self._sides.is_apart(asker):
            is_told = self._sides.is_apart(page)
        else:
            is_told = page == (TABLE_PAGE if isinstance(asker, str) else asker)
        return Outcome("asks", self._asking(question)) if is_told else None

    def answer(self, number: int, *, agrees: bool, keypad: Keypad) -> Outcome | GoBack | Asked:
        """Return the outcome of an answer to question ``number``."""
        question = self.open
        is_apart = self._sides.is_apart(keypad)
        known_as = 0 if question is None else question.number_apart if is_apart else question.number
        if question is None or known_as != number or not question.waits_for(keypad, self._sides):
            return Outcome("refused", text("There is no request to answer now."))
        if agrees:
            return self.agree(keypad)
        who = self._name(voice_of(keypad, self._sides), text("The table"))
        notice = question.asker, Outcome("refused", text("{who} does not agree.", who=who))
        return Asked(None, Outcome("typed"), notice)

    def agree(self, keypad: Keypad) -> GoBack | Asked:
        """Return the outcome of an agreement by ``keypad``, for which :meth:`waits_for` must be true."""
        assert self._question is not None  # noqa: S101  (waits_for was true)
        present = self.present()
        voice = voice_of(keypad, self._sides)
        question = self._question.with_yes(voice, present)
        left = question.among(present)
        if not left.waiting:
            return GoBack(question.back, question.asker, question.agreed, question.correction)
        kind: Literal["asks", "typed"] = "asks" if keypad == question.asker else "typed"
        return Asked(question, Outcome(kind, _OTHER_SIDE if voice == APART else self._asking(left)))

    def _name(self, voice: Voice, the_table: str) -> str:
        """Return the name to show for ``voice``."""
        seat = self._sides.apart[0] if voice == APART else voice
        return self._history.head.seat_names[seat] if isinstance(seat, int) else the_table

    def _asking(self, question: Question) -> str:
        """Return the reply to the asker; a separate side does not learn who at the table has agreed."""
        if self._sides.is_apart(question.asker):
            return _OTHER_SIDE
        waiting = sorted(question.waiting - {THE_TABLE}, key=str)
        seats = [self._name(voice, "") for voice in waiting]
        if isinstance(question.asker, str):
            if not question.waiting:
                return text("That player has left. Press {key} again to confirm.", key=entry.UNDO)
            if not seats:
                return ONCE_MORE
            if THE_TABLE in question.waiting:
                return text(
                    "Players who must agree on their own pages: {names}. If everyone at the table agrees too, press "
                    "{key} again.",
                    names=series(seats),
                    key=entry.UNDO,
                )
        others = [text("the table")] if len(seats) < len(question.waiting) else []
        return text("Waiting for agreement: {names}.", names=series([*seats, *others]))
