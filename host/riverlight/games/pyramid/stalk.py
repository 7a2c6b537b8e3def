"""The mummy's best walk for what is believed of hunters: for bots that search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from riverlight.games.pyramid.belief import Maze
from shared_rules import pyramid as maze
from shared_rules.board import ENTRANCE, NONE

__all__ = ["Walk", "best_walks", "nearness"]

_WIDTH: Final = 40

_NEAR: Final = 0.35
"""What a hunter next to the mummy's last space is worth, of one caught."""


class Walk(NamedTuple):
    """A walk: its worth, the spaces stepped on in order, and how likely it is to catch somebody."""

    worth: float
    spaces: tuple[int, ...]
    catch: float


def nearness(tools: Maze, mass: Sequence[float]) -> list[float]:
    """Return for each space how near to hunters a mummy there is, in hunters caught.

    Args:
        tools: the maze.
        mass: what catching a hunter on each space is worth, times how likely one is there.
    """
    core = tools.core
    weights = list(mass)
    for space in range(core.n):  # who is in a safe space comes out next to it
        if core.kinds[space] >= ENTRANCE and weights[space]:
            for outside in core.around[space]:
                weights[outside] += weights[space] / len(core.around[space])
            weights[space] = 0.0
    there = [(space, weight) for space, weight in enumerate(weights) if weight]
    return [sum(weight / (1 + away[space]) for space, weight in there) * _NEAR for away in tools.away]


def best_walks(tools: Maze, mass: Sequence[float], mummy: int, steps: int, width: int = _WIDTH) -> dict[int, Walk]:
    """Return the best walk of at most ``steps`` steps for each first step's direction; −1: to stay.

    Args:
        tools: the maze.
        mass: what catching a hunter on each space is worth, times how likely one is there.
        mummy: where it starts.
        steps: how many steps it may make.
        width: so many beginnings of a walk are followed up at each step, the best ones.
    """
    core = tools.core
    near = nearness(tools, mass)
    found = {-1: Walk(near[mummy], (), 0.0)}
    for direction in maze.mummy_steps(core, mummy):
        first = core.neighbours[mummy * 4 + direction]
        layer: list[tuple[float, tuple[int, ...]]] = [(mass[first], (first,))]
        best = Walk(-1.0, (), 0.0)
        for step in range(1, steps + 1):
            for caught, spaces in layer:
                worth = caught + (1 - min(caught, 1.0)) * near[spaces[-1]]
                if worth > best.worth:
                    best = Walk(worth, spaces, caught)
            if step == steps:
                break
            longer: dict[tuple[int, frozenset[int]], tuple[float, tuple[int, ...]]] = {}
            for caught, spaces in layer:
                at = spaces[-1]
                for way in maze.mummy_steps(core, at):
                    space = core.neighbours[at * 4 + way]
                    gained = 0.0 if space in spaces or space == NONE else mass[space]
                    key = (space, frozenset(spaces))
                    total = caught + gained
                    if key not in longer or longer[key][0] < total:
                        longer[key] = (total, (*spaces, space))
            layer = sorted(longer.values(), key=lambda each: -each[0] - 0.5 * near[each[1][-1]])[:width]
        found[direction] = best
    return found
