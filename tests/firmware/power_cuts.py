"""Power cuts at a chosen moment while writing to flash."""

from __future__ import annotations

import builtins
import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any


class PowerCut(BaseException):
    """The power has gone: nothing after this happened. No handler of errors sees it."""


class _Countdown:
    def __init__(self, moments: int) -> None:
        self.left = moments

    def tick(self) -> None:
        if self.left == 0:
            raise PowerCut
        self.left -= 1


class _File:
    """A file that is written in halves; what was written before the cut is on flash."""

    def __init__(self, file: Any, countdown: _Countdown) -> None:
        self._file = file
        self._countdown = countdown

    def __enter__(self) -> _File:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def write(self, content: Any) -> None:
        half = len(content) // 2
        for piece in (content[:half], content[half:]):
            self._countdown.tick()
            self._file.write(piece)
            self._file.flush()

    def read(self, size: int = -1) -> Any:
        return self._file.read(size)

    def close(self) -> None:
        self._file.close()


@contextmanager
def cut_power_at(moment: int) -> Iterator[None]:
    """Raise PowerCut at the ``moment``-th opening, half write, sync or renaming from now."""
    countdown = _Countdown(moment)
    real_open, real_rename, real_sync = builtins.open, os.rename, os.sync

    def open_file(path: Any, mode: str = "r") -> _File:
        countdown.tick()
        return _File(real_open(path, mode), countdown)

    def rename(old: Any, new: Any) -> None:
        countdown.tick()
        real_rename(old, new)
        countdown.tick()

    builtins.open, os.rename, os.sync = open_file, rename, countdown.tick  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.open, os.rename, os.sync = real_open, real_rename, real_sync  # type: ignore[assignment]
