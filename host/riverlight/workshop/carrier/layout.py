"""The layout of the carrier board: positions of parts, edge, copper areas and keep-out areas.

Millimetres from the board's top left corner, y downwards. The Pico is at the left with its USB socket at the top edge,
keypads to its left; each chain of lights has its terminal at the right or bottom edge, with its fuse and capacitor
behind, fed by one wide +5 V area. Ground fills the rest of both layers.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Final, NamedTuple

from riverlight.workshop.carrier.circuit import Component, circuit, nets
from riverlight.workshop.carrier.footprints import Footprint, Pad, footprint

__all__ = [
    "AREAS",
    "SCREWS",
    "SIZE_MM",
    "WIDTHS_MM",
    "Area",
    "Place",
    "Placed",
    "placed",
    "width_of",
]

SIZE_MM: Final = (100.0, 100.0)
SCREWS: Final = ((4.0, 4.0), (96.0, 4.0), (4.0, 96.0), (96.0, 96.0))

Point = tuple[float, float]


class Place(NamedTuple):
    """The position of pad 1 of a part, and its rotation in degrees, counter-clockwise."""

    x: float
    y: float
    turn: int = 0

    def on_board(self, x: float, y: float) -> Point:
        """Convert footprint coordinates to board coordinates; KiCad turns counter-clockwise, y runs downwards."""
        angle = radians(self.turn)
        right, down = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
        return round(self.x + right, 4), round(self.y + down, 4)


class Area(NamedTuple):
    """A copper area of one net on one layer; an area of higher rank displaces others."""

    net: str
    layer: str
    corners: tuple[Point, ...]
    rank: int = 0


class Placed(NamedTuple):
    """A placed part: the centre and net of each pad, "" if unconnected."""

    component: Component
    footprint: Footprint
    place: Place
    pads: tuple[tuple[Pad, Point, str], ...]


_CHAIN_Y: Final = (30.48, 55.88, 81.28)
"""Pole 1 of the chains at the right edge."""

_PLACES: Final = {
    "U1": Place(16.51, 3.81),
    "U2": Place(41.91, 17.78),
    "C1": Place(49.53, 13.335, 180),
    "D1": Place(38.1, 6.35),
    "F1": Place(67.945, 5.5, 180),
    "R1": Place(53.34, 19.05),
    "R2": Place(53.34, 22.86),
    "R3": Place(53.34, 31.75),
    "R4": Place(53.34, 27.305),
    "R5": Place(25.4, 82.55, 180),
    "R11": Place(41.91, 38.1),
    "R12": Place(41.91, 41.91),
    "R13": Place(41.91, 45.72),
    "R14": Place(41.91, 49.53),
    "J1": Place(81.28, 5.385, 180),
    **{f"J{number + 2}": Place(94.615, y, 90) for number, y in enumerate(_CHAIN_Y)},
    **{f"F{number + 2}": Place(70.485, round(y - 16.51, 3)) for number, y in enumerate(_CHAIN_Y)},
    **{f"C{number + 2}": Place(78.105, round(y - 6.985, 3)) for number, y in enumerate(_CHAIN_Y)},
    "J5": Place(41.91, 94.615),
    "F5": Place(59.69, 74.93, 180),
    "C5": Place(49.53, 82.85),
    "J6": Place(5.08, 11.43),
    "J7": Place(5.08, 36.83),
    "J8": Place(10.16, 95.25, 90),
    "J9": Place(5.08, 62.23),
    "J10": Place(5.08, 78.74),
    "J11": Place(5.08, 86.36),
}

WIDTHS_MM: Final = {"+5V_LOGIC": 1.0, "VSYS": 1.0, "3V3": 0.6}
_SIGNAL_MM: Final = 0.3


def width_of(net: str) -> float:
    """Return the track width of a net."""
    return WIDTHS_MM.get(net, _SIGNAL_MM)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


_EDGE: Final = 0.5

AREAS: Final = (
    *(Area("GND", layer, _box(_EDGE, _EDGE, SIZE_MM[0] - _EDGE, SIZE_MM[1] - _EDGE)) for layer in ("F.Cu", "B.Cu")),
    Area(
        "+5V",
        "F.Cu",
        ((65, 2), (84.5, 2), (84.5, 8.6), (74.5, 8.6), (74.5, 79), (56.5, 79), (56.5, 72), (65, 72)),
        rank=1,
    ),
    *(
        Area(f"+5V_{number}", "F.Cu", _box(75.5, y - 21.4, 98.8, y - 2.3), rank=1)
        for number, y in enumerate(_CHAIN_Y, 1)
    ),
    Area(
        "+5V_4",
        "F.Cu",
        ((46, 72), (55.5, 72), (55.5, 80), (63.5, 80), (63.5, 98.5), (43, 98.5), (43, 80), (46, 80)),
        rank=1,
    ),
)
"""Copper areas. The lights' return path is ground on the back: no track crosses it right of the fuses."""

RETURN_BOX: Final = (77.0, 0.0, 100.0, 100.0)


@cache
def placed() -> tuple[Placed, ...]:
    """Return every placed part."""
    found = []
    for component in circuit():
        shape, place = footprint(component.footprint), _PLACES[component.ref]
        pads = tuple(
            (pad, place.on_board(pad.x, pad.y), nets().get(terminal, ""))
            for pad, terminal in zip(shape.pads, component.terminals, strict=True)
        )
        found.append(Placed(component, shape, place, pads))
    return tuple(found)
