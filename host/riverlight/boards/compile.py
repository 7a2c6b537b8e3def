"""Compile a board document to the binary format of ``shared_rules.board``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from riverlight.boards.kinds import BoardKind, kind_for
from shared_rules.board import GAMES, NONE, VERSION

__all__ = ["compile_board"]


def compile_board(document: Mapping[str, Any]) -> bytes:
    """Return the compiled form of a well-formed board document.

    An arrow without a target and a missing light or neighbour become ``NONE``. If several spaces name the same light
    or sensor, it is assigned to the first.
    """
    kind = kind_for(document["game"])
    codes = {name: code for code, name in enumerate(kind.space_kinds)}
    spaces = document["spaces"]
    index = {space["id"]: number for number, space in enumerate(spaces)}
    kinds = bytes(codes[space["kind"]] for space in spaces)
    data = bytes(kind.datum(space, index) for space in spaces)
    slots = [_slots(kind, space, index) for space in spaces]
    degree = max(map(len, slots))
    neighbours = b"".join(bytes(slot).ljust(degree, bytes([NONE])) for slot in slots)
    panels = _panels(document)
    head = b"RB" + bytes([VERSION, GAMES.index(kind.game), len(spaces), degree, len(panels)])
    chains = b"".join(_panel(name, lights) for name, lights in panels.items())
    return head + kinds + data + neighbours + chains + _sensors(spaces, list(panels))


def _slots(kind: BoardKind, space: Mapping[str, Any], index: Mapping[str, int]) -> list[int]:
    if kind.directions:
        exits = space.get("exits", {})
        return [index[exits[way]] if way in exits else NONE for way in kind.directions]
    return sorted({index[other] for other in space.get("touches", ())})


def _panels(document: Mapping[str, Any]) -> dict[str, bytearray]:
    """Return the space of each light by panel, panels in order of first mention."""
    lengths: dict[str, int] = {name: int(length) for name, length in document.get("panels", {}).items()}
    uses: list[tuple[str, int, int]] = []
    for number, space in enumerate(document["spaces"]):
        for name, lights in space.get("leds", {}).items():
            uses.extend((name, int(light), number) for light in lights)
            lengths[name] = max([lengths.get(name, 0), *(int(light) + 1 for light in lights)])
    panels = {name: bytearray([NONE]) * length for name, length in lengths.items()}
    for name, light, number in uses:
        if panels[name][light] == NONE:
            panels[name][light] = number
    return panels


def _sensors(spaces: Sequence[Mapping[str, Any]], panels: Sequence[str]) -> bytes:
    """Return panel and space of each sensor position; empty without sensors."""
    found: dict[int, bytes] = {}
    for number, space in enumerate(spaces):
        for panel, position in space.get("sensor", {}).items():
            if panel in panels:
                found.setdefault(int(position), bytes([panels.index(panel), number]))
    if not found:
        return b""
    count = max(found) + 1
    return count.to_bytes(2, "little") + b"".join(found.get(at, bytes([NONE, NONE])) for at in range(count))


def _panel(name: str, lights: Iterable[int]) -> bytes:
    shown = bytes(lights)
    return bytes([len(name)]) + name.encode("ascii") + len(shown).to_bytes(2, "little") + shown
