"""The light shield: a plate between lights and board whose walls separate the light of spaces.

Each space's opening is its Voronoi cell among the spaces, inset by half a wall, limited in radius, with rounded outer
corners. So the walls between openings are at least one wall thick on any map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from statistics import median

from riverlight.boards import Board
from riverlight.errors import BoardError
from riverlight.languages.text import text
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import light_places, space_places
from riverlight.workshop.printing.sheet import Layer, Sheet

__all__ = ["light_shield", "opening"]

_CORNERS = 48
_LEAST_MM = 6.0
"""A narrower opening lets too little light through."""

_REACH = 0.66
"""The radius limit of an opening, as a share of the usual distance to the next space: on a square grid, the corners of
its square."""

_ALONE_MM = 40.0
"""The distance assumed for a board with one light."""


def light_shield(board: Board, panel: str, wall_mm: float = 3) -> Sheet:
    """Return the shield of one panel of lights.

    Args:
        board: any valid board with positions of its spaces.
        panel: the chain of lights.
        wall_mm: thickness of the thinnest walls, also to the board's edge.

    Raises:
        BoardError: the board cannot be printed, or two spaces are too close for a wall between them.
    """
    lights = light_places(board, panel)
    places = space_places(board)
    middles = {light.space_id: places[light.space] for light in lights}
    nearest = {name: _nearest(name, middles) for name in middles}
    for name, (other, far_mm) in nearest.items():
        if far_mm - wall_mm < _LEAST_MM:
            message = (
                f"Board {board.id}: {name} and {other} are {far_mm:.1f} mm apart, "
                f"too near for a wall of {wall_mm:g} mm between openings of {_LEAST_MM:g} mm."
            )
            raise BoardError(message)
    reach_mm = _REACH * median(far_mm for _, far_mm in nearest.values())
    sheet = Sheet(f"shield-{panel}", text("Light shield, lights of panel {panel}", panel=panel), board.size_mm)
    sheet.outline()
    for name, middle in middles.items():
        others = [other for other_name, other in middles.items() if other_name != name]
        sheet.line(Layer.CUT, opening(middle, others, board.size_mm, wall_mm, reach_mm), is_closed=True)
    for light in lights:
        sheet.cross(Layer.GUIDE, light.at, 4)
        sheet.write(Layer.GUIDE, light.space_id, (light.at[0] + 1, light.at[1] - 1), 2)
    return sheet


def _nearest(name: str, middles: Mapping[str, Point]) -> tuple[str, float]:
    """Return the nearest other space with a light, and its distance."""
    x, y = middles[name]
    far = ((other, hypot(place[0] - x, place[1] - y)) for other, place in middles.items() if other != name)
    return min(far, key=lambda each: each[1], default=("", _ALONE_MM))


def opening(
    middle: Point, others: Sequence[Point], size_mm: tuple[float, float], wall_mm: float, reach_mm: float
) -> list[Point]:
    """Return the corners of the opening around ``middle``, clockwise, at most ``reach_mm`` away."""
    corners = [
        (middle[0] + reach_mm * cos(2 * pi * step / _CORNERS), middle[1] + reach_mm * sin(2 * pi * step / _CORNERS))
        for step in range(_CORNERS)
    ]
    width, height = size_mm
    edges = [(-1.0, 0.0, -wall_mm), (0.0, -1.0, -wall_mm), (1.0, 0.0, width - wall_mm), (0.0, 1.0, height - wall_mm)]
    for x, y in others:
        far = hypot(x - middle[0], y - middle[1])
        if far < 2 * reach_mm + wall_mm:
            normal = ((x - middle[0]) / far, (y - middle[1]) / far)
            edges.append((*normal, normal[0] * middle[0] + normal[1] * middle[1] + (far - wall_mm) / 2))
    for edge in edges:
        corners = _this_side(corners, edge)
    return corners


def _this_side(corners: Sequence[Point], edge: tuple[float, float, float]) -> list[Point]:
    """Return the part of a convex outline where a·x + b·y ≤ c."""
    a, b, c = edge
    kept: list[Point] = []
    for number, (x, y) in enumerate(corners):
        last_x, last_y = corners[number - 1]
        before, here = a * last_x + b * last_y - c, a * x + b * y - c
        if (before <= 0) != (here <= 0):
            share = before / (before - here)
            kept.append((last_x + share * (x - last_x), last_y + share * (y - last_y)))
        if here <= 0:
            kept.append((x, y))
    return kept
