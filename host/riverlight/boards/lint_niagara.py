"""What makes a Niagara board sound for play: its river is known place by place (NIA-1, NIA-2), its banks by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.wording import listed
from shared_rules.niagara import COLOURS, NO_SITE, PLACE_NAMES, SITE_OF

__all__ = ["faults"]

_RIVER = (*PLACE_NAMES[:-1], "fall")
"""The first spaces of every Niagara board, in this order: the places of ``shared_rules.niagara``."""

_STEPS = (
    *(("shore", "M1"), ("M1", "M2"), ("M2", "M3"), ("M3", "M4"), ("M4", "M5")),
    *(("M5", "L6"), ("L6", "L7"), ("L7", "fall"), ("M5", "R6"), ("R6", "R7"), ("R7", "fall")),
)
_COUNTS = {"weather": 4, "berth": 10}
_WANTED = {
    "weather": "4 weather lights, −1, 0, +1 and +2",
    "berth": "10 berths, two of each seat in turn",
}

Spaces = Mapping[str, Mapping[str, Any]]


def faults(document: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each way in which a well-formed Niagara board is not sound for play."""
    spaces: Spaces = {space["id"]: space for space in document["spaces"]}
    found = list(_order(list(spaces)))
    if not found:
        found = [*_river(spaces), *_touches(spaces)]
    return [*found, *_banks(spaces), *_counts(spaces)]


def _order(ids: list[str]) -> Iterator[str]:
    for number, name in enumerate(_RIVER):
        got = ids[number] if number < len(ids) else "nothing"
        if got != name:
            yield f"Space number {number + 1} of a Niagara board is {name}, not {got}."
            return


def _river(spaces: Spaces) -> Iterator[str]:
    for number, name in enumerate(_RIVER):
        space = spaces[name]
        kind = name if name in ("shore", "fall") else "river"
        if space["kind"] != kind:
            yield f"Space {name} is of the kind {kind}, not {space['kind']}."
        colour = None if SITE_OF[number] == NO_SITE else COLOURS[SITE_OF[number]]
        if space.get("site") != colour:
            yield f"The site beside {name} is {colour or 'none'}, not {space.get('site', 'none')}."


def _touches(spaces: Spaces) -> Iterator[str]:
    beside: dict[str, set[str]] = {name: set() for name in spaces}
    for above, below in _STEPS:
        beside[above].add(below)
        beside[below].add(above)
    for name, space in spaces.items():
        touched = set(space.get("touches", ()))
        for other in sorted(beside[name] - touched):
            yield f"Space {name} touches {other} on the river, but not on this board."
        for other in sorted(touched - beside[name]):
            yield f"Space {name} touches {other} on this board, but not on the river."


def _banks(spaces: Spaces) -> Iterator[str]:
    """Yield a sentence unless there is a site of each colour, in their order."""
    sites = [(name, space.get("site")) for name, space in spaces.items() if space["kind"] == "site"]
    if [colour for _, colour in sites] != list(COLOURS):
        got = listed([f"{name} ({colour or 'no colour'})" for name, colour in sites]) or "none"
        yield f"A Niagara board has five sites, {', '.join(COLOURS)} in this order; this one has {got}."
    for name, space in spaces.items():
        if "site" in space and space["kind"] not in ("site", "river"):
            yield f"Space {name} has a colour, but only sites and the discs beside them have one."


def _counts(spaces: Spaces) -> Iterator[str]:
    for kind, wanted in _COUNTS.items():
        got = sum(space["kind"] == kind for space in spaces.values())
        if got != wanted:
            yield f"A Niagara board has {_WANTED[kind]}; this one has {got}."
    for name, space in spaces.items():
        if space["kind"] in ("shore", "river", "fall") and name not in _RIVER:
            yield f"Space {name} is of the kind {space['kind']}, but no place of the river."
