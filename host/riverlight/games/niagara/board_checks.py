"""Checks whether a Niagara board is ready to play: its river space by space (NIA-1, NIA-2), its banks by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.problems import Problem
from riverlight.boards.wording import listed
from riverlight.games.niagara.board import SPACE_KINDS
from riverlight.games.niagara.options import GEM_TITLES
from riverlight.languages.text import series, text
from shared_rules.niagara import COLOURS, NO_SITE, PLACE_NAMES, SITE_OF

__all__ = ["find_problems"]

_RIVER = (*PLACE_NAMES[:-1], "fall")
"""The first spaces of every Niagara board in order: the places of ``shared_rules.niagara``."""

_STEPS = (
    *(("shore", "M1"), ("M1", "M2"), ("M2", "M3"), ("M3", "M4"), ("M4", "M5")),
    *(("M5", "L6"), ("L6", "L7"), ("L7", "fall"), ("M5", "R6"), ("R6", "R7"), ("R7", "fall")),
)
_COUNTS = {"weather": 4, "berth": 10}
_WANTED = {"weather": text("4 weather lights, −1, 0, +1 and +2"), "berth": text("10 berths, two of each seat in turn")}

Spaces = Mapping[str, Mapping[str, Any]]


def find_problems(document: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of a valid Niagara board that keep it from being played."""
    spaces: Spaces = {space["id"]: space for space in document["spaces"]}
    found = list(_order(list(spaces)))
    if not found:
        found = [*_river(spaces), *_touches(spaces)]
    return [*found, *_banks(spaces), *_counts(spaces)]


def _order(ids: list[str]) -> Iterator[Problem]:
    for number, name in enumerate(_RIVER):
        got = ids[number] if number < len(ids) else text("nothing")
        if got != name:
            sentence = text(
                "Space number {number} of a Niagara board must be {space}, not {other}.",
                number=number + 1,
                space=name,
                other=got,
            )
            yield Problem("spaces", "order", sentence, tuple(ids[number : number + 1]))
            return


def _river(spaces: Spaces) -> Iterator[Problem]:
    for number, name in enumerate(_RIVER):
        space = spaces[name]
        kind = name if name in ("shore", "fall") else "river"
        if space["kind"] != kind:
            sentence = text(
                "Space {space} must be of the kind {kind}, not {other}.",
                space=name,
                kind=SPACE_KINDS[kind],
                other=SPACE_KINDS[space["kind"]],
            )
            yield Problem("spaces", "river-kind", sentence, (name,))
        colour = None if SITE_OF[number] == NO_SITE else COLOURS[SITE_OF[number]]
        if space.get("site") != colour:
            sentence = text(
                "The site next to {space} must be {colour}, not {other}.",
                space=name,
                colour=_site_name(colour),
                other=_site_name(space.get("site")),
            )
            yield Problem("spaces", "river-site", sentence, (name,))


def _site_name(colour: str | None) -> str:
    return text("none") if colour is None else GEM_TITLES[colour]


def _touches(spaces: Spaces) -> Iterator[Problem]:
    beside: dict[str, set[str]] = {name: set() for name in spaces}
    for above, below in _STEPS:
        beside[above].add(below)
        beside[below].add(above)
    for name, space in spaces.items():
        touched = set(space.get("touches", ()))
        for other in sorted(beside[name] - touched):
            sentence = text(
                "Space {space} touches {other} on the river, but not on this board.", space=name, other=other
            )
            yield Problem("links", "missing-link", sentence, (name, other))
        for other in sorted(touched - beside[name]):
            sentence = text(
                "Space {space} touches {other} on this board, but not on the river.", space=name, other=other
            )
            yield Problem("links", "extra-link", sentence, (name, other))


def _banks(spaces: Spaces) -> Iterator[Problem]:
    """Yield a problem unless there is a site of each colour, in their order."""
    sites = [(name, space.get("site")) for name, space in spaces.items() if space["kind"] == "site"]
    if [colour for _, colour in sites] != list(COLOURS):
        got = listed([_site(name, colour) for name, colour in sites]) or text("none")
        sentence = text(
            "A Niagara board must have five sites, {colours} in this order; this one has {sites}.",
            colours=series([GEM_TITLES[colour] for colour in COLOURS]),
            sites=got,
        )
        yield Problem("spaces", "sites", sentence, tuple(name for name, _ in sites))
    for name, space in spaces.items():
        if "site" in space and space["kind"] not in ("site", "river"):
            sentence = text(
                "Space {space} has a colour, but only sites and the discs next to them have one.", space=name
            )
            yield Problem("spaces", "extra-colour", sentence, (name,))


def _site(name: str, colour: str | None) -> str:
    told = text("no colour") if colour is None else GEM_TITLES[colour]
    return text("{space} ({colour})", space=name, colour=told)


def _counts(spaces: Spaces) -> Iterator[Problem]:
    for kind, wanted in _COUNTS.items():
        found = tuple(name for name, space in spaces.items() if space["kind"] == kind)
        if len(found) != wanted:
            sentence = text(
                "A Niagara board must have {wanted}; this one has {number}.", wanted=_WANTED[kind], number=len(found)
            )
            yield Problem("spaces", f"count-{kind}", sentence, found)
    for name, space in spaces.items():
        if space["kind"] in ("shore", "river", "fall") and name not in _RIVER:
            sentence = text(
                "Space {space} is of the kind {kind}, but not a space of the river.",
                space=name,
                kind=SPACE_KINDS[space["kind"]],
            )
            yield Problem("spaces", "not-of-the-river", sentence, (name,))
