"""Drawing styles of the layers, shared by PDF and SVG."""

from __future__ import annotations

from typing import NamedTuple

from riverlight.workshop.printing.pdf import Colour
from riverlight.workshop.printing.sheet import Layer

__all__ = ["GREY", "INK", "LOOKS", "Look", "web_colour"]


class Look(NamedTuple):
    """Colour, width and dashes of a line; lengths in millimetres."""

    colour: Colour
    width_mm: float
    dash_mm: tuple[float, ...] = ()


INK: Colour = (0.07, 0.16, 0.20)
GREY: Colour = (0.42, 0.48, 0.50)

LOOKS = {
    Layer.CUT: Look((0.80, 0.13, 0.10), 0.3),
    Layer.ENGRAVE: Look(INK, 0.25),
    Layer.GUIDE: Look((0.45, 0.66, 0.76), 0.25),
}


def web_colour(colour: Colour) -> str:
    """Return a colour as SVG writes it."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)
