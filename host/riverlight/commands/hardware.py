"""``riverlight hardware``: parts, wiring, power and build guide of a board."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from riverlight.boards import load
from riverlight.commands.arguments import Number, parse_size, write_output
from riverlight.workshop.light_types import LIGHT_TYPES

__all__ = ["command"]


@click.group(epilog="Example: riverlight hardware plan canyon --reader")
def command() -> None:
    """Plan wiring, parts and power of a board; write its build guide."""


@command.command(epilog="Example: riverlight hardware plan canyon --reader --out built")
@click.argument("board")
@click.option("--usb", is_flag=True, help="Power the lights from the Pico's USB, without a supply.")
@click.option("--one-supply", is_flag=True, help="Power the Pico from the supply of the lights, through a diode.")
@click.option(
    "--lights", type=click.Choice(tuple(LIGHT_TYPES)), default="pixels", show_default=True, help="Type of lights."
)
@click.option("--rgbw", is_flag=True, help="The lights have a white channel (SK6812 RGBW).")
@click.option(
    "--light-ma",
    type=click.IntRange(5, 200),
    help="Measured current of one light at full white, in mA. Default: 60, or 80 with --rgbw.",
)
@click.option("--keypads", type=click.IntRange(1, 2), default=1, show_default=True, help="Number of keypads.")
@click.option("--reader", is_flag=True, help="Include a card reader.")
@click.option("--sensors", is_flag=True, help="Include sensors under the spaces (in place of a card reader).")
@click.option("--peek-key", is_flag=True, help="Include a peek key, for Pyramid on a single board.")
@click.option("--buzzer", is_flag=True, help="Include a buzzer.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for guide, diagram and pages.")
def plan(
    board: str,
    usb: bool,
    one_supply: bool,
    lights: str,
    rgbw: bool,
    light_ma: int | None,
    keypads: int,
    reader: bool,
    sensors: bool,
    peek_key: bool,
    buzzer: bool,
    out: Path | None,
) -> None:
    """Print what a board needs: parts, power and electrical problems; with --out, write all pages.

    Exit code: 0 if sound, 1 if something is electrically wrong.
    """
    from riverlight.workshop.wiring import faults, make_build, plan_for  # noqa: PLC0415  (imported only when needed)
    from riverlight.workshop.wiring.pages import pages_of_plan  # noqa: PLC0415
    from riverlight.workshop.wiring.power import total_of  # noqa: PLC0415
    from riverlight.workshop.wiring.sensors import THREE_VOLTS_MA, three_volts_ma  # noqa: PLC0415
    from riverlight.workshop.wiring.shopping import items  # noqa: PLC0415

    if usb and one_supply:
        raise click.UsageError("--usb and --one-supply name two different supplies.")
    if reader and sensors:
        raise click.UsageError("--reader and --sensors use the same pins of the Pico: choose one.")
    planned = plan_for(
        load(board),
        is_usb=usb,
        is_one_supply=one_supply,
        order="GRBW" if rgbw else "",
        light_type=lights,
        light_ma=light_ma or 0,
        keypads=keypads,
        has_reader=reader,
        has_peek_key=peek_key,
        has_buzzer=buzzer,
        has_sensors=sensors,
    )
    build = make_build(planned)
    for item in items(build):
        click.echo(f"{item.quantity:>7}  {item.what}{f'  ({item.refs})' if item.refs else ''}")
    total = total_of(build)
    click.echo(f"Power at 5 V: typical {total.typical} mA, limited {total.limited} mA, worst {total.worst} mA.")
    if sensors:
        drawn_ma = three_volts_ma(build.parts)
        click.echo(f"Power at 3.3 V: sensors up to {drawn_ma:.0f} mA of {THREE_VOLTS_MA} mA.")
    found = faults(build)
    for fault in found:
        click.echo(fault.sentence, err=True)
    if out is not None:
        _write(out, pages_of_plan(planned))
        click.echo(f"The pages are in {out}: begin with {out / 'BUILD.md'}.")
    if found:
        raise click.exceptions.Exit(1)


@command.command(epilog="Example: riverlight hardware check wiring.yaml")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Check your own wiring: YAML similar to WireViz, or a KiCad netlist.

    Exit code: 0 if sound, 1 if something is electrically wrong.
    """
    from riverlight.workshop.wiring import faults  # noqa: PLC0415
    from riverlight.workshop.wiring.checks import CHECKS  # noqa: PLC0415
    from riverlight.workshop.wiring.read_wiring import read_wiring  # noqa: PLC0415

    build = read_wiring(file)
    found = faults(build)
    for fault in found:
        click.echo(fault.sentence)
    parts, wires = len(build.parts), len(build.wires)
    if found:
        click.echo(f"{parts} parts and {wires} wires: {len(found)} {'fault' if len(found) == 1 else 'faults'}.")
        raise click.exceptions.Exit(1)
    click.echo(f"{parts} parts and {wires} wires: sound. Checked: {', '.join(CHECKS)}.")


@command.command(epilog="Example: riverlight hardware parts canyon --out parts --bed 220x220")
@click.argument("board")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
@click.option(
    "--bed", "bed_mm", metavar="WIDTHxHEIGHT", callback=parse_size, help="Bed of the machine in mm. Default: 220x220."
)
@click.option(
    "--lights", type=click.Choice(tuple(LIGHT_TYPES)), default="pixels", show_default=True, help="Type of lights."
)
@click.option(
    "--wall", "wall_mm", type=Number(0.8, 20), default=2.4, show_default=True, help="Minimum wall thickness in mm."
)
@click.option(
    "--laser", is_flag=True, help="Write DXF tiles of base plate and light shield instead of printable parts."
)
@click.option("--kerf", "kerf_mm", type=Number(0, 1), default=0.15, show_default=True, help="Kerf of the laser in mm.")
def parts(
    board: str,
    out: Path,
    bed_mm: tuple[float, float] | None,
    lights: str,
    wall_mm: float,
    laser: bool,
    kerf_mm: float,
) -> None:
    """Write the parts of a board for a 3D printer or laser cutter, split to fit its bed.

    For a printer: a tray for each panel (floor with holes, walls between the spaces) as STL tiles with tabs and as
    OpenSCAD source, and boxes with lids for breadboard and carrier board. Print them as they lie, without supports.

    For a laser cutter: base plate and light shield of each panel with tabs, holes for dowels (4 mm) and screws (M3)
    in both plates, and lines to the lights where power comes in.
    """
    from riverlight.workshop.printing import parts as made  # noqa: PLC0415

    loaded, bed = load(board), bed_mm or (220.0, 220.0)
    kind = LIGHT_TYPES[lights]
    files = (
        made.laser_files(loaded, kind, wall_mm, bed, kerf_mm)
        if laser
        else made.printer_files(loaded, kind, wall_mm, bed)
    )
    write_output({out / name: content for name, content in files.items()}, makes_folders=True)
    for name in files:
        click.echo(out / name)


@command.command(epilog="Example: riverlight hardware pages hardware")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def pages(folder: Path) -> None:
    """Write the folder hardware/ again: guide, pins and the three worked builds."""
    from riverlight.workshop.wiring.pages import hardware_pages  # noqa: PLC0415

    written = hardware_pages()
    _write(folder, written)
    click.echo(f"{len(written)} pages are in {folder}.")


@command.command(epilog="Example: riverlight hardware board hardware/kicad")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def board(folder: Path) -> None:
    """Write the carrier board: KiCad project, parts list, assembly page; with KiCad the files for the factory.

    Gerber and drill files need KiCad 6 or 7 on this computer; KiCad then also checks the board.

    Exit code: 0 all written, 1 all but the files that need KiCad.
    """
    from riverlight.workshop.carrier import fabricate, project  # noqa: PLC0415

    made = project.kicad_project()
    written = made | project.pages()
    _write(folder, written)
    click.echo(f"{len(written)} files are in {folder}: begin with {folder / 'README.md'}.")
    files = fabricate.fabrication_files(made)
    write_output({folder / name: content for name, content in files.items()})
    click.echo(f"KiCad finds no errors. Send {folder / fabricate.ARCHIVE} to a maker of circuit boards.")


def _write(folder: Path, files: Mapping[str, str]) -> None:
    write_output({folder / name: text.encode() for name, text in files.items()}, makes_folders=True)
