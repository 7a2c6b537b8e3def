"""``riverlight boards``: list the boards, check board files, draw them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from riverlight.boards import Board, content, draw, load, shipped, shipped_ids
from riverlight.boards.kept import kept_ids
from riverlight.boards.lint import check_bytes
from riverlight.commands.arguments import not_written
from riverlight.commands.boards_calibrate import calibrate
from riverlight.commands.boards_new import new
from riverlight.commands.boards_print import print_board
from riverlight.commands.boards_trace import trace
from riverlight.errors import BoardError

__all__ = ["command"]


@click.group(epilog="Example: riverlight boards check my_canyon.json")
def command() -> None:
    """List, check, draw, make, trace, calibrate and print board files."""


command.add_command(calibrate)
command.add_command(new)
command.add_command(print_board)
command.add_command(trace)


@command.command("list", epilog="Example: riverlight boards list")
def list_boards() -> None:
    """List the boards that come with Riverlight, then your own."""
    for name in shipped_ids():
        _list_board(name, shipped(name), "")
    for name in kept_ids():
        try:
            _list_board(name, load(name), ", yours")
        except BoardError as error:
            click.echo(f"{name:10} yours, not usable: {error}")


def _list_board(name: str, board: Board, whose: str) -> None:
    lights = ", ".join(f"{len(spaces)} on {panel}" for panel, spaces in board.core.panels) or "none"
    click.echo(f"{name:10} {board.title}: {len(board.space_ids)} spaces, lights: {lights}{whose}")


@command.command(epilog="Example: riverlight boards check my_canyon.json")
@click.argument("boards", nargs=-1, required=True, metavar="FILE...")
def check(boards: tuple[str, ...]) -> None:
    """Name every fault of board files, each in one sentence.

    Exit code: 0 all sound for play, 1 some have faults, 2 some cannot be read.
    """
    worst = 0
    for board in boards:
        try:
            faults = check_bytes(content(board))
        except BoardError as error:
            click.echo(f"riverlight: {error}", err=True)
            worst = 2
            continue
        if faults:
            worst = max(worst, 1)
            click.echo(f"{board}: {len(faults)} {'fault' if len(faults) == 1 else 'faults'}")
            for sentence in faults:
                click.echo(f"  {sentence}")
        else:
            click.echo(f"{board}: sound")
    sys.exit(worst)


@command.command("draw", epilog="Example: riverlight boards draw canyon -o canyon.svg")
@click.argument("board")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The SVG file to write.")
@click.option("--day", is_flag=True, help="In daylight, not at night.")
@click.option("--names", is_flag=True, help="With the spaces' names.")
def draw_board(board: str, output: Path | None, day: bool, names: bool) -> None:
    """Draw a board as an SVG picture, to a file or to the standard output."""
    picture = draw(load(board), light="day" if day else "night", names=names)
    if output is None:
        click.echo(picture)
        return
    try:
        output.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise BoardError(not_written(output, error)) from None
