"""Byte streams that never block, as the relay of the simulated Pico uses them."""

from __future__ import annotations

import socket
import subprocess
from typing import NamedTuple, Protocol

__all__ = ["PicoPort", "ProcessStream", "Started", "Stream"]


class Stream(Protocol):
    """One end of a stream."""

    def fileno(self) -> int:
        """Return what a selector waits for."""

    def read(self) -> bytes | None:
        """Return what has arrived: None for nothing yet, empty when the other end is closed."""

    def write(self, data: bytearray, /) -> int:
        """Return how many bytes were accepted; raises OSError when the other end is closed."""

    def close(self) -> None:
        """Close this end."""


class PicoPort(Stream, Protocol):
    """The end of the simulated Pico's serial port that is the Pico's own.

    Attributes:
        name: what a program gives to :func:`riverlight.devices.ports.open_serial`.
        listener: a socket that is readable when a program opens the port; None if its opening shows only in ``read``.
    """

    name: str
    listener: socket.socket | None

    def accept(self) -> None:
        """Accept the program that opens the port, where there is a listener."""

    def hang_up(self) -> None:
        """Drop the connection of a program that has closed the port."""


class ProcessStream(Stream, Protocol):
    """The standard streams of the Pico's process."""

    def set_interrupting(self, *, is_on: bool) -> None:
        """Have 0x03 interrupt the process, or reach it as a byte."""


class Started(NamedTuple):
    """A process, its standard streams, and its control socket (:mod:`riverlight.devices.pico_shims.control`)."""

    process: subprocess.Popen[bytes]
    stream: ProcessStream
    wire: socket.socket
