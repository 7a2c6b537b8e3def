"""Commercial light types, and whether they fit the spaces of a board.

Sizes are typical, not those of one manufacturer: pixels are 12 mm round with about 100 mm of wire between them; strip
is cut between its lights, so a piece is as long as the pitch and as wide as the strip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import atan2, cos, hypot, pi, sin
from typing import Final, NamedTuple

__all__ = ["LIGHT_TYPES", "Clash", "LightType", "clashes", "outline_of"]

Point = tuple[float, float]


class LightType(NamedTuple):
    """A commercial type of light.

    Attributes:
        name, title: the name in commands, and the search term for shops.
        hole_mm: diameter of the hole that it sits in or shines through.
        size_mm: size of a piece along the data line and across it; pixels are round.
        reach_mm: length of the wire to the next light, 0 if you solder it yourself.
        order: the usual colour order.
        unit, each_eur: the sales unit, and the approximate price of one light.
    """

    name: str
    title: str
    hole_mm: float
    size_mm: Point
    reach_mm: float
    order: str
    unit: str
    each_eur: float

    @property
    def is_round(self) -> bool:
        """Whether it is a pixel rather than a piece of strip."""
        return self.size_mm[0] == self.size_mm[1]

    @property
    def apart_mm(self) -> float:
        """The distance between two lights of one space."""
        return max(self.hole_mm, *self.size_mm) + _WALL_MM


_WALL_MM: Final = 1.5
"""Minimum wood between two holes, or gap between two pieces."""

LIGHT_TYPES: Final[Mapping[str, LightType]] = {
    kind.name: kind
    for kind in (
        LightType(
            "pixels",
            "pixel WS2811 or WS2812B, 5 V, 12 mm round, pre-wired",
            hole_mm=12,
            size_mm=(12, 12),
            reach_mm=100,
            order="RGB",
            unit="strings of 50, wire 0.5 mm² (20 AWG), 100 mm from pixel to pixel",
            each_eur=0.30,
        ),
        LightType("cut30", "strip WS2812B, 5 V, 30 a metre, cut", 8, (33.3, 10), 0, "GRB", "reels of 5 m", 0.22),
        LightType("cut60", "strip WS2812B, 5 V, 60 a metre, cut", 8, (16.7, 10), 0, "GRB", "reels of 5 m", 0.15),
        LightType("cut144", "strip WS2812B, 5 V, 144 a metre, cut", 6, (6.9, 12), 0, "GRB", "reels of 1 m", 0.14),
    )
}
"""All light types; pixels come first, as they need no soldering between lights."""


class Clash(NamedTuple):
    """Two lights that overlap, by their indices in the given places."""

    one: int
    other: int
    apart_mm: float


def clashes(places: Sequence[Point], kind: LightType) -> list[Clash]:
    """Return the pairs of overlapping lights; ``places`` is in chain order.

    A piece of strip is parallel to the line from the previous light to the next.
    """
    shapes = [outline_of(places, number, kind) for number in range(len(places))]
    far = hypot(*kind.size_mm) + _WALL_MM
    found = []
    for one, other in combinations(range(len(places)), 2):
        apart = hypot(places[one][0] - places[other][0], places[one][1] - places[other][1])
        if apart >= far:
            continue
        is_clash = apart < kind.hole_mm + _WALL_MM - 0.01
        if not kind.is_round:
            is_clash = is_clash or not _is_apart(shapes[one], shapes[other])
        if is_clash:
            found.append(Clash(one, other, apart))
    return found


def outline_of(places: Sequence[Point], number: int, kind: LightType) -> list[Point]:
    """Return the corners of a piece, parallel to the line from previous to next light."""
    before, after = places[max(0, number - 1)], places[min(len(places) - 1, number + 1)]
    angle = _turned(before, after)
    along, across = (length / 2 for length in kind.size_mm)
    x, y = places[number]
    return [
        (x + a * along * cos(angle) - b * across * sin(angle), y + a * along * sin(angle) + b * across * cos(angle))
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _turned(before: Point, after: Point) -> float:
    """Return the angle of a piece between the previous light and the next."""
    return atan2(after[1] - before[1], after[0] - before[0]) if before != after else 0.0


def _is_apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether two rectangles are disjoint (separating axis theorem)."""
    for shape in (one, other):
        for start, end in ((shape[0], shape[1]), (shape[1], shape[2])):
            normal = _turned(start, end) + pi / 2
            spans = [[x * cos(normal) + y * sin(normal) for x, y in corners] for corners in (one, other)]
            if max(spans[0]) <= min(spans[1]) or max(spans[1]) <= min(spans[0]):
                return True
    return False
