"""A device that stops reading: the table does not wait for it, and no thread of the game writes to it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from riverlight import boards
from riverlight.devices.link import Link
from riverlight.devices.ports import Port, open_serial
from riverlight.table.lights import LightsController
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules.board import Board
from shared_rules.line import PROTOCOL, Splitter, encode
from tests.host.devices.scripted_pico import wait_until

pytestmark = pytest.mark.usefixtures("no_thread_is_left")


class Recorded:
    """A port that notes which thread does what with it."""

    def __init__(self, port: Port, calls: list[tuple[str, threading.Thread]]) -> None:
        self._port = port
        self._calls = calls

    @property
    def in_waiting(self) -> int:
        """How many bytes wait."""
        return self._port.in_waiting

    def cancel_write(self) -> None:
        """End a write in progress."""
        self._port.cancel_write()  # type: ignore[attr-defined]

    def read(self, size: int = 1, /) -> bytes:
        """Read."""
        self._calls.append(("read", threading.current_thread()))
        return self._port.read(size)

    def write(self, data: bytes, /) -> int | None:
        """Write."""
        self._calls.append(("write", threading.current_thread()))
        return self._port.write(data)

    def close(self) -> None:
        """Close."""
        self._calls.append(("close", threading.current_thread()))
        self._port.close()


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    tty = pytest.importorskip("tty", reason="this system has no pseudo terminals")
    ours, its = os.openpty()
    tty.setraw(its)
    yield ours, os.ttyname(its)
    os.close(ours)
    os.close(its)


def greet(ours: int, board: Board) -> None:
    """Answer the greeting as a Pico that has the board, then read no more."""
    splitter = Splitter()
    while not any(b'"hail"' in line for line in splitter.feed(os.read(ours, 4096))):
        pass
    hello = {"t": "hello", "v": PROTOCOL, "f": "1", "h": board.hash, "b": "a1b2c3", "l": {"main": 150}, "k": 1, "a": 0}
    os.write(ours, encode(hello))


def fill(path: str) -> None:
    """Write to the terminal until it takes no more, as though the device had not read for a while."""
    descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        while True:
            os.write(descriptor, b"x" * 512)
    except BlockingIOError:
        pass
    finally:
        os.close(descriptor)


def test_no_entry_waits_for_a_device_that_does_not_read(terminal: tuple[int, str], tmp_path: Path) -> None:
    ours, path = terminal
    calls: list[tuple[str, threading.Thread]] = []
    with Store(tmp_path) as store:

        def make_link(**given: object) -> Link:
            return Link(lambda: Recorded(open_serial(path), calls), path, **given)  # type: ignore[arg-type]

        table = Table.new(store, "canyon", {"cards": "app"}, ["", "", ""], 1)
        assert table.head.board is not None
        with LightsController(store, make_link) as keeper:
            keeper.attach(table)
            greet(ours, table.head.board.core)
            keeper.link.wait_ready()
            fill(path)
            stuck = len([call for call in calls if call[0] == "write"])
            before = table.version
            for _ in range(30):
                for seat in table.history.state.to_act():
                    state = table.history.state
                    table.enter(seat, state.move_text(state.legal(seat)[0]))
                table.press("*")
                table.report_device({"state": "ready"})
            assert table.version > before + 10
            wait_until(lambda: len([call for call in calls if call[0] == "write"]) > stuck)
            mine = threading.current_thread()
            assert mine not in {thread for _, thread in calls}
            wait_until(lambda: keeper.link.status.unsent > 0)
    assert {name for name, _ in calls} == {"read", "write", "close"}


def test_a_device_that_reads_again_is_shown_the_newest_position(terminal: tuple[int, str]) -> None:
    ours, path = terminal
    board = boards.shipped("canyon").core
    with Link(lambda: open_serial(path), path, board, time_scale=0.2) as link:
        greet(ours, board)
        link.wait_ready()
        fill(path)
        for turn in range(200):
            link.show("main", {"g": "canyon", "c": [0, 1], "s": 0, "a": 0, "n": turn, "m": 0})
        wait_until(lambda: link.status.state in {"recovering", "silent"})
        splitter, seen = Splitter(), []
        done = threading.Event()

        def read() -> None:
            while not done.is_set():
                for line in splitter.feed(os.read(ours, 4096)):
                    message = splitter.read(line)
                    if message is None:
                        continue
                    seen.append(message)
                    if message["t"] == "hail":
                        hello = {
                            "t": "hello",
                            "v": PROTOCOL,
                            "h": board.hash,
                            "b": "a1b2c4",
                            "l": {"main": 150},
                            "a": 0,
                        }
                        os.write(ours, encode(hello))
                    elif message["t"] == "beat":
                        os.write(ours, encode({"t": "pulse", "n": message["n"], "up": 1}))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        wait_until(lambda: any(message["t"] == "show" for message in seen))
        assert next(message["n"] for message in seen if message["t"] == "show") == 199
        done.set()
        wait_until(lambda: not reader.is_alive())
