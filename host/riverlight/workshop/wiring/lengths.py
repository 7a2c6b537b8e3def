"""Wire of a chain of lights: its length, its voltage drop, and where to feed it.

The model: every light draws the same current, an equal share of what the supply provides. It flows along the chain from
the feeds, and back along the ground wire.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any, Final, NamedTuple

from riverlight.boards.places import Place, places_of
from riverlight.workshop.lights import chain_of
from riverlight.workshop.wiring.power import PLANNED_MA, channels_ma, refuse_overload

__all__ = ["DROP_VOLTS", "STRIP_OHM", "WIRE_OHM", "Wire", "drops", "wire_of"]

DROP_VOLTS: Final = 0.3
"""The allowed voltage drop to any light."""

WIRE_OHM: Final = 0.115
"""Ohms per metre of 0.34 mm² copper (22 AWG), both conductors, as in ``workshop.wiring.electrical``."""

STRIP_OHM: Final = 0.15
"""Ohms per metre of common strip, both conductors: its copper is thin."""

_MOST_FEEDS: Final = 40


class Wire(NamedTuple):
    """The wire of a chain.

    Attributes:
        lights: the number of lights.
        length_mm: from its first light to its last, from space to space.
        longest_mm: the longest distance between two lights.
        current_ma: the largest current of all lights together.
        drop_volts: the voltage drop to the worst light, fed at the first light alone.
        feeds: the lights to feed, including the first, so that the drop is at most DROP_VOLTS.
        fed_drop_volts: the voltage drop to the worst light with these feeds.
    """

    lights: int
    length_mm: float
    longest_mm: float
    current_ma: int
    drop_volts: float
    feeds: tuple[int, ...]
    fed_drop_volts: float


def wire_of(document: Mapping[str, Any], panel: str, supply_ma: int, *, is_strip: bool) -> Wire:
    """Return the wire that the chain of ``panel`` needs.

    Args:
        document: a board with positions of its spaces.
        panel: the name of the chain.
        supply_ma: the supply's current for the lights.
        is_strip: whether there is strip between the spaces, not wire.

    Raises:
        BoardError: the Pico would refuse the chain because of its current.
    """
    chain = chain_of(document, panel)
    if chain:
        refuse_overload(
            {panel: {"lights": len(chain), "budget_ma": supply_ma}}, supply_ma, channels_ma("GRB", PLANNED_MA[3])
        )
    places = places_of(document)
    hops = _hops([None if name is None else places[name] for name in chain])
    each_ma = min(PLANNED_MA[3], supply_ma / max(1, len(chain)))
    resistances = [hop / 1000 * (STRIP_OHM if is_strip else WIRE_OHM) for hop in hops]
    alone = max(drops(resistances, (0,), each_ma / 1000), default=0.0)
    feeds: tuple[int, ...] = (0,)
    fed = alone
    while fed > DROP_VOLTS and len(feeds) < min(_MOST_FEEDS, len(chain)):
        feeds = _spread(resistances, len(feeds) + 1)
        fed = max(drops(resistances, feeds, each_ma / 1000))
    return Wire(
        lights=len(chain),
        length_mm=round(sum(hops), 1),
        longest_mm=round(max(hops, default=0.0), 1),
        current_ma=round(each_ma * len(chain)),
        drop_volts=round(alone, 3),
        feeds=feeds if chain else (),
        fed_drop_volts=round(fed, 3),
    )


def drops(resistances: Sequence[float], feeds: Sequence[int], each_ampere: float) -> list[float]:
    """Return the voltage drop at each light.

    Args:
        resistances: ohms from each light to the next, both conductors.
        feeds: the lights that get the full voltage, ascending.
        each_ampere: the current of each light.
    """
    found = [0.0] * (len(resistances) + 1)
    for first, last in zip([-1, *feeds], [*feeds, len(found)], strict=True):
        # All current of a segment with one feed passes the light next to the feed; a segment with two feeds shares its
        # current so that the drop to both ends is zero.
        inner = range(first + 1, last)
        if first < 0:
            flow = each_ampere * len(inner)
            for light in reversed(inner):
                found[light] = found[light + 1] + flow * resistances[light]
                flow -= each_ampere
            continue
        flow = each_ampere * len(inner)
        if last < len(found):
            piece = resistances[first:last]
            total = sum(piece)
            taken = sum(ohm * each_ampere * number for number, ohm in enumerate(piece))
            flow = taken / total if total else 0.0
        for light in inner:
            found[light] = found[light - 1] + flow * resistances[light - 1]
            flow -= each_ampere
    return found


def _hops(places: Sequence[Place | None]) -> list[float]:
    """Return the distance from each light to the next; spare lights are spread evenly between lights of spaces."""
    hops = [0.0] * max(0, len(places) - 1)
    known = [number for number, place in enumerate(places) if place is not None]
    for one, other in pairwise(known):
        here, there = places[one], places[other]
        if here is not None and there is not None:
            hops[one:other] = [dist(here, there) / (other - one)] * (other - one)
    return hops


def _spread(resistances: Sequence[float], count: int) -> tuple[int, ...]:
    """Return ``count`` lights from the first on, spaced so that the last is half an interval from the chain's end."""
    total = sum(resistances)
    wanted = [total * number / (count - 0.5) for number in range(count)]
    feeds: list[int] = []
    along = 0.0
    for light, ohm in enumerate([*resistances, 0.0]):
        if len(feeds) < count and along >= wanted[len(feeds)] - 1e-9:
            feeds.append(light)
        along += ohm
    return tuple(feeds)
