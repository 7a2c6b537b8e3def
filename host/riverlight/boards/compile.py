"""From a board document to the few bytes that ``shared_rules.board`` reads: there the format is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shared_rules.board import GAMES, NONE, VERSION
from shared_rules.niagara import COLOURS as GEM_COLOURS
from shared_rules.pyramid import DIRECTIONS

__all__ = ["COLOURS", "KINDS", "TREASURE_COLOURS", "compiled"]

KINDS = {
    "canyon": ("start", "water", "current", "landing", "cave", "waterfall"),
    "niagara": ("shore", "river", "fall", "site", "weather", "berth"),
    "pyramid": ("chamber", "treasure", "entrance", "sarcophagus"),
}
"""The words for the kinds of spaces of each game, in the order of their codes in ``shared_rules.board``."""

TREASURE_COLOURS = ("red", "blue", "white", "yellow", "green")

COLOURS = {"niagara": GEM_COLOURS, "pyramid": TREASURE_COLOURS}
"""The words for the colours of gem sites and of treasures, in the order of their codes."""


def compiled(document: Mapping[str, Any]) -> bytes:
    """Return the compiled form of a well-formed board document.

    An arrow that leads nowhere, and a light or a neighbour that is not there, become ``NONE``. Where several spaces
    name one light, the first has it.
    """
    game = document["game"]
    spaces = document["spaces"]
    index = {space["id"]: number for number, space in enumerate(spaces)}
    kinds = bytes(KINDS[game].index(space["kind"]) for space in spaces)
    data = bytes(_datum(game, space, index) for space in spaces)
    slots = [_slots(game, space, index) for space in spaces]
    degree = max(map(len, slots))
    neighbours = b"".join(bytes(slot).ljust(degree, bytes([NONE])) for slot in slots)
    panels = _panels(document)
    head = b"RB" + bytes([VERSION, GAMES.index(game), len(spaces), degree, len(panels)])
    return head + kinds + data + neighbours + b"".join(_panel(name, lights) for name, lights in panels.items())


def _datum(game: str, space: Mapping[str, Any], index: Mapping[str, int]) -> int:
    if game == "canyon":
        return index.get(space.get("flow", ""), NONE) if space["kind"] == "current" else NONE
    colour = space.get("site" if game == "niagara" else "colour")
    return COLOURS[game].index(colour) if colour else NONE


def _slots(game: str, space: Mapping[str, Any], index: Mapping[str, int]) -> list[int]:
    if game == "pyramid":
        exits = space.get("exits", {})
        return [index[exits[way]] if way in exits else NONE for way in DIRECTIONS]
    return sorted({index[other] for other in space.get("touches", ())})


def _panels(document: Mapping[str, Any]) -> dict[str, bytearray]:
    """Return for each panel, in order of first mention, the space of each light."""
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


def _panel(name: str, lights: Iterable[int]) -> bytes:
    shown = bytes(lights)
    return bytes([len(name)]) + name.encode("ascii") + len(shown).to_bytes(2, "little") + shown
