"""The emulated RP2040: our side of rp2040py's interface, and the whole with an image where one is named."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from riverlight.devices import emulator
from riverlight.devices.emulator import TIME_SCALE, EmulatedPico
from riverlight.devices.install.release import Interpreter, Release
from riverlight.devices.link import Link
from riverlight.errors import DeviceError, MissingExtra

RELEASE = Release({"firmware/main.mpy": b"one"}, b"#1")


def done(result: object) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(result)
    return future


class _Queue:
    """The size and filling of the emulator's queue to the board."""

    size = 512

    def __init__(self, held: bytearray) -> None:
        self._held = held

    @property
    def item_count(self) -> int:
        """How many bytes it holds."""
        return len(self._held)


class _Device:
    """Stands in for rp2040py's MicroPythonDevice: its prompt is this very process, its line an echo."""

    def __init__(self, board: str) -> None:
        self.board = board
        self.resets = 0
        self.is_running = False
        self.names: dict[str, Any] = {}
        self.sent = bytearray()
        self.queue = bytearray()  # what the board has not read yet
        self.alarms: list[Callable[[], None]] = []
        self.cdc = SimpleNamespace(on_serial_data=None, send_serial_byte=self._queue_byte, tx_fifo=_Queue(self.queue))
        clock = SimpleNamespace(create_alarm=self._alarm)
        self.simulator = SimpleNamespace(schedule_threadsafe=lambda job: job(), clock=clock)

    def _queue_byte(self, byte: int) -> None:
        if len(self.queue) < _Queue.size:  # what does not fit is dropped, without a word
            self.queue.append(byte)

    def _alarm(self, ring: Callable[[], None]) -> Any:
        return SimpleNamespace(schedule=lambda _nanoseconds: self.alarms.append(ring))

    def read(self, most: int) -> None:
        """Let the board read, and a little time pass."""
        self.sent += self.queue[:most]
        del self.queue[:most]
        due, self.alarms = self.alarms, []
        for ring in due:
            ring()

    def start_async(self, _timeout: float) -> Future[Any]:
        """Boot."""
        self.is_running = True
        return done(None)

    def hard_reset_async(self, _timeout: float) -> Future[Any]:
        """Boot again."""
        self.resets += 1
        return done(None)

    def exec_async(self, code: str, _timeout: float) -> Future[Any]:
        """Run code."""
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, self.names)  # noqa: S102 - a prompt does that
        except OSError as error:
            return done((b"", f"OSError: {error}".encode()))
        return done((printed.getvalue().encode(), b""))

    def stop(self) -> None:
        """Halt."""
        self.is_running = False


@pytest.fixture
def uf2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An image, rp2040py's stand-in to boot it, and a small release."""
    boards, device = ModuleType("rp2040py.boards"), ModuleType("rp2040py.device")
    resolved = "{} {} {}".format
    vars(boards).update(BOARDS={"pico": "pico"}, resolve_firmware=resolved)
    vars(device).update(MicroPythonDevice=_Device)
    monkeypatch.setitem(sys.modules, "rp2040py", ModuleType("rp2040py"))
    monkeypatch.setitem(sys.modules, "rp2040py.boards", boards)
    monkeypatch.setitem(sys.modules, "rp2040py.device", device)
    monkeypatch.setattr(emulator, "interpreter_of", lambda _prompt: Interpreter((1, 28, 0), 4870))
    monkeypatch.setattr(emulator, "compile_release", lambda _interpreter: RELEASE)
    monkeypatch.setattr(os, "sync", lambda: None)
    flash = tmp_path / "flash"
    flash.mkdir()
    monkeypatch.chdir(flash)
    image = tmp_path / "micropython.uf2"
    image.write_bytes(b"UF2\n")
    return image


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def test_the_image_is_booted_and_given_the_firmware_once(uf2: Path) -> None:
    with EmulatedPico(uf2, quiet) as pico:
        assert pico._device.board == f"pico micropython {uf2}"
        assert Path("a/firmware/main.mpy").read_bytes() == b"one"
        assert Path("slot").read_text() == "a 0 \n"
        assert pico._device.resets == 1
        device = pico._device
    assert not device.is_running
    Path("a/firmware/main.mpy").touch()
    before = Path("slot").stat().st_mtime_ns
    with EmulatedPico(uf2, quiet):
        assert Path("slot").stat().st_mtime_ns == before


def test_its_line_carries_bytes_both_ways(uf2: Path) -> None:
    with EmulatedPico(uf2, quiet) as pico:
        port = pico.open_port()
        assert port.read(10) == b""
        pico._device.cdc.on_serial_data(bytearray(b"hello"))
        assert port.in_waiting == 5
        assert port.read(3) + port.read(3) == b"hello"
        assert port.write(b"hail") == 4
        pico._device.read(64)
        assert pico._device.sent == b"hail"
        port.close()
        assert pico._device.cdc.on_serial_data is None


def test_no_byte_is_lost_however_many_are_written_at_once(uf2: Path) -> None:
    with EmulatedPico(uf2, quiet) as pico:
        port = pico.open_port()
        data = bytes(range(256)) * 8
        assert port.write(data[:800]) == 800
        assert port.write(data[800:]) == len(data) - 800
        for _ in range(100):
            pico._device.read(64)
        assert pico._device.sent == data
        assert pico._device.alarms == [], "nothing looks on once all is sent"


def test_what_stands_in_the_way_is_told(uf2: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DeviceError, match="There is no file"):
        EmulatedPico(tmp_path / "nothing.uf2", quiet)
    with EmulatedPico(uf2, quiet) as pico, pytest.raises(DeviceError, match="could not do it: OSError"):
        pico.run("open('nothing')")

    def refuse(*_: object) -> None:
        raise ValueError("no UF2 block")

    monkeypatch.setattr(_Device, "start_async", refuse)
    with pytest.raises(DeviceError, match="does not start in the emulator: no UF2 block"):
        EmulatedPico(uf2, quiet)
    monkeypatch.setitem(sys.modules, "rp2040py.boards", None)
    with pytest.raises(MissingExtra, match="-m pip install rp2040py"):
        EmulatedPico(uf2, quiet)


@pytest.mark.skipif("RIVERLIGHT_UF2" not in os.environ, reason="RIVERLIGHT_UF2 names no image of MicroPython")
def test_with_a_real_image_the_firmware_says_hello() -> None:
    pytest.importorskip("rp2040py", reason="rp2040py is not installed")
    with (
        EmulatedPico(Path(os.environ["RIVERLIGHT_UF2"]), quiet) as pico,
        Link(pico.open_port, "emulator", time_scale=TIME_SCALE, is_simulated=True) as link,
    ):
        link.wait_ready()
        assert link.status.firmware
