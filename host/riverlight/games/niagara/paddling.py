"""The changes made by a canoe's move, and its events in order: each load, stretch, unload and theft."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from riverlight.games.contract import Event, Seat
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import options as e
from shared_rules import niagara as river

__all__ = ["Paddled", "carry_out", "paddle"]


_MOVER = 10
"""The index of a canoe that moves beside those of all seats."""


class Paddled(NamedTuple):
    """What a canoe's move changes.

    Attributes:
        end: where the canoe is then.
        carries: its gem then, or ``NO_GEM``.
        gems: what changes at the sites: the index in 25 counts, and by how much.
        scored: the gem brought ashore, or ``NO_GEM``.
        way: the canoe (2 × seat + its number), its start and its end; ``()`` where it did not move.
        events: what happened.
    """

    end: int
    carries: int
    gems: tuple[tuple[int, int], ...]
    scored: int
    way: tuple[int, ...]
    events: tuple[Event, ...]


@lru_cache(maxsize=16384)
def paddle(seat: Seat, move: int, start: int, carried: int, stolen: int) -> Paddled:
    """Return what a legal canoe move changes.

    Args:
        seat: the owner.
        move: the move.
        start: the canoe's place before.
        carried: its gem before, or ``NO_GEM``.
        stolen: the gem that it steals, or ``NO_GEM``.
    """
    number, plan = m.canoe_of(move), m.plan_of(move)
    end, carries, gems, scored = carry_out(plan, start, carried, stolen)
    events = _events(seat, number, start, carried, plan, stolen)
    if scored != river.NO_GEM:
        events.append(Event(e.SCORED, seat, (number, scored)))
    elif end == river.LOST:
        events.append(Event(e.LOST_CANOE, seat, (number, _gem_over_the_fall(plan, carried))))
    way = () if river.direction(plan) == river.REST else (2 * seat + number, start, end)
    return Paddled(end, carries, gems, scored, way, tuple(events))


@lru_cache(maxsize=4096)
def carry_out(plan: int, start: int, carried: int, stolen: int) -> tuple[int, int, tuple[tuple[int, int], ...], int]:
    """Return end, cargo, changes at the sites and gem scored as in :class:`Paddled`: the same for each canoe."""
    canoes, cargo, sites = [start] * (_MOVER + 1), [stolen] * _MOVER + [carried], [1] * 25
    scored = river.carry_out(plan, _MOVER, canoes, cargo, sites)
    gems = tuple([(index, count - 1) for index, count in enumerate(sites) if count != 1])
    return canoes[_MOVER], cargo[_MOVER], gems, scored


def _events(seat: Seat, number: int, start: int, carried: int, plan: int, stolen: int) -> list[Event]:
    """Return the events of the canoe's move up to its end."""
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
    return happened


def _gem_over_the_fall(plan: int, carried: int) -> int:
    """Return the gem with which a canoe went over the fall, or ``NO_GEM`` (NIA-21)."""
    if river.loads_first(plan) != river.NO_GEM:
        return river.loads_first(plan)
    return river.NO_GEM if river.unloads_first(plan) else carried
