"""Detects keys that follow so quickly that they can only belong to the same entry."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from riverlight.games.sides import Keypad

__all__ = ["QUICK_S", "KeyClock"]

QUICK_S: Final = 0.35
"""Too short for people to notice that the turn has passed and to press a key of their own."""


class KeyClock:
    """The times of the keys from one source.

    Args:
        quick_s: the longest interval that counts as quick; 0 turns this off.
        now: returns the time in seconds.
    """

    def __init__(self, quick_s: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._quick_s = quick_s
        self._now = now
        self._last_s: dict[Keypad, float] = {}

    def is_quick(self, keypad: Keypad) -> bool:
        """Record a key of ``keypad``; return whether it followed the previous one quickly."""
        now_s = self._now()
        last_s = self._last_s.get(keypad)
        self._last_s[keypad] = now_s
        return last_s is not None and now_s - last_s < self._quick_s
