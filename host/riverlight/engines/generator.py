"""Riverlight's own random generator: integers only, held in the state, the same on every Python.

SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014). The whole generator is
one integer, so a state copies and compares cheaply. It shuffles cards for fun; it keeps no secret against an attacker
who sees many draws.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """Return the first generator state for ``seed`` (any integer; the low 64 bits count)."""
    return seed & _MASK


def draw(generator: int) -> tuple[int, int]:
    """Return the next generator state and 64 random bits."""
    generator = (generator + _GAMMA) & _MASK
    bits = generator
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return generator, bits ^ (bits >> 31)


def below(generator: int, bound: int) -> tuple[int, int]:
    """Return the next generator state and a whole number from 0 to ``bound`` − 1, every one equally likely."""
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        generator, bits = draw(generator)
        if bits < limit:
            return generator, bits % bound


def shuffled(generator: int, items: list[int]) -> tuple[int, list[int]]:
    """Return the next generator state and a shuffled copy of ``items`` (Fisher and Yates)."""
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        generator, other = below(generator, last + 1)
        items[last], items[other] = items[other], items[last]
    return generator, items
