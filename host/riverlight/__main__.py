"""Entry point of ``riverlight``: sets up streams and signals, hides tracebacks."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Final, NoReturn

__all__ = ["main"]

_INTERRUPTED: Final = 130
"""The exit code for SIGINT (128 + 2)."""


def main() -> None:
    """Prepare streams and signals, then run the command line."""
    try:
        _fill_streams()
        _hear_signals()
        from riverlight.commands import main as run  # noqa: PLC0415  (Ctrl-C during the import is handled, too)

        run()
    except KeyboardInterrupt:  # while running, the command line handles it itself
        sys.exit(_INTERRUPTED)


def _fill_streams() -> None:
    """Replace closed streams by the null device; escape unencodable characters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free descriptor: the closed stream's own
            setattr(sys, name, os.fdopen(opened, mode, encoding="utf-8"))
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")


def _hear_signals() -> None:
    """Treat SIGTERM and SIGHUP like Ctrl-C, so that temporary files are removed."""
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # keep SIG_IGN, as set by nohup
            signal.signal(number, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
