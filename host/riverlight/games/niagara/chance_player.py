"""A chance player for Niagara that finishes games, which purely random paddling hardly ever does.

It looks one canoe's turn ahead, prefers gems and safety, and sometimes makes any legal move, so that random games reach
odd positions too, and end.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from riverlight.games import splitmix
from riverlight.games.contract import Seat
from riverlight.games.niagara import moves as m
from riverlight.games.niagara.position import ACT, BUY
from riverlight.games.niagara.state import NiagaraState
from shared_rules import niagara as river

_ODD_ONE_IN = 8
_CHOICES = (ACT, BUY)
_SECOND = m.canoe_move(1, 0)


def choose(state: NiagaraState, seat: Seat, chance: int) -> tuple[int, int]:
    """Return the next state of the generator ``chance`` and a legal move of ``seat``."""
    legal = state.legal(seat)
    chance, drawn = splitmix.below(chance, len(legal) * _ODD_ONE_IN)
    if drawn < len(legal) or state.phase not in _CHOICES:
        return chance, legal[drawn % len(legal)]
    if state.phase == BUY:
        return chance, legal[0]
    of_second = bisect_left(legal, _SECOND)
    if not of_second:
        return chance, _best(legal, state.cargo[2 * seat + 1])[1]
    worth, best = _best(legal[:of_second], state.cargo[2 * seat])
    if of_second < len(legal):
        worth_of_second, best_of_second = _best(legal[of_second:], state.cargo[2 * seat + 1])
        if worth_of_second > worth:
            best = best_of_second
    return chance, best


@lru_cache(maxsize=32768)
def _best(moves: tuple[int, ...], carries: int) -> tuple[int, int]:
    """Return the value of the best of these moves, and the first move that has it."""
    best = max(moves, key=lambda move: _worth(move, carries))
    return _worth(best, carries), best


@lru_cache(maxsize=8192)
def _worth(move: int, carries: int) -> int:
    """Return the value of a move for a canoe with the gem ``carries``; the first of equals is taken."""
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
