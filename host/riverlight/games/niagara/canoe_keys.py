"""Key codes for canoe moves in Niagara: one key for each choice, and none where there is no choice.

Each legal move is first spelled in full: which canoe (``1`` or ``2``), its first action (``5`` unload, a gem's key to
load it), its direction (``2`` up, ``8`` down, ``4`` the left arm, ``6`` the right one), its last action (``5``, a gem's
key, ``1`` … for the gem of the first canoe that it may rob, and so on, ``0`` nothing). Then every key without an
alternative is omitted. Two equivalent canoes are offered as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from riverlight.games.contract import Seat
from riverlight.games.interface import Code
from riverlight.games.niagara import moves as m
from riverlight.games.niagara.legend import DONE_KEY, GEM_KEYS, UNLOAD_KEY, WAY_KEYS, WAY_NAMES
from riverlight.games.niagara.options import GEM_NAMES
from riverlight.games.niagara.state import NiagaraState
from riverlight.games.seats import LETTERS
from riverlight.languages.text import series, text, together
from shared_rules import niagara as river

__all__ = ["canoe_codes", "following"]

_ONLY_KEY: Final = "1"


class _Key(NamedTuple):
    """One choice: its key, and its meaning in a word or two."""

    key: str
    word: str


class _Spelling(NamedTuple):
    move: int
    keys: tuple[_Key, ...]


def canoe_codes(state: NiagaraState, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each move of a number card; its label is a list of a word for each key."""
    spellings = [_Spelling(move, tuple(_keys(state, seat, move))) for move in _distinct(state, seat)]
    return tuple(_code(state, seat, spelling.move, keys) for spelling, keys in _shortened(spellings, 0))


def following(state: NiagaraState, seat: Seat, typed: str) -> dict[str, str]:
    """Return the possible next keys after ``typed``, and the meaning of each in a word or two."""
    spellings = [_Spelling(move, tuple(_keys(state, seat, move))) for move in _distinct(state, seat)]
    found = {}
    for spelling, keys in _shortened(spellings, 0):
        if not keys:
            found[_ONLY_KEY] = _only(spelling.keys)
        elif "".join(key.key for key in keys).startswith(typed) and len(keys) > len(typed):
            found[keys[len(typed)].key] = keys[len(typed)].word
    return found


def _distinct(state: NiagaraState, seat: Seat) -> list[int]:
    """Return the legal moves, without those of canoe 2 if canoe 1 is in the same place with the same load."""
    canoe = 2 * seat
    legal = list(state.legal(seat))
    is_same = state.canoes[canoe] == state.canoes[canoe + 1] and state.cargo[canoe] == state.cargo[canoe + 1]
    movable = state.must_move | state.may_launch
    if is_same and movable == 3:
        legal = [move for move in legal if move == m.DONE or m.canoe_of(move) == 0]
    return legal


def _keys(state: NiagaraState, seat: Seat, move: int) -> Iterator[_Key]:
    """Yield the keys that spell ``move`` in full."""
    if move == m.DONE:
        yield _Key(DONE_KEY, text("done"))
        return
    plan = m.plan_of(move)
    number = m.canoe_of(move) + 1
    yield _Key(str(number), text("canoe {number}", number=number))
    if river.unloads_first(plan):
        yield _Key(UNLOAD_KEY, text("unload"))
    if river.loads_first(plan) != river.NO_GEM:
        yield _gem(river.loads_first(plan))
    way = river.direction(plan)
    if way == river.REST:
        return
    yield _Key(WAY_KEYS[way], WAY_NAMES[way])
    if river.unloads_last(plan):
        yield _Key(UNLOAD_KEY, text("unload"))
    if river.loads_last(plan) != river.NO_GEM:
        yield _gem(river.loads_last(plan))
    elif river.steals_from(plan) != river.NO_STEAL:
        yield _theft(state, seat, plan)
    else:
        yield _Key(DONE_KEY, text("no more"))


def _gem(colour: int) -> _Key:
    return _Key(GEM_KEYS[colour], text("load {colour}", colour=GEM_NAMES[colour]))


def _theft(state: NiagaraState, seat: Seat, plan: int) -> _Key:
    victim = river.steals_from(plan)
    robbed = [
        canoe
        for canoe, place in enumerate(state.canoes)
        if place == river.end(plan) and canoe >> 1 != seat and state.cargo[canoe] != river.NO_GEM
    ]
    gem, whose = GEM_NAMES[state.cargo[victim]], f"{LETTERS[victim >> 1]}{(victim & 1) + 1}"
    return _Key(str(robbed.index(victim) + 1), text("steal {gem} of {canoe}", gem=gem, canoe=whose))


def _shortened(spellings: Sequence[_Spelling], at: int) -> Iterator[tuple[_Spelling, tuple[_Key, ...]]]:
    """Yield each spelling with its keys from index ``at`` on, without keys that have no alternative."""
    if len(spellings) == 1:
        yield spellings[0], ()
        return
    branches: dict[str, list[_Spelling]] = {}
    for spelling in spellings:
        branches.setdefault(spelling.keys[at].key, []).append(spelling)
    for branch in branches.values():
        for spelling, keys in _shortened(branch, at + 1):
            yield spelling, keys if len(branches) == 1 else (spelling.keys[at], *keys)


def _code(state: NiagaraState, seat: Seat, move: int, keys: Sequence[_Key]) -> Code:
    data = state.move_data(move)
    space = "fall" if data.end == "lost" else data.end
    path: tuple[str, ...] = ()
    if data.end is not None and data.end != "lost":
        start = state.canoes[2 * seat + m.canoe_of(move)]
        path = tuple(river.PLACE_NAMES[place] for place in river.way(start, river.end(m.plan_of(move))))
    if not keys:
        return Code(_ONLY_KEY, data, _only(tuple(_keys(state, seat, move))), space, path)
    return Code("".join(key.key for key in keys), data, series([key.word for key in keys]), space, path)


def _only(keys: Sequence[_Key]) -> str:
    """Return the label of the only choice."""
    words = [key.word for key in keys if key.key != DONE_KEY or len(keys) == 1]
    return together(words)
