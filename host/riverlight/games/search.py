"""Compare moves in sampled worlds: all moves in each world, for as long as there is time.

A world is a full position that fits everything that a seat has seen. Every candidate is tried in the same worlds, so
that their difference is measured and not the luck of the worlds (common random numbers). The search can stop after any
world: with less time it has seen fewer, and chooses worse, not later.
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
"""A medium bot looks at one world where a strong one looks at so many."""

_FEWEST: Final = 24
"""From so many worlds on a search may end early, when one candidate is clearly the best."""

_CLEAR: Final = 4.0
"""So many standard errors of the difference are clear."""

Sample = Callable[[random.Random], Sequence[float]]
"""(random) → what each candidate is worth in one sampled world."""


class Comparison(NamedTuple):
    """What each candidate was worth on average, in how many worlds."""

    means: tuple[float, ...]
    worlds: int

    @property
    def best(self) -> int:
        """The place of the best candidate, the first of equal ones."""
        return self.means.index(max(self.means))


def appraise(view: View, seat: int, moves: Sequence[str], why: str, sample: Sample, effort: Effort) -> list[Appraisal]:
    """Return what ``sample`` finds each of ``moves`` to be worth on average; the same view gives the same worlds."""
    compared = compare(len(moves), sample, effort, random_of(view, seat))
    return [Appraisal(move, worth, why) for move, worth in zip(moves, compared.means, strict=True)]


def compare(candidates: int, sample: Sample, effort: Effort, chance: random.Random) -> Comparison:
    """Return what each of so many candidates is worth, on average over sampled worlds.

    Args:
        candidates: how many there are.
        sample: draws a world and returns what each candidate is worth in it.
        effort: how many worlds, how long; at least one world.
        chance: the generator that draws the worlds.
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
    """By how much one candidate is ahead of each other, and how certainly, since it came to lead."""

    def __init__(self, candidates: int) -> None:
        self._leader = 0
        self._worlds = 0
        self._sums = [0.0] * candidates
        self._squares = [0.0] * candidates

    def add(self, values: Sequence[float]) -> None:
        """Take note of what the candidates are worth in another world."""
        leaders = values[self._leader]
        self._worlds += 1
        for place, value in enumerate(values):
            ahead = leaders - value
            self._sums[place] += ahead
            self._squares[place] += ahead * ahead

    def is_clear_for(self, leader: int) -> bool:
        """Return whether ``leader`` is ahead of every other by more than chance explains."""
        if leader != self._leader:
            self._leader, self._worlds = leader, 0  # of another leader nothing is known yet
            self._sums, self._squares = [0.0] * len(self._sums), [0.0] * len(self._sums)
            return False
        worlds = self._worlds
        for total, squares in zip(self._sums, self._squares, strict=True):
            ahead = total / worlds
            # Who is worth the same in every world, as the leader itself, can be left out.
            if squares and (
                ahead <= 0 or ahead * ahead * worlds <= _CLEAR * _CLEAR * (squares / worlds - ahead * ahead)
            ):
                return False
        return True


def random_of(view: View, seat: int) -> random.Random:
    """Return the generator of a decision: the same view gives the same one, on every machine."""
    seen = hashlib.blake2b(repr((seat, sorted(view.items()))).encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(seen, "big"))
