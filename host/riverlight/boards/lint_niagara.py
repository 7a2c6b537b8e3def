"""What makes a Niagara board sound for play: its river is known place by place (NIA-1, NIA-2), its banks by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.wording import gem_name, kind_name, listed
from riverlight.languages.text import series, text
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
    "weather": text("4 weather lights, −1, 0, +1 and +2"),
    "berth": text("10 berths, two of each seat in turn"),
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
        got = ids[number] if number < len(ids) else text("nothing")
        if got != name:
            yield text(
                "Space number {number} of a Niagara board is {space}, not {other}.",
                number=number + 1,
                space=name,
                other=got,
            )
            return


def _river(spaces: Spaces) -> Iterator[str]:
    for number, name in enumerate(_RIVER):
        space = spaces[name]
        kind = name if name in ("shore", "fall") else "river"
        if space["kind"] != kind:
            yield text(
                "Space {space} is of the kind {kind}, not {other}.",
                space=name,
                kind=kind_name(kind),
                other=kind_name(space["kind"]),
            )
        colour = None if SITE_OF[number] == NO_SITE else COLOURS[SITE_OF[number]]
        if space.get("site") != colour:
            yield text(
                "The site beside {space} is {colour}, not {other}.",
                space=name,
                colour=_site_name(colour),
                other=_site_name(space.get("site")),
            )


def _site_name(colour: str | None) -> str:
    return text("none") if colour is None else gem_name(colour)


def _touches(spaces: Spaces) -> Iterator[str]:
    beside: dict[str, set[str]] = {name: set() for name in spaces}
    for above, below in _STEPS:
        beside[above].add(below)
        beside[below].add(above)
    for name, space in spaces.items():
        touched = set(space.get("touches", ()))
        for other in sorted(beside[name] - touched):
            yield text("Space {space} touches {other} on the river, but not on this board.", space=name, other=other)
        for other in sorted(touched - beside[name]):
            yield text("Space {space} touches {other} on this board, but not on the river.", space=name, other=other)


def _banks(spaces: Spaces) -> Iterator[str]:
    """Yield a sentence unless there is a site of each colour, in their order."""
    sites = [(name, space.get("site")) for name, space in spaces.items() if space["kind"] == "site"]
    if [colour for _, colour in sites] != list(COLOURS):
        got = listed([_site(name, colour) for name, colour in sites]) or text("none")
        yield text(
            "A Niagara board has five sites, {colours} in this order; this one has {sites}.",
            colours=series([gem_name(colour) for colour in COLOURS]),
            sites=got,
        )
    for name, space in spaces.items():
        if "site" in space and space["kind"] not in ("site", "river"):
            yield text("Space {space} has a colour, but only sites and the discs beside them have one.", space=name)


def _site(name: str, colour: str | None) -> str:
    told = text("no colour") if colour is None else gem_name(colour)
    return text("{space} ({colour})", space=name, colour=told)


def _counts(spaces: Spaces) -> Iterator[str]:
    for kind, wanted in _COUNTS.items():
        got = sum(space["kind"] == kind for space in spaces.values())
        if got != wanted:
            yield text("A Niagara board has {wanted}; this one has {number}.", wanted=_WANTED[kind], number=got)
    for name, space in spaces.items():
        if space["kind"] in ("shore", "river", "fall") and name not in _RIVER:
            yield text(
                "Space {space} is of the kind {kind}, but no place of the river.",
                space=name,
                kind=kind_name(space["kind"]),
            )
