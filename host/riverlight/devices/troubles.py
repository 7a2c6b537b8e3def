"""The usual troubles between a board and this computer, found by looking, each with what to do about it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from riverlight.devices.ports import FoundPort

__all__ = ["RULE_NAME", "Finding", "Kind", "board_troubles", "holder_of", "no_permission", "udev_rule"]

RULE_NAME = "60-riverlight.rules"

_RULE_FOLDERS = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
_VOLUMES = ("media/*/*", "run/media/*/*", "Volumes/*")
_BOOTLOADER = ("2e8a", "0003")
_CIRCUITPYTHON = "239a"


Grade = Literal["ok", "note", "bad"]
"""``ok``; ``note``: works, but could be better; ``bad``: something will not work so."""


class Finding(NamedTuple):
    """Something found: ``sentence`` tells what it is, and what to do."""

    grade: Grade
    sentence: str


class Kind(NamedTuple):
    """What can be found: its grade, and its sentence with ``{fields}``. ``docs/troubleshooting.md`` tells of each."""

    grade: Grade
    sentence: str

    def found(self, **fields: object) -> Finding:
        """Return the finding with its fields filled in."""
        return Finding(self.grade, self.sentence.format(**fields))


_IN_BOOTLOADER = Kind("bad", "A Pico is in its bootloader: copy MicroPython's UF2 file onto its drive RPI-RP2.")
_RUNS_CIRCUITPYTHON = Kind(
    "bad",
    "A board runs CircuitPython, and Riverlight needs MicroPython: put MicroPython on it: hold BOOTSEL while plugging "
    "it in, and copy the UF2 file onto the drive.",
)
_NO_BOARD = Kind(
    "note",
    "No Raspberry Pi board is plugged in; the simulated Pico serves in its place. If one is plugged in, its cable may "
    "be for charging only: use one that carries data.",
)
_MODEMMANAGER = Kind(
    "note",
    "ModemManager types into fresh ports for some seconds: sudo cp {rule} /etc/udev/rules.d/ keeps it away from a "
    "Pico.",
)
_NO_PERMISSION = Kind(
    "bad",
    "This user may not open {port} ({board}): sudo cp {rule} /etc/udev/rules.d/, then sudo udevadm control --reload "
    "&& sudo udevadm trigger; or join the group that owns it, often dialout, and log in again.",
)


def udev_rule() -> Path:
    """Return the file of the udev rule: in an installed package beside it, in a checkout in ``hardware``."""
    package = Path(__file__).parents[1]
    shipped = package / "hardware" / RULE_NAME
    return shipped if shipped.is_file() else package.parents[1] / "hardware" / RULE_NAME


def no_permission(port: FoundPort) -> Finding:
    """Return what to do when this user may not open ``port``."""
    return _NO_PERMISSION.found(port=port.path, board=port.description, rule=udev_rule())


def board_troubles(ports: list[FoundPort], root: Path = Path("/")) -> Iterator[Finding]:
    """Look for the usual troubles.

    Args:
        ports: the serial ports there are.
        root: where this computer's files begin.
    """
    picos = [port for port in ports if port.is_pico]
    usb = list(_usb_devices(root))
    volumes = list(_volumes(root))
    if _BOOTLOADER in usb or any((volume / "INFO_UF2.TXT").is_file() for volume in volumes):
        yield _IN_BOOTLOADER.found()
    is_circuitpython = any(vendor == _CIRCUITPYTHON for vendor, _ in usb) or any(
        (volume / "boot_out.txt").is_file() for volume in volumes
    )
    if is_circuitpython or any("CircuitPython" in port.description for port in ports):
        yield _RUNS_CIRCUITPYTHON.found()
    if not picos and not is_circuitpython and _BOOTLOADER not in usb:
        yield _NO_BOARD.found()
    if _runs("ModemManager", root) and not any((root / folder / RULE_NAME).is_file() for folder in _RULE_FOLDERS):
        yield _MODEMMANAGER.found(rule=udev_rule())


def holder_of(path: str, root: Path = Path("/")) -> str:
    """Return the program that holds a port, as ``"picocom (process 4711)"``; "" where that cannot be seen."""
    for process in _processes(root):
        try:
            open_files = list((process / "fd").iterdir())
        except OSError:
            continue  # another user's
        for open_file in open_files:
            with contextlib.suppress(OSError):
                if os.readlink(open_file) == path and process.name != str(os.getpid()):  # noqa: PTH115 - as it stands
                    return f"{_name_of(process)} (process {process.name})"
    return ""


def _usb_devices(root: Path) -> Iterator[tuple[str, str]]:
    """Yield vendor and product of each USB device, where the system tells (Linux)."""
    for vendor in sorted(root.glob("sys/bus/usb/devices/*/idVendor")):
        with contextlib.suppress(OSError):
            yield vendor.read_text().strip(), vendor.with_name("idProduct").read_text().strip()


def _volumes(root: Path) -> Iterator[Path]:
    for pattern in _VOLUMES:
        yield from sorted(root.glob(pattern))


def _processes(root: Path) -> Iterator[Path]:
    return (path for path in root.glob("proc/*") if path.name.isdigit())


def _name_of(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "another program"


def _runs(name: str, root: Path) -> bool:
    return any(_name_of(process) == name for process in _processes(root))
