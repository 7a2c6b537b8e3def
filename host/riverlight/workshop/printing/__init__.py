"""Prints and cuts boards at 1:1: drill template, light shield, map; as PDF and SVG pages, as DXF for a laser.

``drill``, ``shield`` and ``overlay`` make sheets in millimetres, ``paper`` divides them into pages, ``write_pdf``,
``write_svg`` and ``write_dxf`` write the files.
"""

from riverlight.workshop.printing.drill import check_lights, drill_template, wiring_sheet
from riverlight.workshop.printing.fonts import Typefaces
from riverlight.workshop.printing.overlay import engraved_map, overlay
from riverlight.workshop.printing.paper import layout
from riverlight.workshop.printing.places import light_places
from riverlight.workshop.printing.sheet import Layer, Sheet
from riverlight.workshop.printing.shield import light_shield
from riverlight.workshop.printing.write_dxf import dxf_of
from riverlight.workshop.printing.write_pdf import pdf_of
from riverlight.workshop.printing.write_svg import svg_of, svg_of_page

__all__ = [
    "Layer",
    "Sheet",
    "Typefaces",
    "check_lights",
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
    "wiring_sheet",
]
