"""A good start for a board of one's own: sound for play as it stands, plain enough to be pulled into any shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import cos, pi, sin
from typing import Any, Final

from riverlight.boards.files import shipped
from riverlight.boards.lights import Laying, laid
from riverlight.boards.lint import check
from riverlight.boards.places import Place, place_of, places_of
from riverlight.boards.wiring_order import Way, proposed
from riverlight.errors import BoardError

__all__ = ["PANELS", "SIZES_MM", "blank_board", "new_board"]

PANELS: Final = {"canyon": ("main",), "niagara": ("main",), "pyramid": ("tomb", "shrine")}
"""The chains of lights that a game's board has."""

SIZES_MM: Final[dict[str, tuple[float, float]]] = {"canyon": (720, 500), "niagara": (640, 590), "pyramid": (520, 450)}
"""How large a board is when nobody says."""

Space = dict[str, Any]
Size = tuple[float, float]


def blank_board(game: str, name: str, title: str, size_mm: Size) -> dict[str, Any]:
    """Return a board without spaces."""
    return {"riverlight_board": 1, "game": game, "id": name, "title": title, "size_mm": list(size_mm), "spaces": []}


def new_board(game: str, name: str, title: str, size_mm: Size | None = None) -> dict[str, Any]:
    """Return the document of a board that is sound for play, its lights laid in a chain of short wire.

    Args:
        game: its name.
        name: its id.
        title: its name for people.
        size_mm: width and height; None for the usual size.

    Raises:
        BoardError: with the first fault, as for a name that is no id, or a size that is too small.
    """
    size_mm = size_mm or SIZES_MM[game]
    document = blank_board(game, name, title, size_mm)
    make, way = _STARTS[game]
    document["spaces"] = make(size_mm)
    places = places_of(document)
    ids = list(places)
    order = [ids[number] for number in proposed(list(places.values()), way)]
    for panel in PANELS[game]:
        document = laid(document, panel, order, Laying())
    for sentence in check(document):
        raise BoardError(sentence)
    return document


# Canyon: a river of four lanes in two reaches and a bend, an island in each.

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
"""The room in which the lengths above are meant."""


def _canyon(size_mm: Size) -> list[Space]:
    water = [cell for cell in product(range(_ROWS), range(_LANES)) if cell not in _ISLANDS]
    names = {(row, lane): f"{chr(97 + row)}{lane + 1}" if row < 26 else f"z{lane + 5}" for row, lane in water}
    spaces: dict[str, Space] = {}

    def add(name: str, kind: str, row: float, lane: float, touched: Sequence[tuple[int, int]], **more: str) -> None:
        at = _scaled(_on_river(row, lane), _CANYON_MM, size_mm)
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
    """Return where a row and a lane cross; lane 0 is the right bank's, seen down the river."""
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
    """Make each touch hold both ways, once, in the order of the spaces."""
    touches: dict[str, set[str]] = {name: {*space["touches"]} - {name} for name, space in spaces.items()}
    for name, others in touches.items():
        for other in others:
            touches[other].add(name)
    for name, space in spaces.items():
        space["touches"] = [other for other in spaces if other in touches[name]]


# Niagara: the river is known place by place, so the shipped board is pulled to the size.


def _niagara(size_mm: Size) -> list[Space]:
    board = shipped("niagara")
    return [
        {**_unlit(space), "at_mm": _scaled(place_of(space), board.size_mm, size_mm)}
        for space in board.document["spaces"]
    ]


# Pyramid: a maze without walls but about its safe places, narrower by two chambers every second row.

_WIDTHS: Final = (12, 12, 10, 10, 8, 8, 6)
_TREASURES: Final = {
    "red": ((0, 0), (0, 2), (1, 1), (2, 1), (3, 2)),
    "blue": ((0, 11), (0, 9), (1, 10), (2, 10), (3, 9)),
    "yellow": ((3, 4), (4, 2), (5, 3), (5, 5)),
    "green": ((3, 7), (4, 9), (5, 8), (5, 6)),
    "white": ((6, 3), (6, 5), (6, 6), (6, 8), (4, 5)),
}
_ENTRANCE: Final = (0, 5)
_SARCOPHAGUS: Final = (0, 6)
_PYRAMID_MM: Final = (520.0, 450.0)
_STEPS: Final = {"n": (1, 0), "e": (0, 1), "s": (-1, 0), "w": (0, -1)}


def _pyramid(size_mm: Size) -> list[Space]:
    columns = max(_WIDTHS)
    cells = [
        (row, column)
        for row, width in enumerate(_WIDTHS)
        for column in range((columns - width) // 2, (columns + width) // 2)
    ]
    colours = {cell: colour for colour, places in _TREASURES.items() for cell in places}
    return [
        {
            "id": _chamber(cell),
            "kind": {_ENTRANCE: "entrance", _SARCOPHAGUS: "sarcophagus"}.get(
                cell, "treasure" if cell in colours else "chamber"
            ),
            **({"colour": colours[cell]} if cell in colours else {}),
            "at_mm": _in_the_middle((62 + 36 * cell[1], 370 - 44 * cell[0]), _PYRAMID_MM, size_mm),
            "exits": {way: _chamber(other) for way, other in _open(cell, cells)},
        }
        for cell in cells
    ]


def _chamber(cell: tuple[int, int]) -> str:
    row, column = cell
    return f"{chr(97 + column)}{row + 1}"


def _open(cell: tuple[int, int], cells: Sequence[tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
    for way, (up, right) in _STEPS.items():
        other = (cell[0] + up, cell[1] + right)
        if other in cells and {cell, other} != {_ENTRANCE, _SARCOPHAGUS}:
            yield way, other


# What all share.


def _scaled(at: Place, room_mm: Size, size_mm: Size) -> list[float]:
    return [round(place * size / room, 1) for place, room, size in zip(at, room_mm, size_mm, strict=True)]


def _in_the_middle(at: Place, room_mm: Size, size_mm: Size) -> list[float]:
    scale = min(size / room for room, size in zip(room_mm, size_mm, strict=True))
    return [
        round((size - scale * room) / 2 + scale * place, 1)
        for place, room, size in zip(at, room_mm, size_mm, strict=True)
    ]


def _unlit(space: Space) -> Space:
    return {name: value for name, value in space.items() if name != "leds"}


_STARTS: Final[dict[str, tuple[Callable[[Size], list[Space]], Way]]] = {
    "canyon": (_canyon, "short"),
    "niagara": (_niagara, "short"),
    "pyramid": (_pyramid, "rows"),
}
