"""Output to the host: in blocks that certainly fit, else byte by byte; never a blocking write."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from firmware import outbox as outbox_module
from firmware.link import Link
from firmware.outbox import BUFFER_BYTES, Outbox
from shared_rules.line import encode
from tests.firmware.pico_bench import Stream

LINE = b"x" * 59 + b"\n"

# The buffer control of endpoint 2 IN, and its bit for a packet that waits (RP2040 data sheet, 4.1.2.7).
IN_CONTROL, AVAILABLE = 0x50100090, 1 << 10


class Usb:
    """MicroPython's USB port: a buffer of known size, of which it only says whether a byte fits."""

    def __init__(self) -> None:
        self.buffer = self
        self.held = bytearray()
        self.received = bytearray()
        self.writes: list[int] = []

    def ready(self, mask: int) -> int:
        """Tell whether a byte fits."""
        return mask & 4 if len(self.held) < BUFFER_BYTES else 0

    def write(self, data: bytes) -> int:
        """Take bytes."""
        assert len(self.held) + len(data) <= BUFFER_BYTES, "a write that would wait for the host"
        self.held += data
        self.writes.append(len(data))
        return len(data)

    def read(self, most: int) -> None:
        """Let the host read."""
        self.received += self.held[:most]
        del self.held[:most]


class Registers:
    """The USB controller's registers: a packet waits in it as long as the host has not read everything."""

    def __init__(self, usb: Usb) -> None:
        self.usb = usb
        self.looks: list[int] = []  # what the next looks find instead

    def __getitem__(self, address: int) -> int:
        """Return the buffer control of the serial port's endpoint."""
        assert address == IN_CONTROL
        if self.looks:
            return self.looks.pop(0)
        return AVAILABLE if self.usb.held else 0


def drain(outbox: Outbox, usb: Usb) -> None:
    while not outbox.is_empty():
        outbox.write()
        usb.read(64)
    usb.read(BUFFER_BYTES)


def test_nothing_is_known_to_fit_until_the_host_has_proved_that_it_reads() -> None:
    usb = Usb()
    outbox = Outbox(usb)  # type: ignore[arg-type]
    outbox.send_line(LINE, 1)
    drain(outbox, usb)
    assert set(usb.writes) == {1}
    assert usb.received == LINE


def test_once_a_line_is_received_the_next_are_written_in_one_call_each() -> None:
    usb = Usb()
    outbox = Outbox(usb)  # type: ignore[arg-type]
    outbox.send_line(LINE, 1)
    drain(outbox, usb)
    outbox.receive(1)
    usb.writes.clear()
    for _ in range(4):
        outbox.send_line(LINE)
        outbox.write()
    assert usb.writes == [60] * 4


def test_a_block_ends_where_the_buffer_may_be_full() -> None:
    usb = Usb()
    outbox = Outbox(usb)  # type: ignore[arg-type]
    outbox.send_line(LINE, 1)
    drain(outbox, usb)
    outbox.receive(1)
    usb.writes.clear()
    for _ in range(5):
        outbox.send_line(LINE)
        outbox.write()
    assert usb.writes == [60, 60, 60, 60, 16]
    for _ in range(20):
        outbox.write()
    assert len(usb.held) == BUFFER_BYTES


def test_an_answer_to_a_line_of_long_ago_proves_only_what_was_before_it() -> None:
    usb = Usb()
    outbox = Outbox(usb)  # type: ignore[arg-type]
    for mark in (1, 2, 3):
        outbox.send_line(LINE, mark)
        while not outbox.is_empty():
            outbox.write()
    usb.read(60)
    outbox.receive(1)
    outbox.receive(1)
    outbox.receive(77)
    usb.writes.clear()
    for _ in range(3):
        outbox.send_line(LINE)
        while outbox.write():
            pass
    assert usb.writes[:3] == [60, 60, 16], "256 less the two lines that may not have been read"


def test_a_controller_that_has_sent_all_lets_the_next_line_go_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    usb = Usb()
    registers = Registers(usb)
    monkeypatch.setattr(outbox_module, "mem16", registers)
    outbox = Outbox(usb)  # type: ignore[arg-type]
    outbox.send_line(LINE)
    assert outbox.write() == 60
    for _ in range(4):
        outbox.send_line(LINE)
        drain(outbox, usb)
    assert usb.writes == [60] * 5
    usb.write(b"x")
    registers.looks = [0, AVAILABLE]  # one packet was fetched as it looked, the next has come into its place
    outbox._room = 0
    outbox.send_line(LINE)
    outbox.write()
    assert usb.writes[-1] == 1


@pytest.mark.parametrize("seed", range(20))
def test_no_write_waits_and_no_byte_is_lost_whatever_the_host_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    usb = Usb()
    if seed % 2:
        monkeypatch.setattr(outbox_module, "mem16", Registers(usb))
    outbox = Outbox(usb)  # type: ignore[arg-type]
    sent = bytearray()
    ends: dict[int, int] = {}
    for _ in range(400):
        if outbox.is_empty():
            for _ in range(chance.randrange(1, 6)):
                line = b"." * chance.randrange(8, 249) + b"\n"
                sent += line
                mark = len(ends) + 1
                outbox.send_line(line, mark)
                ends[mark] = len(sent)
        for _ in range(chance.randrange(12)):
            outbox.write()
        usb.read(chance.choice((0, 0, 1, 64, 200)))
        known = [each for each, end in ends.items() if end <= len(usb.received)]
        if known and chance.random() < 0.5:
            outbox.receive(chance.choice(known))
    drain(outbox, usb)
    assert usb.received == sent
    assert max(usb.writes) > 64


def test_the_answers_of_the_host_let_keys_and_pulses_go_in_one_write() -> None:
    """``took`` proves that a key was received, a beat that acknowledges a pulse proves that the pulse was."""
    stdin, stdout = Stream(), Stream()
    link = Link(stdin, stdout, "e66164084373532f")  # type: ignore[arg-type]

    def hear(message: dict[str, Any]) -> None:
        stdin.waiting.extend(encode(message))
        link.pump(0, 0)
        link.next_message()
        while not link.outbox.is_empty():
            link.outbox.write()

    hear({"t": "beat", "n": 1, "a": 0})
    assert stdout.longest_write == 1
    hear({"t": "beat", "n": 2, "a": 1})
    assert stdout.longest_write > 60
    stdout.longest_write = 0
    link.press("5", False, 0)
    assert stdout.longest_write == len(encode({"t": "key", "b": link.boot_id, "k": "5", "l": 0, "n": 1, "x": 0}))


def calls(function: Any, *arguments: Any) -> int:
    """Return how many calls, of Python and of C functions, an interpreter makes."""
    counted = [0]

    def count(_frame: object, event: str, _argument: object) -> None:
        counted[0] += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return counted[0] - 1  # setprofile itself


def test_a_press_takes_few_calls_and_two_writes_at_most() -> None:
    """On the Pico a call takes 10 to 40 µs and a byte written alone 42: what a press costs is what it calls."""
    stdin, stdout = Stream(), Stream()
    link = Link(stdin, stdout, "e66164084373532f")  # type: ignore[arg-type]
    link.outbox.send_line(LINE, 99)
    while not link.outbox.is_empty():
        link.outbox.write()
    link.outbox.receive(99)
    written: list[int] = []
    stdout.write = lambda data: written.append(len(data)) or len(data)  # type: ignore[method-assign, func-returns-value]
    key = {"t": "key", "k": "5", "l": 0, "x": 0, "b": "a1b2c3", "n": 12}
    pulse = {"t": "pulse", "n": 1, "up": 2, "bad": 0, "lost": 0, "free": 9, "ma": {"main": [250, 1000]}}
    in_json = calls(lambda: __import__("json").dumps({}, separators=(",", ":")))  # what CPython's own writer calls
    assert calls(encode, key) - in_json <= 30
    assert calls(encode, pulse) - in_json <= 45
    link.press("5", False, 0)
    assert len(written) == 1
