"""Evaluation for searching bots: how many rounds a canoe still needs, and what a round's tricks are worth.

A canoe's way home is modelled as a chain of rounds: in each it wins some tricks, meets its pace or not, and moves by
CAN-12, CAN-17 and CAN-18, ignoring other canoes. Fewer rounds to go mean a higher chance to win.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from riverlight.games.canyon.movement import bonus
from riverlight.games.canyon.options import TRACK, Setup
from shared_rules.board import CAVE, CURRENT, NONE, WATERFALL

__all__ = ["Race"]

_MEETS: Final = 0.6
"""The share of rounds in which a seat meets its pace."""

_SWEEPS: Final = 40
"""Iterations of the chain of rounds; then its values change by less than a hundredth."""

_KEENNESS: Final = 1.3
"""Log odds of winning for each round less to go."""

_AT_HOME: Final = 1.5
"""The value of being home, in rounds, compared with having no rounds to go."""

_SURPLUS: Final = 0.6
"""The value of a point of surplus, in rounds, for a canoe at home (CAN-23)."""


class Race:
    """Position values for one board, number of seats and set of house rules."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._distance = setup.distance
        self._seats = setup.seats
        kinds, core = setup.kinds, setup.core
        self._cave = kinds.index(CAVE)
        self._after_drift = [
            self._cave if flow != NONE and kinds[flow] == WATERFALL else flow if flow != NONE else space
            for space, flow in enumerate(core.data)
        ]
        self._farthest = max(distance for distance in self._distance if distance != NONE)
        arrows = {self._distance[space] for space in range(core.n) if kinds[space] == CURRENT}
        self._arrows = [distance in arrows for distance in range(self._farthest + 1)]
        self._rounds = self._rounds_to_go()

    def after(self, space: int, pace: int, won: int) -> tuple[int, int]:
        """Return the distance to the village after the round, and the surplus there, ignoring other canoes."""
        kind = self._setup.kinds[space]
        is_met = pace == won
        if kind == CURRENT and not is_met:
            return self._distance[self._after_drift[space]], 0
        points = bonus(pace, won)
        if kind != CURRENT and not (kind == CAVE and self._setup.is_cave_current):
            points += won
        to_go = self._distance[space] - points
        return max(to_go, 0), max(-to_go, 0)

    def weight(self, to_go: int, surplus: int, step: int) -> float:
        """Return the weight of a seat's position against others' before the round of track step ``step``."""
        rounds = -(_AT_HOME + _SURPLUS * surplus) if to_go == 0 else self._rounds[step][to_go]
        return math.exp(-_KEENNESS * rounds)

    def weights(self, space: int, pace: int, cards: int, step: int) -> list[float]:
        """Return the weight of a seat's position after the round, for each number of tricks it may win.

        Args:
            space: the space of its canoe.
            pace: its pace.
            cards: the number of cards of each seat in the round.
            step: the track's step of the next round.
        """
        return [self.weight(*self.after(space, pace, won), step) for won in range(cards + 1)]

    def _rounds_to_go(self) -> Sequence[Sequence[float]]:
        """Return the average number of rounds that a canoe needs, for each step of the track and each distance."""
        setup = self._setup
        arrows = tuple(self._arrows)
        return _chain(arrows, self._distance[self._cave], self._seats, setup.options["skip_dark_rounds"] == "on")


@lru_cache(maxsize=16)
def _chain(arrows: tuple[bool, ...], cave: int, seats: int, skips: bool) -> tuple[tuple[float, ...], ...]:
    """Return the rounds to go by step of the track and distance, by value iteration; step 0 is unused."""
    steps = len(TRACK)
    following = [(step % steps) + 1 for step in range(steps + 1)]
    if skips:
        following[5] = 10
    rounds = [[0.0 if not distance else distance / 3 for distance in range(len(arrows))] for _ in range(steps + 1)]
    rolls = [[], *(_round_of(cards, seats) for cards in TRACK)]
    for _ in range(_SWEEPS):
        for step in range(steps, 0, -1):
            then, roll, now = rounds[following[step]], rolls[step], rounds[step]
            for distance in range(1, len(arrows)):
                total = 1.0
                for chance, won, extra in roll:
                    if not arrows[distance]:
                        to_go = distance - won - extra
                    elif extra:
                        to_go = distance - extra
                    else:
                        to_go = distance - 1 if distance > 1 else cave
                    if to_go > 0:
                        total += chance * then[to_go]
                now[distance] = total
    return tuple(map(tuple, rounds))


def _round_of(cards: int, seats: int) -> list[tuple[float, int, int]]:
    """Return (probability, tricks won, bonus) of a typical round; the bonus is 0 if the pace is missed."""
    found = []
    for won in range(cards + 1):
        chance = math.comb(cards, won) * (1 / seats) ** won * (1 - 1 / seats) ** (cards - won)
        found.append((chance * _MEETS, won, bonus(won, won)))
        found.append((chance * (1 - _MEETS), won, 0))
    return found
