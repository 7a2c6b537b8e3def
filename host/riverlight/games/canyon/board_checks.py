"""Checks whether a Canyon map is ready to play: the list at the end of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from riverlight.boards.compile import compile_board
from riverlight.boards.problems import Problem
from riverlight.boards.wording import listed
from riverlight.games.canyon.board import COUNTS, SPACE_KINDS
from riverlight.languages.text import plural, text
from shared_rules.board import NONE, Board, distances

__all__ = ["find_problems"]

_WANTED = {
    "start": plural("{n} start space", "{n} start spaces", COUNTS["start"]),
    "landing": plural("{n} landing", "{n} landings", COUNTS["landing"]),
    "cave": plural("{n} cave jetty", "{n} cave jetties", COUNTS["cave"]),
    "waterfall": plural("{n} waterfall", "{n} waterfalls", COUNTS["waterfall"]),
}
_CURRENT_ROWS = 7
_CAVE_ROWS = (8, 9)
_MAY_BE_CROSSED = ("water", "current", "cave")

Spaces = Mapping[str, Mapping[str, Any]]


def find_problems(document: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of a valid Canyon board that keep it from being played."""
    spaces: Spaces = {space["id"]: space for space in document["spaces"]}
    found = distances(Board(compile_board(document)))
    rows = dict(zip(spaces, found, strict=True))
    return [*_counts(spaces), *_reach(spaces, rows), *_rows(spaces, rows), *_arrows(spaces), *_circles(spaces)]


def _counts(spaces: Spaces) -> Iterator[Problem]:
    for kind, wanted in COUNTS.items():
        found = tuple(name for name, space in spaces.items() if space["kind"] == kind)
        if len(found) != wanted:
            sentence = text("A Canyon board must have {wanted}, not {number}.", wanted=_WANTED[kind], number=len(found))
            yield Problem("spaces", f"count-{kind}", sentence, found)


def _reach(spaces: Spaces, rows: Mapping[str, int]) -> Iterator[Problem]:
    landings = [name for name, space in spaces.items() if space["kind"] == "landing"]
    for name, space in spaces.items():
        if space["kind"] == "start":
            reached = _reached(spaces, name)
            for landing in landings:
                if landing not in reached:
                    sentence = text("No path leads from {start} to {space}.", start=name, space=landing)
                    yield Problem("links", "no-path", sentence, (name, landing))
        elif space["kind"] != "waterfall" and landings and rows[name] == NONE:
            sentence = text("No path leads from {space} to any landing.", space=name)
            yield Problem("links", "no-path", sentence, (name,))


def _reached(spaces: Spaces, start: str) -> set[str]:
    """Return the spaces in reach of a canoe on ``start``, ignoring other canoes: it crosses only water (CAN-13)."""
    reached = {start}
    queue = [start]
    for name in queue:  # grows during iteration
        for other in spaces[name]["touches"]:
            kind = spaces[other]["kind"]
            if other not in reached and kind not in ("start", "waterfall"):
                reached.add(other)
                if kind in _MAY_BE_CROSSED:
                    queue.append(other)
    return reached


def _rows(spaces: Spaces, rows: Mapping[str, int]) -> Iterator[Problem]:
    for name, space in spaces.items():
        kind, row = space["kind"], rows[name]
        if kind == "cave":
            if row not in _CAVE_ROWS and row != NONE:
                sentence = text(
                    "The cave jetty {space} is {steps} from the nearest landing; it must be 8 or 9.",
                    space=name,
                    steps=_steps(row),
                )
                yield Problem("links", "cave-row", sentence, (name,))
        elif kind == "current":
            if _CURRENT_ROWS < row < NONE:
                sentence = text(
                    "Space {space} is a current, but {steps} from the nearest landing: currents are the last 7.",
                    space=name,
                    steps=_steps(row),
                )
                yield Problem("links", "current-too-far", sentence, (name,))
        elif 1 <= row <= _CURRENT_ROWS:
            sentence = text(
                "Space {space} is {steps} from the nearest landing, so it must be a current, not {kind}.",
                space=name,
                steps=_steps(row),
                kind=SPACE_KINDS[kind],
            )
            yield Problem("links", "not-current", sentence, (name,))


def _steps(row: int) -> str:
    return plural("{n} step", "{n} steps", row)


def _arrows(spaces: Spaces) -> Iterator[Problem]:
    for name, space in spaces.items():
        flow = space.get("flow")
        if space["kind"] != "current":
            if flow is not None:
                sentence = text(
                    "Space {space} has an arrow, but only a current has one; it is {kind}.",
                    space=name,
                    kind=SPACE_KINDS[space["kind"]],
                )
                yield Problem("arrows", "arrow-on-other", sentence, (name,))
        elif flow is None:
            sentence = text("The current {space} has no arrow: flow is missing.", space=name)
            yield Problem("arrows", "no-arrow", sentence, (name,))
        elif flow not in spaces:
            sentence = text("The arrow of {space} leads onto land: there is no space {end}.", space=name, end=flow)
            yield Problem("arrows", "arrow-to-nothing", sentence, (name,))
        elif flow not in space["touches"]:
            sentence = text("The arrow of {space} leads to {end}, which does not touch it.", space=name, end=flow)
            yield Problem("arrows", "arrow-jumps", sentence, (name, flow))
        elif spaces[flow]["kind"] not in ("current", "waterfall"):
            sentence = text(
                "The arrow of {space} leads onto {end}, which is neither a current nor the waterfall.",
                space=name,
                end=flow,
            )
            yield Problem("arrows", "arrow-off-current", sentence, (name, flow))


def _circles(spaces: Spaces) -> Iterator[Problem]:
    """Yield each cycle of arrows: from its spaces no canoe ever reaches the waterfall."""
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
            sentence = text("The arrows run in a circle: {way}.", way=way_round)
            yield Problem("arrows", "circle", sentence, tuple(ring))
