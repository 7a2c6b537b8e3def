"""What waits to be written to the host: a bounded queue of lines, written one byte at a time.

A longer write to a host that does not read would block for a second; one byte after the stream has said that it takes
one never does. When the queue is full the oldest line goes, and is counted; a line that is half written stays.
"""

from shared_rules.compat import const
from shared_rules.line import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

_MOST_LINES = const(24)


class Outbox:
    """The queue.

    Args:
        output: takes the bytes, as ``sys.stdout.buffer``.

    Attributes:
        lost: how many lines were dropped since the start.
    """

    def __init__(self, output: "BinaryIO") -> None:
        self.lost = 0
        self._output = output
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

    def write_byte(self) -> None:
        """Write the next byte; the stream must have said that it takes one, and something must wait."""
        line = self._lines[0]
        self._byte[0] = line[self._written]
        self._output.write(self._byte)
        self._written += 1
        if self._written == len(line):
            self._lines.pop(0)
            self._written = 0
