"""Divides a sheet into pages: the part of the sheet on each page, and its position on the paper.

Every page has a window on the sheet at 1:1. Windows overlap: cut a page's left and top edges along the crop marks and
lay it on its neighbours up to the dashed line. Columns are letters and rows are numbers, as in a spreadsheet: B1 is
right of A1, A2 below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from riverlight.errors import BoardError
from riverlight.workshop.printing.paths import Point

__all__ = ["CHECK_MM", "OVERLAP_MM", "PAPERS", "Layout", "Page", "layout"]

PAPERS = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "a0": (841.0, 1189.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Width and height of portrait paper, millimetres (ISO 216; ANSI)."""

OVERLAP_MM = 10.0
CHECK_MM = 100.0
"""The length of the check line, to be measured with a ruler: was the print scaled?"""

_SIDE_MM, _HEAD_MM, _FOOT_MM = 9.0, 18.0, 14.0
"""Margins around the window at the sides (printers leave 5 mm), at the top (for the header) and at the bottom (many
printers leave 12.7 mm)."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        name: as ``B2``.
        column, row: from 0.
        start: the point of the sheet at the top left corner of its window, mm.
        size_mm: the size of its window; the last column and row may be smaller.
    """

    name: str
    column: int
    row: int
    start: Point
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sheet is divided into pages.

    Attributes:
        paper: width and height of each page, mm, in printing orientation.
        corner: the top left corner of each page's window on the paper.
        columns, rows: the numbers of pages.
        pages: row by row.
    """

    paper: tuple[float, float]
    corner: Point
    columns: int
    rows: int
    pages: tuple[Page, ...]

    def marks(self, page: Page) -> Iterator[tuple[Point, Point]]:
        """Yield the crop marks of a page: short lines outside the corners of its window, in paper millimetres."""
        (left, top), (width, height) = self.corner, page.size_mm
        for x in (left, left + width):
            yield (x, top - 4), (x, top - 1)
            yield (x, top + height + 1), (x, top + height + 4)
        for y in (top, top + height):
            yield (left - 4, y), (left - 1, y)
            yield (left + width + 1, y), (left + width + 4, y)

    def seams(self, page: Page) -> Iterator[tuple[Point, Point]]:
        """Yield where the edges of the pages to the right and below will be, in paper millimetres."""
        (left, top), (width, height) = self.corner, page.size_mm
        if page.column + 1 < self.columns:
            yield (left + width - OVERLAP_MM, top), (left + width - OVERLAP_MM, top + height)
        if page.row + 1 < self.rows:
            yield (left, top + height - OVERLAP_MM), (left + width, top + height - OVERLAP_MM)

    def check_line(self) -> tuple[Point, Point]:
        """Return the ends of the 100 mm check line, in paper millimetres."""
        right, y = self.paper[0] - _SIDE_MM, 9.0
        return (right - CHECK_MM, y), (right, y)


def layout(size_mm: tuple[float, float], paper: str) -> Layout:
    """Return the layout with the fewest pages, portrait if that is no worse.

    Raises:
        BoardError: the paper size is unknown.
    """
    if paper not in PAPERS:
        message = f"Paper is one of {', '.join(PAPERS)}; not {paper}."
        raise BoardError(message)
    upright = PAPERS[paper]
    return min((_on(size_mm, turned) for turned in (upright, upright[::-1])), key=lambda each: len(each.pages))


def _on(size_mm: tuple[float, float], paper: tuple[float, float]) -> Layout:
    window = (paper[0] - 2 * _SIDE_MM, paper[1] - _HEAD_MM - _FOOT_MM)
    columns, rows = (_count(length, room) for length, room in zip(size_mm, window, strict=True))
    pages = tuple(
        Page(
            f"{_letters(column)}{row + 1}",
            column,
            row,
            (column * (window[0] - OVERLAP_MM), row * (window[1] - OVERLAP_MM)),
            (
                min(window[0], size_mm[0] - column * (window[0] - OVERLAP_MM)),
                min(window[1], size_mm[1] - row * (window[1] - OVERLAP_MM)),
            ),
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Layout(paper, (_SIDE_MM, _HEAD_MM), columns, rows, pages)


def _count(length: float, room: float) -> int:
    """Return the number of windows of ``room`` that cover ``length``."""
    return max(1, ceil((length - OVERLAP_MM) / (room - OVERLAP_MM) - 1e-9))


def _letters(column: int) -> str:
    """Return A … Z, AA, AB …."""
    name = ""
    column += 1
    while column:
        column, place = divmod(column - 1, len(_LETTERS))
        name = _LETTERS[place] + name
    return name
