"""Writes a sheet as SVG: undivided, or one file a page, each at 1:1."""

from __future__ import annotations

from html import escape
from itertools import groupby

from riverlight.languages.text import spoken
from riverlight.workshop.printing.furniture import Box, Rule, Words, furniture
from riverlight.workshop.printing.looks import LOOKS, Look, web_colour
from riverlight.workshop.printing.paper import Layout, Page
from riverlight.workshop.printing.sheet import Line, Round, Sheet

__all__ = ["svg_of", "svg_of_page"]

_ANCHOR = {"left": "start", "middle": "middle", "right": "end"}


def svg_of(sheet: Sheet, board_title: str) -> str:
    """Return the whole sheet as one picture, for a plotter or a print shop."""
    return _page(sheet.size_mm, f"{board_title}: {spoken(sheet.title)}", _drawing(sheet))


def svg_of_page(sheet: Sheet, pages: Layout, page: Page, board_title: str) -> str:
    """Return one page of a divided sheet."""
    (left, top), (x, y), (width, height) = pages.corner, page.start, page.size_mm
    window = (
        f'<svg x="{_mm(left)}" y="{_mm(top)}" width="{_mm(width)}" height="{_mm(height)}" '
        f'viewBox="{_mm(x)} {_mm(y)} {_mm(width)} {_mm(height)}">{_drawing(sheet)}</svg>'
    )
    about = "".join(_item(item) for item in furniture(sheet, pages, page, board_title))
    return _page(pages.paper, f"{board_title}: {spoken(sheet.title)}, {page.name}", f"{window}{about}")


def _page(size_mm: tuple[float, float], title: str, content: str) -> str:
    width, height = (_mm(length) for length in size_mm)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><title>{escape(title)}</title>{content}</svg>\n'
    )


def _drawing(sheet: Sheet) -> str:
    width, height = (_mm(length) for length in sheet.size_mm)
    picture = sheet.picture.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    groups = []
    for layer, shapes in groupby(sheet.shapes, key=lambda shape: shape.layer):
        look = LOOKS[layer]
        groups.append(
            f'<g class="{layer.value}" fill="none" stroke="{web_colour(look.colour)}" stroke-width="{look.width_mm}" '
            f'stroke-linecap="round" stroke-linejoin="round">{"".join(_shape(shape) for shape in shapes)}</g>'
        )
    return picture + "".join(groups)


def _shape(shape: Line | Round) -> str:
    if isinstance(shape, Round):
        x, y = shape.centre
        return f'<circle cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(shape.diameter_mm / 2)}"/>'
    points = "L".join(f"{_mm(x)} {_mm(y)}" for x, y in shape.points)
    return f'<path d="M{points}{"z" if shape.is_closed else ""}"/>'


def _item(item: Rule | Box | Words) -> str:
    if isinstance(item, Rule):
        (x1, y1), (x2, y2) = item.ends
        return f'<path d="M{_mm(x1)} {_mm(y1)}L{_mm(x2)} {_mm(y2)}" fill="none" {_stroke(item.look)}/>'
    if isinstance(item, Box):
        (x, y), (width, height) = item.corner, item.size_mm
        fill = web_colour(item.look.colour) if item.is_filled else "none"
        box = f'x="{_mm(x)}" y="{_mm(y)}" width="{_mm(width)}" height="{_mm(height)}"'
        return f'<rect {box} fill="{fill}" {_stroke(item.look)}/>'
    weight = ' font-weight="700"' if item.bold else ""
    return (
        f'<text x="{_mm(item.at[0])}" y="{_mm(item.at[1])}" font-family="Helvetica, Arial, sans-serif" '
        f'font-size="{_mm(item.size_mm)}"{weight} text-anchor="{_ANCHOR[item.align]}" '
        f'fill="{web_colour(item.colour)}">{escape(item.text)}</text>'
    )


def _stroke(look: Look) -> str:
    dashes = f' stroke-dasharray="{" ".join(_mm(dash) for dash in look.dash_mm)}"' if look.dash_mm else ""
    return f'stroke="{web_colour(look.colour)}" stroke-width="{look.width_mm}"{dashes}'


def _mm(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
