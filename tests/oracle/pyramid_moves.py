"""The reference implementation of Pyramid's movement: slow, literally from PYR-8 to PYR-14, on exits by name."""

from __future__ import annotations

from collections.abc import Mapping

Exits = Mapping[str, Mapping[str, str]]


def number_ends(
    exits: Exits, safe: set[str], hunters: list[str | None], hunter: int, mummy: str, steps: int, may_reenter: bool
) -> set[str]:
    """Walk every way of exactly ``steps`` steps, one step at a time (PYR-8, PYR-11)."""
    start = hunters[hunter]
    assert start is not None
    ways = [[start]]
    for _ in range(steps):
        ways = [
            [*way, other]
            for way in ways
            for other in exits[way[-1]].values()
            if other != mummy and (may_reenter or other not in safe)
        ]
    others = {space for number, space in enumerate(hunters) if number != hunter}
    return {way[-1] for way in ways if way[-1] not in others or way[-1] in safe}


def arrow_ends(
    exits: Exits, safe: set[str], hunters: list[str | None], hunter: int, mummy: str, may_reenter: bool
) -> set[str]:
    """Slide in each direction until something stops the hunter (PYR-9)."""
    start = hunters[hunter]
    assert start is not None
    others = {space for number, space in enumerate(hunters) if number != hunter and space not in safe}
    found = set()
    for direction in "nesw":
        at = start
        while True:
            ahead = exits[at].get(direction)
            if ahead is None or ahead == mummy or ahead in others or (ahead in safe and not may_reenter):
                break
            at = ahead
        if at != start:
            found.add(at)
    return found


def mummy_ends(exits: Exits, safe: set[str], hunters: list[str | None], mummy: str, steps: int) -> set[str]:
    """Walk every way of at most ``steps`` steps; a way ends at the first catch (PYR-12, PYR-13)."""
    prey = {space for space in hunters if space is not None and space not in safe}
    found = {mummy}
    ways = [[mummy]]
    for _ in range(steps):
        longer = []
        for way in ways:
            if way[-1] in prey and len(way) > 1:
                continue
            longer += [[*way, other] for other in exits[way[-1]].values() if other not in safe]
        ways = longer
        found |= {way[-1] for way in ways}
    return found
