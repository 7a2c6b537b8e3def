"""The link and the real firmware on the simulated Pico: nothing is lost, whatever happens to the line."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from riverlight import boards
from riverlight.devices import interpreter
from riverlight.devices.displayed_positions import expected_digest
from riverlight.devices.link import Link
from riverlight.devices.ports import Port, open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import Key, Status
from riverlight.errors import DeviceError
from riverlight.games.niagara.lights import pack

from shared_rules.line import encode
from tests.host.devices.damage import AT_COMMANDS, CTRL_C, TRACEBACK, DamagedPort
from tests.host.devices.scripted_pico import wait_until
from tests.host.devices.stopwatch import Stopwatch

BOARD = boards.shipped("canyon").core
RECOVERY_SECONDS = 3.0
SAFE: dict[str, int] = {}
"""The record of these tests: the last press taken from each start of a device."""

needs_micropython = pytest.mark.skipif(
    not interpreter.find().is_micropython, reason="no MicroPython can be had on this machine"
)


def position(turn: int) -> dict[str, object]:
    """Return some position, another one for each ``turn``."""
    dice = random.Random(turn)
    canoes = dice.sample(range(BOARD.n), 4)
    return {"g": "canyon", "c": canoes, "s": turn % 4, "a": turn % 2 * 2, "n": 1 + turn % 3, "m": 0}


def replug(pico: SimulatedPico) -> None:
    """Pull the cable and put it back, more often than the firmware's count of short lives allows."""
    pico.pull()
    (pico.folder / "slot").unlink(missing_ok=True)
    pico.plug()


class Taps:
    """Ports opened with a tap, through which a test types on the link's line."""

    def __init__(self, pico: SimulatedPico, wrap: Callable[[Port], Port] = lambda port: port) -> None:
        self._pico = pico
        self._wrap = wrap
        self.raw: Port | None = None

    def open(self) -> Port:
        """Open the port, as a link's ``open_port``."""
        self.raw = open_serial(self._pico.port)
        return self._wrap(self.raw)

    def type(self, data: bytes) -> None:
        """Put bytes on the line to the device."""
        assert self.raw is not None
        self.raw.write(data)


@contextlib.contextmanager
def linked(
    pico: SimulatedPico,
    taken: list[Key] | None = None,
    wrap: Callable[[Port], Port] = lambda port: port,
    **settings: object,
) -> Iterator[tuple[Link, Taps]]:
    """Give a link to ``pico`` that is in use, and a tap on its line."""
    if pico.process_id is None:  # a test that failed before this one left it without power
        replug(pico)
    taps = Taps(pico, wrap)

    def take(key: Key) -> None:
        assert taken is not None
        taken.append(key)
        SAFE[key.boot] = key.number

    settings["on_key"] = None if taken is None else take
    settings["clock"] = pico if pico.clock == "stepped" else None
    settings["last_press"] = lambda boot: SAFE.get(boot, 0)
    with Link(taps.open, "simulated", BOARD, is_simulated=True, **settings) as link:  # type: ignore[arg-type]
        link.wait_ready(60)
        yield link, taps


@pytest.fixture(scope="module")
def pico() -> Iterator[SimulatedPico]:
    with SimulatedPico() as pico:
        yield pico


@pytest.fixture(scope="module")
def stepped() -> Iterator[SimulatedPico]:
    with SimulatedPico(clock="stepped") as pico:
        yield pico


def test_positions_are_lit_as_this_program_works_them_out(stepped: SimulatedPico) -> None:
    with linked(stepped) as (link, _):
        for turn in range(12):
            link.show("main", position(turn))
            link.settle(60)
        assert link.status.mismatches == 0
        assert link.status.bad_lines == 0
        assert any(stepped.lights())


def test_a_board_once_brought_stays_on_the_flash(pico: SimulatedPico) -> None:
    with linked(pico):
        pass
    passed: list[bytes] = []
    replug(pico)
    with linked(pico, on_line=lambda _, line: passed.append(line)):
        pass
    assert not any(b'"t":"board"' in line for line in passed)


def test_another_game_begins_on_a_fresh_heap_and_is_lit(stepped: SimulatedPico) -> None:
    """There and back: no heap of a Pico holds the rules of several games."""
    river = boards.shipped("niagara").core
    quiet = {"k": "----", "x": "7" * 25, "w": 0, "d": 0, "a": 0, "s": 255, "q": 0, "n": 0, "m": 0}
    flows = {"g": "niagara", "d": pack({"c": "0000", **quiet})}
    taken: list[Key] = []
    with linked(stepped, taken) as (link, _):
        for board, shown in ((river, flows), (BOARD, position(1)), (river, flows), (BOARD, position(2))):
            boots = stepped.boots
            link.use(board)
            link.wait_ready(60)
            link.show("main", shown)
            link.settle(60)
            assert stepped.boots == boots + 1
        assert link.status.mismatches == 0
        stepped.press("5")
        wait_until(lambda: stepped.advance(100) or taken, 60)  # type: ignore[func-returns-value]
    assert [key.key for key in taken] == ["5"]


@pytest.mark.parametrize("is_micropython", [pytest.param(True, marks=needs_micropython), False])
def test_keys_pressed_on_the_matrix_arrive_once_each(is_micropython: bool) -> None:
    chosen = None if is_micropython else interpreter.CPYTHON
    taken: list[Key] = []
    with SimulatedPico(clock="stepped", interpreter=chosen) as pico, linked(pico, taken) as (link, _):
        for key in "1A*0#D":
            pico.press(key)
        pico.press("#", hold_ms=1000)
        link.settle(60)
    assert "".join(key.key for key in taken) == "1A*0#D#"
    assert [key.number for key in taken] == [1, 2, 3, 4, 5, 6, 7]
    assert [key.long for key in taken] == [False] * 6 + [True]


def test_on_the_real_clock_presses_follow_one_another_by_themselves(pico: SimulatedPico) -> None:
    taken: list[Key] = []
    with linked(pico, taken):
        for key in "123":
            pico.press(key)
        wait_until(lambda: len(taken) == 3)
    assert "".join(key.key for key in taken) == "123"


def test_a_host_that_comes_back_takes_what_it_has_not_taken(pico: SimulatedPico) -> None:
    first: list[Key] = []
    with linked(pico, first):
        pico.press("4")
        wait_until(lambda: len(first) == 1)
    pico.press("5")  # while no host is there
    time.sleep(0.2)
    second: list[Key] = []
    with linked(pico, second):
        wait_until(lambda: len(second) == 1)
        pico.press("6")
        wait_until(lambda: len(second) == 2)
    assert "".join(key.key for key in second) == "56"


@needs_micropython
@pytest.mark.parametrize(
    "typed",
    [
        b"\x03",
        b"\x03\x01",
        b"\x03while True:\r    {",
        b"\x03\x05pasted",
        b"\x03\x01\x05A\x01half a paste",
        b'\x03"""',
        b"noise\x00\xff\x03noise",
    ],
    ids=["repl", "raw", "open-statement", "paste", "raw-paste", "open-text", "noise"],
)
def test_a_pico_at_any_repl_is_running_again_within_three_seconds(pico: SimulatedPico, typed: bytes) -> None:
    """Faults that others met: a transfer dies at byte 0x03, taken for Ctrl-C."""
    with linked(pico) as (link, taps):
        link.show("main", position(1))
        link.settle(60)
        boot = link.status.boot
        watch = Stopwatch(pico)
        taps.type(typed)
        wait_until(lambda: link.status.boot != boot)
        link.wait_ready(60)
        link.settle(60)
        assert watch.seconds() < RECOVERY_SECONDS
        assert link.status.mismatches == 0


def test_at_commands_before_and_during_hello_change_nothing(pico: SimulatedPico) -> None:
    """Faults that others met: ModemManager types AT commands into a fresh port for ten seconds."""
    replug(pico)
    port = open_serial(pico.port)
    port.write(AT_COMMANDS * 3)
    port.close()
    with linked(pico, wrap=lambda port: DamagedPort(port, random.Random(1))) as (link, taps):
        for turn in range(5):
            taps.type(AT_COMMANDS)
            link.show("main", position(turn))
            link.settle(60)
        assert link.status.resyncs == 0
        assert link.status.bad_lines > 0


def test_a_cable_pulled_and_put_back_loses_nothing(pico: SimulatedPico) -> None:
    taken: list[Key] = []
    told: list[Status] = []
    with linked(pico, taken, on_status=told.append) as (link, _):
        link.show("main", position(3))
        link.settle(60)
        del told[:]
        pico.pull()
        wait_until(lambda: link.status.sentence == "The device is unplugged. Plug it in.")
        assert {status.state for status in told} == {"disconnected"}
        assert all("plug" in status.sentence.lower() for status in told)
        link.show("main", position(4))
        replug(pico)
        link.wait_ready(60)
        link.settle(60)
        pico.press("7")
        wait_until(lambda: len(taken) == 1)
        assert link.status.mismatches == 0


def test_two_hosts_cannot_open_one_port(pico: SimulatedPico) -> None:
    with linked(pico):
        with pytest.raises(DeviceError, match=r"is in use by another program\. Close that program first"):
            open_serial(pico.port)
        code = "import sys; from riverlight.devices.ports import open_serial; open_serial(sys.argv[1])"
        other = subprocess.run([sys.executable, "-c", code, pico.port], capture_output=True, text=True, timeout=30)
        assert "is in use by another program" in other.stderr


def test_a_device_that_dies_is_told_and_greeted_when_it_is_back(pico: SimulatedPico) -> None:
    with linked(pico, time_scale=0.3) as (link, _):
        pico.kill()
        wait_until(lambda: link.status.state == "silent", 60)
        replug(pico)
        link.wait_ready(60)


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_wire_costs_time_and_nothing_else(stepped: SimulatedPico, seed: int) -> None:
    """Flips, drops, doubles, splits, AT commands, tracebacks: every press once, every light right."""
    dice = random.Random(seed)
    taken: list[Key] = []

    def wrap(port: Port) -> Port:
        return DamagedPort(port, dice, 1, 0.5, (AT_COMMANDS, TRACEBACK))

    with linked(stepped, taken, wrap, time_scale=0.3) as (link, _):
        keys = "".join(dice.choice("0123456789ABCD*") for _ in range(10))
        for turn, key in enumerate(keys):
            stepped.press(key)
            link.show("main", position(turn))
            link.settle(60)
            deadline = time.monotonic() + 30
            while len(taken) <= turn:  # a person waits for a press to be taken, too
                assert time.monotonic() < deadline
                stepped.advance(250)
                link.settle(60)
        assert link.status.mismatches == 0
    assert "".join(key.key for key in taken) == keys
    with linked(stepped) as (link, _):
        link.show("main", position(99))
        link.settle(60)


@needs_micropython
def test_a_wire_with_interrupts_in_it_still_shows_the_last_position() -> None:
    """A stray 0x03 restarts the device; what it should show it shows, and presses made after that count."""
    dice = random.Random(5)
    taken: list[Key] = []

    def wrap(port: Port) -> Port:
        return DamagedPort(port, dice, 0, 0.5, (CTRL_C,))

    with SimulatedPico() as pico, linked(pico, taken, wrap) as (link, _):
        for turn in range(20):
            link.show("main", position(turn))
            link.settle(60)
        assert link.status.mismatches == 0
        assert link.status.resyncs > 0
        pico.press("A")
        wait_until(lambda: taken or link.status.resyncs > 20, 60)


def test_lines_as_long_as_packets_and_rings_stop_nothing(pico: SimulatedPico) -> None:
    """Faults that others met: input stalls at exact multiples of 64 bytes."""
    with linked(pico) as (link, taps):
        for length in (63, 64, 65, 127, 128, 192, 511, 512, 513, 1024):
            taps.type(b"x" * (length - 1) + b"\n")
            link.settle(60)
        assert link.status.resyncs == 0


def test_nothing_is_left_when_a_link_is_closed(pico: SimulatedPico) -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0

    before, threads = descriptors(), threading.active_count()
    with linked(pico):
        pass
    assert (descriptors(), threading.active_count()) == (before, threads)


def test_what_the_host_expects_is_a_crc_of_the_roles() -> None:
    assert len(expected_digest(BOARD, position(1))) == 8
    assert expected_digest(BOARD, position(1)) != expected_digest(BOARD, position(2))


def test_the_firmware_s_lines_survive_a_split_at_every_place(stepped: SimulatedPico) -> None:
    """Half a line, then the rest: whatever comes between is only time."""
    with linked(stepped) as (link, taps):
        link.settle(60)
        bad_lines = link.status.bad_lines
        line = encode({"t": "beat", "n": 77})
        for place in range(len(line)):
            taps.type(line[:place])
            taps.type(line[place:])
        link.settle(60)
        assert link.status.bad_lines == bad_lines
