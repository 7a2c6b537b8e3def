"""What several commands read from their command line in the same way."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from riverlight.boards.wording import word
from riverlight.engines.contract import Game
from riverlight.errors import OptionError
from riverlight.table.seats import LETTERS

__all__ = ["BOTS", "BOT_SEATS", "SEED", "Number", "not_written", "players_for", "read_given", "seats_of"]

SEED: Final = click.IntRange(-(1 << 63), (1 << 64) - 1)
"""The seeds that differ: of a longer number only the low 64 bits would count, and no game's text would take it."""

BOTS: Final = click.option(
    "--bots", type=click.IntRange(min=0), default=0, help="How many seats Riverlight plays: the last ones."
)
BOT_SEATS: Final = click.option(
    "--bot-seats", metavar="LETTERS", help="Which seats Riverlight plays, as A,C; in place of --bots."
)

_USUAL_SEATS: Final = 4
_LONGEST_PATH: Final = 200


class Number(click.FloatRange):
    """A number of a range; not ``nan``, which is neither less nor more than any."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number that ``value`` tells."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


def players_for(seats: int, bots: int, bot_seats: str | None) -> tuple[int, ...]:
    """Return whom of the players at ``seats`` seats Riverlight plays, as --bots or --bot-seats say, sorted.

    Raises:
        OptionError: for more than there are, other letters, or both options.
    """
    if bot_seats is None:
        if bots > seats:
            message = f"There are {seats} seats; Riverlight cannot play more than these."
            raise OptionError(message)
        return tuple(range(seats - bots, seats))
    if bots:
        message = "--bots tells how many seats Riverlight plays, --bot-seats which: give one of them."
        raise OptionError(message)
    letters = [part.strip() for part in bot_seats.upper().split(",")]
    if not all(letter and letter in LETTERS[:seats] and len(letter) == 1 for letter in letters):
        last = LETTERS[seats - 1]
        message = f"--bot-seats takes letters from A to {last} with commas between, not {bot_seats!r:.40}."
        raise OptionError(message)
    return tuple(sorted({LETTERS.index(letter) for letter in letters}))


def read_given(given: Iterable[str]) -> dict[str, str]:
    """Return the options given as ``NAME=VALUE``; raises OptionError for one that is not."""
    options = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            message = f"An option is given as name=value, not as {each!r:.40}."
            raise OptionError(message)
        options[name] = value
    return options


def not_written(path: Path, error: OSError) -> str:
    """Return the sentence on a file that cannot be written."""
    return f"The file {word(str(path), _LONGEST_PATH)} cannot be written: {error.strerror or error}."


def seats_of(game: Game, asked: int | None) -> int:
    """Return how many seats play; when nobody says, four where the game has that.

    Raises:
        OptionError: when it is not for as many as were asked for.
    """
    if asked is None:
        return _USUAL_SEATS if _USUAL_SEATS in game.seat_counts else game.seat_counts[0]
    if asked not in game.seat_counts:
        message = f"{game.title} seats {', '.join(map(str, game.seat_counts))} players, not {asked}."
        raise OptionError(message)
    return asked
