"""Drawings of the five treasures, which differ in shape as well as in colour: for boards and pages.

Each leaves a circle of radius 9 in its centre free, for a light on the board.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from riverlight.boards.drawing.brush import fmt

__all__ = ["TREASURES", "Treasure"]


class Treasure(NamedTuple):
    """One treasure in a box of 48: its letter, its outline, and finer lines on it, both as path data."""

    letter: str
    outline: str
    detail: str


def _rays(count: int, inner: float, outer: float, half_width: float) -> str:
    """Return narrow triangles around the centre."""
    found = []
    for number in range(count):
        turn = 2 * pi * number / count
        corners = ((inner, -half_width), (outer, 0), (inner, half_width))
        places = [
            f"{fmt(24 + far * sin(turn) + off * cos(turn))} {fmt(24 - far * cos(turn) + off * sin(turn))}"
            for far, off in corners
        ]
        found.append(f"M{'L'.join(places)}z")
    return "".join(found)


TREASURES = {
    # An ankh: the loop holds the light.
    "red": Treasure(
        "R",
        "M24 7c10 0 16 7 16 16c0 6-3 10-7 13h12v7H30v4H18v-4H3v-7h12c-4-3-7-7-7-13C8 14 14 7 24 7z",
        "M9 39.5h9M30 39.5h9M12.5 23a11.5 11.5 0 0 1 23 0",
    ),
    # An Eye of Horus.
    "blue": Treasure(
        "B",
        "M2 25C9 14 16 10.5 24 10.5S39 14 46 25C39 35 32 38.5 24 38.5c-2 0-4-.2-6-.7l-5 7.7-3.5-2.5 3.5-7.5"
        "C9 33 5 30 2 25zM4 14C10 6 17 3 25 3s15 3 20 9l-3 2C37 9 31 7 25 7S13 9 7 16z",
        "M7.5 25C13 18 18 15.5 24 15.5S35 18 40.5 25C35 31.5 30 33.5 24 33.5S13 31.5 7.5 25z",
    ),
    # An open water lily.
    "white": Treasure(
        "W",
        "M24 1c4 4 6 8 6.5 12c3-2.5 6-4 10-4c.5 4-.5 8-2.5 12c3 0 6 1 9 4c-3 8-9 13-15 15v6H16v-6C10 38 4 33 1 25"
        "c3-3 6-4 9-4C8 17 7 13 7.5 9c4 0 7 1.5 10 4C18 9 20 5 24 1z",
        "M16 41.5h16M12 24c0 8 4 13 12 15M36 24c0 8-4 13-12 15",
    ),
    # The sun.
    "yellow": Treasure(
        "Y",
        "M24 11a13 13 0 1 1 0 26a13 13 0 1 1 0-26z" + _rays(10, 14.5, 23.5, 4),
        "M24 14.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19z",
    ),
    # A scarab with six legs.
    "green": Treasure(
        "G",
        "M17 8c1-4 3-6 7-6s6 2 7 6l6-4 2.5 2.5L35 12c2 2 3 4 3.5 6.5l7-3L47 19l-8 4v5l8 3-1.5 3.5-7-2.5"
        "c-.4 2-1.2 3.8-2.2 5.5l5.7 5-2.5 2.8L33 42c-2.5 2.7-5.5 4-9 4s-6.5-1.3-9-4l-6.5 3.3L6 42.5l5.7-5"
        "c-1-1.7-1.8-3.5-2.2-5.5l-7 2.5L1 31l8-3v-5l-8-4 1.5-3.5 7 3C10 16 11 14 13 12L8.5 6.5 11 4z",
        "M12 15c3-2.5 7-4 12-4s9 1.5 12 4M24 37v8",
    ),
}
"""By colour, in the order of the colours of ``riverlight.boards.compile``."""
