"""The send queue: written by its own thread, newer positions replace older ones, bounded."""

from __future__ import annotations

import threading

import pytest
from riverlight.devices.outgoing import MOST_LINES, Outgoing

from tests.host.devices.scripted_pico import wait_until

pytestmark = pytest.mark.usefixtures("no_thread_is_left")


class HeldPort:
    """A port that takes nothing until it is let go."""

    in_waiting = 0

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.writers: set[threading.Thread] = set()
        self.is_asked = threading.Event()
        self.let_go = threading.Event()
        self.refuse = 0

    def read(self, _size: int = 1) -> bytes:
        """Return nothing."""
        return b""

    def write(self, data: bytes) -> int:
        """Take bytes once let go, or give up as pyserial does."""
        self.writers.add(threading.current_thread())
        self.is_asked.set()
        assert self.let_go.wait(60)
        if self.refuse:
            self.refuse -= 1
            raise OSError("Write timeout")
        self.written.append(data)
        return len(data)

    def close(self) -> None:
        """Be closed."""


def test_the_newest_position_replaces_one_that_still_waits() -> None:
    port = HeldPort()
    outgoing = Outgoing(port)
    outgoing.put(b"beat")
    assert port.is_asked.wait(60)
    for number in range(1, 101):
        outgoing.put(b"show %d" % number, "show main")
    outgoing.put(b"cue")
    port.let_go.set()
    wait_until(lambda: len(port.written) == 3)
    outgoing.close()
    assert port.written == [b"beat", b"show 100", b"cue"]
    assert outgoing.dropped == 99
    assert threading.current_thread() not in port.writers


def test_a_full_queue_drops_the_oldest_and_counts_it() -> None:
    port = HeldPort()
    outgoing = Outgoing(port)
    outgoing.put(b"first")
    assert port.is_asked.wait(60)
    for number in range(MOST_LINES + 5):
        outgoing.put(b"%d" % number)
    assert outgoing.dropped == 5
    port.let_go.set()
    wait_until(lambda: len(port.written) == MOST_LINES + 1)
    outgoing.close()
    assert port.written[1] == b"5"


def test_a_line_that_was_cut_off_does_not_take_the_next_one_with_it() -> None:
    port = HeldPort()
    port.refuse = 1
    port.let_go.set()
    outgoing = Outgoing(port)
    for line in (b"cut\n", b"whole\n", b"more\n"):
        outgoing.put(line)
    wait_until(lambda: len(port.written) == 2)
    outgoing.close()
    assert port.written == [b"\nwhole\n", b"more\n"]
    assert outgoing.dropped == 1


def test_what_waited_for_a_program_that_is_gone_is_not_sent() -> None:
    port = HeldPort()
    outgoing = Outgoing(port)
    outgoing.put(b"first")
    assert port.is_asked.wait(60)
    outgoing.put(b"stale")
    outgoing.clear()
    outgoing.put(b"fresh")
    port.let_go.set()
    wait_until(lambda: len(port.written) == 2)
    outgoing.close()
    assert port.written == [b"first", b"fresh"]


def test_closing_ends_a_write_under_way_where_the_port_can() -> None:
    port = HeldPort()
    port.cancel_write = port.let_go.set  # type: ignore[attr-defined]
    outgoing = Outgoing(port)
    outgoing.put(b"first")
    assert port.is_asked.wait(60)
    outgoing.close()  # the fixture sees that the thread has ended
