"""Pyramid's key codes: a code for each legal move, and why other keys are refused.

Dice are ``1`` to ``4``, ``A`` the arrow, ``D`` the mummy; a roll is entered in any order and ended by ``C``. ``*``
rolls, and rolls again: all remaining dice, or with option ``reroll = select`` those that follow in any order, up to
another ``*``. ``B`` takes back the dice set aside, ``0`` passes. Ends are numbered from 1, with two digits each if
there are more than nine; a ``*`` before an end plays the treasure there. The mummy steps by ``2`` north, ``4`` west,
``6`` east, ``8`` south; ``5`` or ``0`` stops. Each of the mummy's codes has one key, so that nothing a hunter does can
come between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from riverlight.errors import IllegalMove
from riverlight.games.contract import Seat, State
from riverlight.games.interface import Code, refusal_of
from riverlight.games.pyramid import moves, position
from riverlight.games.pyramid.legend import (
    ARROW_KEY,
    BACK_KEY,
    DONE_KEY,
    FACES,
    MUMMY_KEY,
    PLAY_KEY,
    ROLL_KEY,
    SKIP_KEY,
    STEP_KEYS,
    STOP_KEY,
)
from riverlight.games.pyramid.state import PyramidState
from riverlight.languages.text import listed, plural, text
from shared_rules import pyramid as maze

__all__ = ["codes", "explain", "private"]

_FACE_KEYS: Final = {"A": ARROW_KEY, "M": MUMMY_KEY, "arrow": ARROW_KEY}
_VERB_KEYS: Final = {"throw": ROLL_KEY, "reset": BACK_KEY, "pass": SKIP_KEY, "deal": "1"}
_MOVE_OF_KEY: Final = {ROLL_KEY: moves.THROW, BACK_KEY: moves.RESET, SKIP_KEY: moves.PASS}
_LABELS: Final = {
    "throw": text("roll"),
    "reset": text("take back"),
    "pass": text("pass"),
    "deal": text("deal"),
    "stop": text("stop"),
    "arrow": text("arrow"),
}
_MUMMY_FACES: Final = "123"
_ENDS_WITH_ONE_DIGIT: Final = 9


def codes(state: State, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each legal move of ``seat``; two codes stop the mummy."""
    game = cast("PyramidState", state)
    legal = [game.move_data(move) for move in game.legal(seat)]
    ends = [move.space for move in legal if move.plays is False]
    digits = 2 if len(ends) > _ENDS_WITH_ONE_DIGIT else 1
    numbers = {space: f"{number:0{digits}}" for number, space in enumerate(ends, start=1)}
    made = []
    for move in legal:
        if move.space is not None and move.plays:
            keys = PLAY_KEY + numbers[move.space]
            made.append(Code(keys, move, "play", move.space, is_private=game.options["cards"] == "app"))
        elif move.space is not None:
            made.append(Code(numbers[move.space], move, str(int(numbers[move.space])), move.space))
        elif move.direction is not None:
            path = _step(game, move.direction)
            made.append(Code(STEP_KEYS[move.direction], move, move.direction, path[1], path))
        elif move.verb == "stop":
            made += [Code(STOP_KEY, move, _LABELS["stop"]), Code(SKIP_KEY, move, _LABELS["stop"])]
        elif move.verb == "roll":
            made.append(Code(_keys(move.faces) + DONE_KEY, move, " ".join(move.faces or ()), any_order=True))
        elif move.verb == "reroll":
            is_named = game.options["reroll"] == "select"
            keys = f"{ROLL_KEY}{_keys(move.faces)}{ROLL_KEY}" if is_named else ROLL_KEY
            made.append(Code(keys, move, " ".join(move.faces or ()), any_order=is_named))
        elif move.die is not None:
            made.append(Code(_FACE_KEYS.get(move.die, move.die), move, _LABELS.get(move.die, move.die)))
        else:
            made.append(Code(_VERB_KEYS[move.verb], move, _LABELS[move.verb]))
    return tuple(made)


def explain(state: State, seat: Seat, keys: str) -> IllegalMove | None:
    """Return why no legal code of ``seat`` starts with ``keys``."""
    game = cast("PyramidState", state)
    phase = game.phase
    if phase == position.START:
        return _why_not(game, seat, _MOVE_OF_KEY.get(keys))
    if phase == position.MOVE:
        return _explain_end(game, keys, [code.keys for code in codes(game, seat) if not code.keys.startswith(PLAY_KEY)])
    if phase in (position.MUMMY, position.INTERRUPT):
        ways = {key: moves.STEP + maze.DIRECTIONS.index(way) for way, key in STEP_KEYS.items()}
        return _why_not(game, seat, ways.get(keys, moves.PASS))
    if phase in (position.ROLL, position.MUMMY_ROLL):
        is_mummys = phase == position.MUMMY_ROLL
        return _explain_roll(keys, 1 if is_mummys else game.thrown, is_mummys=is_mummys)
    if keys.startswith(ROLL_KEY):
        reason = text("Expected {roll}, the dice to reroll, then another {roll}; got {keys}.", roll=ROLL_KEY, keys=keys)
        return IllegalMove("PYR-6", reason)
    face = FACES.find(keys) + 1 if len(keys) == 1 else 0
    is_die = 0 < face <= maze.ARROW
    return _why_not(game, seat, moves.PASS if keys == SKIP_KEY else moves.DIE + face if is_die else None)


def _explain_roll(keys: str, dice: int, *, is_mummys: bool) -> IllegalMove:
    if not keys.removesuffix(DONE_KEY).strip(_MUMMY_FACES if is_mummys else FACES):
        reason = plural(
            "Expected {n} die, then {done}; got {keys}.",
            "Expected {n} dice, then {done}; got {keys}.",
            dice,
            done=DONE_KEY,
            keys=keys,
        )
        return IllegalMove("PYR-6", reason)
    if is_mummys:
        return IllegalMove("PYR-2", text("The mummy's die shows 1, 2 or 3; got {keys}.", keys=keys))
    reason = text(
        "Expected 1 to 4, {arrow} (arrow) or {mummy} (mummy), got {keys}.",
        arrow=ARROW_KEY,
        mummy=MUMMY_KEY,
        keys=keys[-1],
    )
    return IllegalMove("PYR-6", reason)


def private(_state: State, _seat: Seat) -> IllegalMove | None:
    """Return None: secrets are marked for each code instead."""
    return None


def _step(state: PyramidState, direction: str) -> tuple[str, str]:
    """Return the mummy's space, and the one that a step leads to."""
    ids = state.board.space_ids
    return ids[state.mummy], ids[state.board.core.neighbours[state.mummy * 4 + maze.DIRECTIONS.index(direction)]]


def _keys(faces: Sequence[str] | None) -> str:
    return "".join(_FACE_KEYS.get(face, face) for face in faces or ())


def _explain_end(state: PyramidState, keys: str, ends: Sequence[str]) -> IllegalMove:
    if keys.startswith(PLAY_KEY):
        if state.options["cards"] == "app":
            return IllegalMove("PYR-18", text("Play treasures from a hidden hand on your own page."))
        return IllegalMove(
            "PYR-10",
            text("You have no treasure card to play at {end}.", end=keys[1:] or text("any destination")),
        )
    what = (
        listed(ends) if len(ends) <= _ENDS_WITH_ONE_DIGIT else text("{first} to {last}", first=ends[0], last=ends[-1])
    )
    return IllegalMove("PYR-8", text("There is no destination {keys}: choose {ends}.", keys=keys, ends=what))


def _why_not(state: PyramidState, seat: Seat, move: int | None) -> IllegalMove | None:
    return None if move is None else refusal_of(state, seat, move)
