"""Writes a sheet as PDF: all its pages in one file, each at 1:1."""

from __future__ import annotations

from riverlight.languages.text import spoken
from riverlight.workshop.printing.art import paint
from riverlight.workshop.printing.fonts import Typefaces
from riverlight.workshop.printing.furniture import Box, Rule, furniture
from riverlight.workshop.printing.looks import LOOKS
from riverlight.workshop.printing.paper import Layout, Page
from riverlight.workshop.printing.paths import circle, line, rectangle
from riverlight.workshop.printing.pdf import Canvas, Pdf
from riverlight.workshop.printing.sheet import Round, Sheet

__all__ = ["pdf_of"]

_SPILL_MM = 0.2
"""Margin of the window's clip, so that a line along the board's edge has its full width."""


def pdf_of(sheet: Sheet, pages: Layout, board_title: str, typefaces: Typefaces | None = None) -> bytes:
    """Return the PDF file of a sheet divided into pages; ``typefaces`` then has the missing characters."""
    typefaces = Typefaces() if typefaces is None else typefaces
    drawing = Canvas(typefaces)
    if sheet.picture:
        drawing.save()
        drawing.clip(rectangle(0, 0, *sheet.size_mm))
        paint(sheet.picture, drawing)
        drawing.restore()
    for shape in sheet.shapes:
        look = LOOKS[shape.layer]
        if isinstance(shape, Round):
            outline = circle(shape.centre, shape.diameter_mm / 2)
        else:
            outline = line(shape.points, shape.is_closed)
        drawing.path(outline, stroke=look.colour, width_mm=look.width_mm, dash_mm=look.dash_mm)
    document = Pdf(f"{board_title}: {spoken(sheet.title)}", typefaces)
    document.keep("sheet", drawing, _SPILL_MM, *sheet.size_mm)
    for page in pages.pages:
        document.add_page(_page(sheet, pages, page, board_title, typefaces), *pages.paper)
    return document.content()


def _page(sheet: Sheet, pages: Layout, page: Page, board_title: str, typefaces: Typefaces) -> Canvas:
    canvas = Canvas(typefaces)
    (left, top), (x, y), (width, height) = pages.corner, page.start, page.size_mm
    canvas.save()
    canvas.clip(rectangle(left - _SPILL_MM, top - _SPILL_MM, width + 2 * _SPILL_MM, height + 2 * _SPILL_MM))
    canvas.transform((1, 0, 0, 1, left - x, top - y))
    canvas.stamp("sheet")
    canvas.restore()
    for item in furniture(sheet, pages, page, board_title):
        if isinstance(item, Rule):
            look = item.look
            canvas.path(
                line(item.ends), stroke=look.colour, width_mm=look.width_mm, dash_mm=look.dash_mm, round_ends=False
            )
        elif isinstance(item, Box):
            fill = item.look.colour if item.is_filled else None
            canvas.path(
                rectangle(*item.corner, *item.size_mm), fill=fill, stroke=item.look.colour, width_mm=item.look.width_mm
            )
        elif item.text:
            canvas.text(item.at, item.text, item.size_mm, bold=item.bold, colour=item.colour, align=item.align)
    return canvas
