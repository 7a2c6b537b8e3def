"""An autorouter for the carrier board: shortest tracks on a grid of two layers, one connection after another.

A* on a grid of a quarter of 2.54 mm, which the pins of headers and chips are on. Each net starts at one of its pads and
is extended to the nearest unconnected one. The order of nets is fixed, so the result is deterministic. Nets with a
copper area are not routed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, dist, hypot
from typing import Final, NamedTuple

from riverlight.errors import BoardError
from riverlight.workshop.carrier.footprints import Pad
from riverlight.workshop.carrier.layout import AREAS, RETURN_BOX, SCREWS, SIZE_MM, Point, placed, width_of

__all__ = ["LAYERS", "VIA_DRILL_MM", "VIA_MM", "Track", "Via", "routes"]

LAYERS: Final = ("F.Cu", "B.Cu")
STEP_MM: Final = 0.635
VIA_MM: Final = 0.8
VIA_DRILL_MM: Final = 0.4
_CLEAR_MM: Final = 0.26
"""Clearance between two nets: more than factories ask for (0.15 mm), so that diagonal steps are clear too."""

_EDGE_MM: Final = 1.0
_VIA_COST: Final = 12.0
_SCREW_MM: Final = 3.5
_AREA_MARGIN_MM: Final = 0.8

Cell = tuple[int, int, int]


class Track(NamedTuple):
    """A straight segment of copper."""

    net: str
    layer: str
    start: Point
    end: Point
    width_mm: float


class Via(NamedTuple):
    """A plated hole between the two layers."""

    net: str
    at: Point


class _Copper(NamedTuple):
    """An obstacle: a disc on some layers, of a net; holes have none."""

    net: str
    at: Point
    radius: float
    layers: tuple[int, ...]


@cache
def routes() -> tuple[tuple[Track, ...], tuple[Via, ...]]:
    """Route all tracks and vias.

    Raises:
        BoardError: a connection cannot be routed.
    """
    router = _Router()
    filled = {area.net for area in AREAS}
    ends: dict[str, list[tuple[Pad, Point]]] = {}
    for part in placed():
        for pad, at, net in part.pads:
            if net and net not in filled:
                ends.setdefault(net, []).append((pad, at))
    # Wide tracks first, then short nets: they have the fewest alternatives.
    order = sorted(ends, key=lambda net: (-width_of(net), _spread([at for _, at in ends[net]]), net))
    for net in order:
        router.connect(net, ends[net])
    return tuple(router.tracks), tuple(router.vias)


def _spread(places: list[Point]) -> float:
    return max(dist(one, other) for one in places for other in places)


class _Margins:
    """The owning net of each grid point of a layer, for tracks of one half width; None if two nets are too close."""

    def __init__(self, half_mm: float, layer: int) -> None:
        self._half, self._layer = half_mm, layer
        self.owners: dict[tuple[int, int], str | None] = {}

    def add(self, copper: _Copper) -> None:
        """Add an obstacle."""
        if self._layer not in copper.layers:
            return
        owners, net = self.owners, copper.net
        middle = (round(copper.at[0] / STEP_MM), round(copper.at[1] / STEP_MM))
        aside = tuple(round(copper.at[axis] - middle[axis] * STEP_MM, 3) for axis in (0, 1))
        for x, y in _disc(aside[0], aside[1], round(copper.radius + self._half + _CLEAR_MM, 3)):
            point = (middle[0] + x, middle[1] + y)
            owners[point] = net if owners.get(point, net) == net else None

    def is_free(self, x: int, y: int, net: str) -> bool:
        """Return whether a track of a net may pass a point."""
        return self.owners.get((x, y), net) == net


class _Router:
    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        widths = {width_of(net) / 2 for part in placed() for _, _, net in part.pads} | {VIA_MM / 2}
        self._margins = {(half, layer): _Margins(half, layer) for half in widths for layer in range(2)}
        self._areas = [_area_owners(layer) for layer in LAYERS]
        both = (0, 1)
        for at in SCREWS:
            self._add(_Copper("", at, _SCREW_MM - _CLEAR_MM, both))
        for part in placed():
            for pad, at, net in part.pads:
                # A square pad counts with its corners; an unconnected pad belongs to no net.
                radius = pad.ring_mm / 2 * (1.35 if pad.is_square else 1)
                self._add(_Copper(net or "-", at, radius, both))
            for hole in part.footprint.holes:
                self._add(_Copper("", part.place.on_board(hole.x, hole.y), hole.drill_mm / 2, both))

    def _add(self, copper: _Copper) -> None:
        for margins in self._margins.values():
            margins.add(copper)

    def connect(self, net: str, ends: list[tuple[Pad, Point]]) -> None:
        """Route all pads of a net."""
        (pad, at), *left = ends
        tree: dict[Cell, Point | None] = dict.fromkeys(self._cells_of(pad, at), at)
        left.sort(key=lambda end: dist(end[1], at))
        while left:
            goals = {cell: number for number, (each, place) in enumerate(left) for cell in self._cells_of(each, place)}
            path = self._path(net, set(tree), goals)
            reached = left.pop(goals[path[-1]])
            self._add_tracks(net, path, tree.get(path[0]), reached[1])
            tree |= dict.fromkeys(path[1:])
            tree |= dict.fromkeys(self._cells_of(*reached), reached[1])

    def _cells_of(self, pad: Pad, at: Point) -> list[Cell]:
        """Return the grid points inside a pad, on both layers: only the nearest one if the pad is on the grid."""
        near = (round(at[0] / STEP_MM), round(at[1] / STEP_MM))
        reach = pad.ring_mm / 2 - 0.1
        cells = [
            (x, y)
            for x in range(near[0] - 2, near[0] + 3)
            for y in range(near[1] - 2, near[1] + 3)
            if hypot(x * STEP_MM - at[0], y * STEP_MM - at[1]) <= reach
        ]
        if dist((near[0] * STEP_MM, near[1] * STEP_MM), at) < 0.01:
            cells = [near]
        return [(x, y, layer) for x, y in cells for layer in range(2)]

    def _path(self, net: str, starts: set[Cell], goals: dict[Cell, int]) -> list[Cell]:
        targets = sorted({cell[:2] for cell in goals})
        margins = [self._margins[width_of(net) / 2, layer].owners for layer in range(2)]
        holes = [self._margins[VIA_MM / 2, layer] for layer in range(2)]
        areas = self._areas

        def is_open(x: int, y: int, layer: int) -> bool:
            return margins[layer].get((x, y), net) == net and areas[layer].get((x, y), net) == net

        @cache
        def far(x: int, y: int) -> float:
            return min(
                max(abs(x - other), abs(y - there)) + 0.41 * min(abs(x - other), abs(y - there))
                for other, there in targets
            )

        queue = [(far(x, y), 0.0, (x, y, layer), (x, y, layer)) for x, y, layer in sorted(starts)]
        before: dict[Cell, Cell] = {}
        while queue:
            _, cost, cell, came = heappop(queue)
            if cell in before:
                continue
            before[cell] = came
            if cell in goals:
                path = [cell]
                while before[path[-1]] != path[-1]:
                    path.append(before[path[-1]])
                return path[::-1]
            x, y, layer = cell
            for dx, dy in _STEPS:
                there = (x + dx, y + dy, layer)
                if there not in before and (is_open(*there) or there in goals):
                    more = cost + (1.414 if dx and dy else 1.0)
                    heappush(queue, (more + far(there[0], there[1]), more, there, cell))
            other = (x, y, 1 - layer)
            if other not in before and is_open(*other) and all(hole.is_free(x, y, net) for hole in holes):
                heappush(queue, (cost + _VIA_COST + far(x, y), cost + _VIA_COST, other, cell))
        raise BoardError(f"The carrier board's net {net} finds no way to a pad: move parts apart.")

    def _add_tracks(self, net: str, path: list[Cell], start: Point | None, end: Point) -> None:
        """Convert a path of cells to vias and tracks, merging straight segments."""
        points: list[tuple[Point, int]] = [(_place(cell), cell[2]) for cell in path]
        width = width_of(net)
        if start is not None and dist(start, points[0][0]) > 0.001:
            points.insert(0, (start, points[0][1]))
        if dist(end, points[-1][0]) > 0.001:
            points.append((end, points[-1][1]))
        run = [points[0]]
        for here, there in pairwise(points):
            if here[1] != there[1]:
                self._straight(net, run, width)
                self.vias.append(Via(net, here[0]))
                self._add(_Copper(net, here[0], VIA_MM / 2, (0, 1)))
                run = [there]
            else:
                run.append(there)
        self._straight(net, run, width)

    def _straight(self, net: str, run: list[tuple[Point, int]], width: float) -> None:
        layer = run[0][1]
        corners = [run[0][0]]
        for (before, _), (here, _), (after, _) in zip(run, run[1:], run[2:], strict=False):
            if abs((here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])) > 1e-6:
                corners.append(here)
        corners.append(run[-1][0])
        for start, end in pairwise(corners):
            if start == end:
                continue
            self.tracks.append(Track(net, LAYERS[layer], start, end, width))
            for at in _along(start, end):
                self._add(_Copper(net, at, width / 2, (layer,)))


_STEPS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def _place(cell: Cell) -> Point:
    return round(cell[0] * STEP_MM, 4), round(cell[1] * STEP_MM, 4)


@lru_cache(maxsize=256)
def _disc(x_mm: float, y_mm: float, radius: float) -> tuple[tuple[int, int], ...]:
    """Return the grid points within a radius of a point near the origin."""
    reach = ceil(radius / STEP_MM) + 1
    return tuple(
        (x, y)
        for x in range(-reach, reach + 1)
        for y in range(-reach, reach + 1)
        if hypot(x * STEP_MM - x_mm, y * STEP_MM - y_mm) < radius - 1e-6
    )


def _area_owners(layer: str) -> dict[tuple[int, int], str]:
    """Return the owner of each point of a layer in a copper area: its net, or none where no track may run."""
    columns, rows = (round(length / STEP_MM) + 1 for length in SIZE_MM)
    areas = [(area.net, _within(area.corners, _AREA_MARGIN_MM)) for area in AREAS if area.rank and area.layer == layer]
    found = {}
    for x in range(columns):
        for y in range(rows):
            at = (x * STEP_MM, y * STEP_MM)
            is_inside = all(_EDGE_MM <= at[axis] <= SIZE_MM[axis] - _EDGE_MM for axis in (0, 1))
            if not is_inside or (layer == "B.Cu" and _is_in(at, RETURN_BOX)):
                found[x, y] = ""
                continue
            for net, is_within in areas:
                if is_within(at):
                    found[x, y] = net
    return found


def _along(start: Point, end: Point) -> Iterable[Point]:
    steps = max(1, ceil(dist(start, end) / (STEP_MM / 2)))
    for step in range(steps + 1):
        share = step / steps
        yield start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _is_in(at: Point, box: tuple[float, float, float, float]) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _within(corners: tuple[Point, ...], margin_mm: float) -> Callable[[Point], bool]:
    """Return what tells whether a point is inside a rectilinear polygon, or within a margin of it."""
    edges = tuple(zip(corners, (*corners[1:], corners[0]), strict=True))
    near = [
        tuple((min(one[axis], other[axis]) - margin_mm, max(one[axis], other[axis]) + margin_mm) for axis in (0, 1))
        for one, other in edges
    ]

    def is_within(at: Point) -> bool:
        x, y = at
        for (left, right), (top, bottom) in near:
            if left <= x <= right and top <= y <= bottom:
                return True
        is_inside = False
        for one, other in edges:
            if (one[1] > y) != (other[1] > y) and x < one[0]:
                is_inside = not is_inside
        return is_inside

    return is_within
