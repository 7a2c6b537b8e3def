"""Make a new board: playable, and easy to rearrange."""

from __future__ import annotations

from typing import Any

from riverlight.boards.kinds import Size, kind_for
from riverlight.boards.lint import check
from riverlight.boards.places import places_of
from riverlight.errors import BoardError
from riverlight.workshop.lights import Laying, assign_lights
from riverlight.workshop.wiring_order import propose_order

__all__ = ["blank_board", "new_board"]


def blank_board(game: str, name: str, title: str, size_mm: Size) -> dict[str, Any]:
    """Return a board without spaces."""
    return {"riverlight_board": 1, "game": game, "id": name, "title": title, "size_mm": list(size_mm), "spaces": []}


def new_board(game: str, name: str, title: str, size_mm: Size | None = None) -> dict[str, Any]:
    """Return the document of a sound board with its lights in a short chain.

    Args:
        game: the name of the game.
        name: the id of the board.
        title: the display name.
        size_mm: width and height; None for the default size.

    Raises:
        BoardError: with the first problem, such as an invalid id or a size that is too small.
    """
    kind = kind_for(game)
    size_mm = size_mm or kind.size_mm
    document = blank_board(game, name, title, size_mm)
    document["spaces"] = kind.load_tools().make_spaces(size_mm)
    places = places_of(document)
    ids = list(places)
    order = [ids[number] for number in propose_order(list(places.values()), kind.wiring)]
    for panel in kind.panels:
        document = assign_lights(document, panel, order, Laying())
    for sentence in check(document):
        raise BoardError(sentence)
    return document
