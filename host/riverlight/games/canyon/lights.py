"""Canyon's positions for a panel of lights."""

from __future__ import annotations

from typing import Final

from riverlight.games.canyon.view import CanyonView
from riverlight.games.contract import Panel
from riverlight.games.interface import Header, Lights

__all__ = ["position"]

_NOWHERE: Final = 255
_ACTIVITIES: Final = ("rest", "place", "ends", "drift", "over")


def position(view: CanyonView, header: Header, _panel: Panel) -> Lights:
    """Return the position to light; spaces by index."""
    assert header.board is not None  # noqa: S101  (Canyon always has a board)
    index = header.board.index
    activity = view["activity"]
    shown = {
        "c": [_NOWHERE if space is None else index[space] for space in view["canoes"]],
        "s": _NOWHERE if activity["seat"] is None else activity["seat"],
        "a": _ACTIVITIES.index(activity["kind"]),
        "n": activity["points"] or 0,
        "m": int(header.options["movement"] == "nearest"),
    }
    if view["last_way"] is not None and _has_just_moved(view, header):
        seat, *spaces = view["last_way"]
        shown["v"] = [seat, *(index[str(space)] for space in spaces)]
    if view["winners"]:
        shown["w"] = view["winners"]
    return shown


def _has_just_moved(view: CanyonView, header: Header) -> bool:
    """Return whether the last event was a canoe's move, so that its animation is shown once.

    A new round starts with trump entered, with the app's deal, or with the first pace.
    """
    if view["phase"] == "pace":
        is_trump_entered = view["trump"] is not None and header.options["cards"] == "physical"
        return not is_trump_entered and all(pace is None for pace in view["paces"])
    return view["phase"] in ("trump", "over") or (view["phase"] == "move" and any(view["moved"]))
