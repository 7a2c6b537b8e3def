"""Positions of spaces, in millimetres from the board's top left corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import dist
from typing import Any

__all__ = ["Place", "centred", "place_of", "places_of", "scaled", "usual_gap"]

Place = tuple[float, float]
"""x from the left and y from the top edge, in millimetres."""


def place_of(space: Mapping[str, Any]) -> Place:
    """Return the position of a space of a board document."""
    x, y = space["at_mm"]
    return float(x), float(y)


def places_of(document: Mapping[str, Any]) -> dict[str, Place]:
    """Return the position of each space by id, in file order."""
    return {space["id"]: place_of(space) for space in document["spaces"]}


def usual_gap(places: Sequence[Place]) -> float:
    """Return the median nearest-neighbour distance; 0 for fewer than two places."""
    return _usual_gap(tuple(places))


@lru_cache(maxsize=8)  # needed for each space of a board
def _usual_gap(places: tuple[Place, ...]) -> float:
    gaps = sorted(
        min(dist(here, there) for number, there in enumerate(places) if number != at)
        for at, here in enumerate(places if len(places) > 1 else ())
    )
    return gaps[len(gaps) // 2] if gaps else 0.0


def scaled(at: Place, room_mm: Place, size_mm: Place) -> list[float]:
    """Scale a position from one size to another, each axis independently."""
    return [round(place * size / room, 1) for place, room, size in zip(at, room_mm, size_mm, strict=True)]


def centred(at: Place, room_mm: Place, size_mm: Place) -> list[float]:
    """Scale a position from one size to another, centred, keeping the aspect ratio."""
    scale = min(size / room for room, size in zip(room_mm, size_mm, strict=True))
    return [
        round((size - scale * room) / 2 + scale * place, 1)
        for place, room, size in zip(at, room_mm, size_mm, strict=True)
    ]
