"""``riverlight boards print``: drill template, light shield and map at 1:1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riverlight.boards import Board, load
from riverlight.commands.arguments import Number, write_output
from riverlight.languages import ENGLISH, LANGUAGES
from riverlight.languages.text import reading
from riverlight.workshop.light_types import LIGHT_TYPES, LightType

if TYPE_CHECKING:
    from riverlight.workshop.printing import Sheet

__all__ = ["print_board"]

_SHEETS = ("drill", "wiring", "shield", "overlay")
_SHOWN_LETTERS = 12
_PAPERS = ("a4", "a3", "a2", "a1", "a0", "letter", "tabloid")
_FORMATS = ("pdf", "svg", "dxf")


@click.command("print", epilog="Example: riverlight boards print canyon --out printed --paper letter")
@click.argument("board")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
@click.option("--what", type=click.Choice(_SHEETS), multiple=True, help="Only this sheet; repeatable. Default: all.")
@click.option("--format", "formats", type=click.Choice(_FORMATS), multiple=True, help="Repeatable. Default: pdf.")
@click.option("--paper", type=click.Choice(_PAPERS), default="a4", show_default=True, help="Paper size of PDF and SVG.")
@click.option(
    "--lights",
    type=click.Choice(tuple(LIGHT_TYPES)),
    default="pixels",
    show_default=True,
    help="Type of lights, which sets hole size and depth.",
)
@click.option("--hole", "hole_mm", type=Number(1, 40), help="Hole diameter in mm. Default: that of --lights.")
@click.option(
    "--wall", "wall_mm", type=Number(0.5, 20), default=3, show_default=True, help="Wall thickness of shields in mm."
)
@click.option("--language", type=click.Choice(tuple(LANGUAGES)), default=ENGLISH, help="Language of the pages.")
@click.option("--names", is_flag=True, help="Show the names of spaces on the map.")
def print_board(
    board: str,
    out: Path,
    what: tuple[str, ...],
    formats: tuple[str, ...],
    paper: str,
    lights: str,
    hole_mm: float | None,
    wall_mm: float,
    language: str,
    names: bool,
) -> None:
    """Write the drill template, the mirrored wiring side, the light shield and the map of a board at 1:1.

    PDF and SVG are split into pages with crop marks and a line of 100 mm to measure; DXF is one file with the layers
    CUT and ENGRAVE, and needs ezdxf: python -m pip install ezdxf.
    """
    with reading(language):
        _print(
            load(board), out, what or _SHEETS, formats or ("pdf",), paper, LIGHT_TYPES[lights], hole_mm, wall_mm, names
        )


def _print(
    loaded: Board,
    out: Path,
    what: Sequence[str],
    kinds: Sequence[str],
    paper: str,
    kind: LightType,
    hole_mm: float | None,
    wall_mm: float,
    names: bool,
) -> None:
    from riverlight.workshop import printing  # noqa: PLC0415  (imported only when needed)

    for_paper, for_laser = _sheets(loaded, what, kind, hole_mm, wall_mm, names)
    missing: set[str] = set()
    lacks_library = False
    files: dict[str, tuple[bytes, str]] = {}
    pages = printing.layout(loaded.size_mm, paper)
    count = f"{len(pages.pages)} {'page' if len(pages.pages) == 1 else 'pages'}"
    for sheet in for_paper:
        stem = f"{loaded.id}-{sheet.name}"
        if "pdf" in kinds:
            typefaces = printing.Typefaces()
            files[f"{stem}-{paper}.pdf"] = (printing.pdf_of(sheet, pages, loaded.title, typefaces), count)
            missing |= typefaces.missing
            lacks_library = lacks_library or typefaces.lacks_library
        if "svg" in kinds:
            files[f"{stem}.svg"] = (printing.svg_of(sheet, loaded.title).encode(), "whole")
            for page in pages.pages:
                picture = printing.svg_of_page(sheet, pages, page, loaded.title)
                files[f"{stem}-{paper}-{page.name}.svg"] = (picture.encode(), f"page {page.name}")
    if "dxf" in kinds:
        for sheet in for_laser:
            files[f"{loaded.id}-{sheet.name}.dxf"] = (printing.dxf_of(sheet), "whole")
    _write(out, files)
    if missing:
        letters = " ".join(sorted(missing)[:_SHOWN_LETTERS])
        advice = "python -m pip install 'riverlight[print]'" if lacks_library else "install one, such as Noto Sans"
        click.echo(f"The PDF files show ? where no font was found for {letters}: {advice}.", err=True)
    if set(kinds) & {"pdf", "svg"}:
        click.echo("Print at 100 % (actual size), then measure the line of 100 mm on each page.")


def _sheets(
    board: Board, what: Sequence[str], kind: LightType, hole_mm: float | None, wall_mm: float, names: bool
) -> tuple[list[Sheet], list[Sheet]]:
    """Return the sheets for paper and for a laser; only the map differs."""
    from riverlight.workshop import printing  # noqa: PLC0415

    panels = [panel for panel, _ in board.core.panels]
    plates = []
    if "drill" in what:
        for panel in panels:
            if hole_mm is None:  # a custom hole size means custom lights
                printing.check_lights(board, printing.light_places(board, panel, kind.apart_mm), kind)
            plates.append(printing.drill_template(board, panel, hole_mm or kind.hole_mm, kind.apart_mm))
    if "shield" in what:
        plates += [printing.light_shield(board, panel, wall_mm) for panel in panels]
    wiring = [printing.wiring_sheet(board, panel, kind) for panel in panels] if "wiring" in what else []
    if "overlay" not in what:
        return [*plates, *wiring], plates
    return [*plates, *wiring, printing.overlay(board, names)], [*plates, printing.engraved_map(board)]


def _write(folder: Path, files: Mapping[str, tuple[bytes, str]]) -> None:
    write_output({folder / name: content for name, (content, _word) in files.items()}, makes_folders=True)
    for name, (_content, word) in files.items():
        click.echo(f"{folder / name}  ({word})")
