"""The command line: ``riverlight COMMAND``.

Each command is a module of this folder, imported only when called.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn, cast

import click

from riverlight import __version__
from riverlight.errors import RiverlightError

COMMANDS = {
    "play": "Serve the table page beside a device.",
    "demo": "Play a whole game by key presses through a device, drawing the lights.",
    "moves": "Answer what is legal in positions: JSON lines in, JSON lines out.",
    "selfplay": "Play many random games, or bots against each other.",
    "study": "Check whether a board or a house rule is fair to every seat, by many games of bots.",
    "analyse": "Review a finished game: costly decisions, what was better, luck and skill.",
    "games": "List, show, resume, export, import, replay and recover saved games.",
    "access": "Show who may come in; make a new table code; renew or close a seat's link.",
    "boards": "List, check, draw, make, trace, calibrate and print boards.",
    "hardware": "Plan wiring, parts and power of a board; write its build guide.",
    "device": "List, install, update, test, teach and watch devices.",
    "doctor": "Tell what is wrong here and what to do.",
}
"""One-line help by command name; the module of that name exports ``command``."""


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's own signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        return cast("click.Command", import_module(f"riverlight.commands.{cmd_name}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_LazyGroup, epilog="Example: riverlight play canyon")
@click.version_option(__version__, prog_name="riverlight")
def riverlight() -> None:
    """Light under a tabletop copy of Canyon, Niagara and Pyramid."""


def main() -> None:
    """Run the command line; a RiverlightError is printed and exits with code 2."""
    try:
        riverlight(standalone_mode=True)
    except RiverlightError as error:
        _fail(str(error))
    except OSError as error:  # the disk behind stdout is full, or the terminal is gone
        _give_up_output()
        where = "" if error.filename is None else f" ({error.filename})"
        _fail(f"The system did not do what was asked of it: {error.strerror or error}{where}.")


def _fail(sentence: str) -> NoReturn:
    with suppress(OSError):
        click.echo(f"riverlight: {sentence}", err=True)
    sys.exit(2)


def _give_up_output() -> None:
    """Discard pending output: Python would flush it at exit and print an error."""
    try:
        sys.stdout.flush()
    except OSError:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())
