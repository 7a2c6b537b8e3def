"""The card reader: reports each tag once while it stays there; ignores random ids.

A poll is a series of short steps, one per iteration of the main loop: wake-up, anticollision in parts of four bytes,
select, halt. A missing reader is retried periodically; no method blocks.
"""

import binascii

from machine import SPI, Pin

from firmware import pins
from firmware.mfrc522 import WAITING, Mfrc522
from firmware.ticks import ticks_diff
from shared_rules.compat import const

LOOK_MS = const(100)
"""The pause between two polls."""

GONE_LOOKS = const(5)
"""A tag counts as removed after this many polls without it, as one at the edge is sometimes missed."""

_RETRY_MS = const(3000)  # between two searches for a missing reader
_RESET_MS = const(50)
_ANSWER_MS = const(30)  # ten times the chip's own timeout: the reader is gone
_SPI_HZ = const(4000000)

# The states of a poll.
_MISSING = const(0)
_RESETTING = const(1)
_RESTING = const(2)
_WAKING = const(3)
_NAMING = const(4)
_CHOOSING = const(5)
_LEAVING = const(6)

# ISO 14443-3: commands to a tag.
_WAKE = b"\x52"  # as seven bits
_NAME = (b"\x93\x20", b"\x95\x20", b"\x97\x20")
_CHOOSE = (b"\x93\x70", b"\x95\x70", b"\x97\x70")
_REST = b"\x50\x00"
_MORE_FOLLOWS = const(0x88)  # cascade tag: the id continues in the next part
_IS_INCOMPLETE = const(0x04)  # cascade bit of the select acknowledge
_IS_RANDOM = const(0x08)  # first byte of a random four-byte id, as sent by phones


class Reader:
    """The card reader.

    Args:
        chip: its driver.

    Attributes:
        is_there: whether the reader answers.
    """

    def __init__(self, chip: Mfrc522) -> None:
        self.is_there = False
        self._chip = chip
        self._state = _MISSING
        self._since_ms = -1  # the last change of state, -1 before the first
        self._part = 0
        self._name = b""  # this part of the id
        self._id = b""
        self._lying = b""
        self._without = 0

    def step(self, now_ms: int) -> "str | None":
        """Do one poll step, 1.7 ms at most; return the hex id of a new tag, else None."""
        state = self._state
        since_ms = ticks_diff(now_ms, self._since_ms)
        if state == _RESTING:
            if since_ms >= LOOK_MS:
                self._begin_look(now_ms)
        elif state == _MISSING:
            if self._since_ms < 0 or since_ms >= _RETRY_MS:
                self._chip.reset()
                self._enter(_RESETTING, now_ms)
        elif state == _RESETTING:
            if since_ms >= _RESET_MS:
                self._set_up(now_ms)
        else:
            count = self._chip.look()
            if count != WAITING:
                return self._go_on(count, now_ms)
            if since_ms >= _ANSWER_MS:
                self._enter(_MISSING, now_ms)
        return None

    def _enter(self, state: int, now_ms: int) -> None:
        self._state = state
        self._since_ms = now_ms
        self.is_there = state > _RESETTING

    def _set_up(self, now_ms: int) -> None:
        if self._chip.is_there():
            self._chip.set_up()
            self._enter(_RESTING, now_ms)
        else:
            self._enter(_MISSING, now_ms)

    def _begin_look(self, now_ms: int) -> None:
        if self._chip.is_there():
            self._chip.begin(_WAKE, 7, False)
            self._enter(_WAKING, now_ms)
        else:
            self._enter(_MISSING, now_ms)

    def _go_on(self, count: int, now_ms: int) -> "str | None":
        """Handle the answer to the last command and send the next."""
        received = self._chip.received
        if self._state == _LEAVING:  # a halted tag does not answer
            self._enter(_RESTING, now_ms)
            return self._found()
        if self._state == _WAKING and count == 2:
            self._part = 0
            self._id = b""
            self._ask_name(now_ms)
        elif self._state == _NAMING and count == 5 and _is_whole(received):
            self._name = bytes(received[:4])
            self._chip.begin(_CHOOSE[self._part] + received[:5], 0, True)
            self._enter(_CHOOSING, now_ms)
        elif self._state == _CHOOSING and count >= 1:
            self._take_part(received[0] & _IS_INCOMPLETE != 0, now_ms)
        else:
            self._give_up(now_ms)
        return None

    def _ask_name(self, now_ms: int) -> None:
        self._chip.begin(_NAME[self._part], 0, False)
        self._enter(_NAMING, now_ms)

    def _take_part(self, is_incomplete: bool, now_ms: int) -> None:
        self._id += self._name[1:] if is_incomplete else self._name
        if not is_incomplete:
            self._chip.begin(_REST, 0, True)
            self._enter(_LEAVING, now_ms)
        elif self._part == 2 or self._name[0] != _MORE_FOLLOWS:
            self._give_up(now_ms)
        else:
            self._part += 1
            self._ask_name(now_ms)

    def _give_up(self, now_ms: int) -> None:
        """End a poll without a readable tag."""
        self._enter(_RESTING, now_ms)
        self._without += 1
        if self._without >= GONE_LOOKS:
            self._lying = b""

    def _found(self) -> "str | None":
        self._without = 0
        if self._id == self._lying or (len(self._id) == 4 and self._id[0] == _IS_RANDOM):
            return None
        self._lying = self._id
        return binascii.hexlify(self._id).decode()


def _is_whole(name: bytearray) -> bool:
    """Return whether the check byte (BCC), the fifth, is correct."""
    return name[0] ^ name[1] ^ name[2] ^ name[3] == name[4]


def make_reader() -> Reader:
    """Create the reader on its pins."""
    clock, out, back, select, reset = pins.READER
    Pin(reset, Pin.OUT, value=1)
    spi = SPI(0, baudrate=_SPI_HZ, sck=Pin(clock), mosi=Pin(out), miso=Pin(back))
    return Reader(Mfrc522(spi, Pin(select, Pin.OUT, value=1)))
