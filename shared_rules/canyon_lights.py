"""What each light of a Canyon board means: who stands where, where a canoe may go, who is pushed, the way it glides.

``position`` is a ``show`` message as a dict: ``c`` the space of each seat's canoe or NONE, ``s`` the seat whose turn it
is or NONE, ``a`` the activity, ``n`` its points, ``m`` the movement option, ``v`` [seat, the spaces it passed],
``w`` the seats that won. ``frame`` is a bytearray of two bytes a space, the role and its detail (``roles``).
"""

from shared_rules import roles
from shared_rules.board import NONE, START, WATERFALL, Board, distances
from shared_rules.canyon import EXACT, drift, ends
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
_SEAT_SHIFT = const(5)
_LAST_NUMBER = const(31)  # the number of an end has five bits

# A glide, in ms: for each step, but in all no shorter and no longer than these.
_STEP_MS = const(120)
_SHORTEST_MS = const(150)
_LONGEST_MS = const(400)


def pieces(board: Board, position: "Position", frame: bytearray) -> None:
    """Fill ``frame`` with the river and the canoes on it; within 5 ms on the Pico."""
    kinds = board.kinds
    place = 0
    for kind in kinds:
        frame[place] = _ROLES[kind]
        frame[place + 1] = 0
        place += 2
    canoes = _canoes(board, position)
    for seat, space in enumerate(canoes):
        if space != NONE:
            _stand(frame, space, seat)
    seat = position.get("s", NONE)
    if _is_afloat(canoes, seat):
        _put(frame, canoes[seat], roles.CANOE_TO_ACT, seat, 0)
    for seat in position.get("w", ()):
        if _is_afloat(canoes, seat):
            _put(frame, canoes[seat], roles.HOME, seat, 0)


def choices(board: Board, position: "Position", frame: bytearray) -> "Generator[None, None, None]":
    """Add to a ``frame`` of ``pieces`` what may or will happen now: ends, free starts, who is pushed and who falls.

    Ends are numbered from 1 in ascending order of their spaces. Yields None within 2 ms on the Pico.
    """
    seat, activity = position["s"], position["a"]
    canoes = _canoes(board, position)
    if activity == PLACE:
        number = 1
        for space in range(board.n):
            if board.kinds[space] == START and space not in canoes:
                _put(frame, space, roles.END, seat, number)
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
    """Fill ``frame`` with one picture after another of the canoe on its way; yields how long each is shown, in ms.

    The canoe starts and arrives slowly and is quicker between. Its last space is not shown: it is in ``pieces``.
    """
    spaces = position.get("v", ())
    shown = len(spaces) - 2
    if shown < 1:
        return
    seat = spaces[0]
    others = dict(position)
    others["c"] = [NONE if other == seat else space for other, space in enumerate(position["c"])]
    pieces(board, others, frame)
    whole = min(max(shown * _STEP_MS, _SHORTEST_MS), _LONGEST_MS)
    weights = [shown + abs(2 * step - shown + 1) for step in range(shown)]
    total = sum(weights)
    passed = 0
    until = 0
    for step in range(shown):
        space = spaces[step + 1]
        role, detail = frame[2 * space], frame[2 * space + 1]
        _stand(frame, space, seat)
        begun = until
        passed += weights[step]
        until = whole * passed // total
        yield until - begun
        frame[2 * space], frame[2 * space + 1] = role, detail


def _canoes(board: Board, position: "Position") -> "list[int]":
    """Return the space of each canoe, NONE for one that is not on this board."""
    return [space if space < board.n else NONE for space in position["c"]]


def _is_afloat(canoes: "list[int]", seat: int) -> bool:
    return seat < len(canoes) and canoes[seat] != NONE


def _stand(frame: bytearray, space: int, seat: int) -> None:
    """Put the canoe of ``seat`` beside those that stand on ``space``."""
    seats = frame[2 * space + 1] if frame[2 * space] == roles.CANOE else 0
    frame[2 * space] = roles.CANOE
    frame[2 * space + 1] = seats | 1 << seat


def _put(frame: bytearray, space: int, role: int, seat: int, number: int) -> None:
    frame[2 * space] = role
    frame[2 * space + 1] = seat << _SEAT_SHIFT | number
