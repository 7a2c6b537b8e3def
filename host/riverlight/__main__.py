"""The program ``riverlight``: however it is begun and ended, it cleans up after itself and prints no traceback."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Final, NoReturn

__all__ = ["main"]

_INTERRUPTED: Final = 130
"""The exit code that shells know for Ctrl-C."""


def main() -> None:
    """Run the command line with the streams and signals of this process set as it needs them."""
    try:
        _fill_streams()
        _hear_signals()
        from riverlight.commands import main as run  # noqa: PLC0415  (Ctrl-C while it loads is heard as well)

        run()
    except KeyboardInterrupt:  # once it runs, the command line hears them itself
        sys.exit(_INTERRUPTED)


def _fill_streams() -> None:
    """Put an empty file in the place of a stream that is closed; let each print what its terminal has no sign for."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: the stream's own
            setattr(sys, name, os.fdopen(opened, mode, encoding="utf-8"))
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")


def _hear_signals() -> None:
    """End at the system's request, or with the terminal, as at Ctrl-C: the files made for a while go as well."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup stays as it is
            signal.signal(number, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
