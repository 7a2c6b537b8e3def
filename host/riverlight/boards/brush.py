"""Tools to draw by hand with: short numbers, chance that is always the same, strokes not quite straight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, floor, pi, sin

__all__ = ["Point", "blob", "chance", "dot", "noise", "polyline", "ring", "scattered", "short"]

Point = tuple[float, float]
"""x from the left and y from the top edge, millimetres."""

_WORD = 0xFFFFFFFF


def short(value: float) -> str:
    """Return ``value`` to a tenth of a millimetre, without needless characters."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def chance(x: int, y: int, seed: int) -> float:
    """Return a number from 0 to 1, always the same for the same three whole numbers."""
    mixed = (x * 0x165667B1 + y * 0x27D4EB2F + seed * 0x85EBCA6B) & _WORD
    mixed = (mixed ^ (mixed >> 15)) * 0x2C1B3C6D & _WORD
    mixed = (mixed ^ (mixed >> 12)) * 0x297A2D39 & _WORD
    return ((mixed ^ (mixed >> 15)) & 0xFFFF) / 0xFFFF


def noise(x: float, y: float, seed: int) -> float:
    """Return smooth noise from −1 to 1; it changes over a distance of about 1."""
    column, row = floor(x), floor(y)
    right, down = x - column, y - row
    right, down = right * right * (3 - 2 * right), down * down * (3 - 2 * down)
    above = chance(column, row, seed) * (1 - right) + chance(column + 1, row, seed) * right
    below = chance(column, row + 1, seed) * (1 - right) + chance(column + 1, row + 1, seed) * right
    return 2 * (above * (1 - down) + below * down) - 1


def ring(points: Sequence[Point], fine: bool = True) -> str:
    """Return path data of a smooth closed curve along ``points``, to a tenth of a millimetre or to a whole one."""
    middles = _middles([*points, points[0]])
    return _curve(middles[-1], points, middles, 1 if fine else 0) + "z"


def polyline(points: Sequence[Point]) -> str:
    """Return path data of a smooth open curve from the first to the last of at least two ``points``."""
    inner = points[1:-1] or _middles(points)
    return _curve(points[0], inner, [*_middles(inner), points[-1]], 1)


def _middles(points: Sequence[Point]) -> list[Point]:
    return [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]


def _curve(start: Point, controls: Sequence[Point], ends: Sequence[Point], digits: int) -> str:
    """Return quadratic curves. Steps are relative to rounded places, so that roundings do not add up."""
    x, y = round(start[0], digits), round(start[1], digits)
    words = [f"M{short(x)} {short(y)}q"]
    for control, end in zip(controls, ends, strict=True):
        for to_x, to_y in (control, end):
            words += [short(round(to_x - x, digits)), short(round(to_y - y, digits))]
        x, y = x + round(end[0] - x, digits), y + round(end[1] - y, digits)
    return words[0] + " ".join(words[1:]).replace(" -", "-")


def blob(centre: Point, radius: float, seed: int, rough: float = 0.14, points: int = 11) -> list[Point]:
    """Return the points of an uneven round about ``centre``; ``rough`` is the share of the radius that may change."""
    angles = [2 * pi * (step + 0.5 * chance(step, 1, seed)) / points for step in range(points)]
    radii = [radius * (1 + rough * (2 * chance(step, 2, seed) - 1)) for step in range(points)]
    return [
        (centre[0] + far * cos(angle), centre[1] + far * sin(angle))
        for angle, far in zip(angles, radii, strict=True)
    ]


def dot(x: float, y: float, radius: float) -> str:
    """Return path data of a round."""
    r = short(radius)
    return f"M{short(x - radius)} {short(y)}a{r} {r} 0 1 0 {short(2 * radius)} 0a{r} {r} 0 1 0 {short(-2 * radius)} 0z"


def scattered(width: float, height: float, apart: float, seed: int) -> Iterator[Point]:
    """Yield points over the whole board on a grid of ``apart``, each moved off its place by chance."""
    for row in range(int(height / apart) + 1):
        for column in range(int(width / apart) + 1):
            yield (column + chance(column, row, seed)) * apart, (row + chance(column, row, seed + 1)) * apart
