"""All files of a board's parts, for a printer or for a laser cutter."""

from __future__ import annotations

from math import dist
from typing import Final

from riverlight.boards import Board
from riverlight.workshop.light_types import LightType
from riverlight.workshop.printing.boxes import box_files
from riverlight.workshop.printing.drill import check_lights, clipped, drill_template
from riverlight.workshop.printing.joinery import fixings_of, mark_feeds, mark_fixings, room_for_fixings
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.places import light_places
from riverlight.workshop.printing.sheet import Layer, Line, Round, Sheet
from riverlight.workshop.printing.shield import light_shield
from riverlight.workshop.printing.solids import circle_of, openings_of, scad_of, tray_of, tray_tiles
from riverlight.workshop.printing.tiles import Region, Tile, geometry, region_of, tiles_of
from riverlight.workshop.printing.write_dxf import dxf_of

__all__ = ["laser_files", "printer_files"]

_LONG_MM: Final = 20.0
"""Longer lines may be split between tiles; strokes of letters are never split."""


def printer_files(board: Board, kind: LightType, wall_mm: float, bed_mm: tuple[float, float]) -> dict[str, bytes]:
    """Return the tray of each panel as STL tiles and as OpenSCAD, and boxes with their lids, by file name."""
    files = {}
    for panel, _ in board.core.panels:
        tray = tray_of(board, panel, kind, wall_mm)
        for name, content in tray_tiles(tray, bed_mm):
            files[f"{board.id}-tray-{panel}-{name}.stl"] = content
        files[f"{board.id}-tray-{panel}.scad"] = scad_of(tray, f"{board.title}, {panel}").encode()
    return {**files, **box_files(bed_mm)}


def laser_files(
    board: Board, kind: LightType, wall_mm: float, bed_mm: tuple[float, float], kerf_mm: float
) -> dict[str, bytes]:
    """Return base plate and light shield of each panel as DXF tiles with tabs, dowels and screws, by file name.

    Cuts are half a kerf outside the parts, so that the parts have their nominal size.
    """
    library = geometry()
    files = {}
    for panel, _ in board.core.panels:
        lights = light_places(board, panel, kind.apart_mm)
        check_lights(board, lights, kind)
        base = drill_template(board, panel, kind.hole_mm, kind.apart_mm)
        shield = light_shield(board, panel, wall_mm)
        rounds = [shape for shape in base.shapes if isinstance(shape, Round)]
        holes = [circle_of(shape.centre, shape.diameter_mm / 2) for shape in rounds]
        regions = [region_of(board.size_mm, holes), region_of(board.size_mm, openings_of(shield))]
        room = room_for_fixings(regions[0], regions[1], [light.at for light in lights], kind, board.size_mm[1])
        plates = [tiles_of(region, board.size_mm, bed_mm, 0.0) for region in regions]
        fixings = fixings_of(room, plates)
        mark_feeds(base, Layer.ENGRAVE, board, panel, lights, kind)
        bored = [circle_of(fixing.at, fixing.diameter_mm / 2) for fixing in fixings]
        for sheet, region, tiles in zip((base, shield), regions, plates, strict=True):
            mark_fixings(sheet, fixings)
            whole = region - library.CrossSection(bored, library.FillRule.NonZero) if bored else region
            for tile in tiles:
                files[f"{board.id}-{sheet.name}-{tile.name}.dxf"] = dxf_of(_tile_sheet(sheet, whole, tile, kerf_mm))
    return files


def _tile_sheet(sheet: Sheet, region: Region, tile: Tile, kerf_mm: float) -> Sheet:
    """Return what to cut and engrave on one tile of a sheet's plate."""
    height = sheet.size_mm[1]
    cut = (region ^ tile.whole).offset(kerf_mm / 2, geometry().JoinType.Miter)
    left, low, right, high = cut.bounds()
    own = Sheet(f"{sheet.name}-{tile.name}", sheet.title, (right - left, high - low))
    for outline in cut.to_polygons():
        own.line(Layer.CUT, [(float(x) - left, high - float(y)) for x, y in outline], is_closed=True)
    box = tile.inner.bounds()
    bounds = (box[0], height - box[3], box[2], height - box[1])
    shift = (-left, high - height)
    for shape in sheet.shapes:
        if shape.layer is Layer.ENGRAVE:
            _engrave(own, shape, bounds, shift)
    return own


def _engrave(sheet: Sheet, shape: Line | Round, box: tuple[float, float, float, float], shift: Point) -> None:
    """Engrave the part of a shape on a tile: circles and short strokes by their start, long lines clipped."""
    if isinstance(shape, Round):
        x, y = shape.centre
        if box[0] <= x < box[2] and box[1] <= y < box[3]:
            sheet.circle(Layer.ENGRAVE, (x + shift[0], y + shift[1]), shape.diameter_mm)
        return
    points = list(shape.points)
    if len(points) == 2 and dist(*points) > _LONG_MM:
        ends = clipped(points[0], points[1], box)
        if ends is None:
            return
        points = list(ends)
    elif not (box[0] <= points[0][0] < box[2] and box[1] <= points[0][1] < box[3]):
        return
    sheet.line(Layer.ENGRAVE, [(x + shift[0], y + shift[1]) for x, y in points], shape.is_closed)
