"""A sheet: what to cut and mark over the whole size of a board, before it is divided into pages.

The same sheet becomes PDF, SVG and DXF, so that all three are identical.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.strokes import strokes_of

__all__ = ["Layer", "Line", "Round", "Sheet"]


class Layer(Enum):
    """How to treat a line; the names appear in laser cutters' programs."""

    CUT = "CUT"
    """Through the material: an edge, a hole, an opening."""

    ENGRAVE = "ENGRAVE"
    """On the surface: numbers, names, centres."""

    GUIDE = "GUIDE"
    """On paper only, as a visual aid."""


@dataclass(frozen=True, slots=True)
class Line:
    """Straight lines through points, millimetres from the board's top left corner."""

    layer: Layer
    points: tuple[Point, ...]
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A circle, all in millimetres."""

    layer: Layer
    centre: Point
    diameter_mm: float


@dataclass(slots=True)
class Sheet:
    """One sheet to print or cut.

    Attributes:
        name: a word for its files, as ``drill-main``.
        title: for people, as "Drill template".
        size_mm: width and height.
        shapes: lines and circles, in drawing order.
        picture: an SVG picture of the whole size, drawn below them, or "".
    """

    name: str
    title: str
    size_mm: tuple[float, float]
    shapes: list[Line | Round] = field(default_factory=list)
    picture: str = ""

    def line(self, layer: Layer, points: Iterable[Point], is_closed: bool = False) -> None:
        """Add a line."""
        self.shapes.append(Line(layer, tuple(points), is_closed))

    def circle(self, layer: Layer, centre: Point, diameter_mm: float) -> None:
        """Add a circle."""
        self.shapes.append(Round(layer, centre, diameter_mm))

    def cross(self, layer: Layer, centre: Point, length_mm: float) -> None:
        """Add a cross, each of its two lines ``length_mm`` long."""
        (x, y), half = centre, length_mm / 2
        self.line(layer, [(x - half, y), (x + half, y)])
        self.line(layer, [(x, y - half), (x, y + half)])

    def write(self, layer: Layer, text: str, at: Point, height_mm: float, align: str = "left") -> None:
        """Add ``text`` in single strokes; ``at`` is the left, middle or right end of its baseline."""
        for stroke in strokes_of(text, at, height_mm, align):
            self.line(layer, stroke)

    def outline(self) -> None:
        """Add the board's edge, to be cut."""
        width, height = self.size_mm
        self.line(Layer.CUT, [(0, 0), (width, 0), (width, height), (0, height)], is_closed=True)
