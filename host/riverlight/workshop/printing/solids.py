"""The printable tray of a panel: a floor with holes for its lights, and walls between its spaces.

A tray replaces base plate and light shield. It prints without supports: its floor is on the bed, and all walls are
vertical. Each STL file has one closed surface; the OpenSCAD file has the whole tray with its measures as variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from struct import pack
from typing import Any, Final, NamedTuple

from riverlight.boards import Board
from riverlight.errors import BoardError
from riverlight.workshop.light_types import LightType
from riverlight.workshop.printing.drill import check_lights
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import light_places
from riverlight.workshop.printing.sheet import Layer, Line, Sheet
from riverlight.workshop.printing.shield import light_shield
from riverlight.workshop.printing.tiles import Region, geometry, region_of, tiles_of

__all__ = ["Tray", "circle_of", "openings_of", "scad_of", "stl_of", "tray_of", "tray_tiles"]

FLOOR_MM: Final = 2.4
WALLS_MM: Final = 14.0
"""Height from floor to map, so that a light spreads over its space; 12 mm pixels are lower than that."""

GAP_MM: Final = 0.2
_FACETS: Final = 48
_PLAY_MM: Final = 0.2
"""Added to a hole's diameter, so that the light fits even if the print is a little narrow."""

_SLIVER_MM: Final = 0.4
_INSET_MM: Final = 0.05
_FINE_MM: Final = 0.01


class Tray(NamedTuple):
    """A panel's tray.

    Attributes:
        size_mm: its width and height.
        holes: the centres of the lights' holes, of diameter ``hole_mm``.
        openings: between the walls, which are at least ``wall_mm`` thick.
    """

    size_mm: tuple[float, float]
    holes: tuple[Point, ...]
    hole_mm: float
    openings: tuple[tuple[Point, ...], ...]
    wall_mm: float


def tray_of(board: Board, panel: str, kind: LightType, wall_mm: float) -> Tray:
    """Return the tray of a panel.

    Raises:
        BoardError: the board cannot be printed, or its lights or walls do not fit its map.
    """
    lights = light_places(board, panel, kind.apart_mm)
    check_lights(board, lights, kind)
    openings = openings_of(light_shield(board, panel, wall_mm))
    return Tray(board.size_mm, tuple(light.at for light in lights), kind.hole_mm + _PLAY_MM, openings, wall_mm)


def openings_of(sheet: Sheet) -> tuple[tuple[Point, ...], ...]:
    """Return the openings of a sheet: its closed lines except the first, the board's edge."""
    closed = [shape.points for shape in sheet.shapes if isinstance(shape, Line) and shape.is_closed]
    cut = [shape for shape in sheet.shapes if shape.layer is Layer.CUT and isinstance(shape, Line)]
    if not cut or cut[0].points != closed[0]:
        raise BoardError(f"{sheet.title} has no edge to cut along.")
    return tuple(closed[1:])


def tray_tiles(tray: Tray, bed_mm: tuple[float, float]) -> Iterator[tuple[str, bytes]]:
    """Yield the tiles of a tray, each with its name, as STL; a tab includes its part of the walls."""
    library = geometry()
    miter = library.JoinType.Miter
    floor = region_of(tray.size_mm, [circle_of(at, tray.hole_mm / 2) for at in tray.holes])
    walls = _walls(tray)
    for tile in tiles_of(floor, tray.size_mm, bed_mm, GAP_MM):
        lying = (floor ^ tile.whole).simplify(_FINE_MM)
        # Slightly inside the floor's edge, and nothing too thin to print, so that surfaces never coincide.
        standing = walls ^ tile.whole.offset(-_INSET_MM, miter) ^ floor
        standing = standing.offset(-_SLIVER_MM / 2, miter).offset(_SLIVER_MM / 2, miter).simplify(_FINE_MM)
        solid = lying.extrude(FLOOR_MM) + standing.extrude(FLOOR_MM + WALLS_MM)
        yield tile.name, stl_of(solid.simplify(_FINE_MM))


def _walls(tray: Tray) -> Region:
    """Return the area of the walls: around each opening and along the board's edge; the rest stays low."""
    library = geometry()
    plate = region_of(tray.size_mm, ())
    cut = region_of(tray.size_mm, tray.openings)
    cells = (plate - cut).offset(tray.wall_mm, library.JoinType.Round, 2.0, _FACETS)
    edge = plate - plate.offset(-tray.wall_mm, library.JoinType.Miter)
    return (cells + edge) ^ cut


def scad_of(tray: Tray, title: str) -> str:
    """Return the whole tray as OpenSCAD, its measures as variables."""
    width, height = tray.size_mm

    def points(outline: Sequence[Point]) -> str:
        return "[" + ", ".join(f"[{x:.2f}, {height - y:.2f}]" for x, y in outline) + "]"

    holes = points(tray.holes)
    openings = ",\n  ".join(points(outline) for outline in tray.openings)
    return f"""// {title}: tray of a panel of lights. Made by: riverlight hardware parts
floor_mm = {FLOOR_MM:g};
walls_mm = {WALLS_MM:g};
wall_mm = {tray.wall_mm:g};
hole_mm = {tray.hole_mm:g};
size = [{width:g}, {height:g}];
$fn = {_FACETS};
holes = {holes};
openings = [
  {openings}
];

linear_extrude(floor_mm) difference() {{
  square(size);
  for (at = holes) translate(at) circle(d = hole_mm);
}}
linear_extrude(floor_mm + walls_mm) difference() {{
  intersection() {{
    square(size);
    union() {{
      offset(wall_mm) for (outline = openings) polygon(outline);
      difference() {{ square(size); offset(delta = -wall_mm) square(size); }}
    }}
  }}
  for (outline = openings) polygon(outline);
  for (at = holes) translate(at) circle(d = hole_mm);
}}
"""


def circle_of(at: Point, radius: float) -> list[Point]:
    """Return the corners of a circle."""
    steps = (2 * pi * step / _FACETS for step in range(_FACETS))
    return [(at[0] + radius * cos(angle), at[1] + radius * sin(angle)) for angle in steps]


def stl_of(solid: Any) -> bytes:
    """Return a solid as binary STL, without normals: readers compute them from the order of corners."""
    mesh = solid.to_mesh()
    corners = [tuple(map(float, corner[:3])) for corner in mesh.vert_properties]
    triangles = [tuple(map(int, triangle)) for triangle in mesh.tri_verts]
    parts = [b"Riverlight".ljust(80), pack("<I", len(triangles))]
    for one, two, three in triangles:
        parts.append(pack("<12fH", 0, 0, 0, *corners[one], *corners[two], *corners[three], 0))
    return b"".join(parts)
