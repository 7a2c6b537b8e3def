"""Items around a page's window: its name, the check line, crop marks, seams; for PDF and SVG alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from riverlight.languages.text import spoken, text
from riverlight.workshop.printing.looks import GREY, INK, Look
from riverlight.workshop.printing.paper import CHECK_MM, Layout, Page
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.pdf import Colour
from riverlight.workshop.printing.sheet import Sheet

__all__ = ["Box", "Rule", "Words", "furniture"]

_BLACK: Colour = (0, 0, 0)
_CELL_MM = (1.9, 2.3)
_NAME_LINE, _TITLE_LINE, _SECOND_LINE = 11.5, 7.6, 11.4


class Rule(NamedTuple):
    """A straight line, in paper millimetres."""

    ends: tuple[Point, Point]
    look: Look


class Box(NamedTuple):
    """A small rectangle from its top left corner."""

    corner: Point
    size_mm: tuple[float, float]
    look: Look
    is_filled: bool


class Words(NamedTuple):
    """A line of text on its baseline."""

    at: Point
    text: str
    size_mm: float
    colour: Colour
    bold: bool = False
    align: str = "left"


def furniture(sheet: Sheet, pages: Layout, page: Page, board_title: str) -> Iterator[Rule | Box | Words]:
    """Yield everything on a page except the sheet itself."""
    for ends in pages.seams(page):
        yield Rule(ends, Look(GREY, 0.15, (2, 2)))
    for ends in pages.marks(page):
        yield Rule(ends, Look(_BLACK, 0.2))
    left = pages.corner[0]
    yield Words((left, _NAME_LINE), page.name, 7, INK, bold=True)
    x = left + 4.9 * len(page.name) + 5
    if len(pages.pages) > 1:
        width, height = _CELL_MM
        # With many rows the cells are lower, so that the overview map stays in the header.
        height = min(height, 9 / pages.rows - 0.3)
        for each in pages.pages:
            corner = (x + (width + 0.3) * each.column, 5.2 + (height + 0.3) * each.row)
            yield Box(corner, (width, height), Look(GREY, 0.15), is_filled=each is page)
        x += (width + 0.3) * pages.columns + 2.5
    yield Words((x, _TITLE_LINE), board_title, 2.9, INK, bold=True)
    yield Words((x, _SECOND_LINE), spoken(sheet.title), 2.6, GREY)
    yield from _check_line(pages)


def _check_line(pages: Layout) -> Iterator[Rule | Words]:
    start, end = pages.check_line()
    yield Rule((start, end), Look(INK, 0.2))
    for step in range(int(CHECK_MM / 10) + 1):
        x, y = start[0] + 10 * step, start[1]
        is_end = x in (start[0], end[0])
        yield Rule(((x, y - (1.5 if is_end else 0.8)), (x, y + (1.5 if is_end else 0))), Look(INK, 0.15))
    middle = (start[0] + end[0]) / 2
    words = spoken(text("100 mm: print at 100 % and measure this line"))
    yield Words((middle, 7.0), words, 2.4, INK, align="middle")
    if len(pages.pages) > 1:
        words = spoken(text("Cut each page at its left and top marks; lay it on the dashed lines of the page before."))
        yield Words((middle, 12.8), words, 2.2, GREY, align="middle")
