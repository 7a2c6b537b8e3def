"""Pseudo terminals that connect a MicroPython process with a serial port, on Linux and macOS.

MicroPython leads a session on a raw terminal with ISIG on, so that 0x03 interrupts it as on a Pico, unless it requests
0x03 as a byte. A program that uses the port opens another terminal by its path. This is the only module that needs
``termios`` and ``tty``; it imports them late, because Windows has neither.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from riverlight.devices.streams import Started

__all__ = ["TerminalPort", "are_available", "errors", "open_raw", "start_on_terminal", "start_process"]

_MOST_BYTES = 4096

# The session is made with start_new_session; TIOCSCTTY is called here, after exec, where threads are no danger.
_TAKE_TERMINAL = (
    "import fcntl, os, sys, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\nos.execv(sys.argv[1], sys.argv[1:])\n"
)
_ON_ITS_TERMINAL = (sys.executable, "-I", "-S", "-c", _TAKE_TERMINAL)


def are_available() -> bool:
    """Return whether this system has pseudo terminals."""
    return hasattr(os, "openpty") and all(map(find_spec, ("fcntl", "termios", "tty")))


def errors() -> tuple[type[Exception], ...]:
    """Return the errors, besides OSError, that opening a terminal can raise."""
    if sys.platform != "win32" and find_spec("termios"):
        import termios  # noqa: PLC0415

        return (termios.error,)
    return ()


def open_raw() -> tuple[int, int]:
    """Return both ends of a new raw terminal; ours, the first, does not block."""
    if sys.platform == "win32":
        raise NotImplementedError
    import tty  # noqa: PLC0415

    ours, its = os.openpty()
    tty.setraw(its)
    os.set_blocking(ours, False)
    return ours, its


def start_on_terminal(command: Sequence[str], terminal: int, pass_fds: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    """Start a process with ``terminal`` as its standard streams and its controlling terminal."""
    return subprocess.Popen(  # noqa: S603 - the interpreter that was found
        [*_ON_ITS_TERMINAL, *command],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        pass_fds=pass_fds,
    )


class _TerminalStream:
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def read(self) -> bytes | None:
        """Return the bytes available; an error means that the other end is closed."""
        try:
            return os.read(self._descriptor, _MOST_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, data: bytearray, /) -> int:
        """Write and return the number of bytes accepted."""
        return os.write(self._descriptor, data)

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self._descriptor)


class TerminalPort(_TerminalStream):
    """The Pico's end of the port; a program opens the other end by its ``name``, which only ``read`` notices."""

    listener: socket.socket | None = None

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise NotImplementedError
        ours, its = open_raw()
        self.name = os.ttyname(its)
        os.close(its)
        super().__init__(ours)

    def accept(self) -> None:
        """Do nothing: a terminal has no listener."""

    def hang_up(self) -> None:
        """Do nothing: the terminal stays for the next program."""


class _ProcessTerminal(_TerminalStream):
    def set_interrupting(self, *, is_on: bool) -> None:
        """Set whether 0x03 interrupts the process, as ``micropython.kbd_intr`` does, or reaches it as a byte."""
        if sys.platform == "win32":
            raise NotImplementedError
        import termios  # noqa: PLC0415

        settings = termios.tcgetattr(self._descriptor)
        settings[3] = settings[3] | termios.ISIG if is_on else settings[3] & ~termios.ISIG
        termios.tcsetattr(self._descriptor, termios.TCSANOW, settings)


def start_process(command: Callable[[str], Sequence[str]]) -> Started:
    """Start a process on its own terminal; ``command`` receives the descriptor of its control socket."""
    if sys.platform == "win32":
        raise NotImplementedError
    import termios  # noqa: PLC0415

    ours, its = open_raw()
    wire, its_wire = socket.socketpair()
    try:
        settings = termios.tcgetattr(its)
        settings[3] |= termios.ISIG
        for character in (termios.VQUIT, termios.VSUSP):
            settings[6][character] = b"\0"
        termios.tcsetattr(its, termios.TCSANOW, settings)
        process = start_on_terminal(command(str(its_wire.fileno())), its, (its_wire.fileno(),))
    except BaseException:
        os.close(ours)
        wire.close()
        raise
    finally:
        os.close(its)
        its_wire.close()
    wire.setblocking(False)
    return Started(process, _ProcessTerminal(ours), wire)
