"""Wirings of makers: YAML as WireViz has it, and the netlists of KiCad."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from riverlight.errors import WiringError
from riverlight.workshop.wiring import WORKED, faults, make_build
from riverlight.workshop.wiring.read_wiring import read_wiring
from riverlight.workshop.wiring.write_wiring import wiring_text

from tests.host.workshop.wiring.netlists import netlist_of
from tests.tools.fuzz.mutate import in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_WORDS = (
    *("connectors:", "cables:", "connections:", "type:", "value:", "lights:", "feeds:", "gauge:", "length:", "order:"),
    *("pico", "strip", "resistor", "fuse", "supply", "block", "330", "4k7", "0.5", "24 AWG", "GRBW", "[1,", "1-4]"),
    *("U1:", "U1", "LS1", "W1", "GP22", "5V@1", "GND", "99999999999", "-1", "nan", "&a", "*a", "!!python/name:os"),
    *("(export", "(components", "(comp", "(nets", "(net", "(node", "(ref", "(pin", "(fields", "(field", ")", "))", "("),
)
_DEEP = 4000
_BOMB = "connectors: {U1: {type: &a0 [x]}}\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)
_BOMB = (_BOMB + "connections: [*a11]\n").encode()


@contextmanager
def _in_folder() -> Iterator[Run]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "own.yaml"
        yield lambda data: _read(path, data)


def _read(path: Path, data: bytes) -> bool:
    """Read a wiring and judge it."""
    path.write_bytes(data)
    try:
        build = read_wiring(path)
    except WiringError as error:
        demand_sentence(str(error).replace(str(path), "own.yaml"))
        return False
    found = [fault.sentence for fault in faults(build)]
    for sentence in found:
        demand_sentence(sentence)
    return not found


@cache
def _builds() -> tuple[bytes, ...]:
    return tuple(wiring_text(make_build(WORKED[name]())).encode() for name in WORKED)


@cache
def _netlists() -> tuple[bytes, ...]:
    return tuple(netlist_of(make_build(WORKED[name]())).encode() for name in WORKED)


TARGETS = (
    Target(
        "wiring-yaml",
        _builds,
        in_words(_WORDS),
        _in_folder,
        lambda: [
            b"[" * _DEEP,
            b"{a: " * _DEEP,
            b"a: &a [*a]",
            _BOMB,
            b"connectors: {U1: 1}",
            b"\xff",
            b"",
            b"9" * 5000,
        ],
        40,
    ),
    Target(
        "kicad-netlists",
        _netlists,
        in_words(_WORDS),
        _in_folder,
        lambda: [b"(" * _DEEP, b"(export" + b"()" * _DEEP + b")", b'("export")', b"(export (components (comp)))"],
        40,
    ),
)
