"""The events of a canoe's turn: each load, stretch, unload and theft in the order in which it happened."""

from __future__ import annotations

from functools import lru_cache

from riverlight.games.contract import Event, Seat
from riverlight.games.niagara import options as e
from shared_rules import niagara as river


@lru_cache(maxsize=16384)
def events_of(seat: Seat, number: int, start: int, carried: int, plan: int, stolen: int) -> tuple[Event, ...]:
    """Return the events of ``plan``, carried out by a canoe that stood at ``start``.

    Args:
        seat: the owner.
        number: which of its canoes, 0 or 1.
        start: its place before.
        carried: its gem before, or ``NO_GEM``.
        plan: what it did.
        stolen: its gem afterwards; the stolen one where the plan steals.
    """
    happened = []
    end = river.end(plan)
    if river.unloads_first(plan):
        happened.append(Event(e.UNLOADED, seat, (number, carried, start)))
    if river.loads_first(plan) != river.NO_GEM:
        happened.append(Event(e.LOADED, seat, (number, river.loads_first(plan), start)))
    if river.direction(plan) != river.REST:
        happened.append(Event(e.PADDLED, seat, (number, start, end)))
    if river.unloads_last(plan):
        happened.append(Event(e.UNLOADED, seat, (number, carried, end)))
    if river.loads_last(plan) != river.NO_GEM:
        happened.append(Event(e.LOADED, seat, (number, river.loads_last(plan), end)))
    victim = river.steals_from(plan)
    if victim != river.NO_STEAL:
        happened.append(Event(e.STOLE, seat, (number, stolen, victim >> 1, victim & 1)))
    return tuple(happened)


def gem_over_the_fall(plan: int, carried: int) -> int:
    """Return the gem with which a canoe that carried ``carried`` went over the fall, or ``NO_GEM`` (NIA-21)."""
    if river.loads_first(plan) != river.NO_GEM:
        return river.loads_first(plan)
    return river.NO_GEM if river.unloads_first(plan) else carried
