"""Light roles of Niagara: canoes, cargo, sites, weather, danger, ends, the flow.

``position`` is a dict from ``shared_rules.niagara_position``. ``frame`` is a bytearray of two bytes per space, the role
and its detail (``roles``).
"""

from shared_rules import fields, roles
from shared_rules import niagara as river
from shared_rules.board import BERTH, SITE, WEATHER, Board
from shared_rules.compat import const
from shared_rules.niagara_position import BUY, CLOUD, FORK, PADDLE, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Position = dict[str, Any]

# The keys of choices without a canoe, also the number of blinks of their lights.
UP_KEY = const(2)
DOWN_KEY = const(8)
LEFT_KEY = const(4)
RIGHT_KEY = const(6)

_FALL = const(10)  # the index of the fall, and the number of *lost*
_RIVER_SPACES = const(11)
_ZERO = const(48)  # the character 0
_LETTERS = const(97)  # the character a
_LEFT = const(108)  # the character l
_SEAT_SHIFT = const(5)
_SEVEN = const(7)
_PLANS = const(6)  # per step of the search
_STEP_MS = const(80)  # of a canoe from disc to disc; at most 5 discs between start and end
_WAVE_MS = const(50)  # of the wave from disc to disc
_DROP_MS = const(240)  # over the fall

# Local copies for the loops, as look-ups in another module are slower.
_RIVER = roles.RIVER
_CANOE = roles.CANOE
_DANGER = roles.DANGER
_CANOES_IN_DANGER = roles.CANOES_IN_DANGER
_ASHORE = roles.ASHORE
_LOST = roles.LOST
_CARGO = roles.CARGO


FIELDS = {"d": (fields.TEXT, 52)}
"""The fields of a position in a ``show`` line."""


def read(_board: Board, message: "dict[str, Any]") -> "Position | None":
    """Parse a ``show`` message; return None if it is invalid."""
    return unpack(message.get("d"))


def upstream(board: Board) -> bytearray:
    """Return the steps of each space above the fall: the phase of the river's wave."""
    layout(board)
    return bytearray([8 - river.DEPTH[space] if space < _RIVER_SPACES else 0 for space in range(board.n)])


def pieces(board: Board, position: "Position", frame: bytearray) -> None:
    """Fill ``frame`` with river, canoes and banks; takes at most 3.5 ms on the Pico."""
    if board.n < _RIVER_SPACES:  # nothing is shown on a board with an incomplete river
        return
    places = _places(position["c"])
    _river(position, places, frame, position["d"])
    berths = _banks(board, position, places, frame)
    mask = position["q"]
    seat = 0
    while mask and 2 * seat < len(places):
        if mask & 1:
            _mark_both(frame, berths, places, seat, roles.CANOE_TO_ACT)
        mask >>= 1
        seat += 1
    if position["a"] == PADDLE:
        seat = position["s"]
        numbers = _numbers(position, places)
        if numbers[0] + numbers[1] == 3:  # either canoe: each shows its number, 3 if they share a place
            first, second = numbers if places[2 * seat] != places[2 * seat + 1] else (3, 3)
            _mark(frame, berths, places, 2 * seat, roles.CANOE_NUMBER, first)
            _mark(frame, berths, places, 2 * seat + 1, roles.CANOE_NUMBER, second)
        else:
            for number in (0, 1):
                if numbers[number]:
                    _mark(frame, berths, places, 2 * seat + number, roles.CANOE_TO_ACT, 0)
    for seat in position.get("e", ()):
        _mark_both(frame, berths, places, seat, roles.HOME)


def choices(board: Board, position: "Position", frame: bytearray) -> "Generator[None, None, None]":
    """Add legal ends, arms, weather and canoes to buy to a ``frame`` of ``pieces``.

    Yields None at least every 1.6 ms on the Pico.
    """
    activity, seat = position["a"], position["s"]
    if activity == PADDLE:
        yield from _ends(position, frame)
    elif activity == FORK:
        _put(frame, river.L6, roles.END, LEFT_KEY)
        _put(frame, river.R6, roles.END, RIGHT_KEY)
    elif activity == CLOUD:
        track = layout(board)[1]
        weather = position["w"] + 1
        if weather + 1 < len(track):
            _put(frame, track[weather + 1], roles.END, seat << _SEAT_SHIFT | UP_KEY)
        if weather:
            _put(frame, track[weather - 1], roles.END, seat << _SEAT_SHIFT | DOWN_KEY)
    elif activity == BUY:
        places = _places(position["c"])
        berths = layout(board)[0]
        for canoe in (2 * seat, 2 * seat + 1):
            if places[canoe] == river.LOST and canoe < len(berths):
                _put(frame, berths[canoe], roles.END, seat << _SEAT_SHIFT | 1)


def passage(board: Board, position: "Position", frame: bytearray) -> "Generator[int, None, None]":
    """Animate the last moves in ``frame``; yields the duration of each frame, in ms.

    First the canoe glides along its path. Then, for each step of the flow, a wave runs down the river and the arm that
    the disc entered, moves the canoes by one disc and drops those at the end over the fall.
    """
    arms = position.get("f", b"")
    moved = position.get("v")
    if board.n < _RIVER_SPACES or not (arms or moved):
        return
    places = _places(position["o"] if arms else position["c"])
    _banks(board, position, places, frame)
    if moved:
        yield from _glide(position, places, moved, frame)
    for arm in arms:
        yield from _flow(position, places, river.LEFT if arm == _LEFT else river.RIGHT, frame)


def _glide(
    position: "Position", places: bytearray, moved: "list[int]", frame: bytearray
) -> "Generator[int, None, None]":
    canoe, start, end = moved
    passed = river.way(start, end)[1:-1]
    ended = places[canoe]
    for place in passed:
        places[canoe] = place
        _river(position, places, frame, 0)
        yield _STEP_MS
    if end == river.LOST:
        places[canoe] = river.LOST
        _river(position, places, frame, 0)
        _put(frame, _FALL, roles.CANOE, 1 << (canoe >> 1))
        yield _DROP_MS
    places[canoe] = ended


def _flow(position: "Position", places: bytearray, arm: int, frame: bytearray) -> "Generator[int, None, None]":
    """Animate one step of the flow, and update ``places``: the crest moves the canoes."""
    path = river.way(river.M1, river.L7 if arm == river.LEFT else river.R7)
    before = bytes(places)
    for crest, at in enumerate(path):
        if crest:
            _carry(before, places, path[crest - 1], at)
        _river(position, places, frame, 0)
        if frame[2 * at] == roles.RIVER:
            _put(frame, at, roles.CREST, 0)
        yield _WAVE_MS
    fallen = _carry(before, places, path[-1], river.LOST)
    _river(position, places, frame, 0)
    _put(frame, _FALL, roles.CANOE if fallen else roles.CREST, fallen)
    yield _DROP_MS if fallen else _WAVE_MS


def _carry(before: bytes, places: bytearray, start: int, end: int) -> int:
    """Move the canoes on ``start`` to ``end``; return a mask of their seats."""
    seats = 0
    for canoe, place in enumerate(before):
        if place == start:
            places[canoe] = end
            seats |= 1 << (canoe >> 1)
    return seats


def _ends(position: "Position", frame: bytearray) -> "Generator[None, None, None]":
    """Mark the ends of the seat's canoes: plain, with load or unload, with theft."""
    seat, points = position["s"], position["n"]
    places = _places(position["c"])
    cargo = bytearray([gem - _ZERO if gem >= _ZERO else river.NO_GEM for gem in position["k"]])
    yield
    masks = river.masks(bytearray([count - _ZERO for count in position["x"]]))
    yield
    best = bytearray(_RIVER_SPACES)
    reached_by = bytearray(_RIVER_SPACES)
    numbers = _numbers(position, places)
    for number in (0, 1):
        canoe = 2 * seat + number
        if not numbers[number] or (number and numbers[0] == numbers[1]):
            continue
        for found in river.plans_by_beginning(places[canoe], cargo[canoe], points, masks):
            yield
            for at in range(0, len(found), _PLANS):
                for plan in river.with_steals(found[at : at + _PLANS], seat, cargo[canoe], places, cargo):
                    end = river.end(plan)
                    role = roles.END
                    if river.steals_from(plan) != river.NO_STEAL:
                        role = roles.STEAL_END
                    elif river.acts_last(plan):
                        role = roles.LOAD_END
                    if role > best[end]:
                        best[end] = role
                    reached_by[end] |= numbers[number]
                yield
    for place in range(_RIVER_SPACES):
        if best[place]:
            _put(frame, place, best[place], seat << _SEAT_SHIFT | reached_by[place])


def _numbers(position: "Position", places: bytearray) -> "tuple[int, int]":
    """Return the number shown for each canoe of the seat to act, 0 if it cannot move.

    Both are 1 if the canoes are interchangeable; a single movable canoe is 1, too.
    """
    seat = position["s"]
    movable = (position["m"] | position["m"] >> 2) & 3
    if movable != 3:
        return movable & 1, movable >> 1
    canoe = 2 * seat
    is_same = places[canoe] == places[canoe + 1] and position["k"][canoe] == position["k"][canoe + 1]
    return 1, 1 if is_same else 2


def _river(position: "Position", places: bytearray, frame: bytearray, danger: int) -> None:
    """Fill in the discs: canoes, and danger of going over the fall this round."""
    seats = bytearray(_RIVER_SPACES)
    for canoe, place in enumerate(places):
        seats[place] |= 1 << (canoe >> 1)
    water = position["w"] + 1
    safe = 8 - danger  # discs above this depth are safe
    depths = river.DEPTH
    to = 0
    for place in range(_FALL):
        here = seats[place]
        if here:
            frame[to] = _CANOE if depths[place] < safe else _CANOES_IN_DANGER
            frame[to + 1] = here
        elif depths[place] < safe:
            frame[to] = _RIVER
            frame[to + 1] = water
        else:
            frame[to] = _DANGER
            frame[to + 1] = 0
        to += 2
    frame[0] = roles.LANDING
    frame[1] = 0
    frame[to] = roles.WATERFALL
    frame[to + 1] = 0


def _banks(board: Board, position: "Position", places: bytearray, frame: bytearray) -> bytes:
    """Fill in the sites, the weather and the berths; return the spaces of the berths."""
    berths, track, sites = layout(board)
    water = position["w"] + 1
    cargo = position["k"]
    canoes = len(places)
    for canoe, space in enumerate(berths):
        role = detail = 0
        if canoe < canoes:
            place = places[canoe]
            if place == 0:
                role = _ASHORE
                detail = canoe >> 1 << _SEAT_SHIFT
            elif place == _FALL:
                role = _LOST
            else:
                gem = cargo[canoe]
                role = _RIVER
                detail = water
                if gem >= _ZERO:
                    role = _CARGO
                    detail = _SEVEN << _SEAT_SHIFT | 1 << gem - _ZERO
        frame[2 * space] = role
        frame[2 * space + 1] = detail
    for space in track:
        frame[2 * space] = roles.TRACK
        frame[2 * space + 1] = 0
    if water < len(track):
        frame[2 * track[water]] = roles.WEATHER
    gems = position["x"]
    at = 0
    for space in sites:
        role = detail = 0
        if at < len(gems):
            role = roles.BARE
            count = 0
            for colour in (1, 2, 4, 8, 16):
                number = gems[at] - _ZERO
                at += 1
                if number:
                    count += number
                    detail |= colour
            if count:
                role = roles.SITE
                detail |= (count if count < _SEVEN else _SEVEN) << _SEAT_SHIFT
        frame[2 * space] = role
        frame[2 * space + 1] = detail
    return berths


def _mark_both(frame: bytearray, berths: bytes, places: bytearray, seat: int, role: int) -> None:
    for number in (0, 1):
        _mark(frame, berths, places, 2 * seat + number, role, 0)


def _mark(frame: bytearray, berths: bytes, places: bytearray, canoe: int, role: int, number: int) -> None:
    """Mark a canoe on its disc, or at its berth."""
    detail = canoe >> 1 << _SEAT_SHIFT | number
    if river.SHORE < places[canoe] < river.LOST:
        _put(frame, places[canoe], role, detail)
    elif canoe < len(berths):
        _put(frame, berths[canoe], role, detail)


def layout(board: Board) -> "tuple[bytes, ...]":
    """Return the spaces of the berths, the weather track and the sites; cached."""
    if board.layout is None:
        board.layout = tuple([_of_kind(board, kind) for kind in (BERTH, WEATHER, SITE)])
    return board.layout


def _of_kind(board: Board, kind: int) -> bytes:
    return bytes([space for space in range(_RIVER_SPACES, board.n) if board.kinds[space] == kind])


def _places(text: bytes) -> bytearray:
    return bytearray([digit - _ZERO if digit < _LETTERS else _FALL for digit in text])


def _put(frame: bytearray, space: int, role: int, detail: int) -> None:
    if 2 * space < len(frame):
        frame[2 * space] = role
        frame[2 * space + 1] = detail
