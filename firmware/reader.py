"""The card reader: tells each tag that is laid on it once, however long it lies there.

Each look for a tag is a chain of small steps, one a turn of the loop: wake, ask for the id in parts of four bytes,
choose it by them, send it to rest. A reader that is missing is looked for now and then; nothing here waits for it.
"""

import binascii

from machine import SPI, Pin

from firmware import pins
from firmware.mfrc522 import WAITING, Mfrc522
from firmware.ticks import ticks_diff
from shared_rules.compat import const

LOOK_MS = const(100)
"""The pause between two looks."""

GONE_LOOKS = const(5)
"""A tag counts as taken away after so many looks without it: one that lies badly is missed now and then."""

_RETRY_MS = const(3000)  # between two searches for a missing reader
_RESET_MS = const(50)
_ANSWER_MS = const(30)  # ten times what the chip's timer gives: it must have gone
_SPI_HZ = const(4000000)

# Where a look stands.
_MISSING = const(0)
_RESETTING = const(1)
_RESTING = const(2)
_WAKING = const(3)
_NAMING = const(4)
_CHOOSING = const(5)
_LEAVING = const(6)

# ISO 14443-3: what is sent to a tag.
_WAKE = b"\x52"  # as seven bits
_NAME = (b"\x93\x20", b"\x95\x20", b"\x97\x20")
_CHOOSE = (b"\x93\x70", b"\x95\x70", b"\x97\x70")
_REST = b"\x50\x00"
_MORE_FOLLOWS = const(0x88)  # in place of the first byte, when the id goes on in the next part
_IS_INCOMPLETE = const(0x04)  # in the answer to being chosen


class Reader:
    """The reader and what lies on it.

    Args:
        chip: finds and asks tags.

    Attributes:
        is_there: whether a reader answers.
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
        """Do a small piece of the look under way, 1.7 ms at most; return the id, in hex, of a tag newly laid down."""
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
        """Take the answer to what was sent last; send what follows."""
        received = self._chip.received
        if self._state == _LEAVING:  # a tag sent to rest says nothing
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
        """End a look that found no tag, or one that could not be read."""
        self._enter(_RESTING, now_ms)
        self._without += 1
        if self._without >= GONE_LOOKS:
            self._lying = b""

    def _found(self) -> "str | None":
        self._without = 0
        if self._id == self._lying:
            return None
        self._lying = self._id
        return binascii.hexlify(self._id).decode()


def _is_whole(name: bytearray) -> bool:
    """Return whether the fifth byte is the sum that it has to be."""
    return name[0] ^ name[1] ^ name[2] ^ name[3] == name[4]


def make_reader() -> Reader:
    """Return the reader on the pins that are its own."""
    clock, out, back, select, reset = pins.READER
    Pin(reset, Pin.OUT, value=1)
    spi = SPI(0, baudrate=_SPI_HZ, sck=Pin(clock), mosi=Pin(out), miso=Pin(back))
    return Reader(Mfrc522(spi, Pin(select, Pin.OUT, value=1)))
