"""Canyon's forecast: whom a drift will push."""

from __future__ import annotations

from typing import Final

from riverlight.games.canyon.view import CanyonView
from riverlight.games.interface import ForecastCard, Header
from riverlight.languages.text import parted, text
from shared_rules import canyon

__all__ = ["forecast"]

_NOWHERE: Final = 255


def forecast(view: CanyonView, header: Header) -> ForecastCard | None:
    """Return where the canoe to move drifts and whom it pushes (CAN-18 to CAN-20); None if it does not drift."""
    board, activity, names = header.board, view["activity"], header.seat_names
    seat = activity["seat"]
    if board is None or seat is None or activity["kind"] != "drift":
        return None
    canoes = [_NOWHERE if space is None else board.index[space] for space in view["canoes"]]
    moved = canyon.drift(board.core, canoes, seat)
    if not moved:
        return {"sentence": text("The drift is blocked: {name}'s canoe will stay.", name=names[seat]), "arrows": []}
    told = []
    for canoe, _start, end in moved:
        name, space = names[canoe], board.space_ids[end]
        if board.document["spaces"][end]["kind"] == "cave":
            falls = text("{name} is about to go over the waterfall (back to the cave)", name=name)
            is_pushed = text("{name} is about to be pushed over the waterfall (back to the cave)", name=name)
        else:
            falls = text("{name} will drift to {space}", name=name, space=space)
            is_pushed = text("{name} will be pushed to {space}", name=name, space=space)
        told.append(falls if canoe == seat else is_pushed)
    arrows = [[board.space_ids[start], board.space_ids[end]] for _canoe, start, end in moved]
    return {"sentence": text("{things}.", things=parted(told)), "arrows": arrows}
