"""The reference implementation of Niagara's turn and flow: slow, literally from NIA-8 to NIA-21.

It knows places by their names and walks step by step; it shares nothing with ``shared_rules``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

UPSTREAM = {
    "M1": "shore",
    "M2": "M1",
    "M3": "M2",
    "M4": "M3",
    "M5": "M4",
    "L6": "M5",
    "L7": "L6",
    "R6": "M5",
    "R7": "R6",
}
DOWNSTREAM = {
    "shore": ("M1",),
    "M1": ("M2",),
    "M2": ("M3",),
    "M3": ("M4",),
    "M4": ("M5",),
    "M5": ("L6", "R6"),
    "L6": ("L7",),
    "R6": ("R7",),
    "L7": ("lost",),
    "R7": ("lost",),
}
SITES = {
    "M3": "violet",
    "M4": "clear",
    "M5": "yellow",
    "L6": "blue",
    "R6": "blue",
    "L7": "pink",
    "R7": "pink",
}
SHAPES = ("M", "LM", "UM", "ULM", "ML", "MU", "MUL", "L", "U", "UL")
"""What one canoe may do in a turn, in order: M its steps, L a load, U an unload (NIA-12)."""

BEGINNINGS = {shape[:length] for shape in SHAPES for length in range(len(shape) + 1)}


class Position(NamedTuple):
    """Canoes and cargo by (seat, number); sites as sorted tuples of gems; gems scored in this turn."""

    canoes: tuple[tuple[str, str], ...]
    cargo: tuple[tuple[str | None, str | None], ...]
    sites: tuple[tuple[str, tuple[str, ...]], ...]
    scored: tuple[str, ...] = ()


class Canoe(NamedTuple):
    """One canoe in the middle of its turn.

    ``acts`` are L, U and M as done so far, ``way`` is up, down or none; ``left`` the gems that it put down or lost,
    ``taken`` those it loaded, each with the site.
    """

    place: str
    gem: str | None
    points: int
    acts: str = ""
    way: str = ""
    left: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    scored: str | None = None


def _next_acts(canoe: Canoe, sites: Mapping[str, frozenset[str]]) -> Iterator[Canoe]:
    if canoe.place in {"shore", "lost"} and canoe.acts:
        return
    site = SITES.get(canoe.place)
    if site and canoe.points >= 2:
        acts = canoe.acts + "L"
        if canoe.gem is None and acts in BEGINNINGS:
            for gem in sites[site]:
                if not canoe.left or canoe.left[-1][1] != gem:
                    yield canoe._replace(gem=gem, points=canoe.points - 2, acts=acts, taken=(*canoe.taken, (site, gem)))
        acts = canoe.acts + "U"
        if canoe.gem is not None and canoe.gem != site and acts in BEGINNINGS:
            yield canoe._replace(gem=None, points=canoe.points - 2, acts=acts, left=(*canoe.left, (site, canoe.gem)))
    acts = canoe.acts if canoe.acts.endswith("M") else canoe.acts + "M"
    if canoe.points >= 1 and acts in BEGINNINGS:
        if canoe.way != "down" and canoe.place in UPSTREAM:
            yield _arrived(canoe._replace(place=UPSTREAM[canoe.place], points=canoe.points - 1, acts=acts, way="up"))
        if canoe.way != "up":
            for below in DOWNSTREAM.get(canoe.place, ()):
                yield _arrived(canoe._replace(place=below, points=canoe.points - 1, acts=acts, way="down"))


def _arrived(canoe: Canoe) -> Canoe:
    if canoe.place == "shore":
        return canoe._replace(gem=None, scored=canoe.gem)
    if canoe.place == "lost" and canoe.gem is not None:
        return canoe._replace(gem=None, left=(*canoe.left, (canoe.gem, canoe.gem)))
    return canoe


def canoe_outcomes(position: Position, seat: int, number: int, card: int) -> set[Position]:
    """Return every position after one canoe's turn with ``card``."""
    kinds = tuple((site, frozenset(gems)) for site, gems in position.sites)
    found = set()
    for canoe in _ends(position.canoes[seat][number], position.cargo[seat][number], card, kinds):
        after = _with_canoe(position, seat, number, canoe)
        found.add(after)
        if canoe.way == "up" and canoe.place != "shore" and canoe.gem is None:
            found.update(_thefts(after, seat, number, canoe.place))
    return found


@lru_cache(maxsize=4096)
def _ends(place: str, gem: str | None, card: int, kinds: tuple[tuple[str, frozenset[str]], ...]) -> tuple[Canoe, ...]:
    """Return one canoe as it may be after its turn, where ``kinds`` of gems lie at each site."""
    sites = dict(kinds)
    found = []
    open_ends = [Canoe(place, gem, card)]
    while open_ends:
        canoe = open_ends.pop()
        open_ends.extend(_next_acts(canoe, sites))
        if canoe.acts in SHAPES and (canoe.points == 0 or canoe.place in {"shore", "lost"}):
            found.append(canoe)
    return tuple(found)


def _with_canoe(position: Position, seat: int, number: int, canoe: Canoe) -> Position:
    """Return the position once ``canoe`` has done what it did."""
    sites = position.sites
    if canoe.left or canoe.taken:
        gems = dict(sites)
        for site, gem in canoe.left:
            gems[site] = tuple(sorted((*gems[site], gem)))
        for site, gem in canoe.taken:
            at = gems[site].index(gem)
            gems[site] = gems[site][:at] + gems[site][at + 1 :]
        sites = tuple(gems.items())
    scored = position.scored if canoe.scored is None else tuple(sorted((*position.scored, canoe.scored)))
    return Position(
        _changed(position.canoes, seat, number, canoe.place),
        _changed(position.cargo, seat, number, canoe.gem),
        sites,
        scored,
    )


def _changed(pairs: Any, seat: int, number: int, value: str | None) -> Any:
    first, second = pairs[seat]
    pair = (value, second) if number == 0 else (first, value)
    return (*pairs[:seat], pair, *pairs[seat + 1 :])


def _thefts(position: Position, seat: int, number: int, place: str) -> Iterator[Position]:
    for other, pair in enumerate(position.canoes):
        for its_number in (0, 1):
            gem = position.cargo[other][its_number]
            if other != seat and pair[its_number] == place and gem:
                cargo = _changed(position.cargo, other, its_number, None)
                yield position._replace(cargo=_changed(cargo, seat, number, gem))


def turn_outcomes(position: Position, seat: int, card: int) -> set[Position]:
    """Return every position after the whole turn of ``seat`` with number ``card`` (NIA-8)."""
    mine = position.canoes[seat]
    ashore = [number for number in (0, 1) if mine[number] == "shore"]
    afloat = [number for number in (0, 1) if mine[number] not in {"shore", "lost"}]
    orders: list[list[int]]
    if not afloat:
        orders = [[number] for number in ashore] or [[]]
    elif len(afloat) == 2:
        orders = [[0, 1], [1, 0]]
    else:
        orders = [afloat] + [order for number in ashore for order in ([*afloat, number], [number, *afloat])]
    found = set()
    for order in orders:
        reached = {position}
        for number in order:
            reached = {after for before in reached for after in canoe_outcomes(before, seat, number, card)}
        found |= reached
    return found


def flowed(place: str, arm: str) -> str:
    """Return where a canoe on ``place`` is after one step of flow into ``arm``, "L" or "R" (NIA-19)."""
    if place in {"shore", "lost"}:
        return place
    if place == "M5":
        return f"{arm}6"
    if place[0] == "M" or place[0] == arm:
        return DOWNSTREAM[place][0]
    return place
