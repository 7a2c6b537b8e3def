"""``riverlight hardware``: parts, wiring and power for a board, and the pages that tell how it is built."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from riverlight.boards import load
from riverlight.commands.arguments import not_written
from riverlight.errors import BoardError

__all__ = ["command"]


@click.group(epilog="Example: riverlight hardware plan canyon --reader")
def command() -> None:
    """Work out wiring, parts and power for a board; write the pages that tell how it is built."""


@command.command(epilog="Example: riverlight hardware plan canyon --reader --out built")
@click.argument("board")
@click.option("--usb", is_flag=True, help="The lights live on the Pico's USB power, without a supply of their own.")
@click.option("--keypads", type=click.IntRange(1, 2), default=1, show_default=True, help="How many.")
@click.option("--reader", is_flag=True, help="With a card reader.")
@click.option("--peek-key", is_flag=True, help="With a peek key, for Pyramid on a single board.")
@click.option("--buzzer", is_flag=True, help="With a buzzer.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="A folder for guide, diagram and pages.")
def plan(
    board: str, usb: bool, keypads: int, reader: bool, peek_key: bool, buzzer: bool, out: Path | None
) -> None:
    """Tell what a board's lights need: parts, power, what is electrically wrong; with --out write all pages.

    Exit code: 0 sound, 1 something is electrically wrong.
    """
    from riverlight.wiring import assembled, faults, plan_for  # noqa: PLC0415  (only when asked for)
    from riverlight.wiring.pages import pages_of_plan  # noqa: PLC0415
    from riverlight.wiring.power import total_of  # noqa: PLC0415
    from riverlight.wiring.shopping import items  # noqa: PLC0415

    planned = plan_for(
        load(board), is_usb=usb, keypads=keypads, has_reader=reader, has_peek_key=peek_key, has_buzzer=buzzer
    )
    build = assembled(planned)
    for item in items(build):
        click.echo(f"{item.quantity:>7}  {item.what}{f'  ({item.refs})' if item.refs else ''}")
    total = total_of(build)
    click.echo(f"Power at 5 V: typical {total.typical} mA, limited {total.limited} mA, worst {total.worst} mA.")
    found = faults(build)
    for sentence in found:
        click.echo(sentence, err=True)
    if out is not None:
        _write(out, pages_of_plan(planned))
        click.echo(f"The pages are in {out}: begin with {out / 'BUILD.md'}.")
    if found:
        raise click.exceptions.Exit(1)


@command.command(epilog="Example: riverlight hardware pages hardware")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def pages(folder: Path) -> None:
    """Write the pages of the folder hardware/ anew: guide, pins, and the three worked builds."""
    from riverlight.wiring.pages import hardware_pages  # noqa: PLC0415

    written = hardware_pages()
    _write(folder, written)
    click.echo(f"{len(written)} pages are in {folder}.")


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BoardError(not_written(path, error)) from None
