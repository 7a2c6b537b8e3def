"""``riverlight doctor --report``: Markdown for a bug report, anonymised."""

from __future__ import annotations

import getpass
import os
import platform
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from riverlight import __version__
from riverlight.boards.files import shipped_ids
from riverlight.boards.saved import saved_ids
from riverlight.devices import interpreter
from riverlight.devices.client import DeviceClient
from riverlight.devices.diagnosis import Finding
from riverlight.devices.ports import FoundPort, open_serial
from riverlight.errors import DeviceError
from shared_rules.line import PROTOCOL

__all__ = ["report"]

_HELLO_SECONDS: Final = 2.0
_CRASH_SECONDS: Final = 0.5
_IS_OF_USERS: Final = re.compile(r"^(?!.*extra ==)|.*extra == .(?:device|raspberry|emulator|laser|hardware)\b").match
_PULSE_WORDS: Final = {"bad": "damaged lines", "lost": "lost lines", "free": "free bytes", "up": "milliseconds up"}


def report(findings: Iterable[Finding], ports: Iterable[FoundPort]) -> str:
    """Return the report.

    Args:
        findings: the findings of ``riverlight doctor``.
        ports: the serial ports; only boards with MicroPython are opened.
    """
    lines = ["### Riverlight report", "", *(f"- {line}" for line in _versions()), "", "### Devices", ""]
    lines += [f"- {line}" for port in ports if port.is_micropython for line in _device(port)] or ["- none plugged in"]
    lines += ["", "### Findings", "", *(f"- {finding.grade}: {finding.sentence}" for finding in findings)]
    return _without_names("\n".join(lines) + "\n")


def _versions() -> Iterator[str]:
    yield f"Riverlight {__version__}, protocol {PROTOCOL}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{python}, simulated Pico under {interpreter.find().name}"
    required = [each for each in metadata.requires("riverlight") or () if _IS_OF_USERS(each)]
    names = sorted(re.split(r"[^\w.-]", each)[0] for each in required)
    yield "packages: " + ", ".join(f"{name} {found}" for name in dict.fromkeys(names) if (found := _version_of(name)))
    settings = sorted(name for name in os.environ if name.startswith("RIVERLIGHT_"))
    yield "settings of the environment: " + (", ".join(settings) or "none")
    yield f"boards: {len(shipped_ids())} shipped, {len(saved_ids())} of one's own"


def _version_of(package: str) -> str:
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    return ""


def _device(port: FoundPort) -> Iterator[str]:
    """Yield the versions, effective settings and last faults of a board."""
    yield f"{port.description}, USB {port.usb_ids[0]:04x}:{port.usb_ids[1]:04x}"
    try:
        with DeviceClient(open_serial(port.path), port.path) as client:
            hello = client.hello(_HELLO_SECONDS)
            if hello is None:
                yield "no answer"
                return
            yield f"firmware {hello.get('f')}, protocol {hello.get('v')}, map {hello.get('h') or 'none'}"
            yield f"lights: {hello.get('l')}"
            if "fault" in hello:
                yield f"fault: {hello['fault'].sentence}"
            crash = client.wait({"crash"}, _CRASH_SECONDS)
            if crash is not None:
                yield f"crash: {crash.get('e')}"
            pulse = client.pulse()
            yield ", ".join(f"{word}: {pulse[key]}" for key, word in _PULSE_WORDS.items() if key in pulse)
            yield f"limits and current in mA: {pulse.get('ma')}"
    except DeviceError as error:
        yield f"error: {error}"


def _without_names(text: str) -> str:
    """Replace the user's home folder and name in a text."""
    with suppress(RuntimeError):  # no home folder
        text = text.replace(str(Path.home()), "~")
    with suppress(OSError, KeyError, ImportError):
        user = getpass.getuser()
        if len(user) > 1 and user != "root":
            text = re.sub(rf"\b{re.escape(user)}\b", "USER", text)
    return re.sub(r"(?i)\b[0-9a-f]{16}\b", "NUMBER", text)  # a Pico's serial number
