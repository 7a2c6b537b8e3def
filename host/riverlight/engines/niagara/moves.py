"""Niagara's moves as integers, and as people write them.

A move is a small integer for cards, weather, gems and forks. What a canoe does is ``CANOE`` with the canoe's number and
the plan of :mod:`shared_rules.niagara`::

    paddle 4 · paddle cloud · weather up · buy violet · keep · done · fork left
    canoe 1 down to M4 load clear · canoe 2 unload load blue up to M3
    canoe 1 up to M2 steal C1 · canoe 1 load violet at M3
"""

from __future__ import annotations

from riverlight.errors import MoveTextError
from riverlight.languages.text import series, text
from shared_rules import niagara as river

PADDLE = 0
WEATHER_DOWN = 16
WEATHER_UP = 17
BUY = 24
KEEP = 31
DONE = 40
FORK = 48
CANOE = 1 << 26

_CANOE_BIT = 24
_PLAN_MASK = (1 << _CANOE_BIT) - 1
_DIRECTIONS = ("at", "up to", "down to", "left to", "right to")
_PLACES = tuple(place.lower() for place in river.PLACE_NAMES)
_LETTERS = "ABCDE"
_FIXED = {
    WEATHER_DOWN: "weather down",
    WEATHER_UP: "weather up",
    KEEP: "keep",
    DONE: "done",
    FORK + river.LEFT: "fork left",
    FORK + river.RIGHT: "fork right",
    PADDLE + river.CLOUD: "paddle cloud",
    **{PADDLE + number: f"paddle {number}" for number in range(1, 7)},
    **{BUY + colour: f"buy {name}" for colour, name in enumerate(river.COLOURS)},
}
_FIXED_MOVES = {words: move for move, words in _FIXED.items()}
_QUOTED = 60
_QUOTED_WORD = 20


def canoe_move(canoe: int, plan: int) -> int:
    """Return the move in which canoe 0 or 1 of its seat carries out ``plan``."""
    return CANOE | canoe << _CANOE_BIT | plan


def canoe_of(move: int) -> int:
    """Return which of its seat's canoes a canoe move is about, 0 or 1."""
    return move >> _CANOE_BIT & 1


def plan_of(move: int) -> int:
    """Return the plan of a canoe move."""
    return move & _PLAN_MASK


def text_of(move: int) -> str:
    """Return a move as people write it."""
    if move < CANOE:
        return _FIXED[move]
    plan = plan_of(move)
    words = ["canoe", str(canoe_of(move) + 1)]
    if river.unloads_first(plan):
        words.append("unload")
    if river.loads_first(plan) != river.NO_GEM:
        words += ["load", river.COLOURS[river.loads_first(plan)]]
    words += [_DIRECTIONS[river.direction(plan)], river.PLACE_NAMES[river.end(plan)]]
    if river.unloads_last(plan):
        words.append("unload")
    if river.loads_last(plan) != river.NO_GEM:
        words += ["load", river.COLOURS[river.loads_last(plan)]]
    victim = river.steals_from(plan)
    if victim != river.NO_STEAL:
        words += ["steal", f"{_LETTERS[victim >> 1]}{(victim & 1) + 1}"]
    return " ".join(words)


def move_of(written: str) -> int:
    """Return the move that ``written`` means; raises :class:`MoveTextError` with what was expected."""
    words = written.lower().split()
    fixed = _FIXED_MOVES.get(" ".join(words))
    if fixed is not None:
        return fixed
    if len(words) < 4 or words[0] != "canoe":
        message = text(
            "Expected 'paddle 1' to 'paddle 6', 'paddle cloud', 'weather up', 'weather down', 'buy COLOUR', 'keep', "
            "'done', 'fork left', 'fork right' or 'canoe N …'; got {came}.",
            came=repr(written)[:_QUOTED],
        )
        raise MoveTextError(message)
    if words[1] not in ("1", "2"):
        message = text("A seat has canoe 1 and canoe 2; got canoe {came}.", came=repr(words[1])[:_QUOTED_WORD])
        raise MoveTextError(message)
    reader = _Reader(words[2:], written)
    pre_unload, pre_load = reader.acts()
    direction, end = reader.steps()
    post_unload, post_load = reader.acts()
    victim = reader.victim()
    plan = (
        river.pack(pre_unload, pre_load, direction, end, post_unload, post_load) & ~river.NO_STEAL | victim
    )
    return canoe_move(int(words[1]) - 1, plan)


class _Reader:
    """Takes the words of a canoe move one after another."""

    def __init__(self, words: list[str], written: str) -> None:
        self.words = words
        self.written = written

    def _fail(self, expected: str) -> MoveTextError:
        came = repr(self.words[0])[:_QUOTED_WORD] if self.words else text("the end of the line")
        written = repr(self.written)[:_QUOTED]
        return MoveTextError(
            text("Expected {expected}, got {came} in {written}.", expected=expected, came=came, written=written)
        )

    def _take(self, word: str) -> bool:
        if self.words and self.words[0] == word:
            del self.words[0]
            return True
        return False

    def acts(self) -> tuple[int, int]:
        unload = int(self._take("unload"))
        if not self._take("load"):
            return unload, river.NO_GEM
        if not self.words or self.words[0] not in river.COLOURS:
            raise self._fail(text("a gem colour ({colours})", colours=series(river.COLOURS)))
        return unload, river.COLOURS.index(self.words.pop(0))

    def steps(self) -> tuple[int, int]:
        ways = [way for way, name in enumerate(_DIRECTIONS) if " ".join(self.words).startswith(name + " ")]
        if not ways:
            raise self._fail(text("'up to', 'down to', 'left to', 'right to' or 'at' and a place"))
        del self.words[: len(_DIRECTIONS[ways[0]].split())]
        if not self.words or self.words[0] not in _PLACES:
            raise self._fail(text("a place ({places})", places=series(river.PLACE_NAMES)))
        return ways[0], _PLACES.index(self.words.pop(0))

    def victim(self) -> int:
        victim = river.NO_STEAL
        if self._take("steal"):
            word = self.words[0].upper() if self.words else ""
            if len(word) != 2 or word[0] not in _LETTERS or word[1] not in "12":
                raise self._fail(text("a canoe to steal from, as C1"))
            del self.words[0]
            victim = _LETTERS.index(word[0]) * 2 + int(word[1]) - 1
        if self.words:
            raise self._fail(text("the end of the line"))
        return victim
