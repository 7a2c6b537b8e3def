"""Niagara's positions for a panel of lights."""

from __future__ import annotations

import binascii
from typing import Final, NotRequired, TypedDict, cast

from riverlight.games.contract import TABLE, Panel
from riverlight.games.interface import Header, Lights
from riverlight.games.niagara import position as facts
from riverlight.games.niagara.view import NiagaraView
from shared_rules import niagara as river
from shared_rules import niagara_position as at

__all__ = ["pack", "position"]

_NOBODY: Final = 255
_NO_SEAT: Final = 15
_NO_CANOE: Final = 15
_ACTIVITIES: Final = {
    facts.RING: at.REST,
    facts.CARDS: at.CARDS,
    facts.REVEAL: at.CARDS,
    facts.BUY: at.BUY,
    facts.ACT: at.PADDLE,
    facts.FLOW: at.FORK,
    facts.OVER: at.OVER,
}


class _Shown(TypedDict):
    c: str
    k: str
    x: str
    w: int
    d: int
    a: int
    s: int
    q: int
    n: int
    m: int
    v: NotRequired[list[int]]
    f: NotRequired[str]
    o: NotRequired[str]
    e: NotRequired[list[int]]


def position(view: NiagaraView, header: Header, _panel: Panel) -> Lights:
    """Return the position to light.

    Danger is shown while the round has public information: from its first card until the river has flowed.
    """
    phase, to_act = view["phase"], view["to_act"]
    seat = to_act[0] if len(to_act) == 1 and to_act[0] != TABLE else _NOBODY
    activity = at.CLOUD if view["card"] == "cloud" and phase == facts.ACT else _ACTIVITIES[phase]
    if phase == facts.FLOW and header.options["fork"] != "observed":
        activity = at.REST
    is_known = phase == facts.FLOW or any(card is not None for card in view["revealed"])
    shown: _Shown = {
        "c": _places(view["canoes"]),
        "k": "".join("-" if gem is None else str(river.COLOURS.index(gem)) for pair in view["cargo"] for gem in pair),
        "x": "".join(str(view["sites"][site].get(gem, 0)) for site in river.COLOURS for gem in river.COLOURS),
        "w": view["weather"],
        "d": view["danger"] if is_known else 0,
        "a": activity,
        "s": seat,
        "q": 0 if activity == at.PADDLE else sum(1 << one for one in to_act if one != TABLE),
        "n": view["card"] if isinstance(view["card"], int) else 0,
        "m": sum(1 << number for number in view["must_move"]) | sum(4 << number for number in view["may_launch"]),
    }
    if view["last_way"] is not None:
        owner, number, way = cast("tuple[int, int, list[str]]", view["last_way"])
        shown["v"] = [2 * owner + number, river.PLACE_NAMES.index(way[0]), river.PLACE_NAMES.index(way[-1])]
    if view["last_flow"] is not None:
        shown["f"] = "".join(arm[0] for arm in view["last_flow"]["arms"])
        shown["o"] = _places(view["last_flow"]["before"])
    if view["winners"]:
        shown["e"] = view["winners"]
    return {"d": pack(shown)}


def pack(position: _Shown) -> str:
    """Return a position as text for a ``show`` line."""
    canoe, start, end = position.get("v") or (_NO_CANOE, 0, 0)
    arms = position.get("f", "")
    head = [
        len(position["c"]) // 2 << 4 | position["w"] + 1,
        position["a"] << 4 | (_NO_SEAT if position["s"] == _NOBODY else position["s"]),
        position["n"] << 4 | position["m"],
        position["q"],
        sum(1 << seat for seat in position.get("e", ())),
        position["d"],
        canoe << 4 | start,
        end << 4 | len(arms),
    ]
    if arms:
        head += sum((arm == "r") << turn for turn, arm in enumerate(arms)).to_bytes(2, "big")
    digits = position["x"] + position["c"] + position["k"].replace("-", "f") + (position["o"] if arms else "") + "0"
    return binascii.b2a_base64(bytes(head) + bytes.fromhex(digits), newline=False).decode()


def _places(pairs: list[list[str]]) -> str:
    return "".join(f"{river.PLACE_NAMES.index(place):x}" for pair in pairs for place in pair)
