"""A new Canyon board: playable, and easy to rearrange."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import cos, pi, sin
from typing import Final

from riverlight.boards.kinds import Size, Space
from riverlight.boards.places import Place, scaled

__all__ = ["make_spaces"]

_LANES: Final = 4
_ROWS: Final = 27
_ROW_MM: Final = 34
_LANE_MM: Final = 30
_BEND_MM: Final = 100
_REACH_MM: Final = 365
_CURRENT_ROWS: Final = 7
_CAVE_ROW: Final = _ROWS - 8
_ISLANDS: Final = {(6, 1), (6, 2), (15, 1), (15, 2)}
_CANYON_MM: Final = (560.0, 400.0)
"""The size for which the lengths above are given."""


def make_spaces(size_mm: Size) -> list[Space]:
    """Return the spaces of a new board: a river of four lanes in two reaches and a bend, an island in each."""
    water = [cell for cell in product(range(_ROWS), range(_LANES)) if cell not in _ISLANDS]
    names = {(row, lane): f"{chr(97 + row)}{lane + 1}" if row < 26 else f"z{lane + 5}" for row, lane in water}
    spaces: dict[str, Space] = {}

    def add(name: str, kind: str, row: float, lane: float, touched: Sequence[tuple[int, int]], **more: str) -> None:
        at = scaled(_on_river(row, lane), _CANYON_MM, size_mm)
        touches = [names[cell] for cell in touched if cell in names]
        spaces[name] = {"id": name, "kind": kind, "at_mm": at, "touches": touches, **more}

    for number in range(6):
        nearest = number * _LANES // 6
        add(f"start{number + 1}", "start", -1, (number - 1) * 0.75, [(0, nearest), (0, nearest + number % 2)])
    for row, lane in water:
        beside = [(row + down, lane + across) for down, across in product((-1, 0, 1), (-1, 0, 1))]
        if row < _ROWS - _CURRENT_ROWS:
            add(names[row, lane], "water", row, lane, beside)
        else:
            below = names.get((row + 1, lane)) or names.get((row, lane + 1)) or "fall"
            add(names[row, lane], "current", row, lane, beside, flow=below)
    for number in range(3):
        last = [(_ROWS - 1, lane) for lane in range(number - 1, number + 2)]
        add(f"landing{number + 1}", "landing", _ROWS, number - 0.2, last)
    add("fall", "waterfall", _ROWS, _LANES - 0.8, [(_ROWS - 1, _LANES - 1)])
    add("cave", "cave", _CAVE_ROW, _LANES, [(_CAVE_ROW, _LANES - 1)])
    _touch_back(spaces)
    return list(spaces.values())


def _on_river(row: float, lane: float) -> Place:
    """Return the intersection of a row and a lane; lane 0 is at the right bank, facing downstream."""
    along = 40 + (row + 1) * _ROW_MM
    aside = (lane - (_LANES - 1) / 2) * _LANE_MM
    middle = _CANYON_MM[1] / 2
    bend_mm = pi * _BEND_MM
    if along <= _REACH_MM:
        return along, middle - _BEND_MM - aside
    if along >= _REACH_MM + bend_mm:
        return _REACH_MM - (along - _REACH_MM - bend_mm), middle + _BEND_MM + aside
    angle = (along - _REACH_MM) / _BEND_MM
    radius = _BEND_MM + aside
    return _REACH_MM + radius * sin(angle), middle - radius * cos(angle)


def _touch_back(spaces: dict[str, Space]) -> None:
    """Make touches symmetric and unique, in the order of the spaces."""
    touches: dict[str, set[str]] = {name: {*space["touches"]} - {name} for name, space in spaces.items()}
    for name, others in touches.items():
        for other in others:
            touches[other].add(name)
    for name, space in spaces.items():
        space["touches"] = [other for other in spaces if other in touches[name]]
