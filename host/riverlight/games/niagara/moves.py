"""Niagara's moves as integers and as text.

A move is a small integer for cards, weather, gems and forks. A canoe's move is ``CANOE`` with the canoe's number and
the plan of :mod:`shared_rules.niagara`::

    ring 2 · paddle 4 · paddle cloud · weather up · buy violet · keep · done · fork left
    canoe 1 down to M4 load clear · canoe 2 unload load blue up to M3
    canoe 1 up to M2 steal C1 · canoe 1 load violet at M3
"""

from __future__ import annotations

from typing import NamedTuple

from riverlight.errors import MoveTextError
from riverlight.games.contract import move_words
from riverlight.languages.text import series, text
from shared_rules import niagara as river

PADDLE = 0
WEATHER_DOWN = 16
WEATHER_UP = 17
BUY = 24
KEEP = 31
RING = 32  # + seat
DONE = 40
FORK = 48
CANOE = 1 << 26

_CANOE_BIT = 24
_PLAN_MASK = (1 << _CANOE_BIT) - 1
_DIRECTIONS = ("at", "up to", "down to", "left to", "right to")
_DIRECTION_NAMES = ("rest", "up", "down", "left", "right")
_PLACES = tuple(place.lower() for place in river.PLACE_NAMES)
_LETTERS = "ABCDE"
_GEMS = (*river.COLOURS, None, None, None)
"""The colour of each gem in a plan; ``NO_GEM`` is none."""


class NiagaraMove(NamedTuple):
    """A move as data; fields that its verb does not use are None.

    ``direction`` is that of the weather, of a fork's arm, or of a canoe, ``"rest"`` if it stays; ``end`` is where it
    ends. What a canoe unloads and loads before its steps is separate from what it does after them.
    """

    text: str
    verb: str
    seat: int | None = None
    card: str | None = None
    colour: str | None = None
    direction: str | None = None
    canoe: int | None = None
    unloads_before: bool | None = None
    loads_before: str | None = None
    end: str | None = None
    unloads_after: bool | None = None
    loads_after: str | None = None
    victim_seat: int | None = None
    victim_canoe: int | None = None


_FIXED = {
    WEATHER_DOWN: NiagaraMove("weather down", "weather", direction="down"),
    WEATHER_UP: NiagaraMove("weather up", "weather", direction="up"),
    KEEP: NiagaraMove("keep", "keep"),
    DONE: NiagaraMove("done", "done"),
    FORK + river.LEFT: NiagaraMove("fork left", "fork", direction="left"),
    FORK + river.RIGHT: NiagaraMove("fork right", "fork", direction="right"),
    PADDLE + river.CLOUD: NiagaraMove("paddle cloud", "paddle", card="cloud"),
    **{PADDLE + number: NiagaraMove(f"paddle {number}", "paddle", card=str(number)) for number in range(1, 7)},
    **{RING + seat: NiagaraMove(f"ring {seat}", "ring", seat=seat) for seat in range(5)},
    **{BUY + colour: NiagaraMove(f"buy {name}", "buy", colour=name) for colour, name in enumerate(river.COLOURS)},
}
_FIXED_MOVES = {data.text: move for move, data in _FIXED.items()}
_QUOTED = 60
_QUOTED_WORD = 20


def canoe_move(canoe: int, plan: int) -> int:
    """Return the move in which canoe 0 or 1 of its seat carries out ``plan``."""
    return CANOE | canoe << _CANOE_BIT | plan


def canoe_of(move: int) -> int:
    """Return the number of the canoe in a canoe move, 0 or 1."""
    return move >> _CANOE_BIT & 1


def plan_of(move: int) -> int:
    """Return the plan of a canoe move."""
    return move & _PLAN_MASK


def _canoe_data(move: int) -> NiagaraMove:
    plan = plan_of(move)
    number = canoe_of(move) + 1
    first, last, victim = river.loads_first(plan), river.loads_last(plan), river.steals_from(plan)
    words = ["canoe", str(number)]
    if river.unloads_first(plan):
        words.append("unload")
    if first != river.NO_GEM:
        words += ["load", river.COLOURS[first]]
    end = river.PLACE_NAMES[river.end(plan)]
    words += [_DIRECTIONS[river.direction(plan)], end]
    if river.unloads_last(plan):
        words.append("unload")
    if last != river.NO_GEM:
        words += ["load", river.COLOURS[last]]
    if victim != river.NO_STEAL:
        words += ["steal", f"{_LETTERS[victim >> 1]}{(victim & 1) + 1}"]
    return NiagaraMove(
        " ".join(words),
        "canoe",
        canoe=number,
        unloads_before=bool(river.unloads_first(plan)),
        loads_before=_GEMS[first],
        direction=_DIRECTION_NAMES[river.direction(plan)],
        end=end,
        unloads_after=bool(river.unloads_last(plan)),
        loads_after=_GEMS[last],
        victim_seat=None if victim == river.NO_STEAL else victim >> 1,
        victim_canoe=None if victim == river.NO_STEAL else (victim & 1) + 1,
    )


class NiagaraCodec:
    """See :class:`riverlight.games.contract.Codec`."""

    def is_move(self, move: object) -> bool:
        """Return whether ``move``, any value, is a move of Niagara, legal or not."""
        if type(move) is not int:
            return False
        if move < CANOE:
            return move in _FIXED
        plan = plan_of(move)
        gems = (river.loads_first(plan), river.loads_last(plan))
        return (
            move == canoe_move(canoe_of(move), plan)
            and river.direction(plan) < len(_DIRECTIONS)
            and river.end(plan) < len(_PLACES)
            and all(gem < len(river.COLOURS) or gem == river.NO_GEM for gem in gems)
            and (river.steals_from(plan) < 2 * len(_LETTERS) or river.steals_from(plan) == river.NO_STEAL)
        )

    def data(self, move: int) -> NiagaraMove:
        """Return ``move`` as data."""
        return _FIXED[move] if move < CANOE else _canoe_data(move)

    def text(self, move: int) -> str:
        """Return ``move`` as text."""
        return self.data(move).text

    def parse(self, written: object) -> int:
        """Parse a move; raises :class:`MoveTextError` with what was expected."""
        words = [word.lower() for word in move_words(written)]
        fixed = _FIXED_MOVES.get(" ".join(words))
        if fixed is not None:
            return fixed
        if len(words) < 4 or words[0] != "canoe":
            message = text(
                "Expected 'ring SEAT', 'paddle 1' to 'paddle 6', 'paddle cloud', 'weather up', 'weather down', "
                "'buy COLOUR', 'keep', 'done', 'fork left', 'fork right' or 'canoe N …'; got {came}.",
                came=repr(written)[:_QUOTED],
            )
            raise MoveTextError(message)
        if words[1] not in ("1", "2"):
            message = text("Expected canoe 1 or canoe 2, got canoe {came}.", came=repr(words[1])[:_QUOTED_WORD])
            raise MoveTextError(message)
        reader = _Reader(words[2:], repr(written)[:_QUOTED])
        pre_unload, pre_load = reader.acts()
        direction, end = reader.steps()
        post_unload, post_load = reader.acts()
        victim = reader.victim()
        plan = river.pack(pre_unload, pre_load, direction, end, post_unload, post_load) & ~river.NO_STEAL | victim
        return canoe_move(int(words[1]) - 1, plan)


CODEC = NiagaraCodec()


class _Reader:
    """Parses the words of a canoe move one after another."""

    def __init__(self, words: list[str], written: str) -> None:
        self._words = words
        self._written = written

    def _fail(self, expected: str) -> MoveTextError:
        came = repr(self._words[0])[:_QUOTED_WORD] if self._words else text("the end of the line")
        return MoveTextError(
            text("Expected {expected}, got {came} in {written}.", expected=expected, came=came, written=self._written)
        )

    def _take(self, word: str) -> bool:
        if self._words and self._words[0] == word:
            del self._words[0]
            return True
        return False

    def acts(self) -> tuple[int, int]:
        unload = int(self._take("unload"))
        if not self._take("load"):
            return unload, river.NO_GEM
        if not self._words or self._words[0] not in river.COLOURS:
            raise self._fail(text("a gem colour ({colours})", colours=series(river.COLOURS)))
        return unload, river.COLOURS.index(self._words.pop(0))

    def steps(self) -> tuple[int, int]:
        ways = [way for way, name in enumerate(_DIRECTIONS) if " ".join(self._words).startswith(name + " ")]
        if not ways:
            raise self._fail(text("'up to', 'down to', 'left to', 'right to' or 'at' and a place"))
        del self._words[: len(_DIRECTIONS[ways[0]].split())]
        if not self._words or self._words[0] not in _PLACES:
            raise self._fail(text("a place ({places})", places=series(river.PLACE_NAMES)))
        return ways[0], _PLACES.index(self._words.pop(0))

    def victim(self) -> int:
        victim = river.NO_STEAL
        if self._take("steal"):
            word = self._words[0].upper() if self._words else ""
            if len(word) != 2 or word[0] not in _LETTERS or word[1] not in "12":
                raise self._fail(text("a canoe to steal from, like C1"))
            del self._words[0]
            victim = _LETTERS.index(word[0]) * 2 + int(word[1]) - 1
        if self._words:
            raise self._fail(text("the end of the line"))
        return victim
