"""Plots as data; ``riverlight.web.plots`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverlight.games.contract import EventFacts

__all__ = ["Lines", "Part", "Parts", "Plot", "Scatter", "by_round", "running"]


class Lines(NamedTuple):
    """A line for each seat over the rounds.

    Attributes:
        title: the title.
        up: the label of the vertical axis.
        first: the number of the first round.
        series: the values of each seat, one a round; None if a seat has none.
        is_down: whether small values are at the top, as in a race to 0.
    """

    title: str
    up: str
    first: int
    series: tuple[tuple[int | None, ...], ...]
    is_down: bool = False


class Scatter(NamedTuple):
    """A point for each seat and round: wanted against achieved; points on the diagonal are equal.

    Attributes:
        title: the title.
        across: the label of the horizontal axis.
        up: the label of the vertical axis.
        by_round: the heading of the table's column of figures by round.
        points: for each seat its (across, up) pairs.
    """

    title: str
    across: str
    up: str
    by_round: str
    points: tuple[tuple[tuple[int, int], ...], ...]


class Part(NamedTuple):
    """One kind of pieces that a seat has: ``name``, and the ``sign`` that a page draws for each."""

    name: str
    sign: str


class Parts(NamedTuple):
    """The number of each kind of pieces that each seat has.

    Attributes:
        title: the title.
        parts: the kinds.
        counts: for each seat the number of each kind.
    """

    title: str
    parts: tuple[Part, ...]
    counts: tuple[tuple[int, ...], ...]


Plot = Lines | Scatter | Parts


def running(counts: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the running sums of each seat's counts, starting with 0."""
    sums = []
    for seat in counts:
        total, line = 0, [0]
        for count in seat:
            total += count
            line.append(total)
        sums.append(tuple(line))
    return tuple(sums)


def by_round(events: Sequence[EventFacts], name: str, seats: int) -> list[list[int]]:
    """Return for each seat the number of events of that name in each round."""
    counts: list[list[int]] = [[] for _ in range(seats)]
    for event in events:
        if event["event"] == "round" or not counts[0]:
            for seat in counts:
                seat.append(0)
        if event["event"] == name:
            counts[event["seat"]][-1] += 1
    return counts
