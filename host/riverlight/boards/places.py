"""Where the spaces of a board lie, in millimetres from its top left corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

__all__ = ["Place", "place_of", "places_of", "usual_gap"]

Place = tuple[float, float]
"""x from the left and y from the top edge, millimetres."""


def place_of(space: Mapping[str, Any]) -> Place:
    """Return where a space of a board document lies."""
    x, y = space["at_mm"]
    return float(x), float(y)


def places_of(document: Mapping[str, Any]) -> dict[str, Place]:
    """Return where each space of a board document lies, by its id, in the order of the file."""
    return {space["id"]: place_of(space) for space in document["spaces"]}


def usual_gap(places: Sequence[Place]) -> float:
    """Return the median distance from a place to its nearest, 0 for fewer than two places."""
    gaps = sorted(
        min(dist(here, there) for number, there in enumerate(places) if number != at)
        for at, here in enumerate(places if len(places) > 1 else ())
    )
    return gaps[len(gaps) // 2] if gaps else 0.0
