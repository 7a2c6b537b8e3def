"""Niagara's goals, and who wins when several seats meet one (NIA-24)."""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.games.contract import Result, Seat

GOALS = ("four_of_a_kind", "five_different", "seven")


def goal_met(scored: Sequence[int]) -> int | None:
    """Return the number of the first goal that five counts of gems meet; None if they meet none."""
    if max(scored) >= 4:
        return 0
    if min(scored) >= 1:
        return 1
    return 2 if sum(scored) >= 7 else None


def result_of(met: Sequence[Seat], goals: Sequence[int], gems: Sequence[int], tie: str) -> Result:
    """Return the result of the game.

    Args:
        met: the seats that met a goal, in that order; at least one.
        goals: the goal of each of them.
        gems: the number of gems that each has ashore.
        tie: the value of the option for ties.
    """
    if len(met) == 1:
        return Result((met[0],), GOALS[goals[0]])
    if tie == "shared":
        return Result(tuple(sorted(met)), "shared")
    leaders = [seat for seat, count in zip(met, gems, strict=True) if count == max(gems)]
    return Result((leaders[0],), "most_gems" if len(leaders) == 1 else "first")
