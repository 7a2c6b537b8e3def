"""What is going to happen by itself, told before it does: whom a drift pushes, whom the river may take.

Made from a viewer's own view, as everything a page shows. Pyramid has nothing that happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

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
        return {"sentence": f"The drift is blocked: {names[seat]}'s canoe will stay.", "arrows": []}
    told = []
    for canoe, _start, end in moved:
        verb = "drift" if canoe == seat else "be pushed"
        falls = board.document["spaces"][end]["kind"] == "cave"
        where = "over the fall into the cave" if falls else f"to {board.space_ids[end]}"
        told.append(f"{names[canoe]} will {verb} {where}")
    arrows = [[board.space_ids[start], board.space_ids[end]] for _canoe, start, end in moved]
    return {"sentence": f"{'; '.join(told)}.", "arrows": arrows}


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
    who = ", ".join(f"{' and '.join(names)} on {place}" for place, names in sorted(at_risk.items()))
    return {"sentence": f"The river may still flow up to {most} and take {who}.", "arrows": []}


_LOOKS: Final[Mapping[str, Callable[[Mapping[str, Any], Head], dict[str, Any] | None]]] = {
    "canyon": _drift,
    "niagara": _flow,
}
