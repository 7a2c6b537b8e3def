"""What wires carry and lose, and what supplies and fuses there are.

Figures: cords from 0.5 mm² up as in IEC 60335-1, table 11; thinner wire at 4 A for each square millimetre. Resistance
of stranded copper as in IEC 60228, class 5: 39 Ω a kilometre for 0.5 mm², others in proportion. Fuses as blade fuses
are sold (ISO 8820-3).
"""

from __future__ import annotations

from typing import Final

__all__ = ["AREAS_MM2", "FUSES_A", "SUPPLIES_A", "awg_of", "carries_a", "fuse_for", "ohms", "supply_for", "wire_for"]

_CORDS_A: Final = {0.5: 3.0, 0.75: 6.0, 1.0: 10.0, 1.5: 16.0, 2.5: 25.0}
_THIN_A_MM2: Final = 4.0
_OHM_MM2_M: Final = 0.0195

AREAS_MM2: Final = (0.14, 0.25, 0.34, *_CORDS_A)
"""Cross sections of the wires that are used."""

_AWG: Final = {0.14: 26, 0.25: 24, 0.34: 22, 0.5: 20, 0.75: 18, 1.0: 16, 1.5: 14, 2.5: 12}
"""The American wire gauges that are sold in their place."""

FUSES_A: Final = (1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 20.0, 25.0)
SUPPLIES_A: Final = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0)
"""5 V supplies, by what they give for hours."""

SUPPLY_SHARE: Final = 0.8
"""A supply is loaded to this share of what it says: it stays cool and its voltage up."""

FUSE_MARGIN: Final = 1.25
"""A fuse is so much larger than what flows all evening, or it would blow one day."""


def carries_a(area_mm2: float) -> float:
    """Return the amperes that a wire may carry."""
    return _CORDS_A.get(area_mm2, area_mm2 * _THIN_A_MM2)


def ohms(area_mm2: float, length_mm: float) -> float:
    """Return the resistance of a wire, one way."""
    return _OHM_MM2_M / area_mm2 * length_mm / 1000


def awg_of(area_mm2: float) -> int:
    """Return the American wire gauge that is sold for a cross section."""
    return _AWG[area_mm2]


def supply_for(load_ma: float) -> float:
    """Return the amperes of the smallest supply for a load; the largest there is when none suffices."""
    return _at_least(SUPPLIES_A, load_ma / 1000 / SUPPLY_SHARE)


def fuse_for(load_ma: float) -> float:
    """Return the amperes of the smallest fuse that a load does not blow; the largest there is when none suffices."""
    return _at_least(FUSES_A, load_ma / 1000 * FUSE_MARGIN)


def wire_for(fuse_a: float) -> float:
    """Return the thinnest wire that a fuse protects, at least 0.5 mm²; the thickest there is when none suffices."""
    return next((area for area in _CORDS_A if carries_a(area) >= fuse_a), max(_CORDS_A))


def _at_least(sizes: tuple[float, ...], wanted: float) -> float:
    return next((size for size in sizes if size >= wanted - 1e-9), sizes[-1])
