"""Which keys follow one another so quickly that the later one can only belong to the same entry."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from riverlight.games.sides import Keypad

__all__ = ["QUICK_S", "KeyClock"]

QUICK_S: Final = 0.35
"""Within this time nobody sees that the turn has passed, and presses a key of their own."""


class KeyClock:
    """The times of the keys of one source.

    Args:
        quick_s: how soon a key is quick; with 0 none is.
        now: returns the time in seconds.
    """

    def __init__(self, quick_s: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._quick_s = quick_s
        self._now = now
        self._last_s: dict[Keypad, float] = {}

    def is_quick(self, keypad: Keypad) -> bool:
        """Take a key of ``keypad``; return whether it came quickly after the one before it."""
        now_s = self._now()
        last_s = self._last_s.get(keypad)
        self._last_s[keypad] = now_s
        return last_s is not None and now_s - last_s < self._quick_s
