"""Canyon's statistics: the race of the canoes, and bids against tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.boards import Board
from riverlight.games.canyon.bot import expected_tricks
from riverlight.games.canyon.cards import cards_in
from riverlight.games.canyon.events import CanyonEvent
from riverlight.games.canyon.position import MOVE, PACE
from riverlight.games.canyon.state import CanyonState
from riverlight.games.plots import Lines, Plot, Scatter
from riverlight.languages.text import text
from shared_rules.board import distances

__all__ = ["paces", "plots", "race", "scores", "tricks_dealt"]

_NOWHERE: Final = 255
_ARRIVALS: Final = ("placed", "moved", "drifted", "pushed", "fell")

Events = Sequence[CanyonEvent]


def plots(events: Events, names: Sequence[str], board: Board) -> list[Plot]:
    """Return the plots of a game from its public events."""
    return [
        Lines(text("The race"), text("steps to a landing"), 0, race(events, len(names), board), is_down=True),
        Scatter(
            text("Paces and tricks"),
            text("pace"),
            text("tricks won"),
            text("tricks won / pace, by round"),
            paces(events, len(names)),
        ),
    ]


def race(events: Events, seats: int, board: Board) -> tuple[tuple[int | None, ...], ...]:
    """Return each canoe's distance to a landing at the start and after each round; None before it is placed."""
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


def scores(state: CanyonState) -> tuple[float, ...]:
    """Return each canoe's shortest distance to a landing, ignoring other canoes."""
    return tuple(float(state.setup.distance[space]) for space in state.canoes)


def tricks_dealt(states: Sequence[CanyonState], seat: int) -> tuple[float, float] | None:
    """Return the tricks that the hands dealt to ``seat`` should win, and those it won; None with real cards.

    A hand's expected share of a round's tricks is its strength among all hands: the sum of its cards' average wins.
    """
    expected = won = 0.0
    before = 0
    for state in states:
        if state.round != before and state.phase == PACE and any(state.hands):
            before = state.round
            strengths = [expected_tricks(cards_in(hand), state.trump, state.seats) for hand in state.hands]
            expected += state.cards_each * strengths[seat] / sum(strengths)
        if state.phase == MOVE and not state.spent:
            won += state.tricks[seat]
    return (round(expected, 2), won) if expected else None
