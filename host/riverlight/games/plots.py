"""Plots as plain facts; ``riverlight.web.plots`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverlight.games.contract import EventFacts

__all__ = ["Lines", "Part", "Parts", "Plot", "Scatter", "by_round", "running"]


class Lines(NamedTuple):
    """A line a seat over the rounds.

    Attributes:
        title: what is shown.
        up: what is counted upwards.
        first: the number of the first round.
        series: the values of each seat, one a round; None where a seat has none.
        is_down: whether small values stand at the top, as in a race to 0.
    """

    title: str
    up: str
    first: int
    series: tuple[tuple[int | None, ...], ...]
    is_down: bool = False


class Scatter(NamedTuple):
    """A point for each seat and round: what was wanted against what came; those on the diagonal met it.

    Attributes:
        title: what is shown.
        across: what is counted to the right.
        up: what is counted upwards.
        by_round: what heads the column of these figures, round by round.
        points: for each seat its (across, up) pairs.
    """

    title: str
    across: str
    up: str
    by_round: str
    points: tuple[tuple[tuple[int, int], ...], ...]


class Part(NamedTuple):
    """One kind of what a seat has: ``name``, and the ``sign`` that a page draws for each piece of it."""

    name: str
    sign: str


class Parts(NamedTuple):
    """How many of each kind each seat has, piece by piece.

    Attributes:
        title: what is shown.
        parts: the kinds.
        counts: for each seat how many of each kind.
    """

    title: str
    parts: tuple[Part, ...]
    counts: tuple[tuple[int, ...], ...]


Plot = Lines | Scatter | Parts


def running(counts: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the running sums of each seat's counts, beginning with 0."""
    sums = []
    for seat in counts:
        total, line = 0, [0]
        for count in seat:
            total += count
            line.append(total)
        sums.append(tuple(line))
    return tuple(sums)


def by_round(events: Sequence[EventFacts], name: str, seats: int) -> list[list[int]]:
    """Return for each seat how many events of that name each round had."""
    counts: list[list[int]] = [[] for _ in range(seats)]
    for event in events:
        if event["event"] == "round" or not counts[0]:
            for seat in counts:
                seat.append(0)
        if event["event"] == name:
            counts[event["seat"]][-1] += 1
    return counts
