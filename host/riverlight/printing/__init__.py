"""Print and cut boards at 1:1: drill template, light shield, map; as PDF and SVG on pages, as DXF for a laser.

``drill``, ``shield`` and ``overlay`` make sheets in millimetres, ``paper`` lays them out on pages, ``write_pdf``,
``write_svg`` and ``write_dxf`` make the files.
"""

from riverlight.printing.drill import drill_template
from riverlight.printing.overlay import engraved_map, overlay
from riverlight.printing.paper import layout
from riverlight.printing.places import light_places
from riverlight.printing.sheet import Layer, Sheet
from riverlight.printing.shield import light_shield
from riverlight.printing.write_dxf import dxf_of
from riverlight.printing.write_pdf import pdf_of
from riverlight.printing.write_svg import svg_of, svg_of_page

__all__ = [
    "Layer",
    "Sheet",
    "drill_template",
    "dxf_of",
    "engraved_map",
    "layout",
    "light_places",
    "light_shield",
    "overlay",
    "pdf_of",
    "svg_of",
    "svg_of_page",
]
