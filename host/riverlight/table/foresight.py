"""What is going to happen by itself, told before it does: whom a drift pushes, whom the river may take.

Made from a viewer's own view, as everything a page shows. Pyramid has nothing that happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from riverlight.languages.text import listed, parted, series, text
from riverlight.table.history import Head
from shared_rules import canyon

__all__ = ["foreseen"]

_NOWHERE: Final = 255
_RIVER_LENGTH: Final = 7  # spaces from the shore to the fall, on either arm (NIA-1)


def foreseen(view: Mapping[str, Any], head: Head) -> dict[str, Any] | None:
    """Return ``sentence`` and ``arrows``, pairs of spaces, for what is due; None when nothing is."""
    look = _LOOKS.get(head.game.name)
    return None if look is None else look(view, head)


def _drift(view: Mapping[str, Any], head: Head) -> dict[str, Any] | None:
    """Where the canoe in turn drifts, and whom it pushes (CAN-18 to CAN-20)."""
    board, activity = head.board, view["activity"]
    if board is None or activity["kind"] != "drift":
        return None
    names, seat = head.seat_names, activity["seat"]
    canoes = [_NOWHERE if space is None else board.index[space] for space in view["canoes"]]
    moved = canyon.drift(board.core, canoes, seat)
    if not moved:
        return {"sentence": text("The drift is blocked: {name}'s canoe will stay.", name=names[seat]), "arrows": []}
    told = []
    for canoe, _start, end in moved:
        name, space = names[canoe], board.space_ids[end]
        if board.document["spaces"][end]["kind"] == "cave":
            falls = text("{name} will drift over the fall into the cave", name=name)
            is_pushed = text("{name} will be pushed over the fall into the cave", name=name)
        else:
            falls = text("{name} will drift to {space}", name=name, space=space)
            is_pushed = text("{name} will be pushed to {space}", name=name, space=space)
        told.append(falls if canoe == seat else is_pushed)
    arrows = [[board.space_ids[start], board.space_ids[end]] for _canoe, start, end in moved]
    return {"sentence": text("{things}.", things=parted(told)), "arrows": arrows}


def _flow(view: Mapping[str, Any], head: Head) -> dict[str, Any] | None:
    """Which canoes the river can still take in this round, as far as all know (NIA-18, NIA-19)."""
    most = view["danger"]
    if view["phase"] != "flow" and not any(card is not None for card in view["revealed"]):
        return None  # everything may still come
    at_risk: dict[str, list[str]] = {}
    for seat, places in enumerate(view["canoes"]):
        for place in places:
            if place[1:].isdecimal() and int(place[1:]) + most > _RIVER_LENGTH:
                names = at_risk.setdefault(place, [])
                if head.seat_names[seat] not in names:
                    names.append(head.seat_names[seat])
    if not most or not at_risk:
        return None
    who = series(
        [text("{name} on {space}", name=listed(names, "and"), space=place) for place, names in sorted(at_risk.items())]
    )
    return {"sentence": text("The river may still flow up to {most} and take {who}.", most=most, who=who), "arrows": []}


_LOOKS: Final[Mapping[str, Callable[[Mapping[str, Any], Head], dict[str, Any] | None]]] = {
    "canyon": _drift,
    "niagara": _flow,
}
