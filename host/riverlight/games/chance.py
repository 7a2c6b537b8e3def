"""Chance players: choose random moves for simulated games.

Most games end if everyone moves at random. A game that would not, or not soon, has a chance player of its own
(``Game.make_chance_player``).
"""

from __future__ import annotations

from typing import Protocol

from riverlight.games.contract import Move, Seat, State

__all__ = ["ChancePlayer", "draw", "uniform"]

_MASK = (1 << 64) - 1


def draw(chance: int, bound: int) -> tuple[int, int]:
    """Return the next state of the generator ``chance`` and a whole number from 0 to ``bound`` − 1, at most 2 ** 16.

    A linear congruential generator (Knuth, *The Art of Computer Programming* 3.3.4, MMIX): half the time of SplitMix64
    and more than good enough to try games.
    """
    chance = (chance * 6364136223846793005 + 1442695040888963407) & _MASK
    return chance, (chance >> 32) * bound >> 32


class ChancePlayer(Protocol):
    """Chooses a random legal move."""

    def __call__(self, state: State, seat: Seat, chance: int, /) -> tuple[int, Move]:
        """Return the next state of the generator ``chance`` and a legal move of ``seat``, which is to act."""


def uniform(state: State, seat: Seat, chance: int) -> tuple[int, Move]:
    """Return the next state of the generator and a legal move, uniformly distributed."""
    legal = state.legal(seat)
    chance, drawn = draw(chance, len(legal))
    return chance, legal[drawn]
