"""Footprints of the carrier board: pads, drills and outlines, from data sheets, all through-hole.

Local coordinates in millimetres, y downwards, as in KiCad; pad 1 is at the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = ["FUSE_PITCH_MM", "PITCH_MM", "POLE_MM", "Footprint", "Hole", "Pad", "footprint"]

PITCH_MM: Final = 2.54
POLE_MM: Final = 5.08
FUSE_PITCH_MM: Final = 9.2
_PICO_ROWS_MM: Final = 17.78
_DIP_ROWS_MM: Final = 7.62
_LEADS_MM: Final = 10.16
_NEAR_LEADS_MM: Final = 5.0

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Pad:
    """A plated hole with its ring: name, position, diameter of ring and drill; the first pad of a part is square."""

    name: str
    x: float
    y: float
    ring_mm: float
    drill_mm: float
    is_square: bool = False


@dataclass(frozen=True, slots=True)
class Hole:
    """An unplated hole."""

    x: float
    y: float
    drill_mm: float


@dataclass(frozen=True, slots=True)
class Footprint:
    """A footprint.

    Attributes:
        name, about: its name in the library and the parts that fit it.
        pads, holes: what is drilled.
        body: left, top, right, bottom of the part seen from above.
        is_round: whether the body is a circle.
        lines: further lines of the drawing, as boxes from corner to corner.
    """

    name: str
    about: str
    pads: tuple[Pad, ...]
    body: Box
    holes: tuple[Hole, ...] = ()
    is_round: bool = False
    lines: tuple[Box, ...] = ()


def _row(count: int, pitch_mm: float, ring_mm: float, drill_mm: float, *, is_upright: bool) -> tuple[Pad, ...]:
    steps = [round(number * pitch_mm, 3) for number in range(count)]
    return tuple(
        Pad(
            str(number + 1),
            0 if is_upright else step,
            step if is_upright else 0,
            ring_mm,
            drill_mm,
            is_square=not number,
        )
        for number, step in enumerate(steps)
    )


def _two_rows(count: int, rows_mm: float, ring_mm: float, drill_mm: float) -> tuple[Pad, ...]:
    """Return the pads of a part with two rows: down the left side, up the right side."""
    side = count // 2
    left = _row(side, PITCH_MM, ring_mm, drill_mm, is_upright=True)
    right = tuple(
        Pad(str(side + number + 1), rows_mm, round((side - 1 - number) * PITCH_MM, 3), ring_mm, drill_mm)
        for number in range(side)
    )
    return left + right


def _two(pitch_mm: float, ring_mm: float, drill_mm: float) -> tuple[Pad, ...]:
    return _row(2, pitch_mm, ring_mm, drill_mm, is_upright=False)


@lru_cache(maxsize=32)
def footprint(name: str) -> Footprint:
    """Return a footprint by name: a kind of part, or ``header-N`` and ``terminal-N`` with their number of poles."""
    kind, _, count = name.partition("-")
    if kind == "header":
        number = int(count)
        return Footprint(
            name,
            f"Pin header or socket, {number} pins, 2.54 mm",
            _row(number, PITCH_MM, 1.7, 1.0, is_upright=True),
            (-1.27, -1.27, 1.27, (number - 1) * PITCH_MM + 1.27),
        )
    if kind == "terminal":
        number = int(count)
        left, right = -2.44, (number - 1) * POLE_MM + 2.44  # the outlines of adjacent ones do not touch
        return Footprint(
            name,
            f"Screw terminal, {number} poles, 5.08 mm, wires from the side of the thin line",
            _row(number, POLE_MM, 2.6, 1.3, is_upright=False),
            (left, -5.2, right, 4.6),
            lines=((left + 0.2, 2.8, right - 0.2, 2.8),),
        )
    return _FIXED[name]


_FIXED: Final = {
    each.name: each
    for each in (
        Footprint(
            "pico",
            "Raspberry Pi Pico on two sockets of 20 pins (Raspberry Pi Pico Datasheet, 2.1: 51 × 21 mm)",
            _two_rows(40, _PICO_ROWS_MM, 1.7, 1.0),
            (-1.61, -1.37, 19.39, 49.63),
            lines=(
                (4.89, -1.37, 12.89, -1.37),
                (4.89, 3.6, 12.89, 3.6),
                (4.89, -1.37, 4.89, 3.6),
                (12.89, -1.37, 12.89, 3.6),
            ),
        ),
        Footprint(
            "dip14",
            "DIP-14 in its socket (JEDEC MS-001)",
            _two_rows(14, _DIP_ROWS_MM, 1.6, 0.8),
            (-1.27, -1.27, 8.89, 16.51),
            lines=((2.54, -1.27, 3.81, 0.0), (3.81, 0.0, 5.08, -1.27)),
        ),
        Footprint("resistor", "Resistor, ¼ W, leads 10.16 mm", _two(_LEADS_MM, 1.6, 0.8), (1.9, -1.25, 8.26, 1.25)),
        Footprint(
            "diode",
            "Diode DO-41, leads 10.16 mm apart, pad 1 is the cathode",
            _two(_LEADS_MM, 2.2, 1.1),
            (2.4, -1.35, 7.76, 1.35),
            lines=((3.3, -1.35, 3.3, 1.35),),
        ),
        Footprint("disc", "Ceramic capacitor, leads 5 mm", _two(_NEAR_LEADS_MM, 1.6, 0.8), (-1.2, -1.3, 6.2, 1.3)),
        Footprint(
            "radial",
            "Electrolytic capacitor, 10 mm wide, leads 5 mm apart, pad 1 is +",
            _two(_NEAR_LEADS_MM, 2.0, 1.0),
            (-2.5, -5.0, 7.5, 5.0),
            is_round=True,
        ),
        Footprint(
            "fuse",
            "Holder for a blade fuse (ISO 8820-3, type C; Littelfuse 178.6165), pins 9.2 mm apart",
            _two(FUSE_PITCH_MM, 3.5, 2.0),
            (-5.4, -2.0, 14.6, 4.2),
            holes=(Hole(4.6, 1.2, 2.4),),
        ),
        Footprint("screw", "Hole for a screw M3", (), (-3.0, -3.0, 3.0, 3.0), holes=(Hole(0, 0, 3.2),), is_round=True),
    )
}
