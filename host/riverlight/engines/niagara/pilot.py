"""A chance player of Niagara that gets home: paddling quite at random, nobody ever would.

It looks one canoe's turn ahead, likes gems and dry feet, and now and then takes any move at all, so that
random games see odd positions too, and end.
"""

from __future__ import annotations

from functools import lru_cache

from riverlight.engines import generator
from riverlight.engines.contract import Seat
from riverlight.engines.niagara import moves as m
from riverlight.engines.niagara.legality import ACT, BUY
from riverlight.engines.niagara.state import NiagaraState
from shared_rules import niagara as river

_ODD_ONE_IN = 8


def choose(state: NiagaraState, seat: Seat, chance: int) -> tuple[int, int]:
    """Return the next state of the generator ``chance`` and a legal move of ``seat``."""
    legal = state.legal(seat)
    chance, drawn = generator.below(chance, len(legal) * _ODD_ONE_IN)
    if drawn < len(legal) or state.phase not in {ACT, BUY}:
        return chance, legal[drawn % len(legal)]
    if state.phase == BUY:
        return chance, legal[0]
    carries = state.cargo[2 * seat : 2 * seat + 2]
    return chance, max(legal, key=lambda move: _worth(move, carries[m.canoe_of(move)]))


@lru_cache(maxsize=32768)
def _worth(move: int, carries: int) -> int:
    """Return what a move is worth to a canoe with the gem ``carries``; the first of equals is taken."""
    if move == m.WEATHER_DOWN:
        return 1
    if move < m.CANOE:
        return 0
    plan = m.plan_of(move)
    end = river.end(plan)
    depth = river.DEPTH[end]
    if end == river.LOST:
        return -100
    if end == river.SHORE:
        return 100 if carries != river.NO_GEM or river.loads_first(plan) != river.NO_GEM else -2
    if river.steals_from(plan) != river.NO_STEAL:
        return 60 - depth
    if not river.is_empty_after(plan, carries):
        return 50 - 4 * depth
    return -20 if carries != river.NO_GEM else depth if depth < 6 else -depth
