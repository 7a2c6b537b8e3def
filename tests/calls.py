"""Work counted in calls, which neither a slow machine nor a busy one changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

__all__ = ["Calls", "calls_of", "counted_calls"]


class Calls:
    """The calls of functions made so far, those written in C included."""

    made = 0


@contextmanager
def counted_calls() -> Iterator[Calls]:
    """Count the calls that this thread makes in the ``with`` block."""
    calls = Calls()

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        if event in {"call", "c_call"}:
            calls.made += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def calls_of(do: Callable[[], object]) -> int:
    """Return how many calls ``do`` makes."""
    with counted_calls() as calls:
        do()
    return calls.made
