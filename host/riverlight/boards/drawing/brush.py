"""Hand-drawn shapes as SVG path data, with reproducible randomness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, floor, pi, sin

__all__ = ["Box", "Point", "circle_path", "closed_curve", "fmt", "noise", "noise_rows", "open_curve", "random_at"]
__all__ += ["rough_circle", "scatter"]

Point = tuple[float, float]
"""x from the left and y from the top edge, millimetres."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, millimetres."""


def _make_random_numbers() -> list[float]:
    """Return 1024 reproducible numbers in [0, 1) from a linear congruential generator."""
    numbers, state = [], 1
    for _ in range(1024):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        numbers.append((state >> 15) / 0xFFFF)
    return numbers


_RANDOM = _make_random_numbers()


def fmt(value: float) -> str:
    """Format ``value`` to 0.1 mm as briefly as possible: ``.5``, ``12``, ``-3.4``."""
    return _format_tenths(round(10 * value))


@lru_cache(1 << 13)  # a drawing writes the same few hundred lengths thousands of times
def _format_tenths(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"


def random_at(x: int, y: int, seed: int) -> float:
    """Return a number from 0 to 1 that depends only on three whole numbers."""
    return _RANDOM[(x * 0x2E5 + y * 0x1C7 + seed * 0x371) & 0x3FF]


def noise(x: float, y: float, seed: int) -> float:
    """Return smooth value noise from −1 to 1; it changes over a distance of about 1."""
    column, row = floor(x), floor(y)
    right, down = _ease(x - column), _ease(y - row)
    above = random_at(column, row, seed) * (1 - right) + random_at(column + 1, row, seed) * right
    below = random_at(column, row + 1, seed) * (1 - right) + random_at(column + 1, row + 1, seed) * right
    return 2 * (above * (1 - down) + below * down) - 1


def noise_rows(columns: int, rows: int, step: float, seed: int) -> Iterator[list[float]]:
    """Yield :func:`noise` row by row at the points of a grid, far faster."""
    across = [(floor(column * step), _ease(column * step % 1)) for column in range(columns)]
    width, depth = floor(columns * step) + 2, floor(rows * step) + 2
    lattice = [[2 * random_at(x, y, seed) - 1 for x in range(width)] for y in range(depth)]
    for row in range(rows):
        top = floor(row * step)
        down = _ease(row * step - top)
        mixed = [above + (below - above) * down for above, below in zip(lattice[top], lattice[top + 1], strict=True)]
        yield [mixed[left] + (mixed[left + 1] - mixed[left]) * right for left, right in across]


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def closed_curve(points: Sequence[Point], fine: bool = True) -> str:
    """Return path data of a smooth closed curve along ``points``.

    Coordinates are rounded to 0.1 mm if ``fine``, else to 1 mm.
    """
    middles = _middles([*points, points[0]])
    return _curve(middles[-1], points, middles, 1 if fine else 10) + "z"


def open_curve(points: Sequence[Point]) -> str:
    """Return path data of a smooth open curve through at least two ``points``."""
    inner = points[1:-1] or _middles(points)
    return _curve(points[0], inner, [*_middles(inner), points[-1]], 1)


def _middles(points: Sequence[Point]) -> list[Point]:
    return [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]


def _curve(start: Point, controls: Sequence[Point], ends: Sequence[Point], grain: int) -> str:
    """Return relative quadratic curves, rounded to ``grain`` tenths of a millimetre."""
    scale = 10 / grain
    x, y = round(start[0] * scale), round(start[1] * scale)
    words = []
    for (control_x, control_y), (end_x, end_y) in zip(controls, ends, strict=True):
        to_x, to_y = round(end_x * scale), round(end_y * scale)
        words += [round(control_x * scale) - x, round(control_y * scale) - y, to_x - x, to_y - y]
        x, y = to_x, to_y
    first = f"M{fmt(round(start[0] * scale) / scale)} {fmt(round(start[1] * scale) / scale)}q"
    return first + " ".join([_format_tenths(word * grain) for word in words]).replace(" -", "-")


def rough_circle(centre: Point, radius: float, seed: int, rough: float = 0.14, points: int = 11) -> list[Point]:
    """Return the points of an uneven circle; its radius varies by ``rough`` (a share)."""
    angles = [2 * pi * (step + 0.5 * random_at(step, 1, seed)) / points for step in range(points)]
    radii = [radius * (1 + rough * (2 * random_at(step, 2, seed) - 1)) for step in range(points)]
    return [
        (centre[0] + far * cos(angle), centre[1] + far * sin(angle)) for angle, far in zip(angles, radii, strict=True)
    ]


def circle_path(x: float, y: float, radius: float) -> str:
    """Return path data of a circle."""
    r, across = fmt(radius), fmt(2 * radius)
    return f"M{fmt(x - radius)} {fmt(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"


def scatter(box: Box, apart: float, seed: int) -> Iterator[Point]:
    """Yield points of a jittered grid over ``box`` with spacing ``apart``."""
    left, top, right, bottom = box
    for row in range(int(top / apart), int(bottom / apart) + 1):
        for column in range(int(left / apart), int(right / apart) + 1):
            yield (column + random_at(column, row, seed)) * apart, (row + random_at(column, row, seed + 1)) * apart
