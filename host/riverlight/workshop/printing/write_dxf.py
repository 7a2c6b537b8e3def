"""Writes a sheet as DXF for a laser cutter: undivided, in millimetres, layers CUT and ENGRAVE.

Needs ezdxf from the extra ``laser``, which is imported only here.
"""

from __future__ import annotations

import io

from riverlight.extras import import_extra
from riverlight.workshop.printing.sheet import Layer, Round, Sheet

__all__ = ["dxf_of"]

_COLOURS = {Layer.CUT: 1, Layer.ENGRAVE: 5}
"""AutoCAD's colour numbers: red cuts and blue engraves, by which cutters' programs distinguish layers."""


def dxf_of(sheet: Sheet) -> bytes:
    """Return the DXF file (release R2010) of a sheet; y runs upwards from the board's bottom edge.

    Raises:
        MissingExtra: ezdxf is not installed.
    """
    ezdxf = import_extra("ezdxf", "ezdxf")
    document = ezdxf.new("R2010")
    document.units = ezdxf.units.MM
    for layer, colour in _COLOURS.items():
        document.layers.add(layer.value, color=colour)
    space = document.modelspace()
    height = sheet.size_mm[1]
    for shape in sheet.shapes:
        if shape.layer not in _COLOURS:
            continue
        looks = {"layer": shape.layer.value}
        if isinstance(shape, Round):
            x, y = shape.centre
            space.add_circle((x, height - y), shape.diameter_mm / 2, dxfattribs=looks)
        else:
            points = [(x, height - y) for x, y in shape.points]
            space.add_lwpolyline(points, close=shape.is_closed, dxfattribs=looks)
    file = io.StringIO()
    document.write(file)
    return file.getvalue().encode()
