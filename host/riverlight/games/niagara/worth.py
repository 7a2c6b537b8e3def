"""Evaluation for searching bots: the value of canoes and of gems ashore, in gems.

A canoe is modelled as a chain of rounds: in each it makes the best move with one of two random cards, and the river
then flows with its usual probabilities. So the value includes the flow: a gem far downstream, or an empty canoe near
the fall, is worth little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from riverlight.games.niagara import moves as m
from riverlight.games.niagara.goals import goal_met
from shared_rules import niagara as river
from shared_rules.niagara_flow import flow_one

__all__ = ["best_move", "canoe_worth", "card_worth", "gems_worth", "wanted"]

_FLOWS: Final = (0.12, 0.33, 0.30, 0.17, 0.08)
"""The probability of each number of flow steps, from 0."""

_ROUND: Final = 0.85
"""Discount of a gem that comes ashore a round later, since the game may be over."""

_LOST: Final = 0.8
"""The cost of losing a canoe, in gems: one buys it back."""

_SWEEPS: Final = 60
_ALL_SITES: Final = [1, 2, 4, 8, 16]
_MEAN_WANTED: Final = 1.0

_COSTS: Final = (1.0, 1.0, 1.1, 1.3, 1.4)
"""How hard a gem of each colour is to bring ashore."""

_SHARPNESS: Final = 2.0

_PLACES: Final = range(river.LOST)


def _step(worths: Sequence[float], place: int) -> float:
    """Return the value of ``place`` before one step of flow."""
    return (worths[flow_one(place, river.LEFT)] + worths[flow_one(place, river.RIGHT)]) / 2


def _before_flow(worths: Sequence[float]) -> list[float]:
    """Return the value of each place before the river flows, from the values after it."""
    found = [0.0] * (river.LOST + 1)
    now = list(worths)
    for share in _FLOWS:
        found = [sum_ + share * worth for sum_, worth in zip(found, now, strict=True)]
        now = [_step(now, place) for place in _PLACES] + [now[river.LOST]]
    return found


@cache
def _worths() -> tuple[tuple[float, ...], tuple[float, ...], tuple[tuple[tuple[float, ...], ...], ...]]:
    """Return values before the flow: of an empty and a loaded canoe by place, and by load, place and card."""
    empty, loaded = [0.0] * (river.LOST + 1), [0.5] * (river.LOST + 1)
    options = [[[_ends_of(place, load, card) for card in range(7)] for place in _PLACES] for load in (0, 1)]
    by_card: list[list[list[float]]] = []
    for _ in range(_SWEEPS):
        ended = _before_flow(empty), _before_flow(loaded)
        by_card = [
            [[_best(ends, ended, place, load) for ends in options[load][place]] for place in _PLACES] for load in (0, 1)
        ]
        empty = [_ROUND * _of_two(by_card[0][place]) for place in _PLACES]
        lost = empty[river.SHORE] - _LOST
        empty.append(lost)
        loaded = [*(_ROUND * _of_two(by_card[1][place]) for place in _PLACES), lost]
    return (
        tuple(_before_flow(empty)),
        tuple(_before_flow(loaded)),
        tuple(tuple(map(tuple, by_place)) for by_place in by_card),
    )


def _ends_of(place: int, load: int, card: int) -> list[tuple[int, int, int]]:
    """Return the (end, new load, gems scored) reachable with a card; the cloud moves no canoe."""
    if card == river.CLOUD:
        return []
    found = set()
    for plan in river.plans(place, 0 if load else river.NO_GEM, card, _ALL_SITES):
        if river.unloads_first(plan) or river.unloads_last(plan):
            continue
        end = river.end(plan)
        is_loaded = load or river.loads_first(plan) != river.NO_GEM or river.loads_last(plan) != river.NO_GEM
        found.add((end, 0, 1) if end == river.SHORE and is_loaded else (end, int(is_loaded and end != river.LOST), 0))
    return sorted(found)


def _best(
    ends: Sequence[tuple[int, int, int]], ended: tuple[Sequence[float], Sequence[float]], place: int, load: int
) -> float:
    """Return the value of the best of ``ends``; a canoe ashore may also stay."""
    found = [ended[then][end] + scored for end, then, scored in ends]
    if not ends or place == river.SHORE:
        found.append(ended[load][place])
    return max(found)


def _of_two(by_card: Sequence[float]) -> float:
    """Return the expected value of the better of two random cards."""
    pairs = [max(pair) for pair in combinations(by_card, 2)]
    return sum(pairs) / len(pairs)


@lru_cache(maxsize=16384)
def gems_worth(scored: tuple[int, ...]) -> float:
    """Return how near five counts of gems ashore are to a goal of NIA-24, in gems; 0 if one is met."""
    if goal_met(scored) is not None:
        return 0.0
    to_go = (
        4 - max(scored),
        sum(cost for count, cost in zip(scored, _COSTS, strict=True) if not count),
        7 - sum(scored),
    )
    return math.log(sum(math.exp(-_SHARPNESS * each) for each in to_go)) / _SHARPNESS


@lru_cache(maxsize=16384)
def wanted(scored: tuple[int, ...]) -> tuple[float, ...]:
    """Return the value of another gem of each colour to a seat with these gems ashore."""
    now = gems_worth(scored)
    return tuple(
        gems_worth((*scored[:colour], scored[colour] + 1, *scored[colour + 1 :])) - now + 0.1 for colour in range(5)
    )


def canoe_worth(place: int, gem: int, wants: Sequence[float]) -> float:
    """Return the value of a canoe before the river flows.

    Args:
        place: the canoe's place.
        gem: its gem, or ``NO_GEM``.
        wants: the value of a gem of each colour to its seat.
    """
    empty, loaded, _ = _worths()
    if gem == river.NO_GEM or place == river.LOST:
        return empty[place]
    return empty[place] + (loaded[place] - empty[place]) * wants[gem]


def card_worth(place: int, gem: int, card: int) -> float:
    """Return the value of a canoe that makes the best move with ``card``; the same for all canoes over the fall."""
    return 0.0 if place == river.LOST else _worths()[2][gem != river.NO_GEM][place][card]


@lru_cache(maxsize=65536)
def best_move(
    moves: tuple[int, ...], place: int, carries: int, wants: tuple[float, ...], cargo: tuple[int, ...]
) -> tuple[float, int]:
    """Return the gain in value of the best of one canoe's moves, and that move.

    Args:
        moves: its legal moves.
        place: its place.
        carries: its gem, or ``NO_GEM``.
        wants: the value of a gem of each colour to its seat.
        cargo: the gems of all canoes, which could be stolen.
    """
    now = canoe_worth(place, carries, wants)
    found = [(move_worth(move, carries, wants, cargo), move) for move in moves]
    best, move = max(found)
    return best - now, move


def move_worth(move: int, carries: int, wants: Sequence[float], cargo: Sequence[int]) -> float:
    """Return the value of a canoe after its move, including a gem that it brings ashore."""
    plan = m.plan_of(move)
    gem = carries
    if river.unloads_first(plan) or river.unloads_last(plan):
        gem = river.NO_GEM
    for loads in (river.loads_first(plan), river.loads_last(plan)):
        if loads != river.NO_GEM:
            gem = loads
    victim = river.steals_from(plan)
    if victim != river.NO_STEAL:
        gem = cargo[victim]
    end = river.end(plan)
    if end == river.SHORE and gem != river.NO_GEM:
        return canoe_worth(end, river.NO_GEM, wants) + wants[gem]
    return canoe_worth(end, gem, wants)
