"""Chance players: who moves when a game is played to try it, and nobody is there to choose.

Most games end when everybody moves at random. One that would not, or not soon, brings a player of its own
(``Game.make_chance_player``).
"""

from __future__ import annotations

from typing import Protocol

from riverlight.games import splitmix
from riverlight.games.contract import Move, Seat, State

__all__ = ["ChancePlayer", "uniform"]


class ChancePlayer(Protocol):
    """Chooses a legal move by chance."""

    def __call__(self, state: State, seat: Seat, chance: int, /) -> tuple[int, Move]:
        """Return the next state of the generator ``chance`` and a legal move of ``seat``, which is to act."""


def uniform(state: State, seat: Seat, chance: int) -> tuple[int, Move]:
    """Return the next state of the generator and a legal move, every one equally likely."""
    legal = state.legal(seat)
    chance, drawn = splitmix.below(chance, len(legal))
    return chance, legal[drawn]
