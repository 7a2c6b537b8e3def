"""Canyon caches legal ends: a cached result is what a search finds (CAN-15)."""

from __future__ import annotations

import random

import pytest
from riverlight.boards import Board, shipped
from riverlight.games.canyon.reach import Reach

from shared_rules import canyon as rules
from shared_rules.board import CAVE, CURRENT, LANDING, NONE, START, WATER, distances
from shared_rules.canyon import EXACT, NEAREST
from tests.host.games.rivers import STARTS, river

NARROW = river(STARTS, "~~~...", ".~~...", ".~~~..", "..~~~.", "..>~~W", "..~~~C", "..LLL.")
"""A river that few canoes close; on it, canoes farther away often matter."""


def positions(board: Board, seed: int, number: int) -> list[tuple[list[int], int]]:
    """Return the spaces of two to six canoes, the first of which moves, and its points; many positions recur."""
    chance = random.Random(seed)
    kinds = bytes(board.core.kinds)
    movers = [space for space, kind in enumerate(kinds) if kind in (START, WATER, CURRENT, CAVE)]
    places = [space for space, kind in enumerate(kinds) if kind in (WATER, CURRENT, LANDING, CAVE)]
    found = []
    for _ in range(number):
        mover = chance.choice(movers)
        near = sorted((set(board.core.around[mover]) & set(places)) - {mover})
        others = chance.sample(near, min(len(near), chance.randrange(4)))
        free = [space for space in places if space != mover and space not in others]
        others += chance.sample(free, chance.randrange(1, 6 - len(others)))
        found.append(([mover, *others], chance.choice((1, 1, 2, 2, 3, 5))))
    return found


@pytest.mark.parametrize("movement", [EXACT, NEAREST])
@pytest.mark.parametrize("board", [NARROW, shipped("canyon")], ids=["narrow", "shipped"])
def test_a_cached_result_is_what_a_search_finds(board: Board, movement: int) -> None:
    reach = Reach(board.core, movement)
    distance = distances(board.core)
    for canoes, points in positions(board, movement, 3000):
        searched = rules.finish(rules.ends(board.core, distance, canoes, 0, points, movement))
        assert reach.ends(canoes, 0, points) == searched, (canoes, points)


def test_a_canoe_farther_away_than_the_points_causes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    reach = Reach(NARROW.core, EXACT)
    index = NARROW.index
    canoes = [index["r1c0"], index["r2c2"], index["r5c3"], NONE]
    ends = reach.ends(canoes, 0, 1)
    monkeypatch.setattr(rules, "ends", None)
    assert reach.ends([*canoes[:2], index["r6c4"], index["r0c5"]], 0, 1) == ends
    with pytest.raises(TypeError):
        reach.ends([canoes[0], index["r2c1"], canoes[2], NONE], 0, 1)
