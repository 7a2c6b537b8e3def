"""The line itself: a port that is open or not, bytes in and out, cut into lines and counted where they do not check."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from riverlight.devices.ports import Port
from riverlight.devices.replies import sound
from shared_rules.line import Splitter, encode

__all__ = ["Line"]


class Line:
    """One device's line.

    Args:
        open_port: opens the device's port; raises DeviceError while it cannot.
        on_line: called with each line as it passes, ``(is_from_device, bytes)``; None for nobody.

    Attributes:
        bad_lines: how many lines from the device did not check.
    """

    def __init__(self, open_port: Callable[[], Port], on_line: Callable[[bool, bytes], None] | None) -> None:
        self._open_port = open_port
        self._on_line = on_line
        self._port: Port | None = None
        self._splitter = Splitter()
        self._bad_before = 0

    @property
    def is_open(self) -> bool:
        """Whether there is a port."""
        return self._port is not None

    @property
    def bad_lines(self) -> int:
        """How many lines from the device did not check."""
        return self._bad_before + self._splitter.bad

    def open(self) -> None:
        """Open the port.

        Raises:
            DeviceError: with a sentence on what stands in the way.
        """
        self._port = self._open_port()
        self._bad_before += self._splitter.bad
        self._splitter = Splitter()

    def close(self) -> None:
        """Give the port back; one that is not there is no error."""
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError):
                port.close()

    def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        self.write(encode(message))

    def write(self, line: bytes) -> None:
        """Send bytes; without a port nothing happens."""
        if self._port is None:
            return
        # A reader that is stuck, or a port that has gone: the next read or the heartbeat tells which.
        with contextlib.suppress(OSError):
            self._port.write(line)
        if self._on_line is not None:
            self._on_line(False, line)

    def read(self) -> list[tuple[bytes, dict[str, Any] | None]]:
        """Return what has come, or comes soon: each line with its message, None where it cannot be taken.

        Raises:
            OSError: when the port has gone.
        """
        assert self._port is not None  # noqa: S101 - who reads has opened it, and only that thread closes it
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
