"""Hypothesis led through a target: valid inputs first, then what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import hypothesis
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.tools.fuzz.bounds import in_calls, in_memory
from tests.tools.fuzz.target import Run, Target

__all__ = ["Count", "made_of", "tried"]

_MERE_BYTES_IN = 24
_MEASURED_IN = 12


class Count(NamedTuple):
    """How many inputs were taken, and how many refused."""

    accepted: int
    refused: int


def tried(target: Target, examples: int, seed: int | None = None) -> Count:
    """Try ``target`` with its seeds, its traps and ``examples`` others; with ``seed`` others each time.

    Raises:
        AssertionError, Hung: for an input that takes too long or too much, or whatever the parser raises.
    """
    with target.ready() as run:
        for valid in target.seeds():
            assert in_calls(run, valid), f"{target.name} refuses a valid input: {valid[:80]!r}"
        for trap in target.traps():
            in_calls(run, trap)
            if seed is not None:
                in_memory(run, trap)
        return _explored(target, run, examples, seed)


def made_of(seeds: Sequence[bytes], target: Target, chance: Random) -> bytes:
    """Return one input for ``target``."""
    if chance.randrange(_MERE_BYTES_IN) == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
    return target.mutate(chance.choice(seeds), seeds, chance)


def _explored(target: Target, run: Run, examples: int, seed: int | None) -> Count:
    seeds = target.seeds()
    found = [0, 0]

    @hypothesis.settings(
        max_examples=examples,
        derandomize=seed is None,
        database=None,
        deadline=None,  # the bounds are ours, in calls
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False))
    def each(chance: Random) -> None:
        data = made_of(seeds, target, chance)
        try:
            bounded = in_memory if sum(found) % _MEASURED_IN == 1 else in_calls
            found[bounded(run, data)] += 1
        except BaseException as error:
            error.add_note(f"{target.name} was given {data!r}")
            raise

    (each if seed is None else hypothesis.seed(seed)(each))()
    return Count(accepted=found[1], refused=found[0])
