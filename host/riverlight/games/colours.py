"""The colours of the pieces in a copy of a game, which their lights have too, on board, page and terminal alike.

Colour never stands alone: each seat has a shape and a letter on the pages, each role a pattern as light.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from riverlight.colour_sight import offered_lights
from riverlight.errors import OptionError
from riverlight.games.game import Game
from riverlight.languages.text import spoken, text
from riverlight.light_roles import load_light_roles
from shared_rules.fields import LIGHTS

__all__ = [
    "COLOUR_TITLES",
    "choose_colours",
    "colour_choices",
    "filled_up",
    "light_letters",
    "seat_colours",
    "stored_colours",
]

COLOUR_TITLES: Final[Mapping[str, str]] = {
    "blue": text("blue"),
    "orange": text("orange"),
    "green": text("green"),
    "pink": text("pink"),
    "yellow": text("yellow"),
    "sky": text("light blue"),
    "red": text("red"),
    "purple": text("purple"),
    "white": text("white"),
    "brown": text("brown"),
    "black": text("black"),
}
"""What the colours are called, in the order of their letters on the wire."""

_QUOTED: Final = 20


def colour_choices(game: Game) -> tuple[str, ...]:
    """Return the names of the colours that the pieces of a game can have, told apart with any kind of colour sight."""
    return _choices(tuple(game.name if panel == "main" else panel for panel in game.panels))


def choose_colours(game: Game, seats: int, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return a colour for each piece, in the order of the seats: ``wanted``, then the game's own that are free.

    Raises:
        OptionError: for too many colours, one that is unknown, one given twice, or one that looks like another light.
    """
    pieces, choices = seats - game.first_piece, colour_choices(game)
    if len(wanted) > pieces:
        message = text("There are {count} colours for {pieces} pieces.", count=len(wanted), pieces=pieces)
        raise OptionError(message)
    for name in wanted:
        if name not in COLOUR_TITLES:
            message = text(
                "There is no colour {name}. Choose from: {choices}.",
                name=repr(name)[:_QUOTED],
                choices=", ".join(choices),
            )
            raise OptionError(message)
        title = spoken(COLOUR_TITLES[name])
        if name not in choices:
            message = text(
                "In {game}, {colour} looks like another light. Choose another colour.", game=game.title, colour=title
            )
            raise OptionError(message)
        if wanted.count(name) > 1:
            message = text("Two pieces cannot both be {colour}. Choose another colour for one of them.", colour=title)
            raise OptionError(message)
    return filled_up(game, pieces, wanted)


def filled_up(game: Game, pieces: int, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return as many colours as there are pieces: ``wanted``, then those of the game's own and others that are free."""
    free = [name for name in dict.fromkeys((*game.piece_colours, *colour_choices(game))) if name not in wanted]
    return (*wanted, *free)[:pieces]


def stored_colours(game: Game, seats: int, stored: object) -> tuple[str, ...]:
    """Return the colours that a record has; the game's own where they are missing or will not do."""
    names = [str(name) for name in stored] if isinstance(stored, list) else []
    try:
        return choose_colours(game, seats, names)
    except OptionError:
        return choose_colours(game, seats, ())


def seat_colours(game: Game, pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the colour of each seat, from those of the pieces: a seat without such a piece is white."""
    return (*("white",) * game.first_piece, *pieces)


def light_letters(colours: Sequence[str]) -> str:
    """Return how a ``show`` line names the colours of the seats; empty where they are a device's own."""
    letters = "".join(LIGHTS[list(COLOUR_TITLES).index(name)] for name in colours)
    return "" if LIGHTS.startswith(letters) else letters


@cache
def _choices(panels: tuple[str, ...]) -> tuple[str, ...]:
    return offered_lights(panels, load_light_roles())
