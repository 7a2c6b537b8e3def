"""What the sensors of a panel ask of the people in front of it: the next piece to put where the game has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from riverlight.games.contract import Seat
from riverlight.games.interface import View
from riverlight.table.snapshot_types import PromptCard, Snapshot

__all__ = ["Guide"]


class Guide(NamedTuple):
    """One piece to be put right; the game waits meanwhile.

    Attributes:
        sentence: what to do.
        why: why, and how to go on where the sensor is wrong.
        seat: whose piece it is, None where that is unknown.
        view: the view in which the piece stands alone, for the lights; None leaves them as they are.
        ignore: ignores the sensor of its space from now on.
    """

    sentence: str
    why: str
    seat: Seat | None
    view: View | None
    ignore: Callable[[], None]

    def shown(self, snapshot: Snapshot) -> Snapshot:
        """Return what the pages of its side show, made from the ``snapshot`` of a game that does not wait."""
        prompt: PromptCard = {"sentence": self.sentence, "why": self.why, "clause": "", "seat": self.seat}
        return {**snapshot, "prompt": prompt, "choices": [], "foreseen": None}
