"""The drill template: one hole a light, with its number in the chain, from 1, and its space's id; sensors are marked.

The wiring sheet is the same seen from below, where the lights are glued: mirrored, with each light's outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from riverlight.boards import Board
from riverlight.errors import BoardError
from riverlight.languages.text import text
from riverlight.workshop.light_types import LIGHT_TYPES, LightType, clashes, outline_of
from riverlight.workshop.printing.joinery import mark_feeds
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import APART_MM, LightPlace, light_places
from riverlight.workshop.printing.sensor_marks import mark_sensors
from riverlight.workshop.printing.sheet import Layer, Sheet
from riverlight.workshop.printing.strokes import width_mm

__all__ = ["check_lights", "clipped", "drill_template", "wiring_sheet"]

_NUMBER_MM, _ID_MM = 3.2, 2.2
"""Text height."""

_GAP_MM = 1.2
_Box = tuple[float, float, float, float]


def drill_template(board: Board, panel: str, hole_mm: float = 8, apart_mm: float = APART_MM) -> Sheet:
    """Return the template of one panel of lights.

    Args:
        board: any valid board with positions of its spaces.
        panel: the chain of lights.
        hole_mm: diameter of the holes.
        apart_mm: distance of lights in one space.

    Raises:
        BoardError: the board cannot be printed, or holes of this size overlap.
    """
    lights = light_places(board, panel, apart_mm)
    _check_room(board, lights, hole_mm)
    sheet = Sheet(f"drill-{panel}", text("Drill template, lights of panel {panel}", panel=panel), board.size_mm)
    sheet.outline()
    leads = [(light.at, then.at) for light, then in pairwise(lights) if then.number == light.number + 1]
    for start, end in leads:
        _draw_lead(sheet, start, end, hole_mm)
    taken = [_box_about(light.at, hole_mm / 2 + 0.5) for light in lights]
    taken += mark_sensors(sheet, Layer.ENGRAVE, board, panel, lights, hole_mm)
    for light in lights:
        sheet.circle(Layer.CUT, light.at, hole_mm)
        sheet.cross(Layer.ENGRAVE, light.at, min(4.0, hole_mm / 2))
        taken.append(_label(sheet, light, hole_mm, taken, leads))
    return sheet


def wiring_sheet(board: Board, panel: str, kind: LightType) -> Sheet:
    """Return the wiring side of one panel: mirrored, with each light's outline, the data line and feeds.

    Raises:
        BoardError: the board cannot be printed, or lights of this kind do not fit its map.
    """
    lights = light_places(board, panel, kind.apart_mm)
    check_lights(board, lights, kind)
    width = board.size_mm[0]
    seen = [light._replace(at=(width - light.at[0], light.at[1])) for light in lights]
    title = text("Wiring side, mirrored: lights of panel {panel} from below", panel=panel)
    sheet = Sheet(f"wiring-{panel}", title, board.size_mm)
    sheet.outline()
    leads = [(light.at, then.at) for light, then in pairwise(seen) if then.number == light.number + 1]
    for start, end in leads:
        _draw_lead(sheet, start, end, kind.hole_mm)
    leads += mark_feeds(sheet, Layer.GUIDE, board, panel, seen, kind)
    taken = [_box_about(light.at, kind.hole_mm / 2 + 0.5) for light in seen]
    taken += mark_sensors(sheet, Layer.GUIDE, board, panel, seen, kind.hole_mm)
    places = [light.at for light in seen]
    for number, light in enumerate(seen):
        if kind.is_round:
            sheet.circle(Layer.GUIDE, light.at, kind.hole_mm)
        else:
            sheet.line(Layer.GUIDE, outline_of(places, number, kind), is_closed=True)
        taken.append(_label(sheet, light, kind.hole_mm, taken, leads))
    return sheet


def check_lights(board: Board, lights: Sequence[LightPlace], kind: LightType) -> None:
    """Refuse lights that do not fit a map, and list the kinds that do.

    Raises:
        BoardError: two lights would overlap.
    """
    found = clashes([light.at for light in lights], kind)
    if found:
        one, other = lights[found[0].one], lights[found[0].other]
        sizes = " × ".join(f"{length:g}" for length in kind.size_mm)
        more = f" and {len(found) - 1} more pairs" if len(found) > 1 else ""
        pair = f"{one.number + 1} ({one.space_id}) and {other.number + 1} ({other.space_id}){more}"
        message = (
            f"Board {board.id}: lights {pair} lie too near for {kind.name}, {sizes} mm each: "
            f"{found[0].apart_mm:.1f} mm apart. Take smaller ones: "
            f"{', '.join(name for name, each in LIGHT_TYPES.items() if each.size_mm[0] < kind.size_mm[0])}."
        )
        raise BoardError(message)


def _check_room(board: Board, lights: Sequence[LightPlace], hole_mm: float) -> None:
    for place, light in enumerate(lights):
        for other in lights[:place]:
            apart = hypot(light.at[0] - other.at[0], light.at[1] - other.at[1])
            if apart < hole_mm + 1:
                message = (
                    f"Board {board.id}: lights {other.number + 1} ({other.space_id}) and {light.number + 1} "
                    f"({light.space_id}) are {apart:.1f} mm apart, too near for holes of {hole_mm:g} mm."
                )
                raise BoardError(message)


def _draw_lead(sheet: Sheet, start: Point, end: Point, hole_mm: float) -> None:
    """Show the wire from a light to the next, with a small arrow in its middle."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    edge = (hole_mm / 2 + 0.8) / length
    if edge >= 0.4:
        return
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)

    def place(far: float, aside: float = 0) -> Point:
        return (start[0] + far * along[0] - aside * along[1], start[1] + far * along[1] + aside * along[0])

    sheet.line(Layer.GUIDE, [place(edge * length), place((1 - edge) * length)])
    sheet.line(Layer.GUIDE, [place(length / 2 - 1, 1), place(length / 2 + 1), place(length / 2 - 1, -1)])


def _label(
    sheet: Sheet, light: LightPlace, hole_mm: float, taken: Sequence[_Box], leads: Sequence[tuple[Point, Point]]
) -> _Box:
    """Write a light's number and id next to its hole, where it overlaps least."""
    number = str(light.number + 1)
    wide = max(width_mm(number, _NUMBER_MM), width_mm(light.space_id, _ID_MM))
    high = _NUMBER_MM + _GAP_MM + _ID_MM
    (x, y), far = light.at, hole_mm / 2 + _GAP_MM
    spots = [
        (x + far, y - high / 2, "left"),
        (x - far - wide, y - high / 2, "right"),
        (x - wide / 2, y + far, "middle"),
        (x - wide / 2, y - far - high, "middle"),
        (x + 0.75 * far, y + 0.75 * far, "left"),
        (x + 0.75 * far, y - 0.75 * far - high, "left"),
        (x - 0.75 * far - wide, y + 0.75 * far, "right"),
        (x - 0.75 * far - wide, y - 0.75 * far - high, "right"),
    ]

    def in_the_way(spot: tuple[float, float, str]) -> int:
        box = (spot[0], spot[1], spot[0] + wide, spot[1] + high)
        is_off = box[0] < 1 or box[1] < 1 or box[2] > sheet.size_mm[0] - 1 or box[3] > sheet.size_mm[1] - 1
        crossed = sum(clipped(start, end, box) is not None for start, end in leads)
        return 99 * is_off + 9 * sum(_overlap(box, other) for other in taken) + crossed

    left, top, align = min(spots, key=in_the_way)
    anchor = left + wide * {"left": 0, "middle": 0.5, "right": 1}[align]
    sheet.write(Layer.ENGRAVE, number, (anchor, top + _NUMBER_MM), _NUMBER_MM, align)
    sheet.write(Layer.ENGRAVE, light.space_id, (anchor, top + high), _ID_MM, align)
    return (left, top, left + wide, top + high)


def _box_about(centre: Point, far: float) -> _Box:
    return (centre[0] - far, centre[1] - far, centre[0] + far, centre[1] + far)


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def clipped(start: Point, end: Point, box: _Box) -> tuple[Point, Point] | None:
    """Clip a line to a box (Liang–Barsky); None if nothing is left."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        along, near, far = end[axis] - start[axis], box[axis] - start[axis], box[axis + 2] - start[axis]
        if not along:
            if near > 0 or far < 0:
                return None
            continue
        enters, leaves = sorted((near / along, far / along))
        first, last = max(first, enters), min(last, leaves)
    if first >= last:
        return None
    ends = [(start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])) for share in (first, last)]
    return ends[0], ends[1]
