"""All files of the carrier board that are made without KiCad, by their paths in its folder."""

from __future__ import annotations

from riverlight.workshop.carrier.lists import parts_csv, places_csv
from riverlight.workshop.carrier.page import page, page_pictures
from riverlight.workshop.carrier.write_board import board_text, library_files, project_text
from riverlight.workshop.carrier.write_schematic import schematic_text, symbol_library_text

__all__ = ["kicad_project", "pages"]


def kicad_project() -> dict[str, str]:
    """Return the KiCad project."""
    return {
        "carrier.kicad_pro": project_text(),
        "carrier.kicad_sch": schematic_text(),
        "carrier.kicad_pcb": board_text(),
        "riverlight.kicad_sym": symbol_library_text(),
        **library_files(),
    }


def pages() -> dict[str, str]:
    """Return its page, pictures and lists."""
    made = "<!-- Made by: riverlight hardware board hardware/kicad. What is written here by hand is lost. -->\n\n"
    pictures = {f"pictures/{name}": picture for name, picture in page_pictures().items()}
    return {"README.md": made + page(), "parts.csv": parts_csv(), "places.csv": places_csv(), **pictures}
