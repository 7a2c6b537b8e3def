"""Monte Carlo search: compares moves in sampled worlds, all moves in each world, within a time limit.

A world is a full position that is consistent with what a seat has seen. All candidates are tried in the same worlds
(common random numbers), so that differences between worlds cancel out. The search can stop after any world: with less
time it samples fewer.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from riverlight.games.bots import MEDIUM, Appraisal, Effort
from riverlight.games.contract import View

__all__ = ["Comparison", "appraise", "compare", "random_of"]

_MEDIUM_SHARE: Final = 12
"""Worlds of a strong bot for each world of a medium bot."""

_FEWEST: Final = 24
"""Number of worlds after which a search may end early if one candidate is clearly the best."""

_CLEAR: Final = 4.0
"""Standard errors of the difference that count as clear."""

Sample = Callable[[random.Random], Sequence[float]]
"""(random) → the value of each candidate in one sampled world."""


class Comparison(NamedTuple):
    """The average value of each candidate, and the number of worlds."""

    means: tuple[float, ...]
    worlds: int

    @property
    def best(self) -> int:
        """The index of the best candidate, the first of equal ones."""
        return self.means.index(max(self.means))


def appraise(view: View, seat: int, moves: Sequence[str], why: str, sample: Sample, effort: Effort) -> list[Appraisal]:
    """Return the average value of each of ``moves``; deterministic for equal views."""
    compared = compare(len(moves), sample, effort, random_of(view, seat))
    return [Appraisal(move, worth, why) for move, worth in zip(moves, compared.means, strict=True)]


def compare(candidates: int, sample: Sample, effort: Effort, chance: random.Random) -> Comparison:
    """Return the average value of each candidate over sampled worlds.

    Args:
        candidates: the number of candidates.
        sample: samples a world and returns the value of each candidate in it.
        effort: limits of worlds and time; at least one world is sampled.
        chance: the random generator for the worlds.
    """
    share = _MEDIUM_SHARE if effort.level == MEDIUM else 1
    samples = None if effort.samples is None else max(1, effort.samples // share)
    deadline_s = None if effort.seconds is None else time.monotonic() + effort.seconds / share
    totals = [0.0] * candidates
    lead = _Lead(candidates)
    worlds = 0
    while True:
        values = sample(chance)
        worlds += 1
        for place, value in enumerate(values):
            totals[place] += value
        lead.add(values)
        if (samples is not None and worlds >= samples) or (deadline_s is not None and time.monotonic() >= deadline_s):
            break
        if worlds % _FEWEST == 0 and lead.is_clear_for(totals.index(max(totals))):
            break
    return Comparison(tuple(total / worlds for total in totals), worlds)


class _Lead:
    """How far, and how certainly, the leading candidate is ahead of each other one."""

    def __init__(self, candidates: int) -> None:
        self._leader = 0
        self._worlds = 0
        self._sums = [0.0] * candidates
        self._squares = [0.0] * candidates

    def add(self, values: Sequence[float]) -> None:
        """Add the candidates' values in another world."""
        leaders = values[self._leader]
        self._worlds += 1
        for place, value in enumerate(values):
            ahead = leaders - value
            self._sums[place] += ahead
            self._squares[place] += ahead * ahead

    def is_clear_for(self, leader: int) -> bool:
        """Return whether ``leader`` is significantly ahead of every other candidate."""
        if leader != self._leader:
            self._leader, self._worlds = leader, 0  # statistics of another leader are not available yet
            self._sums, self._squares = [0.0] * len(self._sums), [0.0] * len(self._sums)
            return False
        worlds = self._worlds
        for total, squares in zip(self._sums, self._squares, strict=True):
            ahead = total / worlds
            # Candidates that are equal in every world, like the leader itself, are skipped.
            if squares and (
                ahead <= 0 or ahead * ahead * worlds <= _CLEAR * _CLEAR * (squares / worlds - ahead * ahead)
            ):
                return False
        return True


def random_of(view: View, seat: int) -> random.Random:
    """Return the random generator of a decision, seeded by the view, on every machine alike."""
    seen = hashlib.blake2b(repr((seat, sorted(view.items()))).encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(seen, "big"))
