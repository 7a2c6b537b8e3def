"""An emulated RP2040 (rp2040py) that boots a MicroPython UF2 image: the Pico's machine code without a Pico.

It is tens of times slower than a Pico, so every time-out is multiplied by TIME_SCALE. If the image has no firmware, it
is installed through the emulated board's REPL, as on a real one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from riverlight.closeable import Closeable
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.release import compile_release, interpreter_of
from riverlight.devices.install.repl import reason_of
from riverlight.devices.install.slots import is_current, read_state, store
from riverlight.devices.ports import READ_SECONDS, Port
from riverlight.errors import DeviceError
from riverlight.extras import import_extra

__all__ = ["TIME_SCALE", "EmulatedPico"]

TIME_SCALE = 30.0
"""Factor on the time-outs of a Pico."""

_LOOK_NS = 1_000_000
"""Emulated time between checks for room in the board's input buffer."""

_START_SECONDS = 10.0 * TIME_SCALE
_RUN_SECONDS = 10.0 * TIME_SCALE


class EmulatedPico(Closeable):
    """The emulated board; close it, or use it as a context manager.

    Args:
        uf2: the image: MicroPython 1.28 or newer for the Raspberry Pi Pico, as a UF2 file.
        on_progress: called during installation, as :data:`riverlight.devices.install.slots.Progress`.

    Raises:
        MissingExtra: rp2040py is not installed.
        DeviceError: the image does not start.
    """

    def __init__(self, uf2: Path, on_progress: Callable[[str, int, int], None]) -> None:
        boards, device = (import_extra(f"rp2040py.{name}", "rp2040py") for name in ("boards", "device"))
        if not uf2.is_file():
            raise DeviceError(f"There is no file {uf2}: name a UF2 of MicroPython for the Raspberry Pi Pico.")
        try:
            board = boards.resolve_firmware(boards.BOARDS["pico"], "micropython", str(uf2))
            self._device: Any = device.MicroPythonDevice(board=board)
            self._device.start_async(_START_SECONDS).result(_START_SECONDS)
        except Exception as error:
            raise DeviceError(f"The image {uf2} does not start in the emulator: {error}.") from error
        try:
            self._install(on_progress)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Halt the emulator."""
        self._device.stop()

    def run(self, code: str) -> str:
        """Run ``code`` at the board's REPL and return its output; raises DeviceError if it fails."""
        try:
            printed, failed = self._device.exec_async(code, _RUN_SECONDS).result(_RUN_SECONDS)
        except Exception as error:
            raise DeviceError(f"The emulated board does not answer: {error}.") from error
        if failed:
            raise DeviceError(f"The emulated board could not do it: {reason_of(failed)}.")
        text: str = printed.decode("utf-8", "replace")
        return text

    def _install(self, on_progress: Callable[[str, int, int], None]) -> None:
        release = compile_release(interpreter_of(self))
        flash = Flash(self)
        state = read_state(flash)
        if not is_current(flash, state, release):
            store(flash, state, release, on_progress)
        try:
            self._device.hard_reset_async(_START_SECONDS).result(_START_SECONDS)
        except Exception as error:
            raise DeviceError(f"The emulated board does not start again: {error}.") from error

    def open_port(self) -> Port:
        """Return the board's serial port, for :class:`riverlight.devices.link.Link`."""
        return _EmulatedPort(self._device)


class _EmulatedPort:
    """The emulated USB serial port.

    The emulator's queue to the board drops bytes that do not fit, so they wait here; a real board stalls the host
    instead.
    """

    def __init__(self, device: Any) -> None:
        self._device = device
        self._waiting = bytearray()  # to the board; used in the emulator's own thread only
        self._alarm = device.simulator.clock.create_alarm(self._send)
        self._came = threading.Condition()
        self._bytes = bytearray()
        device.cdc.on_serial_data = self._on_data

    def _on_data(self, data: bytes) -> None:
        with self._came:
            self._bytes += data
            self._came.notify_all()

    @property
    def in_waiting(self) -> int:
        """How many bytes a read would return at once."""
        with self._came:
            return len(self._bytes)

    def read(self, size: int = 1, /) -> bytes:
        """Return up to ``size`` bytes, after READ_SECONDS at the latest."""
        deadline = time.monotonic() + READ_SECONDS
        with self._came:
            while not self._bytes and time.monotonic() < deadline:
                self._came.wait(deadline - time.monotonic())
            data = bytes(self._bytes[:size])
            del self._bytes[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Pass ``data`` to the emulator, which handles it later."""

        def send() -> None:
            self._waiting.extend(data)
            self._send()

        self._device.simulator.schedule_threadsafe(send)
        return len(data)

    def _send(self) -> None:
        """Send as many bytes as fit; schedule another attempt if some are left."""
        queue = self._device.cdc.tx_fifo
        fitting = self._waiting[: queue.size - queue.item_count]
        del self._waiting[: len(fitting)]
        for byte in fitting:
            self._device.cdc.send_serial_byte(byte)
        if self._waiting:
            self._alarm.schedule(_LOOK_NS)

    def close(self) -> None:
        """Stop listening."""
        self._device.cdc.on_serial_data = None
