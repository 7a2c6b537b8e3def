"""Canyon from afar: the race of the canoes, and paces against tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from riverlight.boards import Board
from riverlight.languages.text import text
from riverlight.statistics.plot import Lines, Plot, Scatter
from shared_rules.board import distances

__all__ = ["paces", "plots", "race"]

_NOWHERE: Final = 255
_ARRIVALS: Final = ("placed", "moved", "drifted", "pushed", "fell")

Events = Sequence[Mapping[str, Any]]


def plots(events: Events, names: Sequence[str], board: Board) -> list[Plot]:
    """Return the plots of a game from its public events."""
    return [
        Lines(text("The race"), text("steps to a landing"), 0, race(events, len(names), board), is_down=True),
        Scatter(
            text("Paces against tricks"),
            text("pace"),
            text("tricks won"),
            text("tricks won of pace, by round"),
            paces(events, len(names)),
        ),
    ]


def race(events: Events, seats: int, board: Board) -> tuple[tuple[int | None, ...], ...]:
    """Return each canoe's fewest steps to a landing at the start and after each round; None before it is placed."""
    steps = distances(board.core)
    now: list[int | None] = [None] * seats
    lines: list[list[int | None]] = [[] for _ in range(seats)]

    def keep() -> None:
        for seat in range(seats):
            lines[seat].append(now[seat])

    for event in events:
        name = event["event"]
        if name == "round":
            keep()
        elif name in _ARRIVALS:
            here = steps[board.index[event["space"] if name == "placed" else event["to"]]]
            now[event["seat"]] = None if here == _NOWHERE else here
        elif name == "home":
            now[event["seat"]] = 0
    keep()
    return tuple(tuple(line) for line in lines)


def paces(events: Events, seats: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each seat its (pace, tricks won) of every round played."""
    points: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
    for event in events:
        if event["event"] == "earned":
            points[event["seat"]].append((event["pace"], event["won"]))
    return tuple(tuple(each) for each in points)
