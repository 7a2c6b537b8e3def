"""A fuzz target: a parser behind a function that takes bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from tests.tools.fuzz.mutate import Mutate

__all__ = ["Run", "Target", "simple"]

Run = Callable[[bytes], bool]
"""Gives one input to the parser and returns whether it was accepted. Whatever it raises is a fault."""


class Target(NamedTuple):
    """One parser.

    Attributes:
        name: a word or two, joined by hyphens.
        seeds: returns valid inputs, each of which has to be accepted.
        mutate: makes further inputs of them.
        ready: opens what the parser needs for as long as it is tried, and gives its ``Run``.
        traps: returns inputs that broke it once, or that stand for a kind which mutation would hardly come upon.
        examples: how many inputs ``make test`` tries; fewer where one takes long.
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    mutate: Mutate
    ready: Callable[[], AbstractContextManager[Run]]
    traps: Callable[[], Sequence[bytes]] = tuple
    examples: int = 200


def simple(run: Run) -> Callable[[], AbstractContextManager[Run]]:
    """Return the ``ready`` of a parser that needs nothing."""
    return lambda: nullcontext(run)
