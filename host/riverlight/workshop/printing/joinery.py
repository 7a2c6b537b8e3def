"""Dowels and screws that join the plates of a panel, and marks for its power feeds.

Base plate and light shield get the same holes where both are solid: two dowels align a tile, two screws hold it. A
dowel's hole is marked with a cross, a screw's hole with a ring. A line leads from the edge to each feed, labelled with
its cable's current.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.errors import BoardError
from riverlight.workshop.light_types import LightType, outline_of
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import LightPlace
from riverlight.workshop.printing.sheet import Layer, Sheet
from riverlight.workshop.printing.strokes import width_mm
from riverlight.workshop.printing.tiles import Region, Tile, geometry, openings_region
from riverlight.workshop.wiring import make_build, plan_for

__all__ = ["DOWEL_MM", "SCREW_MM", "Fixing", "fixings_of", "mark_feeds", "mark_fixings", "room_for_fixings"]

DOWEL_MM: Final = 4.0
"""Standard wooden dowels, 4 mm."""

SCREW_MM: Final = 3.2
"""Clearance hole of an M3 screw."""

_AROUND_MM: Final = 2.5
"""Solid material around a hole."""

_APART_MM: Final = 12.0
_WORD_MM: Final = 3.0
_RING_MM: Final = 1.5


class Fixing(NamedTuple):
    """A hole for a dowel or a screw, from the bottom left, like tiles."""

    at: Point
    diameter_mm: float


def room_for_fixings(
    base: Region, shield: Region, places: Sequence[Point], kind: LightType, height_mm: float
) -> Region:
    """Return the area where both plates are solid and no light is below; ``places`` are the lights', y downwards."""
    room = base ^ shield
    if not kind.is_round:
        room -= openings_region([outline_of(places, number, kind) for number in range(len(places))], height_mm)
    return room


def fixings_of(room: Region, plates: Sequence[Sequence[Tile]]) -> list[Fixing]:
    """Return the holes of all tiles: dowels as close as possible to two opposite corners, screws to the other two.

    Args:
        room: the area for holes.
        plates: the tiles of each plate; their tabs may differ.
    """
    library = geometry()
    found: list[Fixing] = []
    for place_of_tile, tile in enumerate(plates[0]):
        inner = tile.inner
        for tiles in plates:
            for number, other in enumerate(tiles):
                if number != place_of_tile:
                    inner -= other.whole
        whole = (room ^ inner).offset(-(DOWEL_MM / 2 + _AROUND_MM), library.JoinType.Round, 2.0, 32)
        places = sorted((float(x), float(y)) for outline in whole.to_polygons() for x, y in outline)
        left, low, right, high = tile.inner.bounds()
        wanted = (
            ((left, low), DOWEL_MM),
            ((right, high), DOWEL_MM),
            ((right, low), SCREW_MM),
            ((left, high), SCREW_MM),
        )
        for corner, diameter in wanted:
            free = [place for place in places if all(dist(place, other.at) >= _APART_MM for other in found)]
            if free:
                place = min(free, key=lambda each, corner=corner: dist(each, corner))  # type: ignore[misc]
                found.append(Fixing((round(place[0], 2), round(place[1], 2)), diameter))
    return found


def mark_fixings(sheet: Sheet, fixings: Sequence[Fixing]) -> None:
    """Engrave a cross around each dowel's hole and a ring around each screw's."""
    for fixing in fixings:
        at = (fixing.at[0], sheet.size_mm[1] - fixing.at[1])
        if fixing.diameter_mm == DOWEL_MM:
            sheet.cross(Layer.ENGRAVE, at, DOWEL_MM + 2 * _RING_MM)
        else:
            sheet.circle(Layer.ENGRAVE, at, SCREW_MM + 2 * _RING_MM)


def mark_feeds(
    sheet: Sheet, layer: Layer, board: Board, panel: str, lights: Sequence[LightPlace], kind: LightType
) -> list[tuple[Point, Point]]:
    """Draw a labelled line from the edge to each power feed; return the lines.

    Args:
        sheet: the sheet to draw on.
        layer: the layer to draw in.
        board: the board with the lights.
        panel: their chain.
        lights: their positions on this sheet.
        kind: their type.
    """
    feeds = _feeds(board, panel, kind)
    return [
        _cable(sheet, layer, light, [each.at for each in lights if each is not light], kind)
        for light in lights
        if light.number in feeds
    ]


def _feeds(board: Board, panel: str, kind: LightType) -> tuple[int, ...]:
    try:
        chains = make_build(plan_for(board, light_type=kind.name)).chains
    except BoardError:
        return (0,)  # more lights than one Pico can drive: their supply is not planned here
    return next(chain.feeds for chain in chains if chain.panel == panel)


def _cable(
    sheet: Sheet, layer: Layer, light: LightPlace, others: Sequence[Point], kind: LightType
) -> tuple[Point, Point]:
    width, height = sheet.size_mm
    (x, y), rim = light.at, kind.hole_mm / 2 + 1

    def holes_on(end: Point) -> int:
        return sum(_is_on(light.at, end, other, rim) for other in others)

    ends = [(0.0, y), (width, y), (x, 0.0), (x, height)]
    end = min(ends, key=lambda each: (holes_on(each), dist(each, light.at)))
    length = dist(end, light.at)
    along = ((end[0] - x) / length, (end[1] - y) / length)
    tip = (x + rim * along[0], y + rim * along[1])
    sheet.line(layer, [end, tip])
    for aside in (-1.5, 1.5):
        barb = (tip[0] + 3 * along[0] - aside * along[1], tip[1] + 3 * along[1] + aside * along[0])
        sheet.line(layer, [barb, tip])
    words = f"{light.number + 1}: {'D+-' if light.number == 0 else '+-'}"
    wide = width_mm(words, _WORD_MM)
    if along[0]:
        left = end[0] + 2 if end[0] == 0 else end[0] - 2 - wide
        sheet.write(layer, words, (left, y - 1.5 if y > 10 else y + _WORD_MM + 1.5), _WORD_MM)
    else:
        left = x + 1.5 if x + 1.5 + wide < width - 2 else x - 1.5 - wide
        sheet.write(layer, words, (left, end[1] + _WORD_MM + 2 if end[1] == 0 else end[1] - 2), _WORD_MM)
    return end, tip


def _is_on(start: Point, end: Point, at: Point, radius: float) -> bool:
    """Return whether a horizontal or vertical line passes within a radius of a point."""
    low, high = (min(start[axis], end[axis]) for axis in (0, 1)), (max(start[axis], end[axis]) for axis in (0, 1))
    nearest = [min(max(at[axis], least), most) for axis, least, most in zip((0, 1), low, high, strict=True)]
    return dist(nearest, at) < radius
