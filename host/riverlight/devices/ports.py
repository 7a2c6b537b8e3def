"""Serial ports: list them, identify the devices behind them, open one exclusively."""

from __future__ import annotations

import errno
import sys
import time
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from riverlight.devices import loopback, terminals
from riverlight.devices.replies import readable
from riverlight.errors import DeviceError, PortInUse
from riverlight.languages.text import text

try:
    import serial
    from serial.tools import list_ports
except ImportError as error:  # pyserial does not support this system's ports; the simulated Pico needs none
    _NO_PYSERIAL: ImportError | None = error
else:
    _NO_PYSERIAL = None

__all__ = [
    "READ_SECONDS",
    "WRITE_SECONDS",
    "BoardKind",
    "FoundPort",
    "Port",
    "found_ports",
    "kind_of",
    "open_serial",
]

READ_SECONDS = 0.05
"""How long a read waits for its first byte; timers are checked as often."""

WRITE_SECONDS = 1.0
"""How long a write waits for a device that does not read."""

_LOCK_SECONDS = 0.2  # a child process that is just starting may inherit a port and hold it until it runs exec
_LISTINGS = 3
"""Number of attempts to list the ports."""

_PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError, ImportError, *terminals.errors())
_BAUD = 115200  # ignored by USB; a real UART bridge would use it
_LONGEST_DESCRIPTION = 60
_RASPBERRY_PI = 0x2E8A
_MICROPYTHON_PICO = 0x0005
_CIRCUITPYTHON_PICO = 0x000B
_DEBUG_PROBES = ((_RASPBERRY_PI, 0x0004), (_RASPBERRY_PI, 0x000C))
_ADAFRUIT = 0x239A
_MICROPYTHON_SAYS = ("MicroPython", "Board in FS mode")  # manufacturer and product, if unchanged


class Port(Protocol):
    """The part of ``serial.Serial`` that the link needs from an open port."""

    @property
    def in_waiting(self) -> int:
        """How many bytes a read would return at once."""

    def read(self, size: int = 1, /) -> bytes:
        """Return up to ``size`` bytes, after READ_SECONDS at the latest."""

    def write(self, data: bytes, /) -> int | None:
        """Write all of ``data``; raise OSError if that fails."""

    def close(self) -> None:
        """Close the port."""


BoardKind = Literal["micropython", "circuitpython", "debug probe", "other"]
"""The kind of a USB device by its descriptors; ``other`` if they do not tell."""


@dataclass(frozen=True)
class FoundPort:
    """A serial port of this computer.

    Attributes:
        path: what pyserial opens.
        serial_number: of the USB device, empty if it has none; it does not change with the port's name.
        description: for people.
        kind: what the device says it is; only a board with MicroPython is ever probed without being asked.
        usb_ids: vendor and product.
        location: the USB socket, and which of the device's own ports this is.
    """

    path: str
    serial_number: str
    description: str
    kind: BoardKind
    usb_ids: tuple[int, int] = (0, 0)
    location: str = ""

    @property
    def is_micropython(self) -> bool:
        """Whether it is a board with MicroPython."""
        return self.kind == "micropython"


def found_ports() -> list[FoundPort]:
    """Return the serial ports that belong to USB devices, sorted by path.

    Raises:
        DeviceError: the system cannot list them.
    """
    ports = (_found(info) for info in _listed() if info.vid is not None)
    return sorted(ports, key=lambda port: port.path)


def _listed() -> list[Any]:
    if _NO_PYSERIAL is not None:
        return []
    reason: Exception | None = None
    for _attempt in range(_LISTINGS):
        try:
            return list(list_ports.comports())
        except (OSError, TypeError, ValueError) as error:  # by pyserial, if a device is unplugged meanwhile
            reason = error
    raise DeviceError(text("The serial ports of this computer cannot be listed: {error}.", error=reason))


def _found(info: Any) -> FoundPort:
    ids = (info.vid, info.pid)
    words = [getattr(info, name, None) or "" for name in ("manufacturer", "product", "interface")]
    kind = kind_of(*ids, *words)
    location = getattr(info, "location", None) or ""
    return FoundPort(info.device, info.serial_number or "", _description(info, kind), kind, ids, location)


def kind_of(vendor: int, product: int, *words: str) -> BoardKind:
    """Identify a USB device by its ids and descriptors."""
    said = " ".join(words)
    if (vendor, product) in _DEBUG_PROBES or "CMSIS-DAP" in said:
        return "debug probe"
    if "CircuitPython" in said or (vendor, product) == (_RASPBERRY_PI, _CIRCUITPYTHON_PICO):
        return "circuitpython"
    if (vendor, product) == (_RASPBERRY_PI, _MICROPYTHON_PICO) or any(each in said for each in _MICROPYTHON_SAYS):
        return "micropython"
    # Adafruit's boards have the same ids with either firmware; Windows reports its driver's maker, not the board's.
    return "circuitpython" if vendor == _ADAFRUIT and "Microsoft" not in said else "other"


def _description(info: Any, kind: BoardKind) -> str:
    maker = {_RASPBERRY_PI: "Raspberry Pi", _ADAFRUIT: "Adafruit"}.get(info.vid, "")
    if kind == "micropython":
        return "Raspberry Pi Pico" if info.vid == _RASPBERRY_PI else f"{maker} board with MicroPython".lstrip()
    if kind == "circuitpython":
        return "CircuitPython board"
    if kind == "debug probe":
        return "debug probe"
    return f"{maker} board" if maker else readable(info.description or "serial port", _LONGEST_DESCRIPTION)


def open_serial(path: str) -> Port:
    """Open a port exclusively, with DTR set, without which a Pico does not send.

    Raises:
        DeviceError: with the reason.
    """
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            if loopback.is_loopback(path):
                return loopback.OpenedPort(path, READ_SECONDS, WRITE_SECONDS)
            if _NO_PYSERIAL is not None:
                raise _NO_PYSERIAL
            port = serial.Serial(path, _BAUD, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True)
        except _PORT_ERRORS as error:
            if not _is_held(error) or time.monotonic() >= deadline:
                raise _refusal(path, error) from error
            time.sleep(READ_SECONDS)
        else:
            return cast("Port", port)


def _is_held(error: Exception) -> bool:
    return getattr(error, "errno", None) == errno.EBUSY or "exclusively lock" in str(error)


def _refusal(path: str, error: Exception) -> DeviceError:
    number = getattr(error, "errno", None)
    if sys.platform == "win32" and number is None:  # pyserial gives no errno there
        is_listed = any(port.path.upper() == path.upper() for port in found_ports())
        number = errno.EBUSY if is_listed else errno.ENOENT
    if not path:
        return DeviceError(text("The device is unplugged. Plug it in."))
    if number == errno.ENOENT:
        sentence = text("There is no port {path}. Plug the device in, or see 'riverlight device list'.", path=path)
    elif number in (errno.EACCES, errno.EPERM):
        sentence = text(
            "You have no permission to open {path}. Join the group that owns it, often dialout, and log in again.",
            path=path,
        )
    elif number == errno.EBUSY or _is_held(error):
        return PortInUse(text("The port {path} is in use by another program. Close that program first.", path=path))
    elif number in (errno.EIO, errno.ENXIO, errno.ENODEV):
        sentence = text("The device at {path} was disconnected. Plug it in again.", path=path)
    else:
        sentence = text("The port {path} cannot be opened as a serial port ({error}).", path=path, error=error)
    return DeviceError(sentence)
