"""Non-blocking byte streams for the relay of the simulated Pico."""

from __future__ import annotations

import socket
import subprocess
from typing import NamedTuple, Protocol

__all__ = ["PicoPort", "ProcessStream", "Started", "Stream"]


class Stream(Protocol):
    """One end of a stream."""

    def fileno(self) -> int:
        """Return the descriptor for a selector."""

    def read(self) -> bytes | None:
        """Return the bytes available: None if none yet, empty if the other end is closed."""

    def write(self, data: bytearray, /) -> int:
        """Write and return the number of bytes accepted; raises OSError if the other end is closed."""

    def close(self) -> None:
        """Close this end."""


class PicoPort(Stream, Protocol):
    """The Pico's end of the simulated serial port.

    Attributes:
        name: what :func:`riverlight.devices.ports.open_serial` takes.
        listener: a socket that is readable when a program opens the port; None if ``read`` alone shows that.
    """

    name: str
    listener: socket.socket | None

    def accept(self) -> None:
        """Accept the program that opens the port, if there is a listener."""

    def hang_up(self) -> None:
        """Drop the connection of a program that has closed the port."""


class ProcessStream(Stream, Protocol):
    """The standard streams of the Pico's process."""

    def set_interrupting(self, *, is_on: bool) -> None:
        """Set whether 0x03 interrupts the process or reaches it as a byte."""


class Started(NamedTuple):
    """A process, its standard streams, and its control socket (:mod:`riverlight.devices.pico_shims.control`)."""

    process: subprocess.Popen[bytes]
    stream: ProcessStream
    wire: socket.socket
