"""Output queue of lines to the host: bounded, written without blocking.

MicroPython reports whether one byte fits, not how many, and a write that is too long blocks for half a second if the
host does not read. But all bytes that are written and not yet received are in a buffer of known size. So a reply that
acknowledges a line, or an idle USB controller, determines the free space. Up to that, a line is written in one call;
beyond it, byte by byte, each after a POLLOUT. When the queue is full its oldest line is dropped and counted, except a
partly written one.
"""

import select

import micropython
from machine import mem16

from shared_rules.compat import const
from shared_rules.line import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    ptr8 = Any  # a type of the viper compiler

BUFFER_BYTES = const(256)
"""Size of the output buffer of MicroPython's USB serial port (CFG_TUD_CDC_TX_BUFSIZE)."""

UNMARKED = const(-1)

# The USB controller's buffer control word of endpoint 2 IN, MicroPython's serial port (RP2040 data sheet, 4.1.2.7; the
# same on the RP2350), and its bit that is set while the host has not fetched a packet.
_IN_CONTROL = const(0x50100090)
_AVAILABLE = const(1 << 10)

_MOST_LINES = const(24)
_MOST_MARKS = const(16)
_PIECE = const(24)  # single bytes written between two checks of the clock: 0.6 ms on the Pico


@micropython.viper
def _write_bytes(ipoll: object, write: object, byte: object, data: ptr8, line: ptr8, limit: int) -> int:
    """Write ``line`` byte by byte, each after a POLLOUT; return the end position.

    ``limit`` is start + 256 × end. ``data`` is ``byte`` as a viper pointer.
    """
    written = limit & 255
    end = limit >> 8
    while written < end:
        is_ready = False
        for _ in ipoll(0):  # type: ignore[operator]
            is_ready = True
            break
        if not is_ready:
            break
        data[0] = line[written]
        write(byte)  # type: ignore[operator]
        written += 1
    return written


class Outbox:
    """The output queue.

    Args:
        writer: the output, such as ``sys.stdout``: polled itself, written to through its ``buffer``.

    Attributes:
        lost: number of lines dropped since the start.
    """

    def __init__(self, writer: "TextIO") -> None:
        self.lost = 0
        self._output = writer.buffer
        self._poll = select.poll()
        self._poll.register(writer, select.POLLOUT)
        self._lines: "list[tuple[bytes, int]]" = []  # each with its mark
        self._written = 0  # bytes written of the first line
        self._byte = bytearray(1)
        self._room = 0  # bytes known to fit into the buffer
        self._marks: "list[list[int]]" = []  # of written lines: mark, bytes written after it

    def is_empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._lines

    def send(self, message: "dict[str, object]", mark: int = UNMARKED) -> None:
        """Queue a message."""
        self.send_line(encode(message), mark)

    def send_line(self, line: bytes, mark: int = UNMARKED) -> None:
        """Queue an encoded message; its unique ``mark`` identifies it to :meth:`receive`."""
        if len(self._lines) >= _MOST_LINES:
            self._lines.pop(1 if self._written else 0)
            self.lost += 1
        self._lines.append((line, mark))

    def receive(self, mark: int) -> None:
        """Record that the host has received the line with this mark, and all before it."""
        for at, (known, after) in enumerate(self._marks):
            if known == mark:
                self._room = BUFFER_BYTES - after
                del self._marks[: at + 1]
                return

    def is_busy(self) -> bool:
        """Return False if the host has fetched all output (no pending packet, twice).

        Polling makes MicroPython hand the next packet to the controller as soon as the previous one is fetched. The
        second check detects that packet if the previous one was fetched just before the first check.
        """
        for _ in range(2):
            for _ in self._poll.ipoll(0):
                pass
            if mem16[_IN_CONTROL] & _AVAILABLE:
                return True
        return False

    def write(self) -> int:
        """Write the first line, or a piece if it may not fit; return the bytes written."""
        if not self._lines:
            return 0
        line, mark = self._lines[0]
        start = self._written
        end = min(len(line), start + self._room)
        if end < len(line) and not self.is_busy():
            self._room = BUFFER_BYTES
            end = len(line)
        if end > start:
            end = start + (self._output.write(line if end - start == len(line) else line[start:end]) or 0)
        else:
            end = min(len(line), start + _PIECE)
            byte = self._byte
            end = _write_bytes(self._poll.ipoll, self._output.write, byte, byte, line, end << 8 | start)
        written = end - start
        self._written = end
        self._room = max(0, self._room - written)
        for each in self._marks:
            each[1] += written
        if end == len(line):
            self._lines.pop(0)
            self._written = 0
            if mark != UNMARKED:
                if len(self._marks) >= _MOST_MARKS:
                    self._marks.pop(0)
                self._marks.append([mark, 0])
        return written
