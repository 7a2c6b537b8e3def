"""Converts SVG pictures of boards to flat outlines for PDF, which has no style rules.

It supports what ``riverlight.boards.drawing`` and the games' sceneries use: groups, shapes, ``use``, single-line texts,
style rules, opacity, transforms. A test checks every shipped board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from xml.etree import ElementTree

from riverlight.workshop.printing.paths import (
    IDENTITY,
    Matrix,
    Outline,
    circle,
    from_svg,
    line,
    moved,
    multiplied,
    rectangle,
    scale_of,
)
from riverlight.workshop.printing.pdf import Canvas, Colour
from riverlight.workshop.printing.styles import INITIAL, OWN, Compound, own_style, resolved, rules

__all__ = ["UNDERSTOOD", "paint"]

_GROUPS = ("svg", "g")
_UNSEEN = ("defs", "style", "title")
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
UNDERSTOOD = frozenset((*_GROUPS, *_UNSEEN, *_SHAPES, "use", "text"))
"""The supported elements."""

_ALIGN = {"start": "left", "middle": "middle", "end": "right"}
_BOLD = ("bold", "600", "700", "800", "900")


@dataclass(frozen=True)
class _Place:
    """What an element inherits: names and classes of its ancestors, styles, matrix and opacity."""

    lineage: tuple[Compound, ...]
    style: Mapping[str, str]
    matrix: Matrix
    opacity: float


def paint(picture: str, canvas: Canvas) -> None:
    """Draw an SVG picture in its own units."""
    root = ElementTree.fromstring(picture)  # noqa: S314  (our own drawing)
    _Painter(root, canvas).element(root, _Place((), INITIAL, IDENTITY, 1))


class _Painter:
    def __init__(self, root: ElementTree.Element, canvas: Canvas) -> None:
        self._canvas = canvas
        self._by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
        self._rules = rules("".join(element.text or "" for element in root.iter() if _tag(element) == "style"))
        box = [float(number) for number in root.attrib["viewBox"].split()]
        self._size = (box[2], box[3])

    def element(self, element: ElementTree.Element, about: _Place) -> None:
        tag = _tag(element)
        lineage = (*about.lineage, Compound(tag, frozenset(element.get("class", "").split())))
        own = own_style(element.attrib, lineage, self._rules)
        if tag in _UNSEEN or own.get("display") == "none":
            return
        style = {**about.style, **{name: value for name, value in own.items() if name not in OWN}}
        style = {name: resolved(value, style) for name, value in style.items()}
        place = _Place(
            lineage,
            style,
            multiplied(about.matrix, _transform(own.get("transform", ""))),
            about.opacity * float(own.get("opacity", "1")),
        )
        if tag in _GROUPS:
            for child in element:
                self.element(child, place)
        elif tag == "use":
            x, y = (_length(element.get(name, "0")) for name in ("x", "y"))
            moved_place = _Place(lineage, style, multiplied(place.matrix, (1, 0, 0, 1, x, y)), place.opacity)
            self.element(self._by_id[element.attrib["href"].removeprefix("#")], moved_place)
        elif tag == "text":
            self._text(element, place)
        else:
            self._shape(element, place)

    def _text(self, element: ElementTree.Element, place: _Place) -> None:
        style = place.style
        colour = _colour(style["fill"])
        if colour is None:
            return
        self._canvas.text(
            (_length(element.get("x", "0")), _length(element.get("y", "0"))),
            "".join(element.itertext()).strip(),
            _length(style["font-size"]),
            bold=style["font-weight"] in _BOLD,
            colour=colour,
            align=_ALIGN[style["text-anchor"]],
            spacing_mm=_length(style["letter-spacing"]),
            matrix=place.matrix,
            opacity=place.opacity * float(style["fill-opacity"]),
        )

    def _shape(self, element: ElementTree.Element, place: _Place) -> None:
        style, scale = place.style, scale_of(place.matrix)
        dashes = [] if style["stroke-dasharray"] == "none" else _list(style["stroke-dasharray"])
        self._canvas.path(
            moved(self._outline(element), place.matrix),
            fill=_colour(style["fill"]),
            stroke=_colour(style["stroke"]),
            width_mm=_length(style["stroke-width"]) * scale,
            dash_mm=[dash * scale for dash in dashes],
            even_odd=style["fill-rule"] == "evenodd",
            fill_opacity=place.opacity * float(style["fill-opacity"]),
            stroke_opacity=place.opacity * float(style["stroke-opacity"]),
            round_ends=style["stroke-linecap"] == "round",
        )

    def _outline(self, element: ElementTree.Element) -> Outline:
        def length(name: str, whole: float = 0) -> float:
            return _length(element.get(name, "0"), whole)

        tag = _tag(element)
        if tag == "path":
            return from_svg(element.attrib["d"])
        if tag == "rect":
            width, height = self._size
            return _rounded(length("x"), length("y"), length("width", width), length("height", height), length("rx"))
        if tag == "circle":
            return circle((length("cx"), length("cy")), length("r"))
        if tag == "ellipse":
            return circle((length("cx"), length("cy")), length("rx"), length("ry"))
        if tag == "line":
            return line([(length("x1"), length("y1")), (length("x2"), length("y2"))])
        numbers = _list(element.attrib["points"])
        return line(list(zip(numbers[::2], numbers[1::2], strict=True)), is_closed=tag == "polygon")


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    if not radius:
        return rectangle(x, y, width, height)
    radius = min(radius, width / 2, height / 2)
    corner = f"a{radius} {radius} 0 0 1"
    across, down = width - 2 * radius, height - 2 * radius
    return from_svg(
        f"M{x + radius} {y}h{across}{corner} {radius} {radius}v{down}{corner} {-radius} {radius}"
        f"h{-across}{corner} {-radius} {-radius}v{-down}{corner} {radius} {-radius}z"
    )


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _colour(value: str) -> Colour | None:
    if value == "none":
        return None
    digits = value.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return (red, green, blue)


def _length(value: str, whole: float = 0) -> float:
    if value.endswith("%"):
        return float(value[:-1]) / 100 * whole
    return float(value.removesuffix("px"))


def _list(value: str) -> list[float]:
    return [float(number) for number in re.split(r"[\s,]+", value.strip())]


def _transform(value: str) -> Matrix:
    matrix = IDENTITY
    for name, inside in re.findall(r"([a-zA-Z]+)\(([^)]*)\)", value):
        matrix = multiplied(matrix, _matrix(name, _list(inside)))
    return matrix


def _matrix(name: str, numbers: list[float]) -> Matrix:
    first, second = numbers[0], numbers[-1]
    if name == "translate":
        return (1, 0, 0, 1, first, second if len(numbers) > 1 else 0)
    if name == "scale":
        return (first, 0, 0, second, 0, 0)
    if name == "rotate":
        turn = radians(first)
        x, y = (numbers[1], numbers[2]) if len(numbers) == 3 else (0.0, 0.0)
        turned = (cos(turn), sin(turn), -sin(turn), cos(turn), x, y)
        return multiplied(turned, (1, 0, 0, 1, -x, -y))
    a, b, c, d, e, f = numbers
    return (a, b, c, d, e, f)
