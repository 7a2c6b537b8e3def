"""SplitMix64, for chance players and for games recorded before the keyed generator.

Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014. The state is one integer of 64 bits
that follows from a few draws, so it keeps no secret; see :mod:`riverlight.games.generator` for the one that does.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """Return the first state for ``seed`` (any integer; the low 64 bits count)."""
    return seed & _MASK


def draw(state: int) -> tuple[int, int]:
    """Return the next state and 64 random bits."""
    state = (state + _GAMMA) & _MASK
    bits = state
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, bits ^ (bits >> 31)


def below(state: int, bound: int) -> tuple[int, int]:
    """Return the next state and a whole number from 0 to ``bound`` − 1, every one equally likely."""
    while True:
        state, bits = draw(state)
        number = bits % bound
        if bits - number <= _MASK + 1 - bound:  # else the last numbers that fit would come less often
            return state, number
