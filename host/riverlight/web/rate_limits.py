"""Rate limits for wrong codes and links, per address and for all addresses together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["RateLimit"]

_MOST_ADDRESSES: Final = 64  # a machine may take many, but not cheaply


class RateLimit:
    """Counts failed attempts within a sliding minute.

    Args:
        each: failures allowed per address.
        together: failures allowed for all addresses; beyond it only addresses without a failure may try.
        clock: seconds that only grow.
    """

    WINDOW_S: Final = 60.0

    def __init__(self, each: int, together: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = each
        self._together = together
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._all: deque[float] = deque(maxlen=together)

    def is_exceeded(self, address: str) -> bool:
        """Return whether ``address`` has to wait.

        An address without failures waits only when more addresses failed than are counted.
        """
        since = self._clock() - self.WINDOW_S
        own = _within(self._wrong.get(address, ()), since)
        if own:
            return own >= self._each or _within(self._all, since) >= self._together
        return sum(moments[-1] > since for moments in self._wrong.values()) >= _MOST_ADDRESSES

    def count_failure(self, address: str) -> None:
        """Count one failed attempt."""
        now = self._clock()
        self._all.append(now)
        moments = self._wrong.pop(address, None) or deque(maxlen=self._each)
        moments.append(now)
        self._wrong[address] = moments  # the latest last
        while len(self._wrong) > _MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def _within(moments: deque[float] | tuple[float, ...], since: float) -> int:
    return sum(moment > since for moment in moments)
