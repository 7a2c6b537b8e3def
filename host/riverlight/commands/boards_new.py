"""``riverlight boards new``: make a playable board to start from."""

from __future__ import annotations

from pathlib import Path

import click

from riverlight.boards.files import save
from riverlight.boards.kinds import kind_names
from riverlight.boards.saved import format_board
from riverlight.commands.arguments import parse_size, write_output
from riverlight.workshop.new import new_board

__all__ = ["new"]


@click.command(epilog="Example: riverlight boards new canyon --id my_canyon --size 720x500")
@click.argument("game", type=click.Choice(kind_names()))
@click.option("--id", "name", metavar="ID", help="Id. Default: my_ and the name of the game.")
@click.option("--title", help="Title. Default: made from the id.")
@click.option("--size", "size_mm", metavar="WIDTHxHEIGHT", callback=parse_size, help="Size in mm, such as 720x500.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead of your boards."
)
def new(
    game: str, name: str | None, title: str | None, size_mm: tuple[float, float] | None, output: Path | None
) -> None:
    """Make a playable board of GAME as a start for your own.

    It is saved with your boards, where 'riverlight boards trace' and 'riverlight play' find it by its id.
    """
    name = name or f"my_{game}"
    board = new_board(game, name, title or name.replace("_", " ").replace("-", " ").capitalize(), size_mm)
    if output is None:
        path = save(board, replaces=False)
    else:
        path = output
        write_output({path: format_board(board).encode()}, replaces=False)
    click.echo(f"{path}: {len(board['spaces'])} spaces, sound. Continue with: riverlight boards trace {output or name}")
