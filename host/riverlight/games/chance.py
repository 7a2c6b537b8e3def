"""Chance players: choose random moves for simulated games.

Most games end if everyone moves at random. A game that would not, or not soon, has a chance player of its own
(``Game.make_chance_player``).
"""

from __future__ import annotations

from typing import Protocol

from riverlight.games import splitmix
from riverlight.games.contract import Move, Seat, State

__all__ = ["ChancePlayer", "uniform"]


class ChancePlayer(Protocol):
    """Chooses a random legal move."""

    def __call__(self, state: State, seat: Seat, chance: int, /) -> tuple[int, Move]:
        """Return the next state of the generator ``chance`` and a legal move of ``seat``, which is to act."""


def uniform(state: State, seat: Seat, chance: int) -> tuple[int, Move]:
    """Return the next state of the generator and a legal move, uniformly distributed."""
    legal = state.legal(seat)
    chance, drawn = splitmix.below(chance, len(legal))
    return chance, legal[drawn]
