"""The queue of lines to a device, and the thread that writes them.

Senders never block, so a device that stops reading does not hold up a game. A newer position of a panel replaces an
unsent one; when the queue is full the oldest line is dropped. Both are counted. Everything that matters is sent again
until the device has answered it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable

from riverlight.devices.ports import WRITE_SECONDS, Port

__all__ = ["MOST_LINES", "Outgoing"]

MOST_LINES = 24
"""The most lines in the queue of one device."""


class Outgoing:
    """The queue and the writer thread of one open port.

    Args:
        port: its ``write`` may block for WRITE_SECONDS.
        on_line: called in the writer thread with each line before it is written; may be None.

    Attributes:
        dropped: the number of lines replaced, dropped, or not accepted by the port.
    """

    def __init__(self, port: Port, on_line: Callable[[bytes], None] | None = None) -> None:
        self.dropped = 0
        self._port = port
        self._on_line = on_line
        self._lines: dict[Hashable, bytes] = {}
        self._numbered = 0
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="device writer", daemon=True)
        self._thread.start()

    def put(self, line: bytes, replaces: str = "") -> None:
        """Queue a line and return at once; it replaces an unsent line of the same name."""
        with self._changed:
            self._numbered += 1
            key: Hashable = replaces or self._numbered
            if self._lines.pop(key, None) is not None:
                self.dropped += 1
            elif len(self._lines) >= MOST_LINES:
                del self._lines[next(iter(self._lines))]
                self.dropped += 1
            self._lines[key] = line
            self._changed.notify()

    def clear(self) -> None:
        """Drop the queue: it was meant for a program that no longer runs."""
        with self._changed:
            self.dropped += len(self._lines)
            self._lines.clear()

    def close(self) -> None:
        """End the thread; the port stays open for its owner to close."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        cancel = getattr(self._port, "cancel_write", None)  # pyserial has it on POSIX and Windows
        if cancel is not None:
            cancel()
        self._thread.join(2 * WRITE_SECONDS)

    def _run(self) -> None:
        is_cut = False
        while (line := self._next()) is not None:
            if self._on_line is not None:
                self._on_line(line)
            try:
                # After a partial line a line end is sent first; otherwise the next line would be lost too.
                self._port.write(b"\n" + line if is_cut else line)
                is_cut = False
            except OSError:  # reading and heartbeat will detect a device that does not read, or a port that is gone
                is_cut = True
                with self._changed:
                    self.dropped += 1

    def _next(self) -> bytes | None:
        """Wait for a line and return it; None once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._is_closed)
            return None if self._is_closed else self._lines.pop(next(iter(self._lines)))
