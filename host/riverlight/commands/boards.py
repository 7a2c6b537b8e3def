"""``riverlight boards``: list the boards, check board files, draw them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from riverlight.boards import Board, load, read_board_file, shipped, shipped_ids
from riverlight.boards.drawing import draw
from riverlight.boards.lint import check_file
from riverlight.boards.saved import saved_ids
from riverlight.commands.arguments import write_output
from riverlight.commands.boards_calibrate import calibrate
from riverlight.commands.boards_new import new
from riverlight.commands.boards_print import print_board
from riverlight.commands.boards_sensors import sensors
from riverlight.commands.boards_trace import trace
from riverlight.errors import BoardError

__all__ = ["command"]


@click.group(epilog="Example: riverlight boards check my_canyon.json")
def command() -> None:
    """List, check, draw, make, trace, calibrate and print board files."""


command.add_command(calibrate)
command.add_command(new)
command.add_command(print_board)
command.add_command(sensors)
command.add_command(trace)


@command.command("list", epilog="Example: riverlight boards list")
def list_boards() -> None:
    """List built-in boards, then your own."""
    for name in shipped_ids():
        _list_board(name, shipped(name), "")
    for name in saved_ids():
        try:
            _list_board(name, load(name), ", yours")
        except BoardError as error:
            click.echo(f"{name:10} yours, not usable: {error}")


def _list_board(name: str, board: Board, whose: str) -> None:
    lights = ", ".join(f"{len(spaces)} on {panel}" for panel, spaces in board.core.panels) or "none"
    click.echo(f"{name:10} {board.title}: {len(board.space_ids)} spaces, lights: {lights}{whose}")


@command.command(epilog="Example: riverlight boards check my_canyon.json")
@click.argument("boards", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per file, with its problems.")
def check(boards: tuple[str, ...], as_json: bool) -> None:
    """List all problems of board files.

    Exit code: 0 if all are playable, 1 if some have problems, 2 if some cannot be read.
    """
    worst = 0
    for board in boards:
        try:
            problems = check_file(read_board_file(board))
        except BoardError as error:
            click.echo(f"riverlight: {error}", err=True)
            worst = 2
            continue
        worst = max(worst, min(1, len(problems)))
        if as_json:
            click.echo(json.dumps({"file": board, "problems": [problem._asdict() for problem in problems]}))
        elif problems:
            click.echo(f"{board}: {len(problems)} {'problem' if len(problems) == 1 else 'problems'}")
            for problem in problems:
                click.echo(f"  {problem.sentence}")
        else:
            click.echo(f"{board}: sound")
    sys.exit(worst)


@command.command("draw", epilog="Example: riverlight boards draw canyon -o canyon.svg")
@click.argument("board")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The SVG file to write.")
@click.option("--day", is_flag=True, help="Daylight colours instead of night.")
@click.option("--names", is_flag=True, help="Show the names of spaces.")
def draw_board(board: str, output: Path | None, day: bool, names: bool) -> None:
    """Draw a board as SVG, to a file or standard output."""
    picture = draw(load(board), light="day" if day else "night", names=names)
    if output is None:
        click.echo(picture)
        return
    write_output({output: picture.encode()})
