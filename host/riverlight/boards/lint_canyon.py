"""What makes a Canyon map sound for play: the list at the end of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.compile import compiled
from riverlight.boards.wording import listed
from shared_rules.board import NONE, Board, distances

__all__ = ["faults"]

_COUNTS = {"start": 6, "landing": 3, "cave": 1, "waterfall": 1}
_NAMES = {
    "start": ("start space", "start spaces"),
    "landing": ("landing", "landings"),
    "cave": ("cave jetty", "cave jetties"),
    "waterfall": ("waterfall", "waterfalls"),
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
            one, many = _NAMES[kind]
            yield f"A Canyon map has {wanted} {one if wanted == 1 else many}, not {got}."


def _reach(spaces: Spaces, rows: Mapping[str, int]) -> Iterator[str]:
    landings = [name for name, space in spaces.items() if space["kind"] == "landing"]
    for name, space in spaces.items():
        if space["kind"] == "start":
            reached = _reached(spaces, name)
            for landing in landings:
                if landing not in reached:
                    yield f"No way leads from {name} to {landing}."
        elif space["kind"] != "waterfall" and landings and rows[name] == NONE:
            yield f"No way leads from {name} to any landing."


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
                yield f"The cave jetty {name} is {_steps(row)} from the nearest landing; it is to be 8 or 9."
        elif kind == "current":
            if _CURRENT_ROWS < row < NONE:
                yield f"Space {name} is a current, but {_steps(row)} from the nearest landing: currents are the last 7."
        elif 1 <= row <= _CURRENT_ROWS:
            yield f"Space {name} is {_steps(row)} from the nearest landing, so it is to be a current, not {kind}."


def _steps(row: int) -> str:
    return "1 step" if row == 1 else f"{row} steps"


def _arrows(spaces: Spaces) -> Iterator[str]:
    for name, space in spaces.items():
        flow = space.get("flow")
        if space["kind"] != "current":
            if flow is not None:
                yield f"Space {name} has an arrow, but only a current has one; it is {space['kind']}."
        elif flow is None:
            yield f"The current {name} has no arrow: it lacks flow."
        elif flow not in spaces:
            yield f"The arrow of {name} leads onto land: there is no space {flow}."
        elif flow not in space["touches"]:
            yield f"The arrow of {name} leads to {flow}, which does not touch it."
        elif spaces[flow]["kind"] not in ("current", "waterfall"):
            yield f"The arrow of {name} leads onto {flow}, which is neither a current nor the waterfall."


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
            yield f"The arrows run in a circle: {way_round}."
