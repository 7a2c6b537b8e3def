"""Canyon's pieces in order, for setting up a board with its lights."""

from __future__ import annotations

from riverlight.games.canyon.view import Activity, CanyonView
from riverlight.games.interface import Header, Piece
from riverlight.languages.text import text

__all__ = ["pieces"]


def pieces(view: CanyonView, header: Header) -> list[Piece]:
    """Return the pieces on the board, in the order in which they are placed."""
    names = header.seat_names
    placed = []
    for seat, space in enumerate(view["canoes"]):
        if space is None:
            continue
        canoes: list[str | None] = [space if each == seat else None for each in range(len(names))]
        activity: Activity = {"kind": "rest", "seat": seat, "points": None}
        alone: CanyonView = {
            **view,
            "canoes": canoes,
            "activity": activity,
            "ends": [],
            "last_way": None,
            "winners": [],
        }
        sentence = text("Put {name}'s canoe on {space}.", name=names[seat], space=space)
        placed.append(Piece(seat, sentence, alone, space=space))
    return placed
