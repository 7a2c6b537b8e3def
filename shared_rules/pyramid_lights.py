"""Light roles of Pyramid, on the hunters' panel and on the mummy's panel.

``position`` is a ``show`` message as a dict, see ``shared_rules.pyramid_position``. ``frame`` is a bytearray of two
bytes per space, the role and its detail (``roles``). The hunter with index 0 has the light of seat 1, and so on: with
two players, one seat moves two hunters. The mummy's panel has no information about hunters except catches. If the mummy
is visible only with the peek key, the whole maze is dark, so that its space is no darker than others.
"""

from shared_rules import fields, roles
from shared_rules import pyramid as maze
from shared_rules import pyramid_position as at
from shared_rules.board import ENTRANCE, NONE, SARCOPHAGUS, TREASURE, Board
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Position = dict[str, Any]

_LIGHT_SHIFT = const(5)
_WHITE = const(7)  # the mummy's, not the light of a seat
_LAST_NUMBER = const(31)  # the number of an end has five bits
_ARROW = const(5)
_COLOURS = const(5)
_EMPTY = bytes((roles.CHAMBER, 0))
_DARK = bytes((roles.DARK, 0))
_NONES = bytes((NONE,))

_STEP_MS = const(140)  # of the mummy's walk
_LEVEL_MS = const(20)
_CATCH_MS = const(400)
_ESCAPE_MS = const(600)


FIELDS = {"h": (fields.TEXT, 240), "m": (fields.TEXT, 240)}
"""The fields of a position, which has exactly one; its bytes are validated when read."""


def read(board: Board, position: "Position") -> "Position | None":
    """Parse and unpack a ``show`` message; None if a field is missing or invalid."""
    for side, field in FIELDS.items():
        if side in position and fields.fits(position[side], field):
            return {side: at.unpacked(board, {side: position[side]})[1]}
    return None


def pieces(board: Board, position: "Position", frame: bytearray) -> None:
    """Fill ``frame`` with maze and pieces; takes at most 3 ms on the Pico."""
    is_hunters, body = at.unpacked(board, position)
    if is_hunters:
        _hunters_side(board, body, frame, body[at.MUMMY], _hunters(board, body))
    else:
        _mummys_side(board, body, frame)


def choices(board: Board, position: "Position", frame: bytearray) -> "Generator[None, None, None]":
    """Add the legal ends to a ``frame`` of ``pieces``.

    For the hunters: the ends of each available die, numbered by its face, or those of the chosen die, numbered from 1
    in ascending order of their spaces. For the mummy: its reach. Yields None at least every 1.6 ms on the Pico.
    """
    is_hunters, body = at.unpacked(board, position)
    activity = body[at.ACTIVITY]
    if is_hunters:
        if activity == at.CHOOSE_DIE or activity == at.CHOOSE_END:
            yield from _ends(board, body, frame)
    elif activity == at.PROWL and at.is_space(board, body[at.MUMMY]):
        yield from _reach(board, body, frame)


def passage(board: Board, position: "Position", frame: bytearray) -> "Generator[int, None, None]":
    """Animate the last events in ``frame``; yields the duration of each frame, in ms.

    On the hunters' panel the mummy walks step by step, then catches, or hunters in its reach escape. The mummy's panel
    shows only the catch. If the hunters' panel hides the mummy, it hides its walk, too.
    """
    is_hunters, body = at.unpacked(board, position)
    activity = body[at.ACTIVITY]
    if activity != at.REST and activity != at.OVER:
        return
    walk = [space for space in body[at.WALK : at.WALK + at.WALK_MOST].rstrip(_NONES) if at.is_space(board, space)]
    if not walk:
        return
    is_caught = body[at.CAUGHT] < at.HUNTERS_MOST
    if is_hunters and at.mummy_light(body) == at.ALWAYS:
        yield from _walked(board, body, walk, frame)
    if is_caught:
        pieces(board, position, frame)
        _put(frame, walk[-1], roles.CATCH, 0)
        yield _CATCH_MS


# The maze.


def upstream(board: Board) -> bytearray:
    """Return zeros: a maze has no stream."""
    layout(board)
    return bytearray(board.n)


def layout(board: Board) -> "tuple[bytes, ...]":
    """Return the frame of the maze without pieces, and its treasures; cached."""
    if board.layout is None:
        plain = bytearray(_EMPTY * board.n)
        treasures = bytearray()
        for space, kind in enumerate(board.kinds):
            if kind == TREASURE:
                treasures.append(space)
                if board.data[space] < _COLOURS:
                    plain[2 * space] = roles.RED_TREASURE + board.data[space]
                    plain[2 * space + 1] = board.data[space] + 1
            elif kind:
                plain[2 * space] = roles.GATE
        board.layout = (bytes(plain), bytes(treasures))
    return board.layout


def _maze(board: Board, body: bytes, played_at: int, frame: bytearray) -> None:
    plain, treasures = layout(board)
    frame[:] = plain
    for first in range(0, len(treasures), 8):
        played = body[played_at]
        played_at += 1
        if played:
            for space in treasures[first : first + 8]:
                if played & 1:
                    frame[2 * space] = roles.PLAYED
                    frame[2 * space + 1] = 0
                played >>= 1


def _put(frame: bytearray, space: int, role: int, detail: int) -> None:
    frame[2 * space] = role
    frame[2 * space + 1] = detail


# The hunters' side.


def _hunters(board: Board, body: bytes) -> "list[int]":
    """Return the space of each hunter, NONE for one off this board."""
    places = body[at.HUNTERS : at.HUNTERS + at.HUNTERS_MOST]
    return [space if at.is_space(board, space) else NONE for space in places]


def _hunters_side(board: Board, body: bytes, frame: bytearray, mummy: int, hunters: "list[int]") -> None:
    activity = body[at.ACTIVITY]
    mode = at.mummy_light(body)
    if mode == at.PEEK:
        frame[:] = _DARK * board.n
    else:
        _maze(board, body, at.HUNTERS_PLAYED, frame)
    if activity == at.PROWL and mode == at.ALWAYS:
        _trail(board, body, frame, at.WALK_MOST)
    for number, space in enumerate(hunters):
        if space != NONE:
            standing = frame[2 * space + 1] if frame[2 * space] == roles.HUNTERS else 0
            _put(frame, space, roles.HUNTERS, standing | 2 << number)
    marker = body[at.MARKER]
    if marker < at.HUNTERS_MOST and hunters[marker] != NONE and activity != at.PROWL:
        _put(frame, hunters[marker], roles.HUNTER_TO_ACT, _light(marker))
    for number, space in enumerate(hunters):
        if body[at.WINNERS] >> (number + 1) & 1 and space != NONE:
            _put(frame, space, roles.HOME, _light(number))
    if at.is_space(board, mummy):
        _mummy(body, frame, mummy)


def _mummy(body: bytes, frame: bytearray, mummy: int) -> None:
    """Light the mummy on the hunters' panel according to ``mummy_light`` (PYR-1)."""
    mode = at.mummy_light(body)
    if mode == at.PEEK:
        _put(frame, mummy, roles.HIDDEN, _WHITE << _LIGHT_SHIFT)
    elif mode == at.ALWAYS or body[at.CAUGHT] < at.HUNTERS_MOST or body[at.ACTIVITY] == at.OVER:
        is_active = body[at.ACTIVITY] == at.PROWL or body[at.WINNERS] & 1
        _put(frame, mummy, roles.MUMMY_TO_ACT if is_active else roles.MUMMY, 0)


def _light(hunter: int) -> int:
    """Return the detail with a hunter's colour."""
    return (hunter + 1) << _LIGHT_SHIFT


def _trail(board: Board, body: bytes, frame: bytearray, count: int) -> None:
    """Light the first ``count`` spaces of the walk."""
    for space in body[at.WALK : at.WALK + count]:
        if at.is_space(board, space) and board.kinds[space] < ENTRANCE:
            _put(frame, space, roles.TRAIL, 0)


def _ends(board: Board, body: bytes, frame: bytearray) -> "Generator[None, None, None]":
    hunters = _hunters(board, body)
    marker = body[at.MARKER]
    if marker >= at.HUNTERS_MOST or hunters[marker] == NONE:
        return
    others = bytes([space for number, space in enumerate(hunters) if number != marker and space != NONE])
    is_chosen = body[at.ACTIVITY] == at.CHOOSE_END
    lit = bytearray(board.n)
    for face in range(1, _ARROW + 1):
        if not body[at.DICE] >> (face - 1) & 1:
            continue
        ends = yield from _ends_of(board, body, hunters[marker], others, face)
        for number, space in enumerate(ends):
            if is_chosen:
                _put(frame, space, roles.END, _light(marker) | min(number + 1, _LAST_NUMBER))
            elif not lit[space]:
                lit[space] = 1
                _put(frame, space, roles.DIE_END, _light(marker) | face)
        yield


def _ends_of(board: Board, body: bytes, start: int, others: bytes, face: int) -> "Generator[None, None, bytes]":
    """Return the legal ends of one die, ascending (PYR-8, PYR-9)."""
    mummy, is_open = body[at.MUMMY], at.may_reenter(body)
    if face == _ARROW:
        seen = bytearray(board.n)
        for direction in range(4):
            end = maze.arrow_end(board, maze.line(board, start, direction, is_open), others, mummy)
            if end != NONE:
                seen[end] = 1
            yield
        return maze.marked(seen)
    reached = bytes((start,))
    for _ in range(face):
        reached = maze.walk_step(board, reached, mummy, is_open)
        yield
    return maze.free_ends(board, reached, others)


def _walked(board: Board, body: bytes, walk: "list[int]", frame: bytearray) -> "Generator[int, None, None]":
    """Animate walk and escapes; computes one step of the reach per animation frame."""
    hunters = _hunters(board, body)
    caught = body[at.CAUGHT]
    if caught < at.HUNTERS_MOST:
        hunters[caught] = walk[-1]
    seen = bytearray(board.n)
    seen[walk[0]] = 1
    edge = bytes((walk[0],))
    for step in range(max(len(walk) - 1, body[at.STEPS])):
        edge = maze.reach_step(board, edge, seen, walk[0], b"")
        if step + 1 < len(walk):
            _hunters_side(board, body, frame, walk[step + 1], hunters)
            for space in walk[: step + 1]:
                if board.kinds[space] < ENTRANCE and space != walk[step + 1]:
                    _put(frame, space, roles.TRAIL, 0)
            yield _STEP_MS
        elif edge:
            yield _LEVEL_MS
    escaped = [space for space in hunters if space != NONE and seen[space]]
    if escaped and caught >= at.HUNTERS_MOST:
        _hunters_side(board, body, frame, walk[-1], hunters)
        for space in escaped:
            _put(frame, space, roles.ESCAPED, 0)
        yield _ESCAPE_MS


# The mummy's side.


def _mummys_side(board: Board, body: bytes, frame: bytearray) -> None:
    _maze(board, body, at.MUMMYS_PLAYED, frame)
    activity = body[at.ACTIVITY]
    _possible(board, body, frame)
    for kind, role, count in (
        (ENTRANCE, roles.DICE_ASIDE, body[at.ASIDE]),
        (SARCOPHAGUS, roles.AMULETS_TAKEN, body[at.TAKEN]),
    ):
        space = bytes(board.kinds).find(bytes((kind,))) if count else -1
        if space >= 0:
            _put(frame, space, role, min(count, _LAST_NUMBER))
    if activity == at.PROWL:
        _trail(board, body, frame, at.WALK_MOST)
    mummy = body[at.MUMMY]
    if not at.is_space(board, mummy):
        return
    role = roles.MUMMY
    if activity == at.PROWL or body[at.WINNERS] & 1:
        role = roles.MUMMY_TO_ACT
    elif body[at.CAUGHT] < at.HUNTERS_MOST:
        role = roles.CAUGHT
    _put(frame, mummy, role, 0)


def _possible(board: Board, body: bytes, frame: bytearray) -> None:
    """Light the possible spaces of hunters from the mummy's knowledge (PYR-19)."""
    role = roles.POSSIBLE
    space = 0
    for eight in body[len(body) - at.bits(board.n) :]:
        if eight:
            place = 2 * space
            left = eight
            while left and place < len(frame):
                if left & 1:
                    frame[place] = role
                    frame[place + 1] = 0
                left >>= 1
                place += 2
        space += 8


def _reach(board: Board, body: bytes, frame: bytearray) -> "Generator[None, None, None]":
    mummy = body[at.MUMMY]
    possible_at = len(body) - at.bits(board.n)
    seen = bytearray(board.n)
    seen[mummy] = 1
    edge = bytes((mummy,))
    for _ in range(body[at.STEPS_LEFT]):
        edge = maze.reach_step(board, edge, seen, mummy, b"")
        for space in edge:
            is_possible = body[possible_at + (space >> 3)] >> (space & 7) & 1
            _put(frame, space, roles.POSSIBLE_IN_REACH if is_possible else roles.REACH, 0)
        yield
        if not edge:
            return
