"""The interpreter for the simulated Pico: a real MicroPython if available, else this CPython.

A candidate's name is not trusted: it is started on a pseudo terminal and asked, through its raw REPL, for its version
and to run a viper function.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import select
import shutil
import sys
import time
from dataclasses import dataclass

from riverlight.devices import terminals

__all__ = ["CPYTHON", "Interpreter", "candidates", "find", "probe"]

MINIMUM = (1, 28)
"""The oldest MicroPython that the firmware supports."""

HEAP_BYTES = 224 * 1024
"""The heap of a Pico."""

PROBE_SECONDS = 10.0

_QUESTION = b"""\
import sys
import micropython
@micropython.viper
def viper(x: int) -> int:
    return x + 1
print("riverlight", sys.implementation.name, sys.implementation.version[0], sys.implementation.version[1], viper(41))
"""


@dataclass(frozen=True)
class Interpreter:
    """An interpreter for the firmware's files.

    Attributes:
        name: as ``"MicroPython 1.28"`` or ``"CPython 3.12"``.
        command: the command that starts it, to be followed by a script's path.
        is_micropython: whether it has a heap limit, a raw REPL and viper.
    """

    name: str
    command: tuple[str, ...]
    is_micropython: bool


CPYTHON = Interpreter(
    f"CPython {sys.version_info.major}.{sys.version_info.minor}",
    (sys.executable, "-I", "-B", "-X", "utf8"),
    is_micropython=False,
)
"""The fallback without MicroPython: it runs the same files, without the Pico's heap limit and raw REPL."""


def candidates() -> list[tuple[str, ...]]:
    """Return commands that might start a MicroPython here, most likely first."""
    found: list[tuple[str, ...]] = []
    if not terminals.are_available():
        return found
    if importlib.util.find_spec("micropython_unix") is not None:
        found.append((sys.executable, "-m", "micropython_unix"))
    installed = shutil.which("micropython")
    if installed is not None:
        found.append((installed,))
    return found


@functools.cache
def find() -> Interpreter:
    """Return the first candidate that passes the probe, else CPYTHON."""
    for command in candidates():
        interpreter = probe(command)
        if interpreter is not None:
            return interpreter
    return CPYTHON


def probe(command: tuple[str, ...]) -> Interpreter | None:
    """Return the MicroPython that ``command`` starts; None if it is not one, too old, or lacks raw REPL or viper."""
    command = (*command, "-X", f"heapsize={HEAP_BYTES // 1024}K", "-i")
    ours, its = terminals.open_raw()
    try:
        process = terminals.start_on_terminal(command, its)
        try:
            os.write(ours, b"\x01" + _QUESTION + b"\x04")
            answer = _read_answer(ours)
        finally:
            process.kill()
            process.wait()
    except OSError:
        return None
    finally:
        os.close(ours)
        os.close(its)
    match = re.search(rb"riverlight micropython (\d+) (\d+) 42\r?\n", answer)
    if match is None:
        return None
    version = (int(match[1]), int(match[2]))
    if version < MINIMUM:
        return None
    return Interpreter(f"MicroPython {version[0]}.{version[1]}", command, is_micropython=True)


def _read_answer(terminal: int) -> bytes:
    """Return the output up to the end of the raw REPL's answer, or that of PROBE_SECONDS."""
    answer = b""
    deadline = time.monotonic() + PROBE_SECONDS
    while answer.count(b"\x04") < 2 and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 4096)
            except OSError:
                break
            if not data:
                break
            answer += data
    return answer
