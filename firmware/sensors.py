"""The sensors under the spaces: a chain of 74HC165, read every 8 ms, debounced.

A magnet in the base of a piece pulls its space's input low. Position ``8 * j + k`` is input D``k`` of shift register
``j``, counted from the Pico. A piece counts as lifted when five consecutive scans miss it. It counts as placed only
after a third of a second at rest: a piece that slides or is held over spaces is not placed on its way.

Each change is a numbered ``sense`` line, resent every second until the host acknowledges it by ``seen``. They have
their own numbers and queue, so keys and tags never wait for them. When the queue overflows, and after each ``hello``, a
``sensed`` line has the complete state.
"""

import binascii

import micropython
from machine import SPI, Pin

from firmware import pins
from firmware.ticks import ticks_add, ticks_diff
from shared_rules.compat import const
from shared_rules.line import seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence
    from typing import Any

    from firmware.free_play import FreePlay
    from firmware.link import Link
    from firmware.stage import Stage
    from shared_rules.board import Board

    ptr8 = MutableSequence[int]  # a type of the viper compiler

SCAN_MS = const(8)
LIFT_SCANS = const(5)
PLACE_SCANS = const(40)

_RESEND_MS = const(1000)
_MOST_LINES = const(16)

# Names of this module are shared with other modules where possible: each distinct name takes heap.


@micropython.viper
def _debounce(values: ptr8, n: int) -> int:
    """Count scans that differ from the state, and toggle inputs after enough of them.

    ``values`` has four bytes for each of ``n`` registers: raw inputs, state (1: a magnet), inputs that differed in the
    last scan, inputs toggled in this one; then a scan counter per input, one byte each. Returns whether any toggled.
    """
    found = 0
    at = 0
    while at < n:
        state = values[n + at]
        read = values[at] ^ 255
        rest = read ^ state
        last = values[2 * n + at]
        changed = 0
        if rest | last:
            bit = 0
            while bit < 8:
                mask = 1 << bit
                place = 4 * n + 8 * at + bit
                if rest & mask:
                    count = values[place] + 1
                    least = LIFT_SCANS
                    if read & mask:
                        least = PLACE_SCANS
                    if count >= least:
                        count = 0
                        changed |= mask
                        found = 1
                    values[place] = count
                elif last & mask:
                    values[place] = 0
                bit += 1
            values[n + at] = state ^ changed
            values[2 * n + at] = rest ^ changed
        values[3 * n + at] = changed
        at += 1
    return found


class Sensors:
    """The sensor chain.

    Args:
        count: number of positions.
        link: the serial link to the host.

    Attributes:
        count: number of positions.
        state: a bit per position, 1 for a magnet.
        is_waiting: whether the complete state, up to the number of the last change, is unacknowledged.
        is_busy: whether free play has not handled all changes.
    """

    def __init__(self, count: int, link: "Link") -> None:
        clock, load, data = pins.SENSORS
        # A register shifts on the rising edge: with an idle-high clock, the Pico samples on the falling edge before.
        self._spi = SPI(0, polarity=1, sck=Pin(clock), miso=Pin(data))  # at 1 MHz
        self._load = Pin(load, Pin.OUT, value=1)
        self.count = count
        n = (count + 7) // 8
        self._chunk = bytearray(12 * n)
        self._input = memoryview(self._chunk)[:n]
        self.state = memoryview(self._chunk)[n : 2 * n]
        self._link = link
        self._lines: "list[tuple[int, bytes]]" = []  # unacknowledged changes with their numbers
        self._number = 0
        self.is_waiting = False
        self.is_busy = True
        self._due_ms = 0
        self._resent_at_ms = 0

    def scan(self) -> int:
        """Read the chain once, without allocating; return whether a position toggled."""
        self._load(0)
        self._load(1)
        self._spi.readinto(self._input)
        return _debounce(self._chunk, len(self.state))

    def is_occupied(self, position: int) -> bool:
        """Return whether a magnet rests at a position of the chain."""
        return position < self.count and self.state[position >> 3] >> (position & 7) & 1 != 0

    def step(self, now_ms: int, free_play: "Any") -> None:
        """Scan if due; send the changes, or pass them to free play if it is running."""
        if ticks_diff(self._due_ms, now_ms) > 0:
            return
        self._due_ms = ticks_add(now_ms, SCAN_MS)
        if self.scan():
            self._link.traffic += 1
            self.is_busy = True
            if free_play is None:
                self._tell()
        if free_play is not None:
            if self.is_busy:
                self.is_busy = not free_play.follow(now_ms)
        elif (not self._lines and not self.is_waiting) or not self._link.outbox.is_empty():
            self._resent_at_ms = now_ms
        elif ticks_diff(now_ms, self._resent_at_ms) >= _RESEND_MS:
            self._resent_at_ms = now_ms
            if self.is_waiting:
                self.send()
            for line in self._lines:
                self._link.outbox.send_line(line[1])

    def _tell(self) -> None:
        """Send the changes of the last scan."""
        at = 3 * len(self.state)
        for position in range(self.count):
            if self._chunk[at + (position >> 3)] >> (position & 7) & 1:
                self._number += 1
                fields = (self._link.boot_id, self._number, position, self.is_occupied(position))
                line = seal(('{"b":"%s","n":%d,"p":%d,"s":%d,"t":"sense"}' % fields).encode())
                self._lines.append((self._number, line))
                if not self.is_waiting and len(self._lines) <= _MOST_LINES:
                    self._link.outbox.send_line(line)
        if self.is_waiting or len(self._lines) > _MOST_LINES:
            self.send()

    def send(self) -> None:
        """Send the complete state, replacing all unacknowledged changes."""
        del self._lines[:]
        self.is_waiting = True
        if self._link.has_heard:
            state = binascii.hexlify(bytes(self.state)).decode()
            self._link.send({"t": "sensed", "b": self._link.boot_id, "n": self._number, "d": state})

    def receive(self, message: "dict[str, Any]") -> None:
        """Handle a ``seen`` message: drop the changes up to its number."""
        number = message.get("n")
        if message["t"] != "seen" or message.get("b") != self._link.boot_id or not isinstance(number, int):
            return
        if number >= self._number:
            self.is_waiting = False
        while self._lines and self._lines[0][0] <= number:
            self._lines.pop(0)

    def free_play(self, stage: "Stage", board: "Board") -> "FreePlay":
        """Return free play that follows the sensors."""
        from firmware.free_sensing import FreeSensing  # noqa: PLC0415 - saves heap with a host

        del self._lines[:]
        return FreeSensing(stage, board, self)


def begin(count: int, link: "Link") -> Sensors:
    """Create the sensors on their pins."""
    return Sensors(count, link)
