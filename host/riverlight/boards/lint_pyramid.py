"""What makes a Pyramid maze sound for play: the list at the end of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.wording import kind_name, treasure_name
from riverlight.languages.text import text
from shared_rules.pyramid import DIRECTIONS

__all__ = ["faults"]

_TREASURES = {"red": 5, "blue": 5, "white": 5, "yellow": 4, "green": 4}
_GAPS = 2
_WAY = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

Spaces = Mapping[str, Mapping[str, Any]]


def faults(document: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each way in which a well-formed maze is not sound for play."""
    spaces: Spaces = {space["id"]: space for space in document["spaces"]}
    return [*_counts(spaces), *_colours(spaces), *_ways(spaces), *_safe_places(spaces), *_reach(spaces)]


def _counts(spaces: Spaces) -> Iterator[str]:
    for kind in ("entrance", "sarcophagus"):
        got = len(_of(spaces, kind))
        if got != 1:
            yield text("A maze has 1 {kind}, not {number}.", kind=kind_name(kind), number=got)
    for colour, wanted in _TREASURES.items():
        got = sum(spaces[name].get("colour") == colour for name in _of(spaces, "treasure"))
        if got != wanted:
            yield text(
                "A maze has {wanted} {colour} treasures, not {number} (PYR-3).",
                wanted=wanted,
                colour=treasure_name(colour),
                number=got,
            )


def _colours(spaces: Spaces) -> Iterator[str]:
    for name, space in spaces.items():
        if space["kind"] == "treasure" and "colour" not in space:
            yield text("The treasure {space} has no colour.", space=name)
        if space["kind"] != "treasure" and "colour" in space:
            yield text(
                "Space {space} has a colour, but only a treasure has one; it is {kind}.",
                space=name,
                kind=kind_name(space["kind"]),
            )


def _ways(spaces: Spaces) -> Iterator[str]:
    """Yield a sentence for each exit that does not lead straight there and straight back."""
    for name, space in spaces.items():
        for way, other in space["exits"].items():
            back = DIRECTIONS[DIRECTIONS.index(way) ^ 2]
            if spaces[other]["exits"].get(back) != name:
                yield text(
                    "The exit {way} of {space} leads to {other}, whose exit {back} does not lead back.",
                    way=way,
                    space=name,
                    other=other,
                    back=back,
                )
            elif "at_mm" in space and "at_mm" in spaces[other] and not _lies(way, space, spaces[other]):
                yield _astray(way, name, other)


def _astray(way: str, space: str, other: str) -> str:
    places = {"way": way, "space": space, "other": other}
    match way:
        case "n":
            return text("The exit {way} of {space} leads to {other}, which does not lie above it.", **places)
        case "e":
            return text("The exit {way} of {space} leads to {other}, which does not lie to the right of it.", **places)
        case "s":
            return text("The exit {way} of {space} leads to {other}, which does not lie below it.", **places)
        case _:
            return text("The exit {way} of {space} leads to {other}, which does not lie to the left of it.", **places)


def _lies(way: str, space: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    across, down = (there - here for here, there in zip(space["at_mm"], other["at_mm"], strict=True))
    along = across * _WAY[way][0] + down * _WAY[way][1]
    aside = abs(across * _WAY[way][1]) + abs(down * _WAY[way][0])
    return bool(along > 2 * aside)


def _safe_places(spaces: Spaces) -> Iterator[str]:
    for name in _one(spaces, "sarcophagus"):
        gaps = len(spaces[name]["exits"])
        if gaps != _GAPS:
            yield text(
                "The sarcophagus {space} has {wanted} gaps, not {number} (PYR-14).",
                space=name,
                wanted=_GAPS,
                number=gaps,
            )
        for other in spaces[name]["exits"].values():
            if spaces[other]["kind"] == "entrance":
                yield text(
                    "A gap of the sarcophagus {space} leads to the entrance, which nobody goes back to (PYR-11).",
                    space=name,
                )
        for entrance in _one(spaces, "entrance"):
            between = _nearer(spaces, entrance, name)
            if between:
                yield text(
                    "Entrance {entrance} and sarcophagus {sarcophagus} lie side by side; {space} lies nearer.",
                    entrance=entrance,
                    sarcophagus=name,
                    space=between[0],
                )


def _nearer(spaces: Spaces, entrance: str, sarcophagus: str) -> list[str]:
    """Return the spaces that lie clearly nearer to the entrance than the sarcophagus does."""
    if any("at_mm" not in spaces[name] for name in (entrance, sarcophagus)):
        return []
    x, y = spaces[entrance]["at_mm"]
    away = {
        name: ((space["at_mm"][0] - x) ** 2 + (space["at_mm"][1] - y) ** 2) ** 0.5
        for name, space in spaces.items()
        if name != entrance and "at_mm" in space
    }
    return sorted(name for name, far in away.items() if 1.3 * far < away[sarcophagus])


def _reach(spaces: Spaces) -> Iterator[str]:
    """Yield a sentence for each space that nobody can come to: the entrance and the sarcophagus are only left."""
    for start in (*_one(spaces, "entrance"), *_one(spaces, "sarcophagus")):
        reached = {start}
        queue = [start]
        for name in queue:  # grows while it is walked through
            for other in spaces[name]["exits"].values():
                if other not in reached and spaces[other]["kind"] in ("chamber", "treasure"):
                    reached.add(other)
                    queue.append(other)
        for name, space in spaces.items():
            if name not in reached and space["kind"] in ("chamber", "treasure"):
                yield text("No way leads from {start} to {space}.", start=start, space=name)


def _of(spaces: Spaces, kind: str) -> list[str]:
    return [name for name, space in spaces.items() if space["kind"] == kind]


def _one(spaces: Spaces, kind: str) -> list[str]:
    """Return the one space of a kind; none where there are several, of which nothing more can be said."""
    found = _of(spaces, kind)
    return found if len(found) == 1 else []
