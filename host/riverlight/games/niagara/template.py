"""A new Niagara board: playable, and easy to rearrange."""

from __future__ import annotations

from riverlight.boards.files import shipped
from riverlight.boards.kinds import Size, Space
from riverlight.boards.places import place_of, scaled

__all__ = ["make_spaces"]


def make_spaces(size_mm: Size) -> list[Space]:
    """Return the spaces of a new board: the shipped board, scaled, because the river is fixed."""
    board = shipped("niagara")
    return [
        {
            **{name: value for name, value in space.items() if name != "leds"},
            "at_mm": scaled(place_of(space), board.size_mm, size_mm),
        }
        for space in board.document["spaces"]
    ]
