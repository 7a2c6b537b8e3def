"""The overlay: a map of our own to lay over the lights: a picture for paper or film, or lines for a laser.

The picture is that of ``riverlight.boards.drawing`` in daylight, with every light left blank, so that film is clear
there and paper translucent. The lines are the same map for engraving into a top of wood or acrylic: rings, names,
arrows of the current, walls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import hypot
from typing import Any

from riverlight.boards import Board
from riverlight.boards.drawing import draw
from riverlight.boards.kinds import kind_for
from riverlight.languages.text import text
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import space_places
from riverlight.workshop.printing.sheet import Layer, Sheet

__all__ = ["engraved_map", "overlay"]

_BLANK = (
    ".riverlight-board .light{fill:#ffffff;fill-opacity:1}.riverlight-board .seen{fill-opacity:.3}"
    ".riverlight-board .name{fill:#1d4653}"
)
"""The opacity where light shines through nothing but the sheet, with names readable on it."""

_SIGNED = re.compile(r'(data-kind="(?:treasure|site)"(?:(?!</g><g class="space").)*?<circle class="light)"', re.DOTALL)
"""The opacity over a symbol below the light: only a veil."""

_RING_MM = 24.0
_NAME_MM = 2.4
_WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def overlay(board: Board, names: bool = False) -> Sheet:
    """Return the map as a picture; ``names`` writes the spaces' ids on it.

    Raises:
        BoardError: the board lacks its size or the position of a space.
    """
    space_places(board)
    sheet = Sheet("overlay", text("Map to lay on the lights"), board.size_mm)
    picture = draw(board, light="day", names=names).replace("</style>", f"{_BLANK}</style>", 1)
    sheet.picture = _SIGNED.sub(r'\1 seen"', picture)
    sheet.outline()
    return sheet


def engraved_map(board: Board) -> Sheet:
    """Return the map as lines: the edge to cut, everything else to engrave.

    Raises:
        BoardError: the board lacks its size or the position of a space.
    """
    places = dict(zip(board.space_ids, space_places(board), strict=True))
    sheet = Sheet("top", text("Map to engrave"), board.size_mm)
    sheet.outline()
    walls: set[tuple[Point, ...]] = set()
    ring_mm = min(_RING_MM, 0.86 * _nearest_mm(list(places.values())))
    for space in board.document["spaces"]:
        at = places[space["id"]]
        if not kind_for(board.game).directions:
            sheet.circle(Layer.ENGRAVE, at, ring_mm)
        sheet.write(Layer.ENGRAVE, space["id"], (at[0], at[1] + 0.36 * ring_mm), _NAME_MM, "middle")
        if space.get("flow") in places:
            sheet.line(Layer.ENGRAVE, _arrow(at, places[space["flow"]], ring_mm))
        if "exits" in space:
            walls |= set(_walls(space, at, places))
    for wall in sorted(walls):
        sheet.line(Layer.ENGRAVE, wall)
    return sheet


def _nearest_mm(places: list[Point]) -> float:
    return min(
        (
            hypot(x - other_x, y - other_y)
            for number, (x, y) in enumerate(places)
            for other_x, other_y in places[:number]
            if (x, y) != (other_x, other_y)
        ),
        default=_RING_MM,
    )


def _arrow(start: Point, end: Point, ring_mm: float) -> list[Point]:
    """Return an arrow head on the ring, in the direction of the current."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    along = ((end[0] - start[0]) / far, (end[1] - start[1]) / far)
    head = []
    for back, side in ((0.1, 0.16), (-0.1, 0.0), (0.1, -0.16)):
        reach, aside = (0.5 - back) * ring_mm, side * ring_mm
        head.append((start[0] + reach * along[0] - aside * along[1], start[1] + reach * along[1] + aside * along[0]))
    return head


def _walls(space: Mapping[str, Any], at: Point, places: Mapping[str, Point]) -> Iterator[tuple[Point, ...]]:
    """Yield the closed sides of a chamber; both chambers of a wall yield it identically."""
    half = _side_mm(at, places) / 2
    for way, (right, down) in _WAYS.items():
        if way not in space["exits"]:
            x, y = at[0] + right * half, at[1] + down * half
            ends = [(x - down * half, y - right * half), (x + down * half, y + right * half)]
            yield tuple(sorted((round(end_x, 2), round(end_y, 2)) for end_x, end_y in ends))


def _side_mm(at: Point, places: Mapping[str, Point]) -> float:
    """Return the side of the square around a chamber: the distance to its nearest neighbour."""
    return min((hypot(x - at[0], y - at[1]) for x, y in places.values() if (x, y) != at), default=_RING_MM)
