"""The serial line: opens and closes a port, sends and receives lines, counts bad ones."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from riverlight.devices.outgoing import Outgoing
from riverlight.devices.ports import Port
from riverlight.devices.replies import sound
from shared_rules.line import Splitter, encode

__all__ = ["Line"]


class Line:
    """One device's serial line. One thread opens, reads and closes it; any thread may send, without ever blocking.

    Args:
        open_port: opens the device's port; raises DeviceError if it cannot.
        on_line: called with each line, ``(is_from_device, bytes)``, in the reading and the writing thread; may be None.
    """

    def __init__(self, open_port: Callable[[], Port], on_line: Callable[[bool, bytes], None] | None) -> None:
        self._open_port = open_port
        self._on_line = on_line
        self._port: Port | None = None
        self._outgoing: Outgoing | None = None
        self._using = threading.Lock()  # guards _outgoing; never held while waiting for a device
        self._splitter = Splitter()
        self._bad_before = 0
        self._dropped_before = 0

    @property
    def is_open(self) -> bool:
        """Whether the port is open."""
        return self._port is not None

    @property
    def bad_lines(self) -> int:
        """Lines from the device that failed their checksum."""
        return self._bad_before + self._splitter.bad

    @property
    def dropped(self) -> int:
        """Lines to the device that were replaced by newer ones, found no room, or were not accepted."""
        with self._using:
            return self._dropped_before + (0 if self._outgoing is None else self._outgoing.dropped)

    def open(self) -> None:
        """Open the port.

        Raises:
            DeviceError: with the reason.
        """
        port = self._open_port()
        on_line = self._on_line
        outgoing = Outgoing(port, None if on_line is None else lambda line: on_line(False, line))
        self._bad_before += self._splitter.bad
        self._splitter = Splitter()
        self._port = port
        with self._using:
            self._outgoing = outgoing

    def close(self) -> None:
        """Close the port, if it is open."""
        port, self._port = self._port, None
        with self._using:
            outgoing, self._outgoing = self._outgoing, None
            if outgoing is not None:
                self._dropped_before += outgoing.dropped
        if outgoing is not None:
            outgoing.close()
        if port is not None:
            with contextlib.suppress(OSError):
                port.close()

    def send(self, message: dict[str, object]) -> None:
        """Queue a message to be sent."""
        self.write(encode(message))

    def write(self, line: bytes, replaces: str = "") -> None:
        """Queue bytes to be sent, replacing an unsent line of the same name; no effect without a port."""
        with self._using:
            if self._outgoing is not None:
                self._outgoing.put(line, replaces)

    def interrupt(self, line: bytes) -> None:
        """Send bytes instead of everything that is queued."""
        with self._using:
            if self._outgoing is not None:
                self._outgoing.clear()
                self._outgoing.put(line)

    def read(self) -> list[tuple[bytes, dict[str, Any] | None]]:
        """Return the lines received within a short wait, each with its message; None if it is invalid.

        Raises:
            OSError: the port has disappeared.
        """
        assert self._port is not None  # noqa: S101 - only the reading thread opens and closes it
        data = self._port.read(max(1, self._port.in_waiting))
        read = []
        for line in self._splitter.feed(data):
            if self._on_line is not None:
                self._on_line(True, line)
            message = self._splitter.read(line)
            taken = None if message is None else sound(message)
            if taken is None and message is not None:
                self._splitter.bad += 1
            read.append((line, taken))
        return read
