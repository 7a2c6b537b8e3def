"""Signals for processes that a test starts: as in a terminal, whatever this run was started with.

Under ``nohup`` SIGHUP is ignored, in the background of a script SIGINT, and processes inherit what is ignored.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["usual_signals"]

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextmanager
def usual_signals() -> Iterator[None]:
    """Let the processes started in the ``with`` block get the signals that this one ignores."""
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
