"""Light roles of Canyon: canoes, legal ends, pushed canoes, animation of a move.

``position`` is a ``show`` message as a dict: ``c`` the space of each seat's canoe or NONE, ``s`` the seat to act or
NONE, ``a`` the activity, ``n`` its points, ``m`` the movement option, ``v`` [seat, the spaces of its path], ``w`` the
seats that won. ``frame`` is a bytearray of two bytes per space, the role and its detail (``roles``).
"""

from shared_rules import fields, roles
from shared_rules.board import NONE, START, WATERFALL, Board, distances
from shared_rules.canyon import EXACT, NEAREST, drift, ends
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Position = dict[str, Any]

# Activities.
REST = const(0)
PLACE = const(1)
CHOOSE = const(2)
DRIFT = const(3)
OVER = const(4)

# The role of each kind of space.
_ROLES = bytes((roles.START, roles.WATER, roles.CURRENT, roles.LANDING, roles.CAVE, roles.WATERFALL))
_SEATS = const(6)
_SEAT_SHIFT = const(5)
_LAST_NUMBER = const(31)  # the number of an end has five bits

# Duration of a glide, in ms: per step, with a minimum and maximum of the total.
_STEP_MS = const(120)
_SHORTEST_MS = const(150)
_LONGEST_MS = const(400)


_SPACE = (fields.NUMBER, 0, NONE)
FIELDS = {
    "c": (fields.NUMBERS, 0, NONE, _SEATS),
    "s": _SPACE,
    "a": (fields.NUMBER, REST, OVER),
    "n": (fields.NUMBER, 0, 15),
    "m": (fields.NUMBER, EXACT, NEAREST),
    "v": (fields.NUMBERS, 0, NONE, 40),
    "w": (fields.NUMBERS, 0, _SEATS - 1, _SEATS),
}
"""The fields of a position."""


def read(board: Board, position: "Position") -> "Position | None":
    """Parse a ``show`` message; None if a field is missing or inconsistent."""
    if not fields.all_fit(position, FIELDS, ("m", "v", "w")):
        return None
    seats = len(position["c"])
    moved = position.get("v", ())
    if moved and (moved[0] >= seats or max(moved[1:] or (0,)) >= board.n):
        return None
    seat: int = position["s"]
    return position if seat < seats or seat == NONE else None


def pieces(board: Board, position: "Position", frame: bytearray) -> None:
    """Fill ``frame`` with river and canoes; takes at most 1.6 ms on the Pico."""
    _pieces(board, _canoes(board, position), position, frame)


def choices(board: Board, position: "Position", frame: bytearray) -> "Generator[None, None, None]":
    """Add ends, free starts, pushed and falling canoes to a ``frame`` of ``pieces``.

    Ends are numbered from 1 in ascending order of their spaces. Yields None at least every 1.6 ms on the Pico.
    """
    seat, activity = position["s"], position["a"]
    canoes = _canoes(board, position)
    if activity == PLACE and seat < len(canoes):
        number = 1
        for space in range(board.n):
            if board.kinds[space] == START and space not in canoes:
                _put(frame, space, roles.END, seat, min(number, _LAST_NUMBER))
                number += 1
            if not space & 31:
                yield
    elif not _is_afloat(canoes, seat):
        return
    elif activity == CHOOSE:
        legal = yield from ends(board, distances(board), canoes, seat, position["n"], position.get("m", EXACT))
        if legal == (canoes[seat],):
            _put(frame, legal[0], roles.STAY, seat, 1)
        else:
            for number, space in enumerate(legal):
                _put(frame, space, roles.END, seat, min(number + 1, _LAST_NUMBER))
    elif activity == DRIFT:
        moved = drift(board, canoes, seat)
        if not moved:
            _put(frame, canoes[seat], roles.STAY, seat, 1)
        for other, space, _ in moved:
            if board.kinds[board.data[space]] == WATERFALL:
                _put(frame, space, roles.FALLING, other, 0)
            elif other != seat:
                _put(frame, space, roles.PUSHED, other, 0)


def passage(board: Board, position: "Position", frame: bytearray) -> "Generator[int, None, None]":
    """Animate the move in ``frame``; yields the duration of each frame, in ms.

    The canoe eases in and out. Its last space is not shown, as it is part of ``pieces``.
    """
    spaces = position.get("v", ())
    shown = len(spaces) - 2
    if shown < 1:
        return
    seat = spaces[0]
    others = _canoes(board, position)
    others[seat] = NONE
    _pieces(board, others, position, frame)
    whole = min(max(shown * _STEP_MS, _SHORTEST_MS), _LONGEST_MS)
    total = shown * shown + (shown * shown >> 1)  # sum of the weights of all steps
    passed = 0
    until = 0
    for step in range(shown):
        space = spaces[step + 1]
        role, detail = frame[2 * space], frame[2 * space + 1]
        _stand(frame, space, seat)
        begun = until
        passed += shown + abs(2 * step - shown + 1)
        until = whole * passed // total
        yield until - begun
        frame[2 * space], frame[2 * space + 1] = role, detail


def upstream(board: Board) -> bytearray:
    """Return each space's distance from the landings: the phase of the river's wave."""
    layout(board)
    return distances(board)


def layout(board: Board) -> "tuple[bytes, ...]":
    """Return the frame of the empty board; cached."""
    if board.layout is None:
        plain = bytearray(2 * board.n)
        for space, kind in enumerate(board.kinds):
            plain[2 * space] = _ROLES[kind]
        board.layout = (bytes(plain),)
    return board.layout


def _pieces(board: Board, canoes: "list[int]", position: "Position", frame: bytearray) -> None:
    frame[:] = layout(board)[0]
    for seat, space in enumerate(canoes):
        if space != NONE:
            _stand(frame, space, seat)
    seat = position.get("s", NONE)
    if _is_afloat(canoes, seat):
        _put(frame, canoes[seat], roles.CANOE_TO_ACT, seat, 0)
    for seat in position.get("w", ()):
        if _is_afloat(canoes, seat):
            _put(frame, canoes[seat], roles.HOME, seat, 0)


def _canoes(board: Board, position: "Position") -> "list[int]":
    """Return the space of each canoe, NONE for one off this board."""
    return [space if space < board.n else NONE for space in position["c"]]


def _is_afloat(canoes: "list[int]", seat: int) -> bool:
    return seat < len(canoes) and canoes[seat] != NONE


def _stand(frame: bytearray, space: int, seat: int) -> None:
    """Add the canoe of ``seat`` to those on ``space``."""
    seats = frame[2 * space + 1] if frame[2 * space] == roles.CANOE else 0
    frame[2 * space] = roles.CANOE
    frame[2 * space + 1] = seats | 1 << seat


def _put(frame: bytearray, space: int, role: int, seat: int, number: int) -> None:
    frame[2 * space] = role
    frame[2 * space + 1] = seat << _SEAT_SHIFT | number
