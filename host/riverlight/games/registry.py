"""The registry of games: the only place that lists them. Import and register a new game here."""

from __future__ import annotations

from riverlight.boards import kinds
from riverlight.errors import OptionError
from riverlight.games import canyon, niagara, pyramid
from riverlight.games.contract import quoted
from riverlight.games.game import Game
from riverlight.languages.text import text

__all__ = ["GAMES", "game_named", "register", "unregister"]

GAMES: dict[str, Game] = {}
"""Every game by its name, in menu order."""


def register(game: Game) -> None:
    """Register a game and its kind of board."""
    GAMES[game.name] = game
    if game.boards is not None:
        kinds.register(game.boards)


def unregister(game: Game) -> None:
    """Remove a game, as tests do with theirs."""
    del GAMES[game.name]
    kinds.unregister(game.name)


def game_named(name: str) -> Game:
    """Return the game called ``name``; raises :class:`OptionError` if there is none."""
    if type(name) is not str or name not in GAMES:
        message = text("Unknown game {name}. Riverlight supports: {games}.", name=quoted(name), games=", ".join(GAMES))
        raise OptionError(message)
    return GAMES[name]


for _game in (canyon.GAME, niagara.GAME, pyramid.GAME):
    register(_game)
