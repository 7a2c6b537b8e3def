"""Drawing primitives and colours shared by wiring diagrams and the build guide's pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

__all__ = [
    "BOARD",
    "COPPER",
    "DATA",
    "FAINT",
    "GROUND",
    "INK",
    "KEYS",
    "PAPER",
    "PLUS",
    "SPI",
    "SWITCH",
    "THREE",
    "Place",
    "box",
    "circle",
    "group",
    "line",
    "path",
    "picture",
    "text",
]

Place = tuple[float, float]

PAPER: Final = "#fbfaf5"
INK: Final = "#22333b"
FAINT: Final = "#8b979c"
PLUS: Final = "#d1342f"
GROUND: Final = "#2b2f33"
THREE: Final = "#e8811a"
DATA: Final = "#17936f"
KEYS: Final = ("#b8860b", "#2f6fce")
"""Rows, and columns."""
SPI: Final = "#8250c4"
SWITCH: Final = "#c2488f"
BOARD: Final = "#1d6b52"
COPPER: Final = "#e3b858"

_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def picture(width: float, height: float, title: str, content: str) -> str:
    """Return a whole SVG file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" role="img" '
        f'font-family="{escape(_FONT)}" fill="{INK}"><title>{escape(title)}</title>'
        f'<rect width="{_n(width)}" height="{_n(height)}" rx="14" fill="{PAPER}"/>\n{content}</svg>\n'
    )


def text(
    at: Place,
    words: str,
    size: float = 15,
    *,
    colour: str = INK,
    align: str = "start",
    bold: bool = False,
    turn: float = 0,
) -> str:
    """Return words on their baseline; ``align`` is start, middle or end."""
    weight = ' font-weight="650"' if bold else ""
    fill = "" if colour == INK else f' fill="{colour}"'
    anchor = "" if align == "start" else f' text-anchor="{align}"'
    turned = f' transform="rotate({_n(turn)} {_n(at[0])} {_n(at[1])})"' if turn else ""
    place = f'x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(size)}"'
    return f"<text {place}{weight}{fill}{anchor}{turned}>{escape(words)}</text>\n"


def box(corner: Place, size: Place, fill: str, *, radius: float, edge: str = "none", width: float = 1.5) -> str:
    """Return a rectangle with rounded corners."""
    stroke = "" if edge == "none" else f' stroke="{edge}" stroke-width="{_n(width)}"'
    return (
        f'<rect x="{_n(corner[0])}" y="{_n(corner[1])}" width="{_n(size[0])}" height="{_n(size[1])}" '
        f'rx="{_n(radius)}" fill="{fill}"{stroke}/>\n'
    )


def circle(centre: Place, radius: float, fill: str, *, edge: str = "none", width: float = 1.5) -> str:
    """Return a circle."""
    stroke = "" if edge == "none" else f' stroke="{edge}" stroke-width="{_n(width)}"'
    return f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}" fill="{fill}"{stroke}/>\n'


def line(points: Sequence[Place], colour: str, width: float = 2, *, dash: str = "", extra: str = "") -> str:
    """Return straight lines through points."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{"L".join(f"{_n(x)} {_n(y)}" for x, y in points).join(("M", ""))}" fill="none" stroke="{colour}" '
        f'stroke-width="{_n(width)}" stroke-linecap="round" stroke-linejoin="round"{dashes}{extra}/>\n'
    )


def path(data: str, fill: str = "none", *, edge: str = "none", width: float = 1.5, extra: str = "") -> str:
    """Return an SVG path."""
    stroke = "" if edge == "none" else f' stroke="{edge}" stroke-width="{_n(width)}" stroke-linejoin="round"'
    return f'<path d="{data}" fill="{fill}"{stroke}{extra}/>\n'


def group(content: str, at: Place) -> str:
    """Return a drawing moved to a place."""
    return f'<g transform="translate({_n(at[0])} {_n(at[1])})">\n{content}</g>\n'


def _n(value: float) -> str:
    text_of = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text_of == "-0" else text_of
