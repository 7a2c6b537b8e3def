"""Pyramid's pieces in order, for setting up a board with its lights."""

from __future__ import annotations

from riverlight.games.interface import Header, Piece
from riverlight.games.pyramid.view import HuntersView
from riverlight.languages.text import text

__all__ = ["pieces"]


def pieces(view: HuntersView, header: Header) -> list[Piece]:
    """Return the pieces on the board, in the order in which they are placed."""
    names = header.seat_names
    hunters = view["hunters"]
    quiet: HuntersView = {**view, "phase": "over", "winners": [], "ends": {}, "walk": [], "last_caught": None}
    mummy: HuntersView = {**quiet, "hunters": [None] * len(hunters)}
    placed = [Piece(0, text("Put the mummy on {mummy}, on both sides of the board.", mummy=view["mummy"]), mummy)]
    for marker, space in enumerate(hunters):
        if space is not None:
            alone: HuntersView = {
                **quiet,
                "hunters": [space if each == marker else None for each in range(len(hunters))],
            }
            seat = view["owners"][marker]
            sentence = text("Put the hunter of {name} on {space}.", name=names[seat], space=space)
            if list(view["owners"]).count(seat) > 1:
                sentence = text(
                    "Put the hunter of {name}, number {number}, on {space}.",
                    name=names[seat],
                    number=marker + 1,
                    space=space,
                )
            placed.append(Piece(seat, sentence, alone, space=space))
    return placed
