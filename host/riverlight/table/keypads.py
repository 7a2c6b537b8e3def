"""What the keypads of a table hold: half a code, the rest of one, a refusal, a question waiting for its answer."""

from __future__ import annotations

from typing import Literal, NamedTuple

from riverlight.table.record import Row
from riverlight.table.sides import Keypad, Sides

__all__ = ["Keypads", "Outcome"]


class Outcome(NamedTuple):
    """What came of a press or a move.

    ``accepted``: the game moved. ``typed``: keys wait for more. ``refused``: nothing moved, for the reason in
    ``sentence`` and ``clause``. ``asks``: the same again, once all agree, will do it. ``repeated``: it was taken
    before.
    """

    kind: Literal["accepted", "typed", "refused", "asks", "repeated"]
    sentence: str = ""
    clause: str = ""


class Keypads:
    """All keypads of one table. What happens on one side is forgotten on the other only when that knows of it."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._typed: dict[Keypad, str] = {}
        self._tails: dict[Keypad, str] = {}
        self._refusals: dict[Keypad, Outcome] = {}
        self._asking: dict[bool, Keypad] = {}

    def typed(self, keypad: Keypad) -> str:
        """Return the keys of half a code."""
        return self._typed.get(keypad, "")

    def tail(self, keypad: Keypad) -> str:
        """Return the keys that may still be typed of a code that is taken already."""
        return self._tails.get(keypad, "")

    def is_asking(self, keypad: Keypad) -> bool:
        """Return whether the last thing asked here, and on its side, was whether all agree."""
        return self._asking.get(self._sides.is_apart(keypad)) == keypad

    def refusal(self, keypad: Keypad, common: Keypad) -> Outcome | None:
        """Return what a page shows as refused: what was on its own keypad, else on the common one of its side."""
        return self._refusals.get(keypad) or self._refusals.get(common)

    def follow(self, row: Row) -> None:
        """Keep in step with the record: any step ends half a code.

        On a side apart no code has more than one key, so there is none to end by a step that it may not know of.
        """
        body = row.body or {}
        if row.kind != "typed":
            self._typed.clear()
            if not row.automatic:
                self._tails.clear()
        if "keypad" in body:
            self._typed[body["keypad"]] = body.get("keys", "")
            self._tails[body["keypad"]] = body.get("tail", "")

    def note(self, keypad: Keypad, outcome: Outcome, *, is_known_apart: bool) -> None:
        """Take what came of a press; the side apart forgets its own only when it knows what was accepted.

        Whom a side apart asks is nobody but itself; what is asked at the table stands as a question of its own.
        """
        side = self._sides.is_apart(keypad)
        if outcome.kind == "accepted":
            for other in list(self._refusals):
                if is_known_apart or not self._sides.is_apart(other):
                    del self._refusals[other]
            if is_known_apart:
                self._asking.clear()
        self._asking.pop(side, None)
        if outcome.kind == "asks":
            self._asking[side] = keypad
        if outcome.kind == "refused" or (outcome.kind == "asks" and side):
            self._refusals[keypad] = outcome
        else:
            self._refusals.pop(keypad, None)
