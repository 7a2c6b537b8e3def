"""``riverlight boards new``: a good start for a board of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import click

from riverlight.boards.files import save
from riverlight.boards.kept import written
from riverlight.boards.new import new_board
from riverlight.commands.arguments import not_written
from riverlight.errors import BoardError
from shared_rules.board import GAMES

__all__ = ["new"]


def _size(_context: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[float, float] | None:
    """Return the two numbers of ``720x500``."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)[x×](\d{1,6}(?:\.\d{1,3})?)", text)
    if found is None:
        message = f"{text!r} is no size; write width and height in mm, as 720x500."
        raise click.BadParameter(message)
    return float(found[1]), float(found[2])


@click.command(epilog="Example: riverlight boards new canyon --id my_canyon --size 720x500")
@click.argument("game", type=click.Choice(GAMES))
@click.option("--id", "name", metavar="ID", help="Its id; my_ and the game's name where none is given.")
@click.option("--title", help="Its name for people; made of the id where none is given.")
@click.option("--size", "size_mm", metavar="WIDTHxHEIGHT", callback=_size, help="Width and height in mm, as 720x500.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file, not your boards.")
def new(
    game: str, name: str | None, title: str | None, size_mm: tuple[float, float] | None, output: Path | None
) -> None:
    """Make a board of GAME that is sound for play, to be drawn into the shape of your own.

    It is kept among your boards, where 'riverlight boards trace' and 'riverlight play' find it by its id.
    """
    name = name or f"my_{game}"
    board = new_board(game, name, title or name.replace("_", " ").replace("-", " ").capitalize(), size_mm)
    if output is None:
        path = save(board, replaces=False)
    else:
        path = output
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(written(board))
        except OSError as error:
            raise BoardError(not_written(path, error)) from None
    click.echo(f"{path}: {len(board['spaces'])} spaces, sound. Go on with: riverlight boards trace {output or name}")
