"""A slow, literal second reading of Niagara's turn and flow, straight from NIA-8 to NIA-21.

It knows places by their names and walks step by step; it shares nothing with ``shared_rules``.
"""

from __future__ import annotations

from collections.abc import Iterator
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
SHAPES = {
    "M",
    "LM",
    "UM",
    "ULM",
    "ML",
    "MU",
    "MUL",
    "L",
    "U",
    "UL",
}


class Position(NamedTuple):
    """Canoes and cargo by (seat, number); sites as sorted tuples of gems; gems scored in this turn."""

    canoes: tuple[tuple[str, str], ...]
    cargo: tuple[tuple[str | None, str | None], ...]
    sites: tuple[tuple[str, tuple[str, ...]], ...]
    scored: tuple[str, ...] = ()


def _changed(pairs: Any, seat: int, number: int, value: str | None) -> Any:
    rows = [list(pair) for pair in pairs]
    rows[seat][number] = value
    return tuple(tuple(row) for row in rows)


class Canoe(NamedTuple):
    """One canoe in the middle of its turn: ``acts`` are L, U and M as done so far, ``way`` up, down or none."""

    position: Position
    points: int
    acts: str
    way: str
    unloaded: str | None
    ended: bool


def _with_site(position: Position, site: str, add: str | None, take: str | None) -> Position:
    sites = {name: list(gems) for name, gems in position.sites}
    if add:
        sites[site].append(add)
    if take:
        sites[site].remove(take)
    return position._replace(sites=tuple((name, tuple(sorted(gems))) for name, gems in sites.items()))


def _next_acts(canoe: Canoe, seat: int, number: int) -> Iterator[Canoe]:
    position = canoe.position
    place = position.canoes[seat][number]
    gem = position.cargo[seat][number]
    if canoe.ended:
        return
    site = SITES.get(place)
    gems = dict(position.sites).get(site or "", ())
    if canoe.points >= 2 and site:
        if gem is None and canoe.acts + "L" in SHAPES | {shape[: len(canoe.acts) + 1] for shape in SHAPES}:
            for colour in sorted(set(gems)):
                if colour == canoe.unloaded and canoe.acts.endswith("U"):
                    continue
                after = _with_site(position, site, None, colour)
                after = after._replace(cargo=_changed(after.cargo, seat, number, colour))
                yield canoe._replace(position=after, points=canoe.points - 2, acts=canoe.acts + "L")
        if gem is not None and gem != site and not canoe.acts.endswith("L"):
            after = _with_site(position, site, gem, None)
            after = after._replace(cargo=_changed(after.cargo, seat, number, None))
            yield canoe._replace(position=after, points=canoe.points - 2, acts=canoe.acts + "U", unloaded=gem)
    if canoe.points >= 1:
        acts = canoe.acts if canoe.acts.endswith("M") else canoe.acts + "M"
        if canoe.way != "down" and place in UPSTREAM:
            yield _stepped(canoe, seat, number, UPSTREAM[place])._replace(acts=acts, way="up")
        if canoe.way != "up" and place in DOWNSTREAM:
            for below in DOWNSTREAM[place]:
                yield _stepped(canoe, seat, number, below)._replace(acts=acts, way="down")


def _stepped(canoe: Canoe, seat: int, number: int, place: str) -> Canoe:
    position = canoe.position
    gem = position.cargo[seat][number]
    position = position._replace(canoes=_changed(position.canoes, seat, number, place))
    if place in {"shore", "lost"}:
        if gem and place == "lost":
            position = _with_site(position, gem, gem, None)
        if gem and place == "shore":
            position = position._replace(scored=tuple(sorted((*position.scored, gem))))
        position = position._replace(cargo=_changed(position.cargo, seat, number, None))
    return canoe._replace(position=position, points=canoe.points - 1, ended=place in {"shore", "lost"})


def canoe_outcomes(position: Position, seat: int, number: int, card: int) -> set[Position]:
    """Return every position after one canoe's turn with ``card``."""
    found = set()
    open_ends = [Canoe(position, card, "", "", None, ended=False)]
    while open_ends:
        canoe = open_ends.pop()
        open_ends.extend(_next_acts(canoe, seat, number))
        if canoe.acts not in SHAPES or not (canoe.points == 0 or canoe.ended):
            continue
        found.add(canoe.position)
        place = canoe.position.canoes[seat][number]
        if canoe.way == "up" and place in UPSTREAM and canoe.position.cargo[seat][number] is None:
            found.update(_thefts(canoe.position, seat, number, place))
    return found


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
