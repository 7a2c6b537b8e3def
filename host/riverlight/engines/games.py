"""The list of games. A new engine registers here and nowhere else; the contract tests then run for it."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from riverlight.engines.contract import Game
from riverlight.errors import OptionError
from riverlight.languages.text import text

GAME_NAMES: tuple[str, ...] = ("canyon", "niagara", "pyramid")


def game_named(name: str) -> Game:
    """Return the game called ``name``; raises :class:`OptionError` when there is none."""
    if name not in GAME_NAMES:
        message = text(
            "There is no game {name}; Riverlight plays: {games}.",
            name=repr(name)[:40],
            games=", ".join(GAME_NAMES),
        )
        raise OptionError(message)
    return cast("Game", import_module(f"riverlight.engines.{name}").GAME)
