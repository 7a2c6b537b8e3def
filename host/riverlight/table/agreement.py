"""Who has to agree before entries are taken back.

A seat's own page takes back that seat's last entry at once; what others have entered since goes with it, and they are
asked. A keypad on the table takes back the last entry, whoever's; a seat that enters on its own page is asked there.
Across a reveal or a throw, all are asked. A seat whose page is open answers on it; for all others the table answers.

A side apart from the table (``riverlight.table.sides``) is not asked here, and asks nobody: a question would tell it of
steps that it may not know of.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final, Literal, NamedTuple

from riverlight.engines.contract import Seat
from riverlight.table.history import Entry
from riverlight.table.sides import Keypad

__all__ = ["THE_TABLE", "Question", "Voice", "asked_for", "reach", "voice_of"]

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


def reach(entries: Sequence[Entry], keypad: Keypad) -> int:
    """Return how many of the last entries ``keypad`` takes back; 0 when none is its own to take back."""
    if isinstance(keypad, str):
        return min(len(entries), 1)
    for back, entry in enumerate(reversed(entries), start=1):
        if entry.seat == keypad:
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
    reveals = any(entry.reveals for entry in entries)
    whose = set(seats if reveals else seats & {entry.seat for entry in entries})
    if isinstance(keypad, int):
        return frozenset(seat if seat in present else THE_TABLE for seat in whose - {keypad})
    if reveals:
        return frozenset(seat if seat in present else THE_TABLE for seat in whose)
    return frozenset() if is_own else frozenset(whose & present)
