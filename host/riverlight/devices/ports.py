"""Serial ports: which there are, opening one for this program alone, finding one again under another name."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

import serial
from serial.tools import list_ports

from riverlight.errors import DeviceError
from riverlight.languages.text import text

try:
    from termios import error as _terminal_error
except ImportError:  # not on Windows
    _PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError)
else:
    _PORT_ERRORS = (OSError, ValueError, _terminal_error)

__all__ = ["READ_SECONDS", "FoundPort", "Port", "follower", "found_ports", "open_serial", "reopener"]

READ_SECONDS = 0.05
"""How long a read waits for its first byte: timers are looked at as often."""

_WRITE_SECONDS = 1.0
_LOCK_SECONDS = 0.2  # a program that this one is just starting holds a port just closed until it has begun
_BAUD = 115200  # USB has none; a real UART bridge would use this
_RASPBERRY_PI = 0x2E8A
_MICROPYTHON_PICO = 0x0005
_ADAFRUIT = 0x239A


class Port(Protocol):
    """What the link needs of an open port; ``serial.Serial`` has it."""

    @property
    def in_waiting(self) -> int:
        """How many bytes a read would give at once."""

    def read(self, size: int = 1, /) -> bytes:
        """Return up to ``size`` bytes, after READ_SECONDS at the latest."""

    def write(self, data: bytes, /) -> int | None:
        """Write all of ``data``; raise OSError when it cannot be done."""

    def close(self) -> None:
        """Give the port back."""


@dataclass(frozen=True)
class FoundPort:
    """A serial port of this computer.

    Attributes:
        path: what pyserial opens.
        serial_number: of the USB device, empty where it has none; it stays when the port's name changes.
        description: for people.
        is_pico: whether its USB ids are those of a Raspberry Pi board.
    """

    path: str
    serial_number: str
    description: str
    is_pico: bool


def found_ports() -> list[FoundPort]:
    """Return the serial ports that belong to USB devices, sorted by path."""
    ports = (_found(info) for info in list_ports.comports() if info.vid is not None)
    return sorted(ports, key=lambda port: port.path)


def _found(info: Any) -> FoundPort:
    if info.vid == _RASPBERRY_PI:
        kind = "Raspberry Pi Pico" if info.pid == _MICROPYTHON_PICO else "Raspberry Pi board"
    elif info.vid == _ADAFRUIT:
        kind = "CircuitPython board"
    else:
        kind = info.description or "serial port"
    return FoundPort(info.device, info.serial_number or "", kind, info.vid == _RASPBERRY_PI)


def open_serial(path: str) -> Port:
    """Open a port for this program alone, with DTR set, without which a Pico does not answer.

    Raises:
        DeviceError: with a sentence on what stands in the way.
    """
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            port = serial.Serial(path, _BAUD, timeout=READ_SECONDS, write_timeout=_WRITE_SECONDS, exclusive=True)
        except _PORT_ERRORS as error:
            if not _is_held(error) or time.monotonic() >= deadline:
                raise DeviceError(_why_not(path, error)) from error
            time.sleep(READ_SECONDS)
        else:
            return cast("Port", port)


def _is_held(error: Exception) -> bool:
    return getattr(error, "errno", None) == errno.EBUSY or "exclusively lock" in str(error)


def _why_not(path: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if not path:
        return text("The device is unplugged: plug it in.")
    if number == errno.ENOENT:
        return text("There is no port {path}: plug the board in, or see 'riverlight device list'.", path=path)
    if number in (errno.EACCES, errno.EPERM):
        return text(
            "This user may not open {path}: join the group that owns it, often dialout, and log in again.", path=path
        )
    if _is_held(error):
        return text("The port {path} is held by another program: close it there first.", path=path)
    if number in (errno.EIO, errno.ENXIO, errno.ENODEV):
        return text("The device behind {path} has gone: plug it in again.", path=path)
    return text("The port {path} cannot be opened as a serial port ({error}).", path=path, error=error)


def reopener(path: str) -> Callable[[], Port]:
    """Return a function that opens the port at ``path``, and after an unplug the one with the same USB serial number.

    It raises DeviceError as :func:`open_serial` does.
    """
    where = follower(path)
    return lambda: open_serial(where())


def follower(path: str) -> Callable[[], str]:
    """Return a function that tells the path of the device at ``path``, which an unplug or a restart may change.

    It is known again by its USB serial number, where it has one.
    """
    serial_number = ""

    def where() -> str:
        nonlocal serial_number
        ports = found_ports()
        now_at = path
        if serial_number:
            now_at = next((port.path for port in ports if port.serial_number == serial_number), path)
        serial_number = next((port.serial_number for port in ports if port.path == now_at), serial_number)
        return now_at

    return where
