"""Possible canoe moves with a number card, from tables, filtered by the gems on the sites (NIA-9 to NIA-16).

The movement rules are evaluated once for each place, gem and number; a position then selects from the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from riverlight.games.niagara import moves as m
from shared_rules import niagara as river

__all__ = ["Reach", "reach", "with_gems", "with_thefts"]

_ALL_GEMS = [31] * 5
_NO_SEAT = 9


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The moves of a canoe for any gems on the sites and any canoes to steal from.

    Attributes:
        moves: every move without a theft, sorted, with the bit in ``NiagaraPosition.lying`` of the gem that it loads,
            0 for none.
        gems: the bits of all these gems.
        thefts: each place where it could steal, and the moves that end there so, from canoe 0.
    """

    moves: tuple[tuple[int, int], ...]
    gems: int
    thefts: tuple[tuple[int, tuple[int, ...]], ...]


def _gem_needed(place: int, plan: int) -> int:
    """Return the bit of the gem that a canoe on ``place`` loads by ``plan``; 0 if it loads none."""
    first, last = river.loads_first(plan), river.loads_last(plan)
    if first != river.NO_GEM:
        return 1 << river.SITE_OF[place] * 5 + first
    return 0 if last == river.NO_GEM else 1 << river.SITE_OF[river.end(plan)] * 5 + last


@cache
def reach(number: int, place: int, carries: int, points: int) -> Reach:
    """Return the moves of canoe ``number`` (0 or 1) of its seat from ``place`` with the gem ``carries``."""
    plans = river.plans(place, carries, points, _ALL_GEMS)
    moves = sorted((m.canoe_move(number, plan), _gem_needed(place, plan)) for plan in plans)
    gems = 0
    thefts = {}
    for plan in plans:
        gems |= _gem_needed(place, plan)
        end = river.end(plan)
        more = river.with_steals(plans, _NO_SEAT, carries, [end], [0])[len(plans) :]
        if more:
            thefts[end] = tuple(m.canoe_move(number, theft) for theft in more)
    return Reach(tuple(moves), gems, tuple(thefts.items()))


@lru_cache(maxsize=32768)
def with_gems(reached: Reach, gems: int) -> tuple[int, ...]:
    """Return the moves without a theft, sorted, if ``gems`` of ``reached.gems`` are on the sites."""
    return tuple([move for move, needed in reached.moves if needed & gems == needed])


def with_thefts(
    reached: Reach, moves: tuple[int, ...], seat: int, canoes: Sequence[int], cargo: Sequence[int]
) -> tuple[int, ...]:
    """Return ``moves`` and one more for each gem that a canoe of ``seat`` can steal on its way, sorted (NIA-15)."""
    thefts = [
        move | other
        for place, found in reached.thefts
        if place in canoes
        for other, at in enumerate(canoes)
        if at == place and cargo[other] != river.NO_GEM and other >> 1 != seat
        for move in found
    ]
    return tuple(sorted((*moves, *thefts))) if thefts else moves
