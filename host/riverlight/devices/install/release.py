"""A firmware release: the firmware and the shared rules, compiled for a board's interpreter."""

from __future__ import annotations

import subprocess
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import firmware
import shared_rules
from riverlight.devices import interpreter as interpreters
from riverlight.devices.install.repl import Prompt, unexpected, value_of
from riverlight.errors import DeviceError
from riverlight.extras import import_extra
from riverlight.folders import PassingFolder

__all__ = ["Interpreter", "Release", "compile_release", "interpreter_of", "sources"]

_ARCHITECTURES = (
    "",
    "x86",
    "x64",
    "armv6",
    "armv6m",
    "armv7m",
    "armv7em",
    "armv7emsp",
    "armv7emdp",
    "xtensa",
    "xtensawin",
    "rv32imc",
)
_PLATFORMS = ("rp2", "linux", "darwin")  # the last two are simulated Picos

_ROOT_MODULE = "root_main.py"
_LONGEST_WORD = 20

_QUESTION = """\
import sys
i = sys.implementation
print(repr((i.name, tuple(i.version)[:3], getattr(i, '_mpy', 0), sys.platform)))
"""


@dataclass(frozen=True)
class Interpreter:
    """A board's interpreter.

    Attributes:
        version: as ``(1, 28, 0)``.
        mpy: its ``sys.implementation._mpy``: version and architecture of compiled files.
    """

    version: tuple[int, ...]
    mpy: int

    @property
    def architecture(self) -> str:
        """mpy-cross's name for the architecture, "" if it runs no native code."""
        number = self.mpy >> 10 & 0x0F
        return _ARCHITECTURES[number] if number < len(_ARCHITECTURES) else ""


def interpreter_of(prompt: Prompt) -> Interpreter:
    """Ask a board for its interpreter.

    Raises:
        DeviceError: with a sentence, if the firmware does not run on it.
    """
    name, version, mpy, platform = _answer(value_of(prompt, _QUESTION))
    number = ".".join(str(part) for part in version)
    oldest = ".".join(str(part) for part in interpreters.MINIMUM)
    if name != "micropython":
        raise DeviceError(f"The board runs {name} {number}: put MicroPython {oldest} or newer on it first.")
    if version[:2] < interpreters.MINIMUM:
        raise DeviceError(f"The board runs MicroPython {number}: Riverlight needs {oldest} or newer, so update it.")
    if platform not in _PLATFORMS:
        raise DeviceError(f"The board is of the kind {platform}: the firmware is for a Raspberry Pi Pico (rp2).")
    found = Interpreter(tuple(version), mpy)
    if not found.architecture:
        raise DeviceError(f"The board's MicroPython {number} takes no machine code, which the firmware needs.")
    return found


def _answer(told: Any) -> tuple[str, tuple[int, ...], int, str]:
    """Return the four parts of an answer to _QUESTION; raise DeviceError if it is not one."""
    kinds = (str, tuple, int, str)
    if not (isinstance(told, tuple) and len(told) == len(kinds) and all(map(isinstance, told, kinds))):
        raise unexpected(told)
    name, version, mpy, platform = told
    is_version = 1 <= len(version) <= 3 and all(isinstance(part, int) and 0 <= part < 1000 for part in version)
    if not (is_version and all(word.isprintable() and len(word) <= _LONGEST_WORD for word in (name, platform))):
        raise unexpected(told)
    return name, version, mpy, platform


@dataclass(frozen=True)
class Release:
    """The files of one version.

    Attributes:
        files: the files of a slot by their path in it, as ``firmware/main.mpy``.
        root: the content of ``main.py`` in the root.
    """

    files: dict[str, bytes]
    root: bytes


def sources() -> tuple[dict[str, Path], Path]:
    """Return the modules of a slot by path without suffix, and the module for the root."""
    modules: dict[str, Path] = {}
    for package in (firmware, shared_rules):
        home = Path(str(package.__file__)).parent
        modules |= {f"{home.name}/{path.stem}": path for path in sorted(home.glob("*.py")) if path.name != _ROOT_MODULE}
    return modules, Path(str(firmware.__file__)).with_name(_ROOT_MODULE)


def compile_release(interpreter: Interpreter) -> Release:
    """Compile everything.

    Raises:
        MissingExtra: mpy-cross is not installed.
        DeviceError: mpy-cross makes files that the board cannot load.
    """
    compiler = import_extra("mpy_cross", "mpy-cross")
    compiler.fix_perms()
    modules, root = sources()
    with PassingFolder("mpy") as folder, ThreadPoolExecutor(2) as pool:

        def compiled(name: str) -> bytes:
            made = folder.path / f"{name.replace('/', '.')}.mpy"
            words = (f"-march={interpreter.architecture}", "-s", f"{name}.py", "-o", str(made), str(modules[name]))
            process = compiler.run(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            told = process.communicate()[0].decode("utf-8", "replace").strip()
            if process.returncode != 0:
                raise DeviceError(f"mpy-cross cannot compile {name}.py: {told.rpartition(chr(10))[2]}.")
            return made.read_bytes()

        files = dict(zip((f"{name}.mpy" for name in modules), pool.map(compiled, modules), strict=True))
    _check(files.values(), interpreter)
    return Release(files, root.read_bytes())


def _check(contents: Collection[bytes], interpreter: Interpreter) -> None:
    """Check that the board can load the files: the version, and for native code the sub-version too."""
    wanted = interpreter.mpy & 0xFF, interpreter.mpy >> 8 & 3
    # Files without native code have sub-version 0 and load anywhere.
    made = max(content[1] for content in contents), max(content[2] & 3 for content in contents)
    if made != wanted:
        number = ".".join(str(part) for part in interpreter.version)
        raise DeviceError(
            f"mpy-cross makes files of version {made[0]}.{made[1]}, the board's MicroPython {number} loads "
            f"{wanted[0]}.{wanted[1]}: install the mpy-cross of the board's version."
        )
