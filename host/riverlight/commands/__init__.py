"""The command line: ``riverlight COMMAND``. Each command is a module of this folder, loaded only when called."""

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
    "selfplay": "Play many random games in this process.",
    "games": "List, show, resume, export, import and replay the games kept.",
    "boards": "List, check, draw, make, trace, calibrate and print boards.",
    "hardware": "Work out wiring, parts and power for a board; write the pages that tell how it is built.",
    "device": "List, install, update, test, teach and watch devices.",
    "doctor": "Tell what is wrong here and what to do.",
}
"""Each command's name (the module of the same name has it as ``command``) and its one-line help."""


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
    """Run the command line; a user's mistake ends in one sentence and exit code 2, never in a traceback."""
    try:
        riverlight(standalone_mode=True)
    except RiverlightError as error:
        _fail(str(error))
    except OSError as error:  # no room left behind the output, a terminal that has gone
        _give_up_output()
        where = "" if error.filename is None else f" ({error.filename})"
        _fail(f"The system did not do what was asked of it: {error.strerror or error}{where}.")


def _fail(sentence: str) -> NoReturn:
    with suppress(OSError):
        click.echo(f"riverlight: {sentence}", err=True)
    sys.exit(2)


def _give_up_output() -> None:
    """Let what could not be written out be forgotten, or Python would try once more as it ends, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())
