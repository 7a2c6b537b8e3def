"""Lay a sheet out on pages of paper: which part of it each page shows, and what stands round it.

Every page has a window of the sheet, 1:1. Windows overlap; a page's left and top edges are cut along the crop marks and
laid on the overlap of its neighbours, where a dashed line shows how far. Columns are letters and rows are numbers, as
in a spreadsheet: B1 is right of A1, A2 below it.
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
"""Width and height of upright paper, millimetres (ISO 216; ANSI)."""

OVERLAP_MM = 10.0
CHECK_MM = 100.0
"""The line by which a ruler tells that nothing was scaled."""

_SIDE_MM, _HEAD_MM, _FOOT_MM = 9.0, 18.0, 14.0
"""Kept free of the window at the sides (printers leave 5 mm), at the head (its line of text) and at the foot (many
printers leave 12.7 mm)."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        name: as ``B2``.
        column, row: from 0.
        start: the place of the sheet that its window shows at its top left corner, mm.
        size_mm: of what the window shows of the sheet; the last column and row may be narrower.
    """

    name: str
    column: int
    row: int
    start: Point
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sheet lies on pages.

    Attributes:
        paper: width and height of each page, mm, turned as it is to be printed.
        corner: the top left corner of each page's window on the paper.
        columns, rows: how many.
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
        """Yield where the edges of the pages to the right and below will lie, in paper millimetres."""
        (left, top), (width, height) = self.corner, page.size_mm
        if page.column + 1 < self.columns:
            yield (left + width - OVERLAP_MM, top), (left + width - OVERLAP_MM, top + height)
        if page.row + 1 < self.rows:
            yield (left, top + height - OVERLAP_MM), (left + width, top + height - OVERLAP_MM)

    def check_line(self) -> tuple[Point, Point]:
        """Return the ends of the line of 100 mm, in paper millimetres."""
        right, y = self.paper[0] - _SIDE_MM, 9.0
        return (right - CHECK_MM, y), (right, y)


def layout(size_mm: tuple[float, float], paper: str) -> Layout:
    """Return the layout with the fewest pages, upright where that is no worse.

    Raises:
        BoardError: when the paper is not known.
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
    """Return how many windows of ``room`` cover ``length``."""
    return max(1, ceil((length - OVERLAP_MM) / (room - OVERLAP_MM) - 1e-9))


def _letters(column: int) -> str:
    """Return A … Z, AA, AB …."""
    name = ""
    column += 1
    while column:
        column, place = divmod(column - 1, len(_LETTERS))
        name = _LETTERS[place] + name
    return name
