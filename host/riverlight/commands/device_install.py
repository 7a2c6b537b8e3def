"""``riverlight device install`` and ``update``: install firmware on a board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from riverlight.devices.identity import KnownDevice
from riverlight.devices.install.update import Outcome
from riverlight.devices.install.update import install as install_firmware
from riverlight.devices.ports import found_ports
from riverlight.devices.settings_file import read_settings
from riverlight.errors import DeviceError

__all__ = ["install", "the_board", "update"]

_PORT_HELP = "Serial port of the board; optional if only one Raspberry Pi board is plugged in."


def the_board(path: str | None) -> str:
    """Return ``path``, by default the port of the only connected MicroPython board.

    Raises:
        DeviceError: if there is none, or more than one.
    """
    if path is not None:
        return path
    boards = [port.path for port in found_ports() if port.is_micropython]
    if not boards:
        raise DeviceError("No Raspberry Pi board is plugged in: plug it in, or name its port with --port.")
    if len(boards) > 1:
        raise DeviceError(f"Several boards are plugged in ({', '.join(boards)}): name one with --port.")
    return boards[0]


@click.command(epilog="Example: riverlight device install --settings lights.json")
@click.option("--port", "path", metavar="PORT", help=_PORT_HELP)
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Settings file for the board: chains of lights, colour order, brightness, power budget.",
)
def install(path: str | None, settings_file: Path | None) -> None:
    """Install the firmware on a board with MicroPython; unchanged files are skipped."""
    settings = None if settings_file is None else read_settings(settings_file).document()
    path = the_board(path)
    _tell(path, _with_progress(path, is_update=False, settings=settings))


@click.command(epilog="Example: riverlight device update")
@click.option("--port", "path", metavar="PORT", help=_PORT_HELP)
def update(path: str | None) -> None:
    """Update a board's firmware; if the new one does not start, the board keeps the old one."""
    path = the_board(path)
    _tell(path, _with_progress(path, is_update=True, settings=None))


def _with_progress(path: str, *, is_update: bool, settings: dict[str, Any] | None) -> Outcome:
    columns = (TextColumn("{task.description:32}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task("reading the board", total=None)

        def show(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        return install_firmware(KnownDevice(path).find, show, is_update=is_update, settings=settings)


def _tell(path: str, outcome: Outcome) -> None:
    where = f"The device at {path} (MicroPython {outcome.micropython})"
    stored = outcome.stored
    if stored is None:
        click.echo(f"{where} has firmware {outcome.firmware} already, all of it.")
        return
    counts = f"{stored.written} files sent, {stored.copied + stored.kept} were there"
    click.echo(f"{where} runs firmware {outcome.firmware} from slot {stored.slot}: {counts}.")
