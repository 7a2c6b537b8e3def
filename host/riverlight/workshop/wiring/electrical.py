"""Electrical figures: ampacity and resistance of wires, standard supplies and fuses.

Cords from 0.5 mm² up as in IEC 60335-1, table 11; thinner wire at 4 A per mm². Resistance of stranded copper as in
IEC 60228, class 5: 39 Ω/km for 0.5 mm², others in proportion. Blade fuses as in ISO 8820-3.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "AREAS_MM2",
    "CHARGE_SECONDS",
    "FUSES_A",
    "FUSE_BLOWS",
    "FUSE_MARGIN",
    "SUPPLIES_A",
    "SUPPLY_SHARE",
    "TRUNK_MARGIN",
    "USB_CAPACITOR_F",
    "awg_of",
    "carries_a",
    "fuse_for",
    "fuse_ohms",
    "ohms",
    "supply_for",
    "wire_for",
]

_CORDS_A: Final = {0.5: 3.0, 0.75: 6.0, 1.0: 10.0, 1.5: 16.0, 2.5: 25.0}
_THIN_A_MM2: Final = 4.0
_OHM_MM2_M: Final = 0.0195

AREAS_MM2: Final = (0.14, 0.25, 0.34, *_CORDS_A)
"""Cross sections in use."""

_AWG: Final = {0.14: 26, 0.25: 24, 0.34: 22, 0.5: 20, 0.75: 18, 1.0: 16, 1.5: 14, 2.5: 12}
"""The American wire gauges to buy instead."""

FUSES_A: Final = (1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 20.0, 25.0)
SUPPLIES_A: Final = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0)
"""Ratings of 5 V supplies, for continuous load."""

SUPPLY_SHARE: Final = 0.8
"""A supply is loaded to this share of its rating, so that it stays cool and holds its voltage."""

FUSE_MARGIN: Final = 1.25
"""Ratio of a fuse's rating to its load: ISO 8820-3 allows the full rating only in still, cool air."""

FUSE_BLOWS: Final = 2.0
"""A blade fuse opens within five seconds at this multiple of its rating (ISO 8820-3); the supply must deliver it."""

TRUNK_MARGIN: Final = 1.35
"""Unfused wire from the supply must carry this multiple of its rating, where the supply's overload limit acts."""

USB_CAPACITOR_F: Final = 10e-6
"""The largest capacitance that a device may have across VBUS (USB 2.0, section 7.2.4.1)."""

CHARGE_SECONDS: Final = 0.02
"""A supply must charge empty capacitors in this time, or its overload limit may act."""


def carries_a(area_mm2: float) -> float:
    """Return the largest allowed current of a wire."""
    return _CORDS_A.get(area_mm2, area_mm2 * _THIN_A_MM2)


def ohms(area_mm2: float, length_mm: float) -> float:
    """Return the resistance of one conductor."""
    return _OHM_MM2_M / area_mm2 * length_mm / 1000


def fuse_ohms(amperes: float) -> float:
    """Return the cold resistance of a blade fuse: 123 mΩ for 1 A, 18 mΩ for 5 A (Littelfuse's ATO data sheet)."""
    return 0.12 / amperes


def awg_of(area_mm2: float) -> int:
    """Return the American wire gauge to buy for a cross section."""
    return _AWG[area_mm2]


def supply_for(load_ma: float, fuse_a: float = 0) -> float:
    """Return the smallest supply for a load that can also blow a fuse; the largest if none suffices."""
    return _at_least(SUPPLIES_A, max(load_ma / 1000 / SUPPLY_SHARE, fuse_a * FUSE_BLOWS))


def fuse_for(load_ma: float) -> float:
    """Return the smallest fuse that carries a load; the largest if none suffices."""
    return _at_least(FUSES_A, load_ma / 1000 * FUSE_MARGIN)


def wire_for(amperes: float) -> float:
    """Return the thinnest wire for a current or a fuse, at least 0.5 mm²; the thickest if none suffices."""
    return next((area for area in _CORDS_A if carries_a(area) >= amperes - 1e-9), max(_CORDS_A))


def _at_least(sizes: tuple[float, ...], wanted: float) -> float:
    return next((size for size in sizes if size >= wanted - 1e-9), sizes[-1])
