"""Checks whether a Pyramid maze is ready to play: the list at the end of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.problems import Problem
from riverlight.games.pyramid.board import COUNTS, SPACE_KINDS
from riverlight.games.pyramid.options import COLOURS, TREASURE_TITLES
from riverlight.languages.text import text
from shared_rules.pyramid import DIRECTIONS

__all__ = ["find_problems"]

_GAPS = 2
_WAY = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

Spaces = Mapping[str, Mapping[str, Any]]


def find_problems(document: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of a valid maze that keep it from being played."""
    spaces: Spaces = {space["id"]: space for space in document["spaces"]}
    return [*_counts(spaces), *_colours(spaces), *_ways(spaces), *_safe_places(spaces), *_reach(spaces)]


def _counts(spaces: Spaces) -> Iterator[Problem]:
    for kind in ("entrance", "sarcophagus"):
        found = _of_kind(spaces, kind)
        if len(found) != COUNTS[kind]:
            sentence = text("A maze must have 1 {kind}, not {number}.", kind=SPACE_KINDS[kind], number=len(found))
            yield Problem("spaces", f"count-{kind}", sentence, found)
    for colour in COLOURS:
        wanted = COUNTS[colour]
        found = tuple(name for name in _of_kind(spaces, "treasure") if spaces[name].get("colour") == colour)
        if len(found) != wanted:
            sentence = text(
                "A maze must have {wanted} {colour} treasures, not {number} (PYR-3).",
                wanted=wanted,
                colour=TREASURE_TITLES[colour],
                number=len(found),
            )
            yield Problem("spaces", f"count-{colour}", sentence, found)


def _colours(spaces: Spaces) -> Iterator[Problem]:
    for name, space in spaces.items():
        if space["kind"] == "treasure" and "colour" not in space:
            sentence = text("The treasure {space} has no colour.", space=name)
            yield Problem("spaces", "no-colour", sentence, (name,))
        if space["kind"] != "treasure" and "colour" in space:
            sentence = text(
                "Space {space} has a colour, but only a treasure has one; it is {kind}.",
                space=name,
                kind=SPACE_KINDS[space["kind"]],
            )
            yield Problem("spaces", "extra-colour", sentence, (name,))


def _ways(spaces: Spaces) -> Iterator[Problem]:
    """Yield each exit that is not straight or does not lead straight back."""
    for name, space in spaces.items():
        for way, other in space["exits"].items():
            back = DIRECTIONS[DIRECTIONS.index(way) ^ 2]
            if spaces[other]["exits"].get(back) != name:
                sentence = text(
                    "The exit {way} of {space} leads to {other}, whose exit {back} does not lead back.",
                    way=way,
                    space=name,
                    other=other,
                    back=back,
                )
                yield Problem("links", "one-way-exit", sentence, (name, other))
            elif "at_mm" in space and "at_mm" in spaces[other] and not _lies(way, space, spaces[other]):
                yield Problem("links", "crooked-exit", _astray(way, name, other), (name, other))


def _astray(way: str, space: str, other: str) -> str:
    places = {"way": way, "space": space, "other": other}
    match way:
        case "n":
            return text("The exit {way} of {space} leads to {other}, which is not above it.", **places)
        case "e":
            return text("The exit {way} of {space} leads to {other}, which is not to the right of it.", **places)
        case "s":
            return text("The exit {way} of {space} leads to {other}, which is not below it.", **places)
        case _:
            return text("The exit {way} of {space} leads to {other}, which is not to the left of it.", **places)


def _lies(way: str, space: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    across, down = (there - here for here, there in zip(space["at_mm"], other["at_mm"], strict=True))
    along = across * _WAY[way][0] + down * _WAY[way][1]
    aside = abs(across * _WAY[way][1]) + abs(down * _WAY[way][0])
    return bool(along > 2 * aside)


def _safe_places(spaces: Spaces) -> Iterator[Problem]:
    for name in _one(spaces, "sarcophagus"):
        gaps = len(spaces[name]["exits"])
        if gaps != _GAPS:
            sentence = text(
                "The sarcophagus {space} must have {wanted} gaps, not {number} (PYR-14).",
                space=name,
                wanted=_GAPS,
                number=gaps,
            )
            yield Problem("links", "gaps", sentence, (name,))
        for other in spaces[name]["exits"].values():
            if spaces[other]["kind"] == "entrance":
                sentence = text(
                    "A gap of the sarcophagus {space} leads to the entrance, which nobody may re-enter (PYR-11).",
                    space=name,
                )
                yield Problem("links", "gap-to-entrance", sentence, (name, other))
        for entrance in _one(spaces, "entrance"):
            between = _nearer(spaces, entrance, name)
            if between:
                sentence = text(
                    "Entrance {entrance} and sarcophagus {sarcophagus} must be side by side; {space} is nearer.",
                    entrance=entrance,
                    sarcophagus=name,
                    space=between[0],
                )
                yield Problem("spaces", "not-side-by-side", sentence, (entrance, name, between[0]))


def _nearer(spaces: Spaces, entrance: str, sarcophagus: str) -> list[str]:
    """Return the spaces that are clearly nearer to the entrance than the sarcophagus is."""
    if any("at_mm" not in spaces[name] for name in (entrance, sarcophagus)):
        return []
    x, y = spaces[entrance]["at_mm"]
    away = {
        name: ((space["at_mm"][0] - x) ** 2 + (space["at_mm"][1] - y) ** 2) ** 0.5
        for name, space in spaces.items()
        if name != entrance and "at_mm" in space
    }
    return sorted(name for name, far in away.items() if 1.3 * far < away[sarcophagus])


def _reach(spaces: Spaces) -> Iterator[Problem]:
    """Yield each unreachable space; the entrance and the sarcophagus can only be left."""
    for start in (*_one(spaces, "entrance"), *_one(spaces, "sarcophagus")):
        reached = {start}
        queue = [start]
        for name in queue:  # grows during iteration
            for other in spaces[name]["exits"].values():
                if other not in reached and spaces[other]["kind"] in ("chamber", "treasure"):
                    reached.add(other)
                    queue.append(other)
        for name, space in spaces.items():
            if name not in reached and space["kind"] in ("chamber", "treasure"):
                sentence = text("No path leads from {start} to {space}.", start=start, space=name)
                yield Problem("links", "no-path", sentence, (start, name))


def _of_kind(spaces: Spaces, kind: str) -> tuple[str, ...]:
    return tuple(name for name, space in spaces.items() if space["kind"] == kind)


def _one(spaces: Spaces, kind: str) -> tuple[str, ...]:
    """Return the only space of a kind; empty if there are several, of which no more can be checked."""
    found = _of_kind(spaces, kind)
    return found if len(found) == 1 else ()
