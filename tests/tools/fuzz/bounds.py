"""Limits for one input: work, counted in calls, and memory."""

from __future__ import annotations

import signal
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from tests.calls import counted_calls
from tests.tools.fuzz.target import Run

__all__ = ["MOST_BYTES", "MOST_CALLS", "Hung", "in_calls", "in_memory"]

MOST_CALLS = 3_000_000
"""Of functions, which are the same on every machine: a second or less on a usual one."""

MOST_BYTES = 48 << 20
"""Of memory at a time, beyond what was in use before."""

_GIVE_UP_SECONDS = 60.0  # of processor time, for what loops without a call
_BLOCKED_SECONDS = 120.0


class Hung(BaseException):
    """An input that takes far too long; no parser takes this for an error of its own."""


def in_calls(run: Run, data: bytes, *, factor: int = 1, is_alarm_ours: bool = True) -> bool:
    """Return what ``run`` returns for ``data``.

    Args:
        run: the parser.
        data: its input.
        factor: how many times as many calls as usual are made: instrumented code calls its instruments.
        is_alarm_ours: whether the alarm clock is free; libFuzzer has its own.

    Raises:
        AssertionError: when it made more than MOST_CALLS.
        Hung: when it had to be ended.
    """
    with _ended_when_hung(is_alarm_ours=is_alarm_ours), counted_calls() as calls:
        is_accepted = run(data)
    assert calls.made <= MOST_CALLS * factor, f"made {calls.made} calls for {len(data)} bytes"
    return is_accepted


def in_memory(run: Run, data: bytes) -> bool:
    """Return what ``run`` returns for ``data``, with its memory measured, which takes several times as long.

    Raises:
        AssertionError: when it took more than MOST_BYTES.
        Hung: when it had to be ended.
    """
    with _ended_when_hung(is_alarm_ours=True):
        tracemalloc.start(1)
        try:
            is_accepted = run(data)
            _now, most_bytes = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most_bytes <= MOST_BYTES, f"took {most_bytes >> 20} MB for {len(data)} bytes"
    return is_accepted


@contextmanager
def _ended_when_hung(*, is_alarm_ours: bool) -> Iterator[None]:
    """Raise Hung in the ``with`` block when it computes or waits without end, where this system can do that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    timers = [(signal.ITIMER_PROF, signal.SIGPROF, _GIVE_UP_SECONDS)]
    if is_alarm_ours:
        timers.append((signal.ITIMER_REAL, signal.SIGALRM, _BLOCKED_SECONDS))
    before = [(signal.setitimer(timer, 0), signal.signal(number, _give_up)) for timer, number, _seconds in timers]
    try:
        for timer, _number, seconds in timers:
            signal.setitimer(timer, seconds)
        yield
    finally:
        for (timer, number, _seconds), (left, handler) in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)
            signal.setitimer(timer, *left)  # the limit of the whole test


def _give_up(number: int, _frame: FrameType | None) -> NoReturn:
    message = "computes without end" if number == signal.SIGPROF else "waits without end"
    raise Hung(message)
