"""Undo and correction requests: who has yet to agree, and how requests are stored in the record."""

from __future__ import annotations

from collections.abc import Set
from typing import Final, Literal, NamedTuple

from riverlight.games.contract import TABLE, Seat
from riverlight.games.sides import Keypad, Sides
from riverlight.table.rows import QuestionBody

__all__ = ["APART", "THE_TABLE", "Correction", "Question", "Voice", "voice_of"]

THE_TABLE: Final[Literal["table"]] = "table"

APART: Final[Literal["apart"]] = "apart"

Voice = Seat | Literal["table", "apart"]
"""Who answers: a seat on its own page, the table for all seats without an open page, a separate side as one."""


class Correction(NamedTuple):
    """A move of a seat to replace entry ``at``; with ``at`` 0, the undo of the last correction."""

    at: int
    seat: Seat = TABLE
    move: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether its fields, read from a record, have the right types."""
        return isinstance(self.at, int) and isinstance(self.seat, int) and isinstance(self.move, str)


class Question(NamedTuple):
    """An undo or a correction that waits for agreement.

    Attributes:
        number: unique among the questions of this table.
        asker: the keypad that requested it.
        back: the number of entries to undo or replay.
        reveals: whether one of them revealed something that cannot be unseen.
        waiting: who has yet to agree.
        agreed: who has agreed, in that order.
        number_apart: unique among the questions that the separate side sees; 0 if it does not see this one.
        correction: the requested correction; None for an undo.
    """

    number: int
    asker: Keypad
    back: int
    reveals: bool
    waiting: frozenset[Voice]
    agreed: tuple[Voice, ...] = ()
    number_apart: int = 0
    correction: Correction | None = None

    def waits_for(self, keypad: Keypad, sides: Sides) -> bool:
        """Return whether ``keypad`` may answer now; a request from a keypad of the table is confirmed on it."""
        is_same_side = sides.is_apart(self.asker) == sides.is_apart(keypad)
        if is_same_side and isinstance(self.asker, str) and isinstance(keypad, str) and keypad != self.asker:
            return False
        return voice_of(keypad, sides) in self.waiting

    def with_yes(self, voice: Voice, present: Set[Seat]) -> Question:
        """Return the question after ``voice`` has agreed; the table agrees for all seats without an open page."""
        absent = {each for each in self.waiting if each not in present and each != APART}
        agreeing = absent if voice == THE_TABLE else {voice}
        return self._replace(waiting=self.waiting - agreeing, agreed=(*self.agreed, voice))

    def body(self) -> QuestionBody:
        """Return its stored form."""
        body: QuestionBody = {
            "number": self.number,
            "asker": self.asker,
            "back": self.back,
            "reveals": self.reveals,
            "waiting": sorted(self.waiting, key=str),
            "agreed": list(self.agreed),
            "number_apart": self.number_apart,
        }
        return body if self.correction is None else {**body, "correction": self.correction}

    @classmethod
    def from_body(cls, body: QuestionBody) -> Question | None:
        """Return the question that :meth:`body` stored; None if ``body`` is invalid."""
        try:
            waiting, agreed = frozenset(body["waiting"]), tuple(body["agreed"])
            number, asker, back, reveals = body["number"], body["asker"], body["back"], body["reveals"]
            number_apart = body.get("number_apart", 0)
            correction = Correction(*body["correction"]) if "correction" in body else None
        except (LookupError, TypeError):
            return None
        are_numbers = all(isinstance(value, int) for value in (number, back, number_apart))
        is_sound = are_numbers and isinstance(asker, int | str) and (correction is None or correction.is_sound)
        if not is_sound or not all(isinstance(each, int) or each in (THE_TABLE, APART) for each in (*waiting, *agreed)):
            return None
        return cls(number, asker, back, bool(reveals), waiting, agreed, number_apart, correction)

    def among(self, present: Set[Seat]) -> Question:
        """Return the question with the table answering for seats whose page has been closed."""
        waiting: set[Voice] = {voice if voice in present or voice == APART else THE_TABLE for voice in self.waiting}
        if isinstance(self.asker, str) and not self.reveals:
            waiting.discard(THE_TABLE)  # the table itself asked
        return self._replace(waiting=frozenset(waiting))


def voice_of(keypad: Keypad, sides: Sides) -> Voice:
    """Return the voice with which ``keypad`` answers."""
    if sides.is_apart(keypad):
        return APART
    return keypad if isinstance(keypad, int) else THE_TABLE
