"""What waits to be written to the host: a bounded queue of lines, written one byte at a time.

A longer write to a host that does not read would block for a second; one byte after the stream has said that it takes
one never does. When the queue is full the oldest line goes, and is counted; a line that is half written stays.
"""

import select

import micropython

from shared_rules.compat import const
from shared_rules.line import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

_MOST_LINES = const(24)


@micropython.native
def _write_line(ipoll: "Any", write: "Any", byte: bytearray, line: bytes, written: int) -> int:
    """Write ``line`` from ``written`` on, a byte each time that the stream takes one; return how far it is written."""
    end = len(line)
    while written < end:
        is_ready = False
        for _event in ipoll(0):
            is_ready = True
        if not is_ready:
            break
        byte[0] = line[written]
        write(byte)
        written += 1
    return written


class Outbox:
    """The queue.

    Args:
        writer: takes the lines, as ``sys.stdout``: polled itself, written to through its ``buffer``.

    Attributes:
        lost: how many lines were dropped since the start.
    """

    def __init__(self, writer: "TextIO") -> None:
        self.lost = 0
        self._output = writer.buffer
        self._poll = select.poll()
        self._poll.register(writer, select.POLLOUT)
        self._lines: "list[bytes]" = []
        self._written = 0  # bytes of the first line
        self._byte = bytearray(1)

    def is_empty(self) -> bool:
        """Return whether nothing waits."""
        return not self._lines

    def send(self, message: "dict[str, object]") -> None:
        """Let a message wait for its turn."""
        self.send_line(encode(message))

    def send_line(self, line: bytes) -> None:
        """Let an encoded message wait for its turn."""
        if len(self._lines) >= _MOST_LINES:
            self._lines.pop(1 if self._written else 0)
            self.lost += 1
        self._lines.append(line)

    def write(self) -> int:
        """Write what the stream takes now, up to the end of the first line; return the bytes written."""
        if not self._lines:
            return 0
        line = self._lines[0]
        start = self._written
        self._written = _write_line(self._poll.ipoll, self._output.write, self._byte, line, start)
        written = self._written - start
        if self._written == len(line):
            self._lines.pop(0)
            self._written = 0
        return written
