"""Pyramid at the table: its keys, its lights, its sentences.

Keys: dice are ``1`` to ``4``, ``A`` the arrow, ``D`` the mummy, a throw in any order. ``*`` throws, and throws again:
all dice that remain, or with option ``reroll = select`` those that follow in any order, up to another ``*``. ``B``
takes back the dice set aside, ``0`` passes. Ends are numbered from 1, with two digits each where there are more than
nine; a ``*`` before an end plays the treasure there. The mummy steps by ``2`` north, ``4`` west, ``6`` east, ``8``
south; ``5`` or ``0`` stops. Each of its codes has one key, so that nothing a hunter does can come between two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from riverlight.engines.contract import Panel, Seat, State
from riverlight.engines.pyramid.state import PyramidState
from riverlight.errors import IllegalMove
from riverlight.languages.text import listed, text
from riverlight.table.adaptor import Code, refusal_of
from riverlight.table.history import Head
from riverlight.table.pyramid_words import arrangement, prompt, tell
from shared_rules import pyramid as maze
from shared_rules import pyramid_position as at
from shared_rules.board import NONE

__all__ = ["arrangement", "codes", "explain", "position", "private", "prompt", "tell"]

_FACE_KEYS: Final = {"A": "A", "M": "D", "arrow": "A"}
_STEP_KEYS: Final = {"n": "2", "w": "4", "e": "6", "s": "8"}
_WORD_KEYS: Final = {"throw": "*", "reset": "B", "pass": "0", "deal": "1"}
_LABELS: Final = {
    "throw": text("throw"),
    "reset": text("take back"),
    "pass": text("pass"),
    "deal": text("deal"),
    "stop": text("stop"),
    "arrow": text("arrow"),
}
_PLAY_KEY: Final = "*"
_LIGHTS: Final = {"always": at.ALWAYS, "peek": at.PEEK, "on_catch": at.ON_CATCH}
_ENDS_WITH_ONE_DIGIT: Final = 9


def codes(state: State, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each legal move of ``seat``; the mummy stops by either of two."""
    moves = [state.move_text(move) for move in state.legal(seat)]
    ends = [move.split()[1] for move in moves if move.startswith("move ") and not move.endswith(" play")]
    digits = 2 if len(ends) > _ENDS_WITH_ONE_DIGIT else 1
    numbers = {space: f"{number:0{digits}}" for number, space in enumerate(ends, start=1)}
    made = []
    for move in moves:
        word, *what = move.split()
        if word == "move" and len(what) == 1:
            made.append(Code(numbers[what[0]], move, str(int(numbers[what[0]])), what[0]))
        elif word == "move":
            is_secret = state.options["cards"] == "app"
            made.append(Code(_PLAY_KEY + numbers[what[0]], move, "play", what[0], is_private=is_secret))
        elif word == "step":
            made.append(Code(_STEP_KEYS[what[0]], move, what[0], _beside(cast("PyramidState", state), what[0])))
        elif word == "stop":
            made += [Code("5", move, _LABELS[word]), Code("0", move, _LABELS[word])]
        elif word == "roll":
            made.append(Code(_keys(what), move, " ".join(what), any_order=True))
        elif word == "reroll":
            is_named = state.options["reroll"] == "select"
            keys = f"*{_keys(what)}*" if is_named else "*"
            made.append(Code(keys, move, " ".join(what), any_order=is_named))
        elif word == "die":
            made.append(Code(_keys(what), move, _LABELS.get(what[0], what[0])))
        else:
            made.append(Code(_WORD_KEYS[word], move, _LABELS[word]))
    return tuple(made)


def explain(state: State, seat: Seat, keys: str) -> IllegalMove | None:
    """Return why no legal code of ``seat`` begins with ``keys``."""
    legal = codes(state, seat)
    word = legal[0].move.split()[0]
    if word in ("throw", "reset"):
        return _why_not(state, seat, {"*": "throw", "B": "reset", "0": "pass"}.get(keys))
    if word == "move":
        return _explain_end(state, keys, [code.keys for code in legal if len(code.move.split()) == 2])
    if word in ("step", "stop"):
        ways = {key: f"step {way}" for way, key in _STEP_KEYS.items()}
        return _why_not(state, seat, ways.get(keys, "pass"))
    if word == "roll":
        if len(legal[0].keys) == 1 and len(legal) == 3:
            return IllegalMove("PYR-2", text("The mummy's die shows 1, 2 or 3; {keys} came.", keys=keys))
        return IllegalMove("PYR-6", text("A die shows 1 to 4, A the arrow or D the mummy; {keys} came.", keys=keys[-1]))
    if keys.startswith("*"):
        return IllegalMove(
            "PYR-6", text("Dice that can be thrown again follow *, then another *; {keys} came.", keys=keys)
        )
    face = {"A": "arrow"}.get(keys, keys if keys in tuple("1234") else None)
    return _why_not(state, seat, "pass" if keys == "0" else f"die {face}" if face else None)


def private(_state: State, _seat: Seat) -> IllegalMove | None:
    """Return None: what would tell of a hand is marked code by code."""
    return None


def position(view: Mapping[str, Any], head: Head, panel: Panel) -> dict[str, Any]:
    """Return the position that the lights of one side show."""
    if panel == "shrine":
        return {"g": "pyramid", "m": at.packed(_mummys_side(view, head))}
    return {"g": "pyramid", "h": at.packed(_hunters_side(view, head))}


def _both_sides(view: Mapping[str, Any], head: Head, size: int) -> bytearray:
    index = _index(head)
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


def _hunters_side(view: Mapping[str, Any], head: Head) -> bytearray:
    assert head.board is not None  # noqa: S101  (Pyramid has no game without a board)
    index = _index(head)
    body = _both_sides(view, head, at.size(head.board.core, True))
    places = [NONE if space is None else index[space] for space in view["hunters"]]
    body[at.HUNTERS : at.HUNTERS + at.HUNTERS_MOST] = bytes((*places, *([NONE] * at.HUNTERS_MOST)))[: at.HUNTERS_MOST]
    for face in view["ends"]:
        body[at.DICE] |= 1 << ("1234A".index(face))
    if view["ends"]:
        body[at.ACTIVITY] = at.CHOOSE_END if view["phase"] == "move" else at.CHOOSE_DIE
    is_open = head.options["reenter_safe"] == "on"
    body[at.LIGHT] = at.light_byte(_LIGHTS[head.options["mummy_light"]], is_open)
    if view["phase"] not in ("mummy", "interrupt", "start", "over"):  # it has been seen: no more than once
        body[at.WALK : at.WALK + at.WALK_MOST] = at.walk_bytes([])
    body[at.HUNTERS_PLAYED :] = _played(view, head)
    return body


def _mummys_side(view: Mapping[str, Any], head: Head) -> bytearray:
    assert head.board is not None  # noqa: S101
    core, index = head.board.core, _index(head)
    body = _both_sides(view, head, at.size(core, False))
    body[at.STEPS_LEFT] = view["steps_left"]
    body[at.ASIDE] = view["set_aside"]
    body[at.TAKEN] = view["taken"]
    possible = {index[space] for spaces in view.get("possible", ()) for space in spaces}
    body[at.MUMMYS_PLAYED :] = _played(view, head) + at.mask(sorted(possible), core.n)
    return body


def _played(view: Mapping[str, Any], head: Head) -> bytearray:
    assert head.board is not None  # noqa: S101
    treasures = at.treasures(head.board.core)
    return at.mask([treasures.index(_index(head)[space]) for space, _, _ in view["played"]], len(treasures))


def _beside(state: PyramidState, way: str) -> str:
    """Return the space that a step of the mummy leads to."""
    space = state.board.core.neighbours[state.mummy * 4 + maze.DIRECTIONS.index(way)]
    return state.board.space_ids[space]


def _index(head: Head) -> Mapping[str, int]:
    assert head.board is not None  # noqa: S101
    return head.board.index


def _keys(faces: Sequence[str]) -> str:
    return "".join(_FACE_KEYS.get(face, face) for face in faces)


def _explain_end(state: State, keys: str, ends: Sequence[str]) -> IllegalMove:
    if keys.startswith(_PLAY_KEY):
        if state.options["cards"] == "app":
            return IllegalMove("PYR-18", text("A treasure of a secret hand is played on the page of its own seat."))
        return IllegalMove(
            "PYR-10",
            text("No treasure of a colour still held can be played at {end}.", end=keys[1:] or text("any end")),
        )
    what = (
        listed(ends) if len(ends) <= _ENDS_WITH_ONE_DIGIT else text("{first} to {last}", first=ends[0], last=ends[-1])
    )
    return IllegalMove("PYR-8", text("There is no end {keys}: choose {ends}.", keys=keys, ends=what))


def _why_not(state: State, seat: Seat, written: str | None) -> IllegalMove | None:
    return None if written is None else refusal_of(state, seat, state.parse_move(written))
