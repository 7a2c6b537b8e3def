"""Positions of the lights of a board, in millimetres."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from riverlight.boards import Board
from riverlight.boards.places import place_of
from riverlight.errors import BoardError
from riverlight.workshop.printing.paths import Point
from shared_rules.board import NONE

__all__ = ["APART_MM", "LightPlace", "light_places", "space_places"]

APART_MM = 10.0
"""Distance of lights in one space: the pitch of adjacent pixels, with room for a hole each."""


class LightPlace(NamedTuple):
    """One light: its number in its chain, from 0, its space's id and index, and its position."""

    number: int
    space_id: str
    space: int
    at: Point


def space_places(board: Board) -> list[Point]:
    """Return the centre of each space.

    Raises:
        BoardError: the board lacks its size or the position of a space, or a space lies beyond its edge.
    """
    width, height = board.size_mm
    if not width or not height:
        message = f"Board {board.id} cannot be printed: it lacks size_mm, its width and height in millimetres."
        raise BoardError(message)
    spaces = board.document["spaces"]
    lost = [space["id"] for space in spaces if "at_mm" not in space]
    if lost:
        message = f"Board {board.id} cannot be printed: it lacks at_mm of {', '.join(lost)}."
        raise BoardError(message)
    places = [place_of(space) for space in spaces]
    beyond = [space["id"] for space, (x, y) in zip(spaces, places, strict=True) if not (x <= width and y <= height)]
    if beyond:
        message = f"Board {board.id} cannot be printed: {', '.join(beyond)} beyond its {width:g} × {height:g} mm."
        raise BoardError(message)
    return places


def light_places(board: Board, panel: str, apart_mm: float = APART_MM) -> list[LightPlace]:
    """Return every light of a panel that belongs to a space, in chain order.

    A single light is in the centre of its space; several are in a ring around it, ``apart_mm`` from each other, the
    first one at the left.

    Raises:
        BoardError: the board has no such panel, or cannot be printed.
    """
    chains = dict(board.core.panels)
    if panel not in chains:
        message = f"Board {board.id} has no panel {panel}; it has: {', '.join(chains)}."
        raise BoardError(message)
    middles = space_places(board)
    chain = bytes(chains[panel])
    counted = [0] * len(middles)
    lights = []
    for number, space in enumerate(chain):
        if space == NONE:
            continue
        at = _of_several(middles[space], counted[space], chain.count(space), apart_mm)
        counted[space] += 1
        lights.append(LightPlace(number, board.space_ids[space], space, at))
    return lights


def _of_several(middle: Point, which: int, count: int, apart_mm: float) -> Point:
    if count == 1:
        return middle
    radius = apart_mm / (2 * sin(pi / count))
    angle = pi + 2 * pi * which / count
    return (middle[0] + radius * cos(angle), middle[1] + radius * sin(angle))
