"""Pyramid's positions for its two panels of lights, each from its own side's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from riverlight.games.contract import Panel
from riverlight.games.interface import Header, Lights
from riverlight.games.pyramid.view import HuntersView, MummyView, PyramidView
from shared_rules import pyramid_position as at
from shared_rules.board import NONE

__all__ = ["position"]

_LIGHTS: Final = {"always": at.ALWAYS, "peek": at.PEEK, "on_catch": at.ON_CATCH}


def position(view: PyramidView, header: Header, panel: Panel) -> Lights:
    """Return the position to light on one side."""
    if panel == "shrine":
        return {"m": at.packed(_mummys_side(cast("MummyView", view), header))}
    return {"h": at.packed(_hunters_side(cast("HuntersView", view), header))}


def _both_sides(view: PyramidView, header: Header, size: int) -> bytearray:
    index = _index(header)
    body = bytearray(size)
    body[at.MUMMY] = index[view["mummy"]]
    body[at.MARKER] = NONE if view["marker"] is None else view["marker"]
    body[at.STEPS] = view["steps"]
    body[at.CAUGHT] = NONE if view["last_caught"] is None else view["last_caught"]
    winners = [marker + 1 for marker, owner in enumerate(view["owners"]) if owner in view["winners"]]
    body[at.WINNERS] = sum(1 << bit for bit in ([0] if 0 in view["winners"] else winners))
    body[at.WALK : at.WALK + at.WALK_MOST] = at.walk_bytes([index[space] for space in view["walk"]])
    if view["phase"] in ("mummy", "interrupt"):
        body[at.ACTIVITY] = at.PROWL
    elif view["phase"] == "over":
        body[at.ACTIVITY] = at.OVER
    return body


def _hunters_side(view: HuntersView, header: Header) -> bytearray:
    assert header.board is not None  # noqa: S101  (Pyramid always has a board)
    index = _index(header)
    body = _both_sides(view, header, at.size(header.board.core, True))
    places = [NONE if space is None else index[space] for space in view["hunters"]]
    body[at.HUNTERS : at.HUNTERS + at.HUNTERS_MOST] = bytes((*places, *([NONE] * at.HUNTERS_MOST)))[: at.HUNTERS_MOST]
    for face in view["ends"]:
        body[at.DICE] |= 1 << ("1234A".index(face))
    if view["ends"]:
        body[at.ACTIVITY] = at.CHOOSE_END if view["phase"] == "move" else at.CHOOSE_DIE
    is_open = header.options["reenter_safe"] == "on"
    body[at.LIGHT] = at.light_byte(_LIGHTS[header.options["mummy_light"]], is_open)
    if view["phase"] not in ("mummy", "interrupt", "start", "over"):  # everyone has seen it, so it is shown only once
        body[at.WALK : at.WALK + at.WALK_MOST] = at.walk_bytes([])
    body[at.HUNTERS_PLAYED :] = _played(view, header)
    return body


def _mummys_side(view: MummyView, header: Header) -> bytearray:
    assert header.board is not None  # noqa: S101
    core, index = header.board.core, _index(header)
    body = _both_sides(view, header, at.size(core, False))
    body[at.STEPS_LEFT] = view["steps_left"]
    body[at.ASIDE] = view["set_aside"]
    body[at.TAKEN] = view["taken"]
    possible = {index[space] for spaces in view.get("possible", ()) for space in spaces}
    body[at.MUMMYS_PLAYED :] = _played(view, header) + at.mask(sorted(possible), core.n)
    return body


def _played(view: PyramidView, header: Header) -> bytearray:
    assert header.board is not None  # noqa: S101
    treasures = at.treasures(header.board.core)
    return at.mask([treasures.index(_index(header)[str(space)]) for space, _, _ in view["played"]], len(treasures))


def _index(header: Header) -> Mapping[str, int]:
    assert header.board is not None  # noqa: S101
    return header.board.index
