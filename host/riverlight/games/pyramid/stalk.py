"""The mummy's best walk for what is believed of hunters: for bots that search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from operator import mul
from typing import Final, NamedTuple

from riverlight.games.pyramid.belief import Maze
from shared_rules import pyramid as maze

__all__ = ["Walk", "best_walks", "nearness"]

_WIDTH: Final = 40

_NEAR: Final = 0.35
"""What a hunter next to the mummy's last space is worth, of one caught."""


class Walk(NamedTuple):
    """A walk: its worth, the spaces stepped on in order, and how likely it is to catch somebody."""

    worth: float
    spaces: tuple[int, ...]
    catch: float


_Beginning = tuple[float, int, int, tuple[int, ...]]
"""A walk so far: how likely it is to catch somebody, where it is, a mask of its spaces, and they in order."""


def nearness(tools: Maze, mass: Sequence[float], mummy: int, steps: int) -> dict[int, float]:
    """Return for each space in reach of the mummy how close it is to hunters there, in hunters caught.

    Args:
        tools: the maze.
        mass: probability that a hunter is on each space, times the value of catching it.
        mummy: its space now.
        steps: the maximum number of its steps.
    """
    core = tools.core
    reach = maze.mummy_reach(core, mummy, steps, b"")
    weights = list(mass)
    for space in tools.safe:  # a hunter in a safe space comes out next to it
        if weights[space]:
            for outside in core.around[space]:
                weights[outside] += weights[space] / len(core.around[space])
            weights[space] = 0.0
    return {space: sum(map(mul, weights, tools.closeness[space])) * _NEAR for space in reach}


def best_walks(
    tools: Maze, mass: Sequence[float], near: Mapping[int, float], mummy: int, steps: int, width: int = _WIDTH
) -> dict[int, Walk]:
    """Return the best walk of at most ``steps`` steps for each first direction; −1: to stay.

    Args:
        tools: the maze.
        mass: probability that a hunter is on each space, times the value of catching it.
        near: the result of :func:`nearness` for each space in reach of ``steps``.
        mummy: the start space.
        steps: the maximum number of steps.
        width: beam width: walks that are extended at each step, the best ones.
    """
    found = {-1: Walk(near[mummy], (), 0.0)}
    for direction, first in tools.mummy_steps[mummy]:
        found[direction] = _best_walk(tools, mass, near, first, steps, width)
    return found


def _best_walk(
    tools: Maze, mass: Sequence[float], near: Mapping[int, float], first: int, steps: int, width: int
) -> Walk:
    """Return the best walk that starts by stepping on ``first``."""
    ways = tools.mummy_steps
    layer: list[_Beginning] = [(mass[first], first, 1 << first, (first,))]
    best_worth, best_caught = -1.0, 0.0
    best_spaces: tuple[int, ...] = (first,)
    for step in range(steps):
        for caught, at, _, spaces in layer:
            worth = caught + (1 - min(caught, 1.0)) * near[at]
            if worth > best_worth:
                best_worth, best_spaces, best_caught = worth, spaces, caught
        if step == steps - 1:
            break
        longer: dict[tuple[int, int], _Beginning] = {}
        for caught, at, passed, spaces in layer:
            for _, space in ways[at]:
                bit = 1 << space
                # Walks over the same spaces catch the same hunters.
                key = (space, passed | bit)
                if key not in longer:
                    gained = 0.0 if passed & bit else mass[space]
                    longer[key] = (caught + gained, space, passed | bit, (*spaces, space))
        layer = list(longer.values())
        if len(layer) > width:
            layer = nlargest(width, layer, key=lambda each: each[0] + 0.5 * near[each[1]])
    return Walk(best_worth, best_spaces, best_caught)
