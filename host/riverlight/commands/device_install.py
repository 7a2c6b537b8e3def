"""``riverlight device install`` and ``update``: this program's firmware onto a board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from riverlight.devices.install.update import Outcome
from riverlight.devices.install.update import install as install_firmware
from riverlight.devices.ports import follower, found_ports
from riverlight.devices.settings_file import read_settings
from riverlight.errors import DeviceError

__all__ = ["install", "the_board", "update"]

_PORT_HELP = "The board's serial port; not needed when one Raspberry Pi board alone is plugged in."


def the_board(path: str | None) -> str:
    """Return ``path``, or where none is given the port of the one Raspberry Pi board that is plugged in.

    Raises:
        DeviceError: when there is none, or more than one.
    """
    if path is not None:
        return path
    picos = [port.path for port in found_ports() if port.is_pico]
    if not picos:
        raise DeviceError("No Raspberry Pi board is plugged in: plug it in, or name its port with --port.")
    if len(picos) > 1:
        raise DeviceError(f"Several boards are plugged in ({', '.join(picos)}): name one with --port.")
    return picos[0]


@click.command(epilog="Example: riverlight device install --settings lights.json")
@click.option("--port", "path", metavar="PORT", help=_PORT_HELP)
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of settings for the board: its chains of lights, their order, brightness, budget.",
)
def install(path: str | None, settings_file: Path | None) -> None:
    """Put the firmware on a board that has MicroPython; what the board has already is not sent again."""
    settings = None if settings_file is None else read_settings(settings_file).document()
    path = the_board(path)
    _tell(path, _with_progress(path, is_update=False, settings=settings))


@click.command(epilog="Example: riverlight device update")
@click.option("--port", "path", metavar="PORT", help=_PORT_HELP)
def update(path: str | None) -> None:
    """Bring a board's firmware to this program's version; if it does not start well, the board keeps its old one."""
    path = the_board(path)
    _tell(path, _with_progress(path, is_update=True, settings=None))


def _with_progress(path: str, *, is_update: bool, settings: dict[str, Any] | None) -> Outcome:
    columns = (TextColumn("{task.description:32}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task("reading the board", total=None)

        def show(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        return install_firmware(follower(path), show, is_update=is_update, settings=settings)


def _tell(path: str, outcome: Outcome) -> None:
    where = f"The board at {path} (MicroPython {outcome.micropython})"
    stored = outcome.stored
    if stored is None:
        click.echo(f"{where} has firmware {outcome.firmware} already, all of it.")
        return
    counts = f"{stored.written} files sent, {stored.copied + stored.kept} were there"
    click.echo(f"{where} runs firmware {outcome.firmware} from slot {stored.slot}: {counts}.")
