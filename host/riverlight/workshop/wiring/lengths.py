"""What a chain of lights asks of its wire: its length, what of the five volts arrives, and where to feed it.

The model: every light of the chain draws the same current, as much as the supply gives for all of them together; it
comes along the chain from the feeds and goes back beside it.
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
"""What of the five volts may be lost on the way to any light."""

WIRE_OHM: Final = 0.115
"""Ohms of a metre of 0.34 mm² copper (22 AWG), there and back, as in ``workshop.wiring.electrical``."""

STRIP_OHM: Final = 0.15
"""Ohms of a metre of common strip, there and back: its copper is thin."""

_MOST_FEEDS: Final = 40


class Wire(NamedTuple):
    """What a chain is made of.

    Attributes:
        lights: how many it has.
        length_mm: from its first light to its last, from space to space.
        longest_mm: the longest way between two spaces.
        current_ma: what all lights draw together at most.
        drop_volts: what is lost on the way to the worst of them, fed at the first alone.
        feeds: the lights at which it is to be fed, the first among them, so that no more than DROP_VOLTS is lost.
        fed_drop_volts: what is lost on the way to the worst light then.
    """

    lights: int
    length_mm: float
    longest_mm: float
    current_ma: int
    drop_volts: float
    feeds: tuple[int, ...]
    fed_drop_volts: float


def wire_of(document: Mapping[str, Any], panel: str, supply_ma: int, *, is_strip: bool) -> Wire:
    """Return what the chain of ``panel`` asks for.

    Args:
        document: a board whose spaces have places.
        panel: the name of the chain.
        supply_ma: what its supply gives for the lights.
        is_strip: whether strip lies between the spaces, not wire.

    Raises:
        BoardError: when the Pico would refuse the chain for its current.
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
    """Return the volts lost at each of the lights.

    Args:
        resistances: ohms from each light to the next, there and back.
        feeds: the lights where the full voltage arrives, ascending.
        each_ampere: what each light draws.
    """
    found = [0.0] * (len(resistances) + 1)
    for first, last in zip([-1, *feeds], [*feeds, len(found)], strict=True):
        # All of a piece that is fed at one end flows past the light beside its feed; one that is fed at both ends
        # shares its current so that both ends lose nothing.
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
    """Return the way from each light to the next; spare lights lie evenly between those that have a space."""
    hops = [0.0] * max(0, len(places) - 1)
    known = [number for number, place in enumerate(places) if place is not None]
    for one, other in pairwise(known):
        here, there = places[one], places[other]
        if here is not None and there is not None:
            hops[one:other] = [dist(here, there) / (other - one)] * (other - one)
    return hops


def _spread(resistances: Sequence[float], count: int) -> tuple[int, ...]:
    """Return ``count`` lights, the first and others so far apart that the end of the chain is half a stretch away."""
    total = sum(resistances)
    wanted = [total * number / (count - 0.5) for number in range(count)]
    feeds: list[int] = []
    along = 0.0
    for light, ohm in enumerate([*resistances, 0.0]):
        if len(feeds) < count and along >= wanted[len(feeds)] - 1e-9:
            feeds.append(light)
        along += ohm
    return tuple(feeds)
