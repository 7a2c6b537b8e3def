"""Splits a plate into tiles with tabs, to fit the bed of a printer or a laser cutter.

Needs manifold3d from the extra ``parts``. y runs upwards, as in STL and DXF.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from riverlight.errors import BoardError
from riverlight.extras import import_extra
from riverlight.workshop.printing.paths import Point

__all__ = ["TAB_MM", "Region", "Tile", "geometry", "openings_region", "region_of", "tiles_of"]

Region = Any
"""A ``manifold3d.CrossSection``; Any, because type checkers run without the library."""

TAB_MM: Final = 8.0
"""How far a tab reaches into the next tile; it widens by as much at its end, to interlock."""

_NECK_MM: Final = 8.0
_HEAD_MM: Final = 12.0
_TABS: Final = 3
"""The most tabs of one seam."""

_STEP_MM: Final = 4.0
_MARGIN_MM: Final = 0.5
"""Margin of the bed: cuts are half a kerf outside of a tile."""
_LEAST_BED_MM: Final = 80.0


class Tile(NamedTuple):
    """One tile: its name as ``B2`` (columns are letters, row 1 is at the bottom), its edge without and with tabs."""

    name: str
    inner: Region
    whole: Region


def geometry() -> Any:
    """Import and return the library.

    Raises:
        MissingExtra: it is not installed.
    """
    return import_extra("manifold3d", "manifold3d")


def region_of(size_mm: tuple[float, float], openings: Sequence[Sequence[Point]]) -> Region:
    """Return a rectangular plate with openings, whose y runs downwards, as on a board's sheets."""
    plate = geometry().CrossSection.square(size_mm)
    return plate - openings_region(openings, size_mm[1]) if openings else plate


def openings_region(openings: Sequence[Sequence[Point]], height_mm: float) -> Region:
    """Return the openings as a region of a plate of this height; their y runs downwards, as on a board's sheets."""
    library = geometry()
    turned = [[(x, height_mm - y) for x, y in opening][::-1] for opening in openings]
    return library.CrossSection(turned, library.FillRule.NonZero)


def tiles_of(region: Region, size_mm: tuple[float, float], bed_mm: tuple[float, float], gap_mm: float) -> list[Tile]:
    """Return the tiles of a plate, from the bottom left.

    A seam gets tabs where the plate is solid, none where openings leave no room.

    Args:
        region: the plate.
        size_mm: its width and height.
        bed_mm: the space for a tile, its tabs included.
        gap_mm: clearance between two tiles.

    Raises:
        BoardError: the bed is too small.
    """
    if min(bed_mm) < _LEAST_BED_MM:
        message = f"A bed of {bed_mm[0]:g} × {bed_mm[1]:g} mm is too small: it needs {_LEAST_BED_MM:g} mm either way."
        raise BoardError(message)
    library = geometry()
    counts = [
        1 if size <= bed else ceil(size / (bed - TAB_MM - _MARGIN_MM))
        for size, bed in zip(size_mm, bed_mm, strict=True)
    ]
    width, height = size_mm[0] / counts[0], size_mm[1] / counts[1]
    tabs: dict[tuple[int, int, str], list[Region]] = {}
    for column in range(counts[0]):
        for row in range(counts[1]):
            corner = (column * width, row * height)
            if column + 1 < counts[0]:
                tabs[column, row, "right"] = _tabs(region, (corner[0] + width, corner[1]), height, is_upright=True)
            if row + 1 < counts[1]:
                tabs[column, row, "top"] = _tabs(region, (corner[0], corner[1] + height), width, is_upright=False)
    found = []
    for column in range(counts[0]):
        for row in range(counts[1]):
            own = [*tabs.get((column, row, "right"), ()), *tabs.get((column, row, "top"), ())]
            others = [*tabs.get((column - 1, row, "right"), ()), *tabs.get((column, row - 1, "top"), ())]
            # Half the gap on each side of a seam; the board's edges are not moved.
            left, low = (gap_mm / 2 if place else 0 for place in (column, row))
            right = gap_mm / 2 if column + 1 < counts[0] else 0
            high = gap_mm / 2 if row + 1 < counts[1] else 0
            inner = library.CrossSection.square((width - left - right, height - low - high))
            inner = inner.translate((column * width + left, row * height + low))
            whole = inner
            for tab in own:
                whole += tab
            for tab in others:
                whole -= tab.offset(gap_mm, library.JoinType.Miter)
            found.append(Tile(f"{chr(65 + column)}{row + 1}", inner, whole))
    return found


def _tabs(region: Region, start: Point, length: float, *, is_upright: bool) -> list[Region]:
    """Return the tabs of a seam that fit the plate, spread as far as possible."""
    library = geometry()
    neck, head = _NECK_MM / 2, _HEAD_MM / 2
    shape = [(-1.0, -neck), (TAB_MM, -head), (TAB_MM, head), (-1.0, neck)]
    found: list[tuple[float, Region]] = []
    along = head + TAB_MM
    while along <= length - head - TAB_MM:
        points = [(start[0] + x, start[1] + along + y) for x, y in shape]
        if not is_upright:
            points = [(start[0] + along - y, start[1] + x) for x, y in shape]
        tab = library.CrossSection([points])
        room = tab.offset(1.5, library.JoinType.Miter)
        if (room ^ region).area() > room.area() - 0.01:
            found.append((along, tab))
        along += _STEP_MM
    chosen: list[tuple[float, Region]] = []
    for number in range(_TABS if found else 0):
        at, tab = min(found, key=lambda each: abs(each[0] - length * (number + 0.5) / _TABS))
        if all(abs(at - other) > 2 * _HEAD_MM for other, _ in chosen):
            chosen.append((at, tab))
    return [tab for _, tab in chosen]
