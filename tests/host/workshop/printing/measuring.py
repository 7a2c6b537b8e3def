"""Measure PDF files: what is painted on a page, in millimetres from its top left corner.

An independent reader (pypdf) takes the file apart; this follows its operators. SVG files are plain XML.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from pypdf import PdfReader
from pypdf.generic import ContentStream

_MM_A_POINT = 25.4 / 72


@dataclass(frozen=True)
class Painted:
    """A path: the places its steps lead to, how it was painted, in which colours."""

    points: tuple[tuple[float, float], ...]
    is_curved: bool
    paint: str
    fill: tuple[float, ...]
    stroke: tuple[float, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all its points."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of its box."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its box."""
        left, top, right, bottom = self.box
        return right - left, bottom - top


def pages_of(content: bytes) -> list[Any]:
    """Return the pages of a PDF file."""
    return list(PdfReader(BytesIO(content), strict=True).pages)


def paper_mm(page: Any) -> tuple[float, float]:
    """Return the width and height of a page."""
    return float(page.mediabox.width) * _MM_A_POINT, float(page.mediabox.height) * _MM_A_POINT


def painted(page: Any, with_sheet: bool = True) -> list[Painted]:
    """Return all paths of a page, those of the sheet it shows included unless ``with_sheet`` is false."""
    return list(_run(page, page.get_contents(), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), paper_mm(page)[1], with_sheet))


def _run(page: Any, content: Any, matrix: tuple[float, ...], height_mm: float, with_sheet: bool) -> Any:
    stack = []
    fill: tuple[float, ...] = (0,)
    stroke: tuple[float, ...] = (0,)
    points: list[tuple[float, float]] = []
    is_curved = False

    def place(x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) * _MM_A_POINT, height_mm - (b * x + d * y + f) * _MM_A_POINT

    for operands, operator in ContentStream(content, page.pdf).operations:
        numbers = [float(operand) for operand in operands if isinstance(operand, (int, float))]
        if operator == b"q":
            stack.append((matrix, fill, stroke))
        elif operator == b"Q":
            matrix, fill, stroke = stack.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = matrix
            k, m, n, o, p, q = numbers
            matrix = (a * k + c * m, b * k + d * m, a * n + c * o, b * n + d * o, a * p + c * q + e, b * p + d * q + f)
        elif operator == b"rg":
            fill = tuple(numbers)
        elif operator == b"RG":
            stroke = tuple(numbers)
        elif operator in (b"m", b"l", b"c"):
            points.append(place(*numbers[-2:]))
            is_curved = is_curved or operator == b"c"
        elif operator in (b"S", b"f", b"f*", b"B", b"B*", b"n"):
            if operator != b"n":
                yield Painted(tuple(points), is_curved, operator.decode(), fill, stroke)
            points, is_curved = [], False
        elif operator == b"Do" and with_sheet:
            yield from _run(page, page["/Resources"]["/XObject"][operands[0]], matrix, height_mm, with_sheet)
    assert not stack


def svg(text: str) -> ElementTree.Element:
    """Return the root of an SVG file that we wrote."""
    return ElementTree.fromstring(text)  # noqa: S314
