"""How long an input may take, and how much memory."""

from __future__ import annotations

import signal
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from tests.fuzz.target import Run

__all__ = ["MOST_BYTES", "MOST_SECONDS", "Hung", "in_memory", "in_time"]

MOST_SECONDS = 1.0
"""Of processor time; a machine that is busy with others proves nothing."""

MOST_BYTES = 48 << 20
"""Of memory at a time, beyond what was in use before."""

_GIVE_UP_SECONDS = 4 * MOST_SECONDS
_BLOCKED_SECONDS = 30.0
_MEASURED_SLOWDOWN = 5.0


class Hung(BaseException):
    """An input that takes far too long; no parser takes this for an error of its own."""


def in_time(run: Run, data: bytes, *, slowdown: float = 1.0, is_alarm_ours: bool = True) -> bool:
    """Return what ``run`` returns for ``data``.

    Args:
        run: the parser.
        data: its input.
        slowdown: how many times slower than usual everything is: instrumented code is.
        is_alarm_ours: whether the alarm clock is free; libFuzzer has its own.

    Raises:
        AssertionError: when it took longer than MOST_SECONDS.
        Hung: when it had to be ended.
    """
    began = time.process_time()
    with _ended_when_hung(slowdown, is_alarm_ours=is_alarm_ours):
        is_accepted = run(data)
    seconds = time.process_time() - began
    assert seconds <= MOST_SECONDS * slowdown, f"took {seconds:.2f} s for {len(data)} bytes"
    return is_accepted


def in_memory(run: Run, data: bytes) -> bool:
    """Return what ``run`` returns for ``data``, with its memory measured, which takes several times as long.

    Raises:
        AssertionError: when it took more than MOST_BYTES.
        Hung: when it had to be ended.
    """
    with _ended_when_hung(_MEASURED_SLOWDOWN, is_alarm_ours=True):
        tracemalloc.start(1)
        try:
            is_accepted = run(data)
            _now, most_bytes = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most_bytes <= MOST_BYTES, f"took {most_bytes >> 20} MB for {len(data)} bytes"
    return is_accepted


@contextmanager
def _ended_when_hung(slowdown: float, *, is_alarm_ours: bool) -> Iterator[None]:
    """Raise Hung in the ``with`` block when it computes or waits without end, where this system can do that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    timers = [(signal.ITIMER_PROF, signal.SIGPROF, _GIVE_UP_SECONDS * slowdown)]
    if is_alarm_ours:
        timers.append((signal.ITIMER_REAL, signal.SIGALRM, _BLOCKED_SECONDS))
    before = [signal.signal(number, _give_up) for _timer, number, _seconds in timers]
    try:
        for timer, _number, seconds in timers:
            signal.setitimer(timer, seconds)
        yield
    finally:
        for (timer, number, _seconds), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def _give_up(number: int, _frame: FrameType | None) -> NoReturn:
    message = "computes without end" if number == signal.SIGPROF else "waits without end"
    raise Hung(message)
