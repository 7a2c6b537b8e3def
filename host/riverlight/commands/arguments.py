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

__all__ = ["SEED", "Number", "not_written", "read_given", "seats_of"]

SEED: Final = click.IntRange(-(1 << 63), (1 << 64) - 1)
"""The seeds that differ: of a longer number only the low 64 bits would count, and no game's text would take it."""

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
