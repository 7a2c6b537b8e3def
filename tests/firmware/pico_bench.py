"""A Pico on the bench: the firmware in this process, with simulated wires and time.

Runs under MicroPython (the scenarios) and CPython (the tests).
"""

import binascii

import clock
import matrix
import rp2

from firmware import pins
from firmware.link import Link
from firmware.main import App
from firmware.settings import LEGEND
from firmware.watchdog import Watchdog
from shared_rules.line import decode, encode


class Stream:
    """One direction of the serial line, polled and read or written as the Pico's."""

    def __init__(self):
        self.buffer = self
        self.waiting = bytearray()  # not yet read
        self.room = -1  # bytes that it still takes, -1 for any number
        self.is_at_end = False  # always ready, gives nothing
        self.lines = []  # (microseconds, message or bytes that do not check)
        self.longest_write = 0
        self._line = bytearray()

    def ready(self, mask):
        """Tell what of ``mask`` holds."""
        return (mask & 1 if self.waiting or self.is_at_end else 0) | (mask & 4 if self.room else 0)

    def readinto(self, buffer):
        """Give the next bytes; asking for more than there are would block for ever."""
        if self.is_at_end:
            clock.advance(50)
            return 0
        assert len(self.waiting) >= len(buffer), "a read that would block"
        for at in range(len(buffer)):
            buffer[at] = self.waiting[0]
            self.waiting[:1] = b""  # in place: what is allocated for a line is counted
        return len(buffer)

    def write(self, data):
        """Take bytes; no write may be longer than what fits."""
        assert self.room < 0 or len(data) <= self.room, "a write that would block"
        self.room -= len(data) if self.room > 0 else 0
        self.longest_write = max(self.longest_write, len(data))
        for byte in data:
            self._line.append(byte)
            if byte == 10:
                line = bytes(self._line)
                message = decode(line)
                self.lines.append((clock.now, line if message is None else message))
                self._line = bytearray()
        return len(data)


class Bench:
    """A Pico that has started, and what went in and out of it."""

    def __init__(self, start_us=0):
        clock.reset(start_us)
        matrix.reset()
        rp2.DMA._free[:] = list(range(12))
        self.frames = []  # (microseconds, chain, words)
        rp2.on_frame = self._on_frame
        self.stdin = Stream()
        self.stdout = Stream()
        self.watchdog = Watchdog()
        self.link = Link(self.stdin, self.stdout, "e66164084373532f")
        self.app = App(self.link, self.watchdog)
        self.watchdog.start()
        self.draws = []  # microseconds of each frame, also of those that equal the one before and are not sent
        self._draw = self.app._stage.draw
        self.app._stage.draw = self._note_draw
        self.app.start(None)

    def _on_frame(self, chain, words):
        self.frames.append((clock.now, chain, list(words)))

    def _note_draw(self, *facts):
        self.draws.append(clock.now)
        self._draw(*facts)

    def run(self, ms):
        """Let ``ms`` milliseconds pass."""
        until_us = clock.now + ms * 1000
        while clock.now < until_us:
            self.app.turn()

    def send(self, message):
        """Let a message from the host arrive now."""
        self.stdin.waiting.extend(encode(message))

    def send_bytes(self, data):
        """Let bytes arrive now."""
        self.stdin.waiting.extend(data)

    def bring(self, name, blob):
        """Bring a compiled board piece by piece, each acknowledged, then ask for hello."""
        offset = 0
        while offset < len(blob):
            piece = binascii.b2a_base64(blob[offset : offset + 96])[:-1].decode()
            self.send({"t": "board", "h": name, "o": offset, "z": len(blob), "d": piece})
            self.run(30)
            offset = self.said("boarded")[-1]["o"]
        self.send({"t": "hail", "v": 1})
        self.run(50)

    def said(self, kind):
        """Return the messages of a kind that the Pico has sent, in order."""
        return [message for _, message in self.stdout.lines if isinstance(message, dict) and message["t"] == kind]

    def said_at(self, kind):
        """Return when, in microseconds, the messages of a kind were sent."""
        return [at for at, message in self.stdout.lines if isinstance(message, dict) and message["t"] == kind]

    def gaps_us(self, since_us):
        """Return the microseconds between each two frames drawn since a time."""
        times = [at for at in self.draws if at >= since_us]
        return [times[at] - times[at - 1] for at in range(1, len(times))]


def switch(key, second=False):
    """Return the two pins that a key joins."""
    place = LEGEND.index(key)
    rows, columns = (pins.SECOND_ROWS, pins.SECOND_COLUMNS) if second else (pins.ROWS, pins.COLUMNS)
    return rows[place // 4], columns[place % 4]


def down(key, second=False):
    """Close a key."""
    row, column = switch(key, second)
    matrix.close(row, column)


def up(key, second=False):
    """Open a key."""
    row, column = switch(key, second)
    matrix.release(row, column)
