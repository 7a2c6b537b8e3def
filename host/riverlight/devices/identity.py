"""Recognises one device after an unplug, whatever its port is called, and never opens another.

The system names ports in the order in which devices appear: after an unplug the same board may be ``ttyACM1`` or
``COM5``, and another device may get its old name. A known device is recognised only by its USB ids and serial number;
without a serial number, or with one that several devices share, the USB socket must be the same.
"""

from __future__ import annotations

import os
import sys

from riverlight.devices import ports
from riverlight.devices.ports import FoundPort, Port
from riverlight.devices.replies import readable
from riverlight.errors import DeviceError
from riverlight.languages.text import text

__all__ = ["KnownDevice"]

_LONGEST_NUMBER = 40
"""Characters of a serial number to show."""


class KnownDevice:
    """The device at a port.

    Args:
        path: its port as a person names it: a path, a name such as ``COM3``, or a link such as ``/dev/serial/by-id/…``.
            The device found there first is the one to recognise; a port without a USB device, such as a pseudo
            terminal, is recognised by its name alone.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: FoundPort | None = None
        self._has_twin = False

    def find(self) -> str:
        """Return the current path of the device's port.

        Raises:
            DeviceError: the device is missing, or Riverlight does not run on it.
        """
        found = ports.found_ports()
        if self._known is None:
            port = next((port for port in found if _is_named(port, self._path)), None)
            if port is None:
                return self._path
            _refuse_strangers(port)
            self._has_twin = any(_is_same(port, other) for other in found if not _is_sibling(port, other))
        else:
            port = self._recognise(found, self._known)
        self._known = port
        return port.path

    def open(self) -> Port:
        """Open the device's port.

        Raises:
            DeviceError: the device is missing, or its port cannot be opened.
        """
        while True:
            path = self.find()
            port = ports.open_serial(path)
            try:
                is_still_there = self.find() == path
            except DeviceError:
                port.close()
                raise
            if is_still_there:
                return port
            port.close()  # it was unplugged meanwhile, and another device got its name

    def _recognise(self, found: list[FoundPort], known: FoundPort) -> FoundPort:
        same = [port for port in found if _is_same(port, known)]
        at_its_socket = [port for port in same if port.location and port.location == known.location]
        if at_its_socket:
            self._has_twin = self._has_twin or any(not _is_sibling(known, port) for port in same)
            return at_its_socket[0]
        if known.serial_number and not self._has_twin:
            same = [port for port in same if _interface(port) == _interface(known)]
        else:
            same = [port for port in same if not known.location and port.path == known.path]
        if len(same) == 1:
            return same[0]
        raise _missing(known, self._path)


def _is_named(port: FoundPort, path: str) -> bool:
    if sys.platform == "win32":
        return port.path.upper() == path.upper().removeprefix("\\\\.\\")
    # macOS has each port twice, as /dev/tty.* and /dev/cu.*; the second, for calling out, is listed.
    names = {path, os.path.realpath(path), path.replace("/dev/tty.", "/dev/cu.")}
    return port.path in names or os.path.realpath(port.path) in names


def _is_same(port: FoundPort, known: FoundPort) -> bool:
    return (port.usb_ids, port.serial_number) == (known.usb_ids, known.serial_number)


def _interface(port: FoundPort) -> str:
    """Return which of a device's own ports this is: ``1.2`` of ``1-4:1.2``; "" if it has only one."""
    return port.location.partition(":")[2]


def _is_sibling(port: FoundPort, other: FoundPort) -> bool:
    """Return whether both are ports of one device."""
    return port.location.partition(":")[0] == other.location.partition(":")[0]


def _refuse_strangers(port: FoundPort) -> None:
    if port.kind == "debug probe":
        raise DeviceError(
            text(
                "{port} is a debug probe. Connect the Pico with its own USB cable, and see 'riverlight device list'.",
                port=port.path,
            )
        )
    if port.kind == "circuitpython":
        raise DeviceError(
            text("The device at {port} runs CircuitPython, but Riverlight needs MicroPython.", port=port.path)
        )


def _missing(known: FoundPort, path: str) -> DeviceError:
    if known.serial_number:
        return DeviceError(
            text(
                "The device at {port} is not connected. Plug in the one with serial number {number}; if there are "
                "several, use the same USB socket as before. Other devices are left alone.",
                port=path,
                number=readable(known.serial_number, _LONGEST_NUMBER),
            )
        )
    return DeviceError(
        text("The device at {port} is not connected. Plug it into the same USB socket as before.", port=path)
    )
