"""Who has to agree before entries are taken back.

A seat's own page takes back that seat's last entry at once; what others have entered since goes with it, and they are
asked. A keypad on the table takes back the last entry, whoever's; a seat that enters on its own page is asked there.
Across a reveal or a throw, all are asked. A seat whose page is open answers on it; for all others the table answers.
A bot always agrees, so it is not asked; what bots have entered since a person's last entry goes with that one.

A side apart from the table (``riverlight.table.sides``) is not asked here, and asks nobody: a question would tell it of
steps that it may not know of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Final, Literal, NamedTuple

from riverlight.engines.contract import Seat
from riverlight.languages.text import series, text
from riverlight.table import entry
from riverlight.table.history import Entry, History
from riverlight.table.keypads import Outcome
from riverlight.table.record import STEPS, Row
from riverlight.table.sides import TABLE_PAGE, Keypad, PageViewer, Sides

__all__ = [
    "ONCE_MORE",
    "THE_TABLE",
    "Asked",
    "GoBack",
    "Question",
    "TakeBacks",
    "Voice",
    "asked_for",
    "reach",
    "voice_of",
]

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

    def with_yes(self, voice: Voice, present: Set[Seat]) -> Question:
        """Return the question after ``voice`` has agreed: the table for all whose page is not open."""
        agreeing = {each for each in self.waiting if each not in present} if voice == THE_TABLE else {voice}
        return self._replace(waiting=self.waiting - agreeing, agreed=(*self.agreed, voice))

    def body(self) -> dict[str, Any]:
        """Return it as the record keeps it."""
        return {**self._asdict(), "waiting": sorted(self.waiting, key=str), "agreed": list(self.agreed)}

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Question | None:
        """Return the question that :meth:`body` wrote; None for what none can be."""
        try:
            waiting, agreed = frozenset(body["waiting"]), tuple(body["agreed"])
            number, asker, back, reveals = body["number"], body["asker"], body["back"], body["reveals"]
        except (LookupError, TypeError):
            return None
        is_sound = isinstance(number, int) and isinstance(back, int) and isinstance(asker, int | str)
        if not is_sound or not all(isinstance(voice, int) or voice == THE_TABLE for voice in (*waiting, *agreed)):
            return None
        return cls(number, asker, back, bool(reveals), waiting, agreed)

    def among(self, present: Set[Seat]) -> Question:
        """Return the question with the table answering for seats whose page is closed by now."""
        waiting: set[Voice] = {voice if voice in present else THE_TABLE for voice in self.waiting}
        if isinstance(self.asker, str) and not self.reveals:
            waiting.discard(THE_TABLE)  # it is the table itself that asks
        return self._replace(waiting=frozenset(waiting))


def voice_of(keypad: Keypad) -> Voice:
    """Return for whom ``keypad`` answers."""
    return keypad if isinstance(keypad, int) else THE_TABLE


def reach(entries: Sequence[Entry], keypad: Keypad, bots: Set[Seat]) -> int:
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


class Asked(NamedTuple):
    """A question as it is to stand from now on, None when it has ended.

    ``outcome`` is for who asked or answered now; ``told`` is what another keypad is to be told, and which.
    """

    question: Question | None
    outcome: Outcome
    told: tuple[Keypad, Outcome] | None = None


class TakeBacks:
    """The take-backs of one table: decides, and changes nothing of the game itself.

    The question that stands is the one of the record's last row that tells of one, until its next step, or until who
    asked does something else: so it outlives the host, and is shown no sooner than it is safe.

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

    @property
    def standing(self) -> Question | None:
        """The question that stands, with the table answering for seats whose page is closed by now."""
        return None if self._question is None else self._question.among(self.present())

    def entered(self, seat: Seat, keypad: Keypad | None) -> None:
        """Take that ``seat`` has made an entry on ``keypad``."""
        if seat not in self._bots:
            self.last_keypad = keypad

    def follow(self, row: Row) -> None:
        """Keep in step with the record."""
        body, question = row.body or {}, self._question
        if row.kind in STEPS:
            self._question = None
        elif "question" in body:
            asked = Question.from_body(body["question"]) if body["question"] else None
            is_sound = asked is not None and 0 < asked.back <= len(self._history.entries)
            self._question = asked if is_sound else None
            self._number = max(self._number, asked.number if asked is not None else 0)
        elif question is not None and body.get("keypad") == question.asker:
            self._question = None

    def wanted(self, keypad: Keypad, *, agreed: bool) -> Outcome | GoBack | Asked:
        """Return what comes of a take-back wanted on ``keypad``, which may also agree to one that is asked for.

        With ``agreed`` all who have no page of their own open have agreed already.
        """
        question = self.standing
        if question is not None and not agreed and question.waits_for(keypad):
            return self._agreed(keypad)
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
        reveals = any(each.reveals for each in entries[-back:])
        question = Question(self._number + 1, keypad, back, reveals, asked, given)
        return Asked(question, Outcome("asks", self._asking(question)))

    def asked_on(self, page: PageViewer) -> Outcome | None:
        """Return what ``page`` tells its people while the take-back stands that they asked for; None on all others.

        What one keypad of the table has asked, the table page tells.
        """
        question = self.standing
        if question is None or page != (TABLE_PAGE if isinstance(question.asker, str) else question.asker):
            return None
        return Outcome("asks", self._asking(question))

    def answered(self, number: int, *, agrees: bool, keypad: Keypad) -> Outcome | GoBack | Asked:
        """Return what comes of the answer to question ``number``."""
        question = self.standing
        if question is None or question.number != number or not question.waits_for(keypad):
            return Outcome("refused", text("There is nothing to agree to now."))
        if agrees:
            return self._agreed(keypad)
        who = text("The table") if isinstance(keypad, str) else self._history.head.seat_names[keypad]
        told = question.asker, Outcome("refused", text("{who} does not agree.", who=who))
        return Asked(None, Outcome("typed"), told)

    def _agreed(self, keypad: Keypad) -> GoBack | Asked:
        assert self._question is not None  # noqa: S101  (who is asked was asked something)
        present = self.present()
        question = self._question.with_yes(voice_of(keypad), present)
        left = question.among(present)
        if not left.waiting:
            return GoBack(question.back, question.asker, question.agreed)
        return Asked(question, Outcome("asks" if keypad == question.asker else "typed", self._asking(left)))

    def _asking(self, question: Question) -> str:
        """Return what the asker is told."""
        names = self._history.head.seat_names
        seats = [names[voice] for voice in sorted(question.waiting, key=str) if isinstance(voice, int)]
        if isinstance(question.asker, str):
            if not question.waiting:
                return text("Whoever was asked has closed that page: do it once more ({key}).", key=entry.TAKE_BACK)
            if not seats:
                return ONCE_MORE
            if THE_TABLE in question.waiting:
                return text(
                    "Others have to agree on their own pages: {names}. If all at the table agree too, do it once more "
                    "({key}).",
                    names=series(seats),
                    key=entry.TAKE_BACK,
                )
        others = [text("the table")] if len(seats) < len(question.waiting) else []
        return text("Others have to agree first: {names}.", names=series([*seats, *others]))
