"""What each light of a Niagara board means: canoes and what they carry, sites, weather, danger, ends, the flow.

``position`` is a ``show`` message as a dict. Canoes are numbered 2 × seat + 0 or 1, places as in
``shared_rules.niagara``, whose number is also the index of a river space. Texts hold one character each:

    c  the place of every canoe, 0 to 9, a when lost          k  its gem, 0 to 4, or -
    x  25 digits, how many gems of each colour lie at each site
    w  the weather, -1 to 2         d  how many steps the river can still flow in this round, as far as anyone knows
    a  the activity                 s  the seat whose turn it is, or NONE         q  mask of all seats that are to act
    n  its paddle card, 1 to 6      m  which of its canoes must move, a mask; << 2, which may be launched
    v  the canoe moved last, its start and its end
    f  the arms that discs have entered since, l or r         o  the place of every canoe before that
    e  the seats that won

``frame`` is a bytearray of two bytes a space, the role and its detail (``roles``).
"""

from shared_rules import niagara as river
from shared_rules import roles
from shared_rules.board import BERTH, SITE, WEATHER, Board
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Position = dict[str, Any]

# Activities.
REST = const(0)
CARDS = const(1)  # seats choose a paddle card, or one reveals its own
BUY = const(2)
CLOUD = const(3)
PADDLE = const(4)
FORK = const(5)
OVER = const(6)

# The keys of the choices that have no canoe: their lights blink so often.
UP_KEY = const(2)
DOWN_KEY = const(8)
LEFT_KEY = const(4)
RIGHT_KEY = const(6)

_FALL = const(10)  # the index of the fall, and the number of *lost*
_RIVER_SPACES = const(11)
_ZERO = const(48)  # the character 0
_LETTERS = const(97)  # the character a
_SEAT_SHIFT = const(5)
_SEVEN = const(7)
_STEP_MS = const(80)  # of a canoe from disc to disc; 5 discs at most lie between its start and its end
_WAVE_MS = const(50)  # of the wave from disc to disc
_DROP_MS = const(240)  # over the fall

# At hand, for the loops: to look into another module takes longer.
_RIVER = roles.RIVER
_CANOE = roles.CANOE
_DANGER = roles.DANGER
_CANOES_IN_DANGER = roles.CANOES_IN_DANGER
_ASHORE = roles.ASHORE
_LOST = roles.LOST
_CARGO = roles.CARGO


def upstream(board: Board) -> bytearray:
    """Return for each space how many steps it lies above the fall: the river's wave runs along it."""
    return bytearray([8 - river.DEPTH[space] if space < _RIVER_SPACES else 0 for space in range(board.n)])


def pieces(board: Board, position: "Position", frame: bytearray) -> None:
    """Fill ``frame`` with the river, the canoes and the banks; within 5 ms on the Pico."""
    if board.n < _RIVER_SPACES:  # a board that lacks a part of the river shows nothing
        return
    places = _places(position["c"])
    _river(position, places, frame, position["d"])
    berths = _banks(board, position, places, frame)
    for seat in range(len(places) >> 1):
        if position["q"] >> seat & 1:
            _mark_both(frame, berths, places, seat, roles.CANOE_TO_ACT)
    if position["a"] == PADDLE:
        seat = position["s"]
        numbers = _numbers(position, places)
        if numbers[0] + numbers[1] == 3:  # one or the other: each shows its number, 3 where they lie together
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
    """Add to a ``frame`` of ``pieces`` what may be done now: ends, arms, weather, canoes to buy.

    Yields None within 2 ms on the Pico.
    """
    activity, seat = position["a"], position["s"]
    if activity == PADDLE:
        yield from _ends(position, frame)
    elif activity == FORK:
        _put(frame, river.L6, roles.END, LEFT_KEY)
        _put(frame, river.R6, roles.END, RIGHT_KEY)
    elif activity == CLOUD:
        track = _of_kind(board, WEATHER)
        weather = position["w"] + 1
        if weather + 1 < len(track):
            _put(frame, track[weather + 1], roles.END, seat << _SEAT_SHIFT | UP_KEY)
        if weather:
            _put(frame, track[weather - 1], roles.END, seat << _SEAT_SHIFT | DOWN_KEY)
    elif activity == BUY:
        places = _places(position["c"])
        berths = _of_kind(board, BERTH)
        for canoe in (2 * seat, 2 * seat + 1):
            if places[canoe] == river.LOST and canoe < len(berths):
                _put(frame, berths[canoe], roles.END, seat << _SEAT_SHIFT | 1)


def passage(board: Board, position: "Position", frame: bytearray) -> "Generator[int, None, None]":
    """Fill ``frame`` with one picture after another of what has moved; yields how long each is shown, in ms.

    First the canoe glides along its way. Then a wave runs down the river, as often as it flowed and by the arms that
    discs entered, carries the canoes one disc on and drops those at the end over the fall.
    """
    arms = position.get("f", "")
    moved = position.get("v")
    if board.n < _RIVER_SPACES or not (arms or moved):
        return
    places = _places(position["o"] if arms else position["c"])
    _banks(board, position, places, frame)
    if moved:
        yield from _glide(position, places, moved, frame)
    for arm in arms:
        yield from _flow(position, places, river.LEFT if arm == "l" else river.RIGHT, frame)


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
    """Show one step of the flow and do it to ``places``: the wave's crest moves on the canoes that it comes to."""
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
    """Move the canoes that were on ``start`` to ``end``; return a mask of their seats."""
    seats = 0
    for canoe, place in enumerate(before):
        if place == start:
            places[canoe] = end
            seats |= 1 << (canoe >> 1)
    return seats


def _ends(position: "Position", frame: bytearray) -> "Generator[None, None, None]":
    """Mark where the canoes of the seat may end: plainly, with a load or an unload there, with a theft."""
    seat, points = position["s"], position["n"]
    places = _places(position["c"])
    cargo = bytearray([gem - _ZERO if gem >= _ZERO else river.NO_GEM for gem in position["k"].encode()])
    yield
    masks = river.masks(bytearray([count - _ZERO for count in position["x"].encode()]))
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
            for plan in river.with_steals(found, seat, cargo[canoe], places, cargo):
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
    """Return by which number each canoe of the seat in turn is known now, 0 for one that may not move.

    Where it does not matter which of the two moves, both are 1, and so is one that moves alone.
    """
    seat = position["s"]
    movable = (position["m"] | position["m"] >> 2) & 3
    if movable != 3:
        return movable & 1, movable >> 1
    canoe = 2 * seat
    is_same = places[canoe] == places[canoe + 1] and position["k"][canoe] == position["k"][canoe + 1]
    return 1, 1 if is_same else 2


def _river(position: "Position", places: bytearray, frame: bytearray, danger: int) -> None:
    """Fill in the river's own spaces: who stands where, and where the river can still take a disc over the fall."""
    seats = bytearray(_RIVER_SPACES)
    for canoe, place in enumerate(places):
        seats[place] |= 1 << (canoe >> 1)
    water = position["w"] + 1
    safe = 8 - danger  # a disc less deep than this is
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


def _banks(board: Board, position: "Position", places: bytearray, frame: bytearray) -> "list[int]":
    """Fill in the sites, the weather and the berths; return the indices of the berths."""
    gems = position["x"].encode()
    cargo = position["k"].encode()
    water = position["w"] + 1
    canoes = len(places)
    site = 0
    weather = 0
    berths: "list[int]" = []
    space = _RIVER_SPACES
    for kind in board.kinds[_RIVER_SPACES:]:
        role = detail = 0
        if kind == BERTH:
            canoe = len(berths)
            berths.append(space)
            if canoe < canoes:
                place = places[canoe]
                gem = cargo[canoe] - _ZERO
                if place == 0:
                    role = _ASHORE
                    detail = canoe >> 1 << _SEAT_SHIFT
                elif place == _FALL:
                    role = _LOST
                elif gem >= 0:
                    role = _CARGO
                    detail = _SEVEN << _SEAT_SHIFT | 1 << gem
                else:
                    role = _RIVER
                    detail = water
        elif kind == WEATHER:
            role = roles.WEATHER if weather == water else roles.TRACK
            weather += 1
        elif kind == SITE and site < 25:
            count = 0
            for colour in range(5):
                lying = gems[site + colour] - _ZERO
                if lying:
                    count += lying
                    detail |= 1 << colour
            site += 5
            role = roles.BARE
            if count:
                role = roles.SITE
                detail |= (count if count < _SEVEN else _SEVEN) << _SEAT_SHIFT
        frame[2 * space] = role
        frame[2 * space + 1] = detail
        space += 1
    return berths


def _mark_both(frame: bytearray, berths: "list[int]", places: bytearray, seat: int, role: int) -> None:
    for number in (0, 1):
        _mark(frame, berths, places, 2 * seat + number, role, 0)


def _mark(frame: bytearray, berths: "list[int]", places: bytearray, canoe: int, role: int, number: int) -> None:
    """Mark a canoe where it is: on its disc, else at its berth."""
    detail = canoe >> 1 << _SEAT_SHIFT | number
    if river.SHORE < places[canoe] < river.LOST:
        _put(frame, places[canoe], role, detail)
    elif canoe < len(berths):
        _put(frame, berths[canoe], role, detail)


def _of_kind(board: Board, kind: int) -> "list[int]":
    return [space for space in range(board.n) if board.kinds[space] == kind]


def _places(text: str) -> bytearray:
    return bytearray([digit - _ZERO if digit < _LETTERS else _FALL for digit in text.encode()])


def _put(frame: bytearray, space: int, role: int, detail: int) -> None:
    if 2 * space < len(frame):
        frame[2 * space] = role
        frame[2 * space + 1] = detail
