"""Pictures of the carrier board from above: one assembly step's parts in colour, the others as outlines."""

from __future__ import annotations

from typing import Final

from riverlight.workshop.carrier.layout import SCREWS, SIZE_MM, Placed, Point, placed
from riverlight.workshop.carrier.silkscreen import words
from riverlight.workshop.wiring.ink import BOARD, COPPER, PAPER, box, circle, line, picture, text

__all__ = ["board_picture"]

_SCALE: Final = 9.0
_MARGIN: Final = 24.0
_HEAD: Final = 64.0
_PRINT: Final = "#e9f1ec"
_COLOURS: Final = {
    "resistor": "#8a6534",
    "diode": "#3d474d",
    "disc": "#9a6416",
    "dip14": "#3d474d",
    "pico": "#2b7f60",
    "radial": "#39507a",
    "fuse": "#66747a",
    "terminal": "#2a6f9e",
    "header": "#3d474d",
}


def board_picture(title: str, refs: frozenset[str]) -> str:
    """Return the board as SVG, with the parts of these references in colour."""
    width = SIZE_MM[0] * _SCALE + 2 * _MARGIN
    height = SIZE_MM[1] * _SCALE + _MARGIN + _HEAD
    svg = text((_MARGIN, 42), title, 26, bold=True)
    svg += box((_MARGIN, _HEAD), (SIZE_MM[0] * _SCALE, SIZE_MM[1] * _SCALE), BOARD, radius=6)
    for at in SCREWS:
        svg += circle(_on(at), 1.6 * _SCALE, PAPER)
    for part in placed():
        svg += _part(part, part.component.ref in refs)
    for word in words():
        x, y = _on(word.at)
        size = word.height_mm * _SCALE * 1.3
        align = {"left": "start", "right": "end", "middle": "middle"}[word.align]
        at = (x + size * 0.36, y) if word.turn else (x, y + size * 0.36)
        svg += text(at, word.text, size, colour=_PRINT, align=align, turn=-word.turn)
    return picture(width, height, title, svg)


def _on(at: Point) -> Point:
    return _MARGIN + at[0] * _SCALE, _HEAD + at[1] * _SCALE


def _part(part: Placed, is_shown: bool) -> str:
    kind = part.footprint.name.partition("-")[0]
    colour = _COLOURS[kind] if is_shown else "none"
    on_board = part.place.on_board
    svg = ""
    left, top, right, bottom = part.footprint.body
    corners = [_on(on_board(x, y)) for x, y in ((left, top), (right, bottom))]
    (x, y), (to_x, to_y) = corners
    if part.footprint.is_round:
        svg += circle(((x + to_x) / 2, (y + to_y) / 2), abs(to_x - x) / 2, colour, edge=_PRINT)
    else:
        corner, size = (min(x, to_x), min(y, to_y)), (abs(to_x - x), abs(to_y - y))
        svg += box(corner, size, colour, radius=2, edge=_PRINT)
    for start_x, start_y, end_x, end_y in part.footprint.lines:
        svg += line([_on(on_board(start_x, start_y)), _on(on_board(end_x, end_y))], _PRINT, 1.5)
    for pad, at, _ in part.pads:
        place, ring = _on(at), pad.ring_mm / 2 * _SCALE
        if pad.is_square:
            svg += box((place[0] - ring, place[1] - ring), (2 * ring, 2 * ring), COPPER, radius=0)
        else:
            svg += circle(place, ring, COPPER)
        svg += circle(place, pad.drill_mm / 2 * _SCALE, "#b9c0c4" if is_shown else PAPER)
    return svg
