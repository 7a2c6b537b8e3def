"""Rate limiting with a token bucket: a burst, then a steady rate."""

from __future__ import annotations

import time

__all__ = ["TokenBucket"]


class TokenBucket:
    """A token bucket.

    Args:
        most: the size of the burst.
        seconds: the time in which one more is allowed.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._left = float(most)
        self._filled_at = time.monotonic()

    def take(self) -> bool:
        """Return whether one more is allowed now, and count it if so."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._filled_at) / self._seconds)
        self._filled_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
