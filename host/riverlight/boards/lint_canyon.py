"""What makes a Canyon map sound for play: the list at the end of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.compile import compiled
from riverlight.boards.wording import kind_name, listed
from riverlight.languages.text import plural, text
from shared_rules.board import NONE, Board, distances

__all__ = ["faults"]

_COUNTS = {"start": 6, "landing": 3, "cave": 1, "waterfall": 1}
_WANTED = {
    "start": plural("{n} start space", "{n} start spaces", _COUNTS["start"]),
    "landing": plural("{n} landing", "{n} landings", _COUNTS["landing"]),
    "cave": plural("{n} cave jetty", "{n} cave jetties", _COUNTS["cave"]),
    "waterfall": plural("{n} waterfall", "{n} waterfalls", _COUNTS["waterfall"]),
}
_CURRENT_ROWS = 7
_CAVE_ROWS = (8, 9)
_MAY_BE_CROSSED = ("water", "current", "cave")

Spaces = Mapping[str, Mapping[str, Any]]


def faults(document: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each way in which a well-formed Canyon board is not sound for play."""
    spaces: Spaces = {space["id"]: space for space in document["spaces"]}
    found = distances(Board(compiled(document)))
    rows = dict(zip(spaces, found, strict=True))
    return [*_counts(spaces), *_reach(spaces, rows), *_rows(spaces, rows), *_arrows(spaces), *_circles(spaces)]


def _counts(spaces: Spaces) -> Iterator[str]:
    for kind, wanted in _COUNTS.items():
        got = sum(space["kind"] == kind for space in spaces.values())
        if got != wanted:
            yield text("A Canyon map has {wanted}, not {number}.", wanted=_WANTED[kind], number=got)


def _reach(spaces: Spaces, rows: Mapping[str, int]) -> Iterator[str]:
    landings = [name for name, space in spaces.items() if space["kind"] == "landing"]
    for name, space in spaces.items():
        if space["kind"] == "start":
            reached = _reached(spaces, name)
            for landing in landings:
                if landing not in reached:
                    yield text("No way leads from {start} to {space}.", start=name, space=landing)
        elif space["kind"] != "waterfall" and landings and rows[name] == NONE:
            yield text("No way leads from {space} to any landing.", space=name)


def _reached(spaces: Spaces, start: str) -> set[str]:
    """Return the spaces to which a canoe can go from ``start``, other canoes away: only water is crossed (CAN-13)."""
    reached = {start}
    queue = [start]
    for name in queue:  # grows while it is walked through
        for other in spaces[name]["touches"]:
            kind = spaces[other]["kind"]
            if other not in reached and kind not in ("start", "waterfall"):
                reached.add(other)
                if kind in _MAY_BE_CROSSED:
                    queue.append(other)
    return reached


def _rows(spaces: Spaces, rows: Mapping[str, int]) -> Iterator[str]:
    for name, space in spaces.items():
        kind, row = space["kind"], rows[name]
        if kind == "cave":
            if row not in _CAVE_ROWS and row != NONE:
                yield text(
                    "The cave jetty {space} is {steps} from the nearest landing; it is to be 8 or 9.",
                    space=name,
                    steps=_steps(row),
                )
        elif kind == "current":
            if _CURRENT_ROWS < row < NONE:
                yield text(
                    "Space {space} is a current, but {steps} from the nearest landing: currents are the last 7.",
                    space=name,
                    steps=_steps(row),
                )
        elif 1 <= row <= _CURRENT_ROWS:
            yield text(
                "Space {space} is {steps} from the nearest landing, so it is to be a current, not {kind}.",
                space=name,
                steps=_steps(row),
                kind=kind_name(kind),
            )


def _steps(row: int) -> str:
    return plural("{n} step", "{n} steps", row)


def _arrows(spaces: Spaces) -> Iterator[str]:
    for name, space in spaces.items():
        flow = space.get("flow")
        if space["kind"] != "current":
            if flow is not None:
                yield text(
                    "Space {space} has an arrow, but only a current has one; it is {kind}.",
                    space=name,
                    kind=kind_name(space["kind"]),
                )
        elif flow is None:
            yield text("The current {space} has no arrow: it lacks flow.", space=name)
        elif flow not in spaces:
            yield text("The arrow of {space} leads onto land: there is no space {end}.", space=name, end=flow)
        elif flow not in space["touches"]:
            yield text("The arrow of {space} leads to {end}, which does not touch it.", space=name, end=flow)
        elif spaces[flow]["kind"] not in ("current", "waterfall"):
            yield text(
                "The arrow of {space} leads onto {end}, which is neither a current nor the waterfall.",
                space=name,
                end=flow,
            )


def _circles(spaces: Spaces) -> Iterator[str]:
    """Yield a sentence for each ring of arrows: from its spaces nobody ever comes to the waterfall."""
    flows = {name: space["flow"] for name, space in spaces.items() if space["kind"] == "current" and "flow" in space}
    done: set[str] = set()
    for first in list(flows):
        name = first
        way: list[str] = []
        while name in flows and name not in done:
            done.add(name)
            way.append(name)
            name = flows[name]
        if name in way:
            ring = way[way.index(name) :]
            way_round = listed([*ring, name], " → ")
            yield text("The arrows run in a circle: {way}.", way=way_round)
