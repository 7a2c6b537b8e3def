"""Positions of Pyramid's panels for tests, on the shipped maze: spaces by id, the rest packed."""

from __future__ import annotations

from typing import Any

from riverlight.boards import shipped

from shared_rules import pyramid_position as at
from shared_rules.board import NONE

BOARD = shipped("pyramid")
CORE = BOARD.core
INDEX = BOARD.index
TREASURES = at.treasures(CORE)


def hunters_side(**facts: Any) -> dict[str, object]:
    """Return a position of the hunters' panel: ``hunters``, ``mummy`` and ``walk`` by id, the rest as it is packed."""
    body = bytearray(at.size(CORE, True))
    places = [INDEX[name] for name in facts.get("hunters", ())]
    body[at.HUNTERS : at.HUNTERS + 4] = bytes(places + [NONE] * (4 - len(places)))
    body[at.MUMMY] = INDEX[facts.get("mummy", "g1")]
    body[at.MARKER] = facts.get("marker", NONE)
    body[at.ACTIVITY] = facts.get("activity", at.REST)
    body[at.STEPS] = facts.get("steps", 0)
    body[at.CAUGHT] = facts.get("caught", NONE)
    body[at.WINNERS] = facts.get("winners", 0)
    body[at.DICE] = sum(1 << (face - 1) for face in facts.get("dice", ()))
    body[at.LIGHT] = at.light_byte(facts.get("light", at.ALWAYS), False)
    body[at.WALK : at.WALK + 9] = at.walk_bytes([INDEX[name] for name in facts.get("walk", ())])
    body[at.HUNTERS_PLAYED :] = at.mask([TREASURES.index(INDEX[name]) for name in facts.get("played", ())], 23)
    return {"g": "pyramid", "h": at.packed(body)}


def mummys_side(**facts: Any) -> dict[str, object]:
    """Return a position of the mummy's panel, in the same way."""
    body = bytearray(at.size(CORE, False))
    body[at.MUMMY] = INDEX[facts.get("mummy", "g1")]
    body[at.MARKER] = facts.get("marker", NONE)
    body[at.ACTIVITY] = facts.get("activity", at.REST)
    body[at.STEPS] = facts.get("steps", 0)
    body[at.STEPS_LEFT] = facts.get("steps_left", 0)
    body[at.CAUGHT] = facts.get("caught", NONE)
    body[at.WINNERS] = facts.get("winners", 0)
    body[at.ASIDE], body[at.TAKEN] = facts.get("aside", 0), facts.get("taken", 0)
    body[at.WALK : at.WALK + 9] = at.walk_bytes([INDEX[name] for name in facts.get("walk", ())])
    played = at.mask([TREASURES.index(INDEX[name]) for name in facts.get("played", ())], 23)
    possible = at.mask([INDEX[name] for name in facts.get("possible", ())], CORE.n)
    body[at.MUMMYS_PLAYED :] = played + possible
    return {"g": "pyramid", "m": at.packed(body)}
