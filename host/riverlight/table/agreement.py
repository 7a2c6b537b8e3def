"""Who has to agree before entries are taken back.

A seat's own page takes back that seat's last entry at once; what others have entered since goes with it, and they are
asked. A keypad on the table takes back the last entry, whoever's; a seat that enters on its own page is asked there.
Across a reveal or a throw, all are asked. A seat whose page is open answers on it; for all others the table answers.
A bot always agrees, so it is not asked; what bots have entered since a person's last entry goes with that one.

A side apart from the table (``riverlight.table.sides``) is not asked here, and asks nobody: a question would tell it of
steps that it may not know of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Final, Literal, NamedTuple

from riverlight.engines.contract import Seat
from riverlight.languages.text import series, text
from riverlight.table import entry
from riverlight.table.history import Entry, History
from riverlight.table.keypads import Outcome
from riverlight.table.sides import Keypad, Sides

__all__ = ["ONCE_MORE", "THE_TABLE", "GoBack", "Question", "TakeBacks", "Voice", "asked_for", "reach", "voice_of"]

ONCE_MORE: Final = text(
    "The last entry showed what cannot be unseen. If all agree to take it back, do it once more ({key}).",
    key=entry.TAKE_BACK,
)
"""What a keypad is told when it alone speaks for all."""

THE_TABLE: Final[Literal["table"]] = "table"

Voice = Seat | Literal["table"]
"""Who answers: a seat on its own page, or the table for all who have none open."""


class Question(NamedTuple):
    """A take-back that waits until all who are asked have agreed.

    Attributes:
        number: tells it from any other question of this table.
        asker: the keypad that wants it.
        back: how many entries it takes back.
        reveals: whether one of them showed what cannot be unseen.
        waiting: who has still to agree.
        agreed: who has, in that order.
    """

    number: int
    asker: Keypad
    back: int
    reveals: bool
    waiting: frozenset[Voice]
    agreed: tuple[Voice, ...] = ()

    def waits_for(self, keypad: Keypad) -> bool:
        """Return whether ``keypad`` may answer now. What was asked on one keypad of the table is confirmed there."""
        if isinstance(self.asker, str) and isinstance(keypad, str) and keypad != self.asker:
            return False
        return voice_of(keypad) in self.waiting

    def with_yes(self, voice: Voice) -> Question:
        """Return the question after ``voice`` has agreed."""
        return self._replace(waiting=self.waiting - {voice}, agreed=(*self.agreed, voice))

    def among(self, present: Set[Seat]) -> Question:
        """Return the question with the table answering for seats whose page is closed by now."""
        waiting: set[Voice] = {voice if voice in present else THE_TABLE for voice in self.waiting}
        if isinstance(self.asker, str) and not self.reveals:
            waiting.discard(THE_TABLE)  # it is the table itself that asks
        return self._replace(waiting=frozenset(waiting))


def voice_of(keypad: Keypad) -> Voice:
    """Return for whom ``keypad`` answers."""
    return keypad if isinstance(keypad, int) else THE_TABLE


def reach(entries: Sequence[Entry], keypad: Keypad, bots: Set[Seat] = frozenset()) -> int:
    """Return how many of the last entries ``keypad`` takes back; 0 when none is its own, or people's, to take back."""
    for back, each in enumerate(reversed(entries), start=1):
        if each.seat == keypad or (isinstance(keypad, str) and each.seat not in bots):
            return back
    return 0


def asked_for(
    entries: Sequence[Entry], keypad: Keypad, *, seats: Set[Seat], present: Set[Seat], is_own: bool
) -> frozenset[Voice]:
    """Return who has to agree before ``keypad`` may take ``entries`` back.

    Args:
        entries: what would be taken back.
        keypad: who asks.
        seats: those who sit at the table.
        present: the seats whose own page is open.
        is_own: whether the last entry was made on a keypad of the table, so that it may correct it itself.
    """
    reveals = any(each.reveals for each in entries)
    whose = set(seats if reveals else seats & {each.seat for each in entries})
    if isinstance(keypad, int):
        return frozenset(seat if seat in present else THE_TABLE for seat in whose - {keypad})
    if reveals:
        return frozenset(seat if seat in present else THE_TABLE for seat in whose)
    return frozenset() if is_own else frozenset(whose & present)


class GoBack(NamedTuple):
    """A take-back to be made now: how many entries, by whose keypad, and who agreed."""

    back: int
    by: Keypad
    agreed: tuple[Voice, ...]


class TakeBacks:
    """The take-backs of one table: decides, and changes nothing of the game itself.

    Attributes:
        last_keypad: where people made their last entry; None when that is not known.
        present: tells whose own pages are open.
    """

    def __init__(self, history: History, sides: Sides) -> None:
        self.last_keypad: Keypad | None = None
        self.present: Callable[[], frozenset[Seat]] = frozenset
        self._history = history
        self._bots = history.head.bot_seats
        self._seats = frozenset(range(len(history.head.seat_names))).difference(sides.apart, self._bots)
        self._question: Question | None = None
        self._number = 0
        self._refused: tuple[Keypad, Outcome] | None = None

    @property
    def standing(self) -> Question | None:
        """The question that stands, with the table answering for seats whose page is closed by now."""
        return None if self._question is None else self._question.among(self.present())

    def entered(self, seat: Seat, keypad: Keypad | None) -> None:
        """Take that ``seat`` has made an entry on ``keypad``."""
        if seat not in self._bots:
            self.last_keypad = keypad

    def wanted(self, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack:
        """Return what comes of a take-back wanted on ``keypad``, which may also agree to one that is asked for.

        With ``agreed`` all who have no page of their own open have agreed already.
        """
        question = self.standing
        if question is not None and not agreed and question.waits_for(keypad):
            return self._agreed(question, keypad)
        entries = self._history.entries
        back = reach(entries, keypad, self._bots)
        if not back:
            nothing = text("There is nothing to take back.")
            return Outcome("refused", text("There is nothing of yours to take back.") if entries else nothing)
        is_own = isinstance(self.last_keypad, str)
        asked = asked_for(entries[-back:], keypad, seats=self._seats, present=self.present(), is_own=is_own)
        given = question.agreed if question is not None and question.asker == keypad else ()
        asked -= {*given, voice_of(keypad)} if agreed else set(given)
        if not asked:
            return GoBack(back, keypad, given)
        self._number += 1
        reveals = any(each.reveals for each in entries[-back:])
        self._question = Question(self._number, keypad, back, reveals, asked, given)
        return Outcome("asks", self._asking(self._question))

    def answered(self, number: int, *, agrees: bool, keypad: Keypad) -> Outcome | GoBack:
        """Return what comes of the answer to question ``number``."""
        question = self.standing
        if question is None or question.number != number or not question.waits_for(keypad):
            return Outcome("refused", text("There is nothing to agree to now."))
        if agrees:
            return self._agreed(question, keypad)
        self._question = None
        who = text("The table") if isinstance(keypad, str) else self._history.head.seat_names[keypad]
        self._refused = question.asker, Outcome("refused", text("{who} does not agree.", who=who))
        return Outcome("typed")

    def note(self, keypad: Keypad, outcome: Outcome) -> tuple[Keypad, Outcome] | None:
        """Take what came of a press: a step, or something else by who asked, ends the question.

        Return the keypad that is to be told that somebody did not agree, and what, None when there is none.
        """
        question = self._question
        goes_on = outcome.kind in ("typed", "refused") and question is not None and question.asker == keypad
        if goes_on or outcome.kind == "accepted":
            self._question = None
        told, self._refused = self._refused, None
        return told

    def _agreed(self, question: Question, keypad: Keypad) -> Outcome | GoBack:
        question = question.with_yes(voice_of(keypad))
        if not question.waiting:
            return GoBack(question.back, question.asker, question.agreed)
        self._question = question
        return Outcome("asks" if keypad == question.asker else "typed", self._asking(question))

    def _asking(self, question: Question) -> str:
        """Return what the asker is told."""
        names = self._history.head.seat_names
        seats = [names[voice] for voice in sorted(question.waiting, key=str) if isinstance(voice, int)]
        if not seats and isinstance(question.asker, str):
            return ONCE_MORE
        others = [text("the table")] if len(seats) < len(question.waiting) else []
        return text("Others have to agree first: {names}.", names=series([*seats, *others]))
