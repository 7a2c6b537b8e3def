"""How often somebody may be wrong: wrong codes and links are counted for each address, and for all together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["Tries"]

_MOST_ADDRESSES: Final = 256


class Tries:
    """Counts wrong tries within a moving minute.

    Args:
        each: how many one address may have.
        together: how many all addresses may have.
        clock: seconds that only grow.
    """

    WINDOW_S: Final = 60.0

    def __init__(self, each: int, together: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = each
        self._together = together
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._all: deque[float] = deque(maxlen=together)

    def is_shut(self, address: str) -> bool:
        """Return whether ``address`` has to wait, whatever it brings."""
        since = self._clock() - self.WINDOW_S
        return _within(self._wrong.get(address, ()), since) >= self._each or _within(self._all, since) >= self._together

    def wrong(self, address: str) -> None:
        """Count one wrong try."""
        now = self._clock()
        self._all.append(now)
        self._wrong.setdefault(address, deque(maxlen=self._each)).append(now)
        while len(self._wrong) > _MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def _within(moments: deque[float] | tuple[float, ...], since: float) -> int:
    return sum(moment > since for moment in moments)
