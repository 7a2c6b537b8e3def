"""Cache of legal ends: canoes often stand on the same space, with the same few others near them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from shared_rules import canyon as rules
from shared_rules.board import Board, distances

__all__ = ["Reach", "reach_on"]

_MOST: Final = 20_000
"""Maximum number of cached results; the cache is then emptied."""


class Reach:
    """The legal ends on one board, cached (CAN-15).

    If the ends are nearer by all the points, or landings, no other end could be better, whether the river is open or
    closed. Then only canoes within that many steps matter, and the result is cached by their spaces.
    """

    def __init__(self, board: Board, movement: int) -> None:
        self._board = board
        self._movement = movement
        self._distance = distances(board)
        self._near: dict[tuple[int, int], int] = {}
        self._known: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def ends(self, canoes: Sequence[int], canoe: int, points: int) -> tuple[int, ...]:
        """Return the result of :func:`shared_rules.canyon.ends` for a canoe and its points, at least one."""
        start = canoes[canoe]
        near = self._near.get((start, points))
        if near is None:
            near = self._near[start, points] = self._find_near(start, points)
        others = 0
        for space in canoes:
            others |= 1 << space
        key = (start, points, others & near)
        found = self._known.get(key)
        if found is None:
            distance = self._distance
            found = rules.finish(rules.ends(self._board, distance, canoes, canoe, points, self._movement))
            if distance[found[0]] == max(distance[start] - points, 0):
                if len(self._known) >= _MOST:
                    self._known.clear()
                self._known[key] = found
        return found

    def _find_near(self, start: int, points: int) -> int:
        """Return the mask of all spaces within ``points`` steps."""
        near = {start}
        for _ in range(points):
            near |= {other for space in near for other in self._board.around[space]}
        return sum(1 << space for space in near)


@lru_cache(maxsize=16)
def reach_on(board: Board, movement: int) -> Reach:
    """Return the cache of a board and a value of option ``movement``, EXACT or NEAREST."""
    return Reach(board, movement)
