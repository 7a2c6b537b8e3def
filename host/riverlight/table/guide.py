"""The next piece that people have to put back where the game expects it, as the sensors found."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from riverlight.games.contract import Seat
from riverlight.games.interface import View
from riverlight.table.snapshot_types import PromptCard, Snapshot

__all__ = ["Guide"]


class Guide(NamedTuple):
    """A piece to put in its place; the game waits until it is there.

    Attributes:
        sentence: what to do.
        why: the reason, and how to continue if the sensor is wrong.
        seat: the piece's owner; None if unknown.
        view: a view with this piece alone, for the lights; None leaves them unchanged.
        ignore: function that ignores the sensor of this space from now on.
    """

    sentence: str
    why: str
    seat: Seat | None
    view: View | None
    ignore: Callable[[], None]

    def shown(self, snapshot: Snapshot) -> Snapshot:
        """Return ``snapshot`` with this guide added, for the pages of its side."""
        prompt: PromptCard = {"sentence": self.sentence, "why": self.why, "clause": "", "seat": self.seat}
        return {**snapshot, "prompt": prompt, "choices": [], "foreseen": None}
