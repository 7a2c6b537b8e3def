"""The drill template: one hole a light, with its number in the chain and the id of its space."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from riverlight.boards import Board
from riverlight.errors import BoardError
from riverlight.printing.paths import Point
from riverlight.printing.places import LightPlace, light_places
from riverlight.printing.sheet import Layer, Sheet
from riverlight.printing.strokes import width_mm

__all__ = ["drill_template"]

_NUMBER_MM, _ID_MM = 3.2, 2.2
"""How high the letters are."""

_GAP_MM = 1.2
_Box = tuple[float, float, float, float]


def drill_template(board: Board, panel: str, hole_mm: float = 8) -> Sheet:
    """Return the template of one panel of lights.

    Args:
        board: any well-formed board that says where its spaces lie.
        panel: the chain of lights.
        hole_mm: diameter of the holes.

    Raises:
        BoardError: when the board cannot be printed or holes of this size run into each other.
    """
    lights = light_places(board, panel)
    _check_room(board, lights, hole_mm)
    sheet = Sheet(f"drill-{panel}", f"Drill template, lights of panel {panel}", board.size_mm)
    sheet.outline()
    leads = [(light.at, then.at) for light, then in pairwise(lights) if then.number == light.number + 1]
    for start, end in leads:
        _lead(sheet, start, end, hole_mm)
    taken = [_box_about(light.at, hole_mm / 2 + 0.5) for light in lights]
    for light in lights:
        sheet.circle(Layer.CUT, light.at, hole_mm)
        sheet.cross(Layer.ENGRAVE, light.at, min(4.0, hole_mm / 2))
        taken.append(_label(sheet, light, hole_mm, taken, leads))
    return sheet


def _check_room(board: Board, lights: Sequence[LightPlace], hole_mm: float) -> None:
    for place, light in enumerate(lights):
        for other in lights[:place]:
            apart = hypot(light.at[0] - other.at[0], light.at[1] - other.at[1])
            if apart < hole_mm + 1:
                message = (
                    f"Board {board.id}: lights {other.number} ({other.space_id}) and {light.number} "
                    f"({light.space_id}) are {apart:.1f} mm apart, too near for holes of {hole_mm:g} mm."
                )
                raise BoardError(message)


def _lead(sheet: Sheet, start: Point, end: Point, hole_mm: float) -> None:
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
    """Write a light's number and id beside its hole, where the least lies in the way."""
    number = str(light.number)
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
        crossed = sum(_crosses(start, end, box) for start, end in leads)
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


def _crosses(start: Point, end: Point, box: _Box) -> bool:
    """Return whether a line runs through a box: its share of each pair of sides is cut off in turn."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        along, near, far = end[axis] - start[axis], box[axis] - start[axis], box[axis + 2] - start[axis]
        if not along:
            if near > 0 or far < 0:
                return False
            continue
        enters, leaves = sorted((near / along, far / along))
        first, last = max(first, enters), min(last, leaves)
    return first < last
