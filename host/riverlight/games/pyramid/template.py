"""A new Pyramid board: playable, and easy to rearrange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from riverlight.boards.kinds import Size, Space
from riverlight.boards.places import centred

__all__ = ["make_spaces"]

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


def make_spaces(size_mm: Size) -> list[Space]:
    """Return the spaces of a new board: a maze whose only walls are those around its safe spaces."""
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
            "at_mm": centred((62 + 36 * cell[1], 370 - 44 * cell[0]), _PYRAMID_MM, size_mm),
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
