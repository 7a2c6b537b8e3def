"""Outlines in millimetres: straight lines and cubic Bézier curves.

An outline is a tuple of steps, each a letter and its numbers, all absolute: ``("M", x, y)`` starts, ``("L", x, y)``
draws a line, ``("C", x1, y1, x2, y2, x, y)`` a cubic curve, ``("Z",)`` closes. PDF has only these; quadratic curves and
arcs are converted to cubic ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan

__all__ = [
    "IDENTITY",
    "Matrix",
    "Outline",
    "Point",
    "circle",
    "from_svg",
    "line",
    "moved",
    "multiplied",
    "rectangle",
    "scale_of",
]

Point = tuple[float, float]
Outline = tuple[tuple[str | float, ...], ...]
Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f of SVG and PDF: x' = ax + cy + e, y' = bx + dy + f."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def line(points: Sequence[Point], is_closed: bool = False) -> Outline:
    """Return the outline of straight lines through ``points``."""
    steps: list[tuple[str | float, ...]] = [("M", *points[0])]
    steps += [("L", *point) for point in points[1:]]
    if is_closed:
        steps.append(("Z",))
    return tuple(steps)


def rectangle(x: float, y: float, width: float, height: float) -> Outline:
    """Return a rectangle; ``x`` and ``y`` are its top left corner."""
    return line([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], is_closed=True)


def circle(centre: Point, radius_x: float, radius_y: float | None = None) -> Outline:
    """Return a circle, or an ellipse."""
    x, y = centre
    radius_y = radius_x if radius_y is None else radius_y
    steps: list[tuple[str | float, ...]] = [("M", x + radius_x, y)]
    steps += [("C", *curve) for curve in _curves_of_arc(centre, radius_x, radius_y, 0, 0, 2 * pi)]
    return (*steps, ("Z",))


def moved(outline: Outline, matrix: Matrix) -> Outline:
    """Return the outline transformed by ``matrix``."""
    a, b, c, d, e, f = matrix
    result: list[tuple[str | float, ...]] = []
    for letter, *numbers in outline:
        step: list[str | float] = [letter]
        for x, y in _pairs([float(number) for number in numbers]):
            step += [a * x + c * y + e, b * x + d * y + f]
        result.append(tuple(step))
    return tuple(result)


def multiplied(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = outer
    k, m, n, o, p, q = inner
    return (
        a * k + c * m,
        b * k + d * m,
        a * n + c * o,
        b * n + d * o,
        a * p + c * q + e,
        b * p + d * q + f,
    )


def _pairs(numbers: Sequence[float]) -> Iterator[Point]:
    return zip(numbers[::2], numbers[1::2], strict=True)


def from_svg(data: str) -> Outline:
    """Parse SVG path data; as in browsers, everything after an error is dropped."""
    return tuple(_steps(_commands(data)))


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    for letter, rest in _STEP.findall(data):
        numbers = [float(number) for number in _numbers(letter, rest)]
        count = _COUNTS[letter.upper()]
        if count == 0:
            yield letter, []
            continue
        for start in range(0, len(numbers) - count + 1, count):
            # Pairs after the first of a move are lines.
            then = {"M": "L", "m": "l"}.get(letter, letter) if start else letter
            yield then, numbers[start : start + count]


def _numbers(letter: str, rest: str) -> list[str]:
    if letter not in "Aa":
        return _NUMBER.findall(rest)
    # The two flags of an arc are one digit each and need no separator.
    found: list[str] = []
    at = 0
    while True:
        flag = len(found) % 7 in (3, 4)
        match = re.compile(r"[\s,]*([01])" if flag else r"[\s,]*(" + _NUMBER.pattern + ")").match(rest, at)
        if match is None:
            return found
        found.append(match[1])
        at = match.end()


def _steps(commands: Iterable[tuple[str, list[float]]]) -> Iterator[tuple[str | float, ...]]:
    x = y = start_x = start_y = 0.0
    control, curve = (0.0, 0.0), ""
    for letter, given in commands:
        command = letter.upper()
        numbers = given if command in (letter, "A") else _absolute(command, given, x, y)
        # S and T continue the previous curve smoothly if it is of their kind.
        goes_on = curve != "" and command in curve
        curve = ""
        if command == "Z":
            x, y = start_x, start_y
            yield ("Z",)
        elif command == "A":
            end = (given[5], given[6]) if letter == "A" else (x + given[5], y + given[6])
            yield from _arc((x, y), given, end)
            x, y = end
        elif command in "MLHV":
            x = numbers[0] if command != "V" else x
            y = numbers[-1] if command != "H" else y
            if command == "M":
                start_x, start_y = x, y
            yield ("M" if command == "M" else "L", x, y)
        else:
            if command in "ST":
                mirrored = (2 * x - control[0], 2 * y - control[1]) if goes_on else (x, y)
                numbers = [*mirrored, *numbers]
            *pulls, to_x, to_y = numbers
            control, curve = (pulls[-2], pulls[-1]), "CS" if command in "CS" else "QT"
            if curve == "QT":
                pulls = [
                    *(start + (pull - start) * 2 / 3 for start, pull in zip((x, y), control, strict=True)),
                    *(end + (pull - end) * 2 / 3 for end, pull in zip((to_x, to_y), control, strict=True)),
                ]
            yield ("C", *pulls, to_x, to_y)
            x, y = to_x, to_y


def _absolute(command: str, numbers: Sequence[float], x: float, y: float) -> list[float]:
    if command == "H":
        return [numbers[0] + x]
    if command == "V":
        return [numbers[0] + y]
    return [number + (y if place % 2 else x) for place, number in enumerate(numbers)]


def _arc(start: Point, given: Sequence[float], end: Point) -> Iterator[tuple[str | float, ...]]:
    """Yield the curves of an SVG arc; its centre is calculated as in the SVG recommendation, appendix on arcs."""
    radius_x, radius_y, turn = abs(given[0]), abs(given[1]), radians(given[2])
    if start == end:
        return
    if not radius_x or not radius_y:
        yield ("L", *end)
        return
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x = cos(turn) * half_x + sin(turn) * half_y
    y = -sin(turn) * half_x + cos(turn) * half_y
    stretch = sqrt(max(1.0, (x / radius_x) ** 2 + (y / radius_y) ** 2))
    radius_x, radius_y = radius_x * stretch, radius_y * stretch
    below = (radius_x * y) ** 2 + (radius_y * x) ** 2
    share = sqrt(max(0.0, ((radius_x * radius_y) ** 2 - below) / below))
    if (given[3] != 0) == (given[4] != 0):
        share = -share
    centre_x, centre_y = share * radius_x * y / radius_y, -share * radius_y * x / radius_x
    centre = (
        cos(turn) * centre_x - sin(turn) * centre_y + (start[0] + end[0]) / 2,
        sin(turn) * centre_x + cos(turn) * centre_y + (start[1] + end[1]) / 2,
    )
    first = atan2((y - centre_y) / radius_y, (x - centre_x) / radius_x)
    sweep = atan2((-y - centre_y) / radius_y, (-x - centre_x) / radius_x) - first
    if given[4] and sweep < 0:
        sweep += 2 * pi
    if not given[4] and sweep > 0:
        sweep -= 2 * pi
    for curve in _curves_of_arc(centre, radius_x, radius_y, turn, first, sweep):
        yield ("C", *curve)


def _curves_of_arc(
    centre: Point, radius_x: float, radius_y: float, turn: float, first: float, sweep: float
) -> Iterator[tuple[float, ...]]:
    """Yield cubic curves of at most a quarter each; the error is less than 1/3000 of the radius."""
    count = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    each = sweep / count
    pull = 4 / 3 * tan(each / 4)
    for number in range(count):
        angle, then = first + number * each, first + (number + 1) * each
        yield tuple(
            value
            for x, y in (
                (cos(angle) - pull * sin(angle), sin(angle) + pull * cos(angle)),
                (cos(then) + pull * sin(then), sin(then) - pull * cos(then)),
                (cos(then), sin(then)),
            )
            for value in _turned(radius_x * x, radius_y * y, turn, centre)
        )


def _turned(x: float, y: float, turn: float, centre: Point) -> Point:
    return (cos(turn) * x - sin(turn) * y + centre[0], sin(turn) * x + cos(turn) * y + centre[1])


def scale_of(matrix: Matrix) -> float:
    """Return the factor by which ``matrix`` scales lengths."""
    a, b, c, d = matrix[:4]
    return sqrt(hypot(a, b) * hypot(c, d))
