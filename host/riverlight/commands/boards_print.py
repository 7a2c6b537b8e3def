"""``riverlight boards print``: drill template, light shield and map of a board, at 1:1, for paper and laser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riverlight.boards import Board, load
from riverlight.commands.arguments import Number, not_written
from riverlight.errors import BoardError

if TYPE_CHECKING:
    from riverlight.printing import Sheet

__all__ = ["print_board"]

_SHEETS = ("drill", "shield", "overlay")
_FORMATS = ("pdf", "svg", "dxf")


@click.command("print", epilog="Example: riverlight boards print canyon --out printed --paper letter")
@click.argument("board")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
@click.option("--what", type=click.Choice(_SHEETS), multiple=True, help="Only this; may be given again. Usual: all.")
@click.option("--format", "formats", type=click.Choice(_FORMATS), multiple=True, help="May be given again. Usual: pdf.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Of PDF and SVG.")
@click.option("--hole", "hole_mm", type=Number(1, 40), default=8, show_default=True, help="Of a light, mm.")
@click.option("--wall", "wall_mm", type=Number(0.5, 20), default=3, show_default=True, help="Of shields, mm.")
@click.option("--names", is_flag=True, help="Write the spaces' names on the map.")
def print_board(
    board: str,
    out: Path,
    what: tuple[str, ...],
    formats: tuple[str, ...],
    paper: str,
    hole_mm: float,
    wall_mm: float,
    names: bool,
) -> None:
    """Write the drill template, the light shield and the map of a board at 1:1.

    PDF and SVG come on pages to be glued together, with crop marks and a line of 100 mm to measure; DXF comes whole,
    with layers CUT and ENGRAVE, and needs ezdxf: python -m pip install ezdxf.
    """
    from riverlight import printing  # noqa: PLC0415  (drawing is loaded only when asked for)

    loaded = load(board)
    kinds = formats or ("pdf",)
    for_paper, for_laser = _sheets(loaded, what or _SHEETS, hole_mm, wall_mm, names)
    files: dict[str, tuple[bytes, str]] = {}
    pages = printing.layout(loaded.size_mm, paper)
    count = f"{len(pages.pages)} {'page' if len(pages.pages) == 1 else 'pages'}"
    for sheet in for_paper:
        stem = f"{loaded.id}-{sheet.name}"
        if "pdf" in kinds:
            files[f"{stem}-{paper}.pdf"] = (printing.pdf_of(sheet, pages, loaded.title), count)
        if "svg" in kinds:
            files[f"{stem}.svg"] = (printing.svg_of(sheet, loaded.title).encode(), "whole")
            for page in pages.pages:
                picture = printing.svg_of_page(sheet, pages, page, loaded.title)
                files[f"{stem}-{paper}-{page.name}.svg"] = (picture.encode(), f"page {page.name}")
    if "dxf" in kinds:
        for sheet in for_laser:
            files[f"{loaded.id}-{sheet.name}.dxf"] = (printing.dxf_of(sheet), "whole")
    _write(out, files)
    if set(kinds) & {"pdf", "svg"}:
        click.echo("Print at 100 % (actual size), then measure the line of 100 mm on each page.")


def _sheets(
    board: Board, what: Sequence[str], hole_mm: float, wall_mm: float, names: bool
) -> tuple[list[Sheet], list[Sheet]]:
    """Return the sheets for paper, and those for a laser: only the map differs, a picture or lines."""
    from riverlight import printing  # noqa: PLC0415

    panels = [panel for panel, _ in board.core.panels]
    plates = []
    if "drill" in what:
        plates += [printing.drill_template(board, panel, hole_mm) for panel in panels]
    if "shield" in what:
        plates += [printing.light_shield(board, panel, wall_mm) for panel in panels]
    if "overlay" not in what:
        return plates, plates
    return [*plates, printing.overlay(board, names)], [*plates, printing.engraved_map(board)]


def _write(folder: Path, files: Mapping[str, tuple[bytes, str]]) -> None:
    for name, (content, word) in files.items():
        path = folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise BoardError(not_written(path, error)) from None
        click.echo(f"{path}  ({word})")
