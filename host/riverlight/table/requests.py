"""Requests that wait for agreement, who answers them, and how they are stored in the record."""

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
"""Who answers: a seat on its own page, the table for all who have none open, a separate side with one voice."""


class Correction(NamedTuple):
    """The move of a seat that is to stand in the place of entry ``at``; 0 is for the undo of the last correction."""

    at: int
    seat: Seat = TABLE
    move: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether its parts, read from a record, are of the right types."""
        return isinstance(self.at, int) and isinstance(self.seat, int) and isinstance(self.move, str)


class Question(NamedTuple):
    """An undo or a correction that waits until all who are asked have agreed.

    Attributes:
        number: unique among the questions of this table.
        asker: the keypad that wants it.
        back: how many entries it undoes, or replays.
        reveals: whether one of them showed what cannot be unseen.
        waiting: who has still to agree.
        agreed: who has, in that order.
        number_apart: unique among the questions that the separate side sees; 0 for one that it does not.
        correction: what is to be corrected; None for an undo.
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
        """Return whether ``keypad`` may answer now. What was asked on one keypad of the table is confirmed there."""
        is_same_side = sides.is_apart(self.asker) == sides.is_apart(keypad)
        if is_same_side and isinstance(self.asker, str) and isinstance(keypad, str) and keypad != self.asker:
            return False
        return voice_of(keypad, sides) in self.waiting

    def with_yes(self, voice: Voice, present: Set[Seat]) -> Question:
        """Return the question after ``voice`` has agreed: the table for all whose page is not open."""
        absent = {each for each in self.waiting if each not in present and each != APART}
        agreeing = absent if voice == THE_TABLE else {voice}
        return self._replace(waiting=self.waiting - agreeing, agreed=(*self.agreed, voice))

    def body(self) -> QuestionBody:
        """Return it as it is stored in the record."""
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
        """Return the question that :meth:`body` wrote; None for what none can be."""
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
        """Return the question with the table answering for seats whose page is closed by now."""
        waiting: set[Voice] = {voice if voice in present or voice == APART else THE_TABLE for voice in self.waiting}
        if isinstance(self.asker, str) and not self.reveals:
            waiting.discard(THE_TABLE)  # it is the table itself that asks
        return self._replace(waiting=frozenset(waiting))


def voice_of(keypad: Keypad, sides: Sides) -> Voice:
    """Return for whom ``keypad`` answers."""
    if sides.is_apart(keypad):
        return APART
    return keypad if isinstance(keypad, int) else THE_TABLE
