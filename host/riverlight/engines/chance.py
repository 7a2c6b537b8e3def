"""Chance players: who moves when a game is played to try it, and nobody is there to choose.

Most games end when everybody moves at random. One that would not, or not soon, brings a player of its own as
``chance_player`` beside the attributes of :class:`~riverlight.engines.contract.Game`.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from riverlight.engines import generator
from riverlight.engines.contract import Game, Move, Seat, State

__all__ = ["ChancePlayer", "player_of", "uniform"]


class ChancePlayer(Protocol):
    """Chooses a legal move by chance."""

    def __call__(self, state: Any, seat: Seat, chance: int, /) -> tuple[int, Move]:
        """Return the next state of the generator ``chance`` and a legal move of ``seat``, which is to act."""


def uniform(state: State, seat: Seat, chance: int) -> tuple[int, Move]:
    """Return the next state of the generator and a legal move, every one equally likely."""
    legal = state.legal(seat)
    chance, drawn = generator.below(chance, len(legal))
    return chance, legal[drawn]


def player_of(game: Game) -> ChancePlayer:
    """Return the chance player of ``game``."""
    return cast("ChancePlayer", getattr(game, "chance_player", uniform))
