"""Common problems between a board and this computer, and how to fix each."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Literal, NamedTuple

from riverlight.devices.ports import FoundPort, kind_of

__all__ = ["RULE_NAME", "Finding", "Kind", "find_board_problems", "holder_of", "no_permission", "udev_rule"]

RULE_NAME = "60-riverlight.rules"

_RULE_FOLDERS = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
_VOLUMES = ("media/*/*", "run/media/*/*", "Volumes/*")
_BOOTLOADER = ("2e8a", "0003")
_PICO_2_BOOTLOADER = ("2e8a", "000f")


Grade = Literal["ok", "note", "bad"]
"""``ok``; ``note``: works, but could be better; ``bad``: something will not work."""


class Finding(NamedTuple):
    """A result of a check: ``sentence`` says what was found and how to fix it."""

    grade: Grade
    sentence: str


class Kind(NamedTuple):
    """A kind of finding: its grade and its sentence with ``{fields}``; ``docs/troubleshooting.md`` explains each."""

    grade: Grade
    sentence: str

    def found(self, **fields: object) -> Finding:
        """Return the finding with its fields filled in."""
        return Finding(self.grade, self.sentence.format(**fields))


_IN_BOOTLOADER = Kind("bad", "A Pico is in its bootloader: copy MicroPython's UF2 file onto its drive RPI-RP2.")
_PICO_2_IN_BOOTLOADER = Kind(
    "bad",
    "A Pico 2 is in its bootloader: copy MicroPython's UF2 file for the Pico 2 onto its drive RP2350.",
)
_DEBUG_PROBE = Kind("note", "A debug probe is plugged in and not used: the Pico needs its own USB cable.")
_RUNS_CIRCUITPYTHON = Kind(
    "bad",
    "A board runs CircuitPython, and Riverlight needs MicroPython: put MicroPython on it: hold BOOTSEL while plugging "
    "it in, and copy the UF2 file onto the drive.",
)
_NO_BOARD = Kind(
    "note",
    "No Raspberry Pi board is plugged in; the simulated Pico is used instead. If one is plugged in, its cable may be "
    "charge-only: use a data cable.",
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
    """Return the file of the udev rule: in an installed package next to this module, in a checkout in ``hardware``."""
    package = Path(__file__).parents[1]
    shipped = package / "hardware" / RULE_NAME
    return shipped if shipped.is_file() else package.parents[1] / "hardware" / RULE_NAME


def no_permission(port: FoundPort) -> Finding:
    """Return how to get permission to open ``port``."""
    return _NO_PERMISSION.found(port=port.path, board=port.description, rule=udev_rule())


def find_board_problems(ports: list[FoundPort], root: Path = Path("/")) -> Iterator[Finding]:
    """Find common problems.

    Args:
        ports: the serial ports of this computer.
        root: the root of its file system.
    """
    usb = list(_usb_devices(root))
    ids = [(vendor, product) for vendor, product, *_ in usb]
    kinds = {port.kind for port in ports} | {kind_of(int(at[0], 16), int(at[1], 16), *at[2:]) for at in usb}
    drives = [_text_of(volume / "INFO_UF2.TXT") for volume in _volumes(root)]
    is_pico_2_there = _PICO_2_BOOTLOADER in ids or any("RP2350" in drive for drive in drives)
    is_pico_there = _BOOTLOADER in ids or any("RP2" in drive and "RP2350" not in drive for drive in drives)
    is_circuitpython = "circuitpython" in kinds or any((at / "boot_out.txt").is_file() for at in _volumes(root))
    if is_pico_there:
        yield _IN_BOOTLOADER.found()
    if is_pico_2_there:
        yield _PICO_2_IN_BOOTLOADER.found()
    if is_circuitpython:
        yield _RUNS_CIRCUITPYTHON.found()
    if "debug probe" in kinds:
        yield _DEBUG_PROBE.found()
    if not any(port.is_micropython for port in ports) and not (is_pico_there or is_pico_2_there or is_circuitpython):
        yield _NO_BOARD.found()
    if _runs("ModemManager", root) and not any((root / folder / RULE_NAME).is_file() for folder in _RULE_FOLDERS):
        yield _MODEMMANAGER.found(rule=udev_rule())


def holder_of(path: str, root: Path = Path("/")) -> str:
    """Return the program that has a port open, as ``"picocom (process 4711)"``; "" if unknown."""
    for process in _processes(root):
        try:
            open_files = list((process / "fd").iterdir())
        except OSError:
            continue  # another user's
        for open_file in open_files:
            with contextlib.suppress(OSError):
                if os.readlink(open_file) == path and process.name != str(os.getpid()):  # noqa: PTH115 - unresolved
                    return f"{_name_of(process)} (process {process.name})"
    return ""


def _usb_devices(root: Path) -> Iterator[tuple[str, ...]]:
    """Yield vendor, product and descriptor strings of each USB device, where the system lists them (Linux)."""
    for vendor in sorted(root.glob("sys/bus/usb/devices/*/idVendor")):
        device = vendor.parent
        ids = _text_of(vendor), _text_of(device / "idProduct")
        if all(ids):
            yield *ids, _text_of(device / "manufacturer"), _text_of(device / "product")


def _text_of(path: Path) -> str:
    """Return the content of a small system file; "" if it cannot be read."""
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def _volumes(root: Path) -> Iterator[Path]:
    for pattern in _VOLUMES:
        yield from sorted(root.glob(pattern))
    if sys.platform == "win32":
        yield from (drive for letter in ascii_uppercase if (drive := Path(f"{letter}:/")).is_dir())


def _processes(root: Path) -> Iterator[Path]:
    return (path for path in root.glob("proc/*") if path.name.isdigit())


def _name_of(process: Path) -> str:
    return _text_of(process / "comm") or "another program"


def _runs(name: str, root: Path) -> bool:
    return any(_name_of(process) == name for process in _processes(root))
