"""Propose a wiring order of the spaces: a short path without crossings, or rows.

``short`` keeps the wire short (an open tour: nearest neighbour, then 2-opt and Or-opt), ``rows`` and ``columns``
zigzag. The result is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Final, Literal

from riverlight.boards.places import Place, usual_gap

__all__ = ["WAYS", "Way", "length_mm", "propose_order"]

Way = Literal["short", "rows", "columns"]
WAYS: Final[tuple[Way, ...]] = ("short", "rows", "columns")

_NEAR: Final = 8
"""How many nearest neighbours are tried first; all others only at the end."""

_LONGEST_PIECE: Final = 3
_LEAST_GAIN: Final = 1e-6


def length_mm(places: Sequence[Place], order: Sequence[int]) -> float:
    """Return the length of the path through ``places`` in ``order``."""
    return sum(dist(places[one], places[other]) for one, other in pairwise(order))


def propose_order(
    places: Sequence[Place], way: Way = "short", start: int | None = None, end: int | None = None
) -> tuple[int, ...]:
    """Return the indices of all ``places`` in wiring order.

    Args:
        places: positions of the spaces, mm.
        way: the strategy.
        start: index of the first place; None for any. ``rows`` and ``columns`` start in the nearest corner.
        end: index of the last place, for ``short`` only; None for any.
    """
    return _propose_order(tuple((x, y) for x, y in places), way, start, end if end != start else None)


@lru_cache(maxsize=32)
def _propose_order(places: tuple[Place, ...], way: Way, start: int | None, end: int | None) -> tuple[int, ...]:
    if len(places) < 2:
        return tuple(range(len(places)))
    if way != "short":
        return _to_and_fro(places, way, start)
    starts = [start] if start is not None else sorted({*_corners(places), *(() if end is None else (end,))})
    routes = [_Route(places, begin, None if end == begin else end, start is not None) for begin in starts]
    best = min((route.shortened() for route in routes), key=lambda order: round(length_mm(places, order), 6))
    return tuple(reversed(best)) if end is not None and best[0] == end else tuple(best)


def _corners(places: Sequence[Place]) -> list[int]:
    """Return the places nearest to the four corners: chains usually start at an edge."""
    numbers = range(len(places))
    return [
        min(numbers, key=lambda number: across * places[number][0] + down * places[number][1])
        for across, down in ((1, 1), (-1, 1), (1, -1), (-1, -1))
    ]


def _to_and_fro(places: Sequence[Place], way: Way, start: int | None) -> tuple[int, ...]:
    along, across = (0, 1) if way == "rows" else (1, 0)
    lowest = min(place[across] for place in places)
    highest = max(place[across] for place in places)
    bands = max(1, round((highest - lowest) / (usual_gap(places) or 1))) if highest > lowest else 1
    rows: list[list[int]] = [[] for _ in range(bands + 1)]
    for number, place in enumerate(places):
        rows[round((place[across] - lowest) / ((highest - lowest) / bands or 1))].append(number)
    rows = [sorted(row, key=lambda number: (places[number][along], number)) for row in rows if row]
    first = places[start] if start is not None else (0.0, 0.0)
    if first[across] > (lowest + highest) / 2:
        rows.reverse()
    ends = sorted(place[along] for place in places)
    is_forward = first[along] <= (ends[0] + ends[-1]) / 2
    found: list[int] = []
    for row in rows:
        found += row if is_forward else reversed(row)
        is_forward = not is_forward
    return tuple(found)


class _Route:
    """A path through all places, shortened by 2-opt and Or-opt moves.

    Reversing the segment between two crossing hops always shortens a path; so once no 2-opt move shortens it, no hops
    cross.
    """

    def __init__(self, places: Sequence[Place], start: int, end: int | None, is_start_fixed: bool) -> None:
        count = len(places)
        self._far = [[dist(here, there) for there in places] for here in places]
        self._near = [
            sorted({*range(count)} - {here}, key=lambda other: (far[other], other))
            for here, far in enumerate(self._far)
        ]
        self._first = 1 if is_start_fixed else 0  # the first movable position
        self._last = count - 1 if end is not None else count  # one past the last movable position
        self._order = self._greedy(start, end)
        self._at = [0] * count
        self._number()

    def shortened(self) -> list[int]:
        while self._improve(self._exchanges, _NEAR) or self._improve(self._pieces, _NEAR):
            pass
        while self._improve(self._exchanges, len(self._order)):
            pass
        return self._order

    def _greedy(self, start: int, end: int | None) -> list[int]:
        left = {*range(len(self._far))} - {start, end}
        order = [start]
        while left:
            here = order[-1]
            order.append(next(other for other in self._near[here] if other in left))
            left.remove(order[-1])
        return order if end is None else [*order, end]

    def _number(self) -> None:
        for at, place in enumerate(self._order):
            self._at[place] = at

    def _improve(self, changes: Callable[[int, int], Iterator[list[int]]], near: int) -> bool:
        """Apply the first shortening change at each place; return whether there was any."""
        has_improved = False
        for place in range(len(self._order)):
            for changed in changes(place, near):
                self._order = changed
                self._number()
                has_improved = True
                break
        return has_improved

    def _hop(self, left: int, right: int) -> float:
        """Return the length of the hop between two positions; 0 beyond an open end."""
        order = self._order
        return self._far[order[left]][order[right]] if left >= 0 and right < len(order) else 0.0

    def _exchanges(self, place: int, near: int) -> Iterator[list[int]]:
        """Yield shorter paths by 2-opt moves that join ``place`` to a near one."""
        order, far = self._order, self._far
        at = self._at[place]
        for other in [*self._near[place][:near], None]:
            # The segment starts after the first of the two places, or runs to an open end of the path.
            for low, high in self._stretches(at, None if other is None else self._at[other]):
                if not self._first <= low < high < self._last:
                    continue
                before, after = low - 1, high + 1
                joined = far[order[before]][order[high]] if before >= 0 else 0.0
                joined += far[order[low]][order[after]] if after < len(order) else 0.0
                if joined < self._hop(before, low) + self._hop(high, after) - _LEAST_GAIN:
                    yield [*order[:low], *reversed(order[low:after]), *order[after:]]

    def _stretches(self, at: int, other_at: int | None) -> list[tuple[int, int]]:
        if other_at is None:
            return [(at, len(self._order) - 1), (0, at)]
        low, high = min(at, other_at), max(at, other_at)
        return [(low + 1, high), (low, high - 1)]

    def _pieces(self, place: int, near: int) -> Iterator[list[int]]:
        """Yield shorter paths by Or-opt moves of a piece at ``place`` next to a near one."""
        order, far = self._order, self._far
        for size in range(1, _LONGEST_PIECE + 1):
            for low in {self._at[place], self._at[place] - size + 1}:
                high = low + size - 1
                if not self._first <= low <= high < self._last:
                    continue
                saved = self._hop(low - 1, low) + self._hop(high, high + 1)
                if low > 0 and high + 1 < len(order):
                    saved -= far[order[low - 1]][order[high + 1]]
                if saved <= _LEAST_GAIN:
                    continue
                piece = order[low : high + 1]
                rest = [*order[:low], *order[high + 1 :]]
                for other in self._near[place][:near]:
                    if low <= self._at[other] <= high:
                        continue
                    stands = self._at[other] if self._at[other] < low else self._at[other] - size
                    for gap in (stands, stands + 1):
                        if not self._first <= gap <= len(rest) - (len(order) - self._last):
                            continue
                        for turned in (piece, piece[::-1]):
                            cost = self._far[rest[gap - 1]][turned[0]] if gap > 0 else 0.0
                            cost += self._far[turned[-1]][rest[gap]] if gap < len(rest) else 0.0
                            if 0 < gap < len(rest):
                                cost -= far[rest[gap - 1]][rest[gap]]
                            if cost < saved - _LEAST_GAIN:
                                yield [*rest[:gap], *turned, *rest[gap:]]
