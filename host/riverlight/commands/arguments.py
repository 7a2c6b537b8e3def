"""Arguments and options shared by several commands."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import click

from riverlight.atomic_files import write_atomically
from riverlight.boards import Board, shipped
from riverlight.boards.sensors import with_sensors
from riverlight.boards.wording import word
from riverlight.errors import BoardError, OptionError, RiverlightError
from riverlight.games.bots import EASY, LEVELS
from riverlight.games.colours import choose_colours
from riverlight.games.game import Game
from riverlight.games.generator import SEED_BITS
from riverlight.games.registry import GAMES
from riverlight.games.seats import LETTERS
from riverlight.languages.text import text
from riverlight.table.head import Head

__all__ = [
    "BOTS",
    "BOT_SEATS",
    "COLOURS",
    "GAME",
    "LAN",
    "SEED",
    "Number",
    "WithLan",
    "parse_size",
    "players_for",
    "read_colours",
    "read_given",
    "seats_of",
    "sensing_board",
    "write_output",
]

SEED: Final = click.IntRange(-(1 << 63), (1 << SEED_BITS) - 1)
"""The full range of a game text's seed, so that any finished game can be replayed."""

BOTS: Final = click.option(
    "--bots",
    default="0",
    metavar="COUNT|LEVELS",
    help="Number of seats played by bots, from the last seat; or their levels, such as strong,easy,medium.",
)
BOT_SEATS: Final = click.option(
    "--bot-seats", metavar="LETTERS", help="Seats played by bots, such as A,C; instead of --bots."
)

COLOURS: Final = click.option(
    "--colours",
    metavar="NAMES",
    help="Colours of the pieces in the order of the seats, such as red,blue,green. Default: those of the last game.",
)

LAN: Final = click.option(
    "--lan",
    metavar="[ADDRESS]",
    help="Open the pages to the local network, protected by a table code. Give one address of this machine or use all.",
)
"""For :class:`WithLan` commands: None if not given, empty if given without an address."""

_USUAL_SEATS: Final = 4
_LONGEST_PATH: Final = 200


class WithLan(click.Command):
    """A command with ``--lan``, an option with an optional value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line, with ``--lan`` without an address as ``--lan=``."""
        pairs = zip(args, [*args[1:], ""], strict=False)
        written = ["--lan=" if word == "--lan" and not _is_address(after) else word for word, after in pairs]
        return super().parse_args(ctx, written)


class _GameType(click.Choice[str]):
    """A parameter type that converts the name of a registered game to the game."""

    def __init__(self) -> None:
        super().__init__(GAMES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the game with this name."""
        self.choices = tuple(GAMES)
        return GAMES[super().convert(value, param, ctx)]


GAME: Final = _GameType()


class Number(click.FloatRange):
    """A number in a range; rejects ``nan``, which FloatRange accepts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse ``value`` as a number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


def _is_address(word: str) -> bool:
    """Return whether ``word`` is an address: only these contain a dot or a colon."""
    return not word.startswith("-") and ("." in word or ":" in word)


def players_for(seats: int, bots: str, bot_seats: str | None) -> dict[int, str]:
    """Return the level of each bot by seat, sorted, from --bots and --bot-seats.

    Args:
        seats: the number of seats.
        bots: the number of bots, or a level for each.
        bot_seats: the letters of their seats; None for the last seats.

    Raises:
        OptionError: for too many bots, unknown letters or levels, or numbers that do not match.
    """
    levels = _levels_of(bots)
    if bot_seats is None:
        if len(levels) > seats:
            message = f"There are only {seats} seats; there cannot be more computer players than that."
            raise OptionError(message)
        return dict(zip(range(seats - len(levels), seats), levels, strict=True))
    if bots.isdecimal() and int(bots):
        message = (
            "--bots gives the number of bots, --bot-seats their seats: use only one of them, or --bots with levels."
        )
        raise OptionError(message)
    letters = [part.strip() for part in bot_seats.upper().split(",")]
    if not all(letter and letter in LETTERS[:seats] and len(letter) == 1 for letter in letters):
        last = LETTERS[seats - 1]
        message = f"--bot-seats takes letters from A to {last} separated by commas, not {bot_seats!r:.40}."
        raise OptionError(message)
    chosen = [LETTERS.index(letter) for letter in letters]
    if levels and len(levels) != len(chosen):
        message = f"--bot-seats names {len(chosen)} seats, --bots {len(levels)} levels: give a level for each seat."
        raise OptionError(message)
    return dict(sorted(zip(chosen, levels or [EASY] * len(chosen), strict=True)))


def _levels_of(bots: str) -> list[str]:
    """Parse --bots to a level for each bot; raises OptionError if it is malformed."""
    if bots.isascii() and bots.isdecimal() and len(bots) <= 2:
        return [EASY] * int(bots)
    levels = [level.strip() for level in bots.lower().split(",")]
    if not {*levels} <= {*LEVELS}:
        message = (
            f"--bots takes a number of seats, or levels ({', '.join(LEVELS)}) separated by commas, not {bots!r:.40}."
        )
        raise OptionError(message)
    return levels


def read_colours(head: Head, colours: str) -> tuple[str, ...]:
    """Parse --colours for the game of ``head``; raises OptionError for colours that will not do."""
    wanted = [name.strip() for name in colours.lower().split(",")]
    return choose_colours(head.game, len(head.seat_names), wanted)


def read_given(given: Iterable[str]) -> dict[str, str]:
    """Parse options given as ``NAME=VALUE``; raises OptionError for a malformed one."""
    options = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            message = f"Expected an option as name=value, got {each!r:.40}."
            raise OptionError(message)
        options[name] = value
    return options


def write_output(
    files: Mapping[Path, bytes],
    refusal: type[RiverlightError] = BoardError,
    *,
    replaces: bool = True,
    makes_folders: bool = False,
) -> None:
    """Write the output files of a command atomically; see ``write_atomically``.

    Raises:
        RiverlightError: of class ``refusal``, if a file cannot be written.
    """
    try:
        write_atomically(files, replaces=replaces, makes_folders=makes_folders)
    except OSError as error:
        name = word(str(error.filename), _LONGEST_PATH)
        message = f"The file {name} cannot be written: {error.strerror or error}."
        raise refusal(message) from None


def seats_of(game: Game, asked: int | None) -> int:
    """Return the number of seats: ``asked``, by default four if the game allows it.

    Raises:
        OptionError: if the game does not support ``asked`` seats.
    """
    if asked is None:
        return _USUAL_SEATS if _USUAL_SEATS in game.seat_counts else game.seat_counts[0]
    if asked not in game.seat_counts:
        message = f"{game.title} seats {', '.join(map(str, game.seat_counts))} players, not {asked}."
        raise OptionError(message)
    return asked


def parse_size(_context: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[float, float] | None:
    """Parse a size such as ``720x500``."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)[x×](\d{1,6}(?:\.\d{1,3})?)", text)
    if found is None:
        message = f"{text!r} is no size: expected width and height in mm, such as 720x500."
        raise click.BadParameter(message)
    return float(found[1]), float(found[2])


def sensing_board(game: Game, board: Board | None) -> Board:
    """Return a board with sensors; ``board`` None stands for the game's shipped board.

    Raises:
        OptionError: if the pieces of the game cannot be sensed.
    """
    if game.boards is None or not game.boards.sensed_kinds:
        message = text("The pieces of {game} cannot be sensed: play it without --sensors.", game=game.title)
        raise OptionError(message)
    return with_sensors(board or shipped(game.name))
