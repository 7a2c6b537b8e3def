"""SplitMix64, for chance players and for games recorded before the keyed generator.

Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014. The state is a 64-bit integer that
can be computed from a few draws, so it is not secure; :mod:`riverlight.games.generator` has a secure generator.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """Return the initial state for ``seed``, any integer, of which the low 64 bits are used."""
    return seed & _MASK


def draw(state: int) -> tuple[int, int]:
    """Return the next state and 64 random bits."""
    state = (state + _GAMMA) & _MASK
    bits = state
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, bits ^ (bits >> 31)


def below(state: int, bound: int) -> tuple[int, int]:
    """Return the next state and a uniformly distributed integer from 0 to ``bound`` − 1."""
    while True:
        state, bits = draw(state)
        number = bits % bound
        if bits - number <= _MASK + 1 - bound:  # reject the incomplete last block, to avoid modulo bias
            return state, number
