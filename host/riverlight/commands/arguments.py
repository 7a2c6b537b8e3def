"""What several commands read from their command line in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from riverlight.engines.contract import Game
from riverlight.errors import OptionError

__all__ = ["read_given", "usual_seats"]

_USUAL_SEATS: Final = 4


def read_given(given: Iterable[str]) -> dict[str, str]:
    """Return the options given as ``NAME=VALUE``; raises OptionError for one that is not."""
    options = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            message = f"An option is given as name=value, not as {each!r}."
            raise OptionError(message)
        options[name] = value
    return options


def usual_seats(game: Game) -> int:
    """Return how many seats play when nobody says: four where the game has that."""
    return _USUAL_SEATS if _USUAL_SEATS in game.seat_counts else game.seat_counts[0]
