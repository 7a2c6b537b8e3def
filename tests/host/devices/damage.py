"""A line that damages data in both directions, deterministic by seed.

What can happen to a byte: it is flipped in one bit, dropped, or doubled. What can come between: AT commands typed by a
program that takes the port for a modem, the tail of a traceback, a stray 0x03. And everything arrives split anywhere.
"""

from __future__ import annotations

import random

from riverlight.devices.ports import Port

AT_COMMANDS = b"AT\r\nAT+GCAP\r\n"
TRACEBACK = b'Traceback (most recent call last):\r\n  File "main.py", line 1\r\nValueError: {"t":"took"}\r\n'
CTRL_C = b"\x03"


class DamagedPort:
    """A port whose bytes are damaged.

    Args:
        port: the sound one.
        dice: what is damaged, and how.
        damaged: how many of a thousand bytes are damaged.
        between: before how many of a thousand bytes to the device something is put.
        foreign: what is put there.

    Attributes:
        passed: how many bytes came to the wire, both ways.
        hit: how many of them were damaged.
    """

    def __init__(
        self, port: Port, dice: random.Random, damaged: float = 0, between: float = 0, foreign: tuple[bytes, ...] = ()
    ) -> None:
        self._port = port
        self._dice = dice
        self._damage_chance = damaged / 1000
        self._between_chance = between / 1000
        self._foreign = foreign
        self._held = b""  # has arrived, but waits to be read: the rest of a split
        self.passed = 0
        self.hit = 0

    @property
    def in_waiting(self) -> int:
        """How many bytes a read would give at once."""
        return len(self._held) + self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        """Return some of what came, damaged."""
        if not self._held:
            self._held = self._damaged(self._port.read(size), (TRACEBACK,))
        split = self._dice.randint(1, max(1, len(self._held)))
        data, self._held = self._held[:split], self._held[split:]
        return data

    def write(self, data: bytes) -> int:
        """Send ``data`` on, damaged, in pieces."""
        damaged = self._damaged(data, self._foreign)
        split = self._dice.randint(0, len(damaged))
        for piece in (damaged[:split], damaged[split:]):
            if piece:
                self._port.write(piece)
        return len(data)

    def close(self) -> None:
        """Give the port back."""
        self._port.close()

    def _damaged(self, data: bytes, foreign: tuple[bytes, ...]) -> bytes:
        damaged = bytearray()
        self.passed += len(data)
        for byte in data:
            if foreign and self._dice.random() < self._between_chance:
                damaged += self._dice.choice(foreign)
            if self._dice.random() >= self._damage_chance:
                damaged.append(byte)
                continue
            self.hit += 1
            kind = self._dice.randrange(3)
            if kind == 0:
                damaged.append(byte ^ 1 << self._dice.randrange(8))
            elif kind == 1:
                damaged += bytes((byte, byte))
        return bytes(damaged)
