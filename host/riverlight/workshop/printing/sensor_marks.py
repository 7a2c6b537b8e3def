"""Positions of the sensors on the templates: under the board, next to their space's light, away from other lights."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import Final

from riverlight.boards import Board
from riverlight.boards.sensors import sensor_spaces
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import LightPlace
from riverlight.workshop.printing.sheet import Layer, Sheet
from riverlight.workshop.printing.strokes import width_mm

__all__ = ["mark_sensors"]

_SENSOR_MM: Final = 4.0
_NUMBER_MM: Final = 1.8
_AWAY_MM: Final = 5.0
_WAYS: Final = 16


def mark_sensors(
    sheet: Sheet, layer: Layer, board: Board, panel: str, lights: Sequence[LightPlace], hole_mm: float
) -> list[tuple[float, float, float, float]]:
    """Mark each sensor of ``panel`` with a cross in a ring and its position in the chain, from 0; return their boxes.

    A sensor is next to the first light of its space, in the direction in which the nearest other light is farthest.
    """
    first = {light.space_id: light for light in reversed(lights)}
    taken = []
    for position, space in sorted(sensor_spaces(board, panel).items()):
        if space not in first:
            continue
        x, y = _spot(sheet, first[space].at, [light.at for light in lights], hole_mm / 2 + _AWAY_MM)
        sheet.circle(layer, (x, y), _SENSOR_MM)
        sheet.cross(layer, (x, y), _SENSOR_MM / 2)
        name = f"S{position}"
        wide, low = max(_SENSOR_MM, width_mm(name, _NUMBER_MM)), y + _SENSOR_MM / 2 + 0.6
        sheet.write(layer, name, (x, low + _NUMBER_MM), _NUMBER_MM, "middle")
        taken.append((x - wide / 2, y - _SENSOR_MM / 2, x + wide / 2, low + _NUMBER_MM))
    return taken


def _spot(sheet: Sheet, at: Point, lights: Sequence[Point], away_mm: float) -> Point:
    width, height = sheet.size_mm
    spots = [
        (at[0] + away_mm * cos(2 * pi * way / _WAYS), at[1] + away_mm * sin(2 * pi * way / _WAYS))
        for way in range(_WAYS)
    ]
    inside = [(x, y) for x, y in spots if _AWAY_MM < x < width - _AWAY_MM and _AWAY_MM < y < height - _AWAY_MM]
    others = [light for light in lights if light != at]
    return max(
        inside or spots,
        key=lambda spot: min((hypot(spot[0] - x, spot[1] - y) for x, y in others), default=0.0),
    )
