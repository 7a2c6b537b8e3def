"""How often something may be done: a few times at once, then at a steady rate (a token bucket)."""

from __future__ import annotations

import time

__all__ = ["Allowance"]


class Allowance:
    """A token bucket.

    Args:
        most: how many times at once.
        seconds: after how long one more is allowed.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._left = float(most)
        self._filled_at = time.monotonic()

    def take(self) -> bool:
        """Return whether it may be done now, and count it if so."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._filled_at) / self._seconds)
        self._filled_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
