"""Canoe moves in Canyon: legal ends (CAN-13 to CAN-16), drift (CAN-19 to CAN-21).

Spaces are indices into a :class:`shared_rules.board.Board`; ``canoes`` has the space of each seat's canoe, NONE for one
off the board.
"""

from shared_rules.board import CAVE, LANDING, NONE, START, WATERFALL, Board, distances
from shared_rules.compat import const
from shared_rules.ways import SHUT, Ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import TypeVar

    Answer = TypeVar("Answer")
    Ends = Generator[None, None, tuple[int, ...]]

EXACT = const(0)
"""A canoe uses all its points if the river is open (the rule)."""

NEAREST = const(1)
"""A canoe moves as near as possible, even with points left over (house rule, CAN-15)."""

_CAVE = bytes([CAVE])
_START = bytes([START])
_WATERFALL = bytes([WATERFALL])


def ends(
    board: Board, distance: bytearray, canoes: "Sequence[int]", canoe: int, points: int, movement: int = EXACT
) -> "Ends":
    """Find the legal ends of a move off the current (CAN-15).

    Args:
        board: a board of Canyon.
        distance: ``distances(board)``.
        canoes: the space of each canoe by seat.
        canoe: the seat whose canoe moves; it is on the board.
        points: its points, 0 or more.
        movement: EXACT or NEAREST.

    Yields:
        None, at least every 1.6 ms on the Pico; a step takes about 0.3 ms there.

    Returns:
        The indices of the legal ends, ascending; only the canoe's own space if it must stay.
    """
    start = canoes[canoe]
    if not points or board.kinds[start] == LANDING:
        return (start,)
    if points < distance[start]:
        straight = yield from _straight(board, distance, canoes, start, points)
        if straight:
            return tuple(sorted(straight[-1]))
    marks = _marks(board, canoes, start)
    yield
    ways = Ways(board.around, marks, distance, start, points)
    yield
    yield from ways.explore()
    best = ways.goals
    if not best and movement == EXACT:
        clear = _clear(board, distance, canoes, start)
        yield
        if (yield from ways.leads_to_goal(clear)):
            best = yield from ways.exact_ends()
    if not best:
        best = yield from ways.nearest()
        if start in best:
            return (start,)
    return tuple(sorted(best))


def way(
    board: Board, canoes: "Sequence[int]", canoe: int, end: int, points: int, movement: int = EXACT
) -> "tuple[int, ...]":
    """Return a path of the canoe to ``end``, one of its ``ends``, with its own space.

    To a landing, and if points may be left over, it is a shortest path.
    """
    start = canoes[canoe]
    if end == start:
        return (start,)
    distance = distances(board)
    is_goal = board.kinds[end] == LANDING
    rows = distance[start] - distance[end]
    if rows == points > 0 or (0 < rows < points and (is_goal or movement == NEAREST)):
        straight = finish(_straight(board, distance, canoes, start, rows))
        if straight and end in straight[-1]:
            return _back(board, straight, end)
    ways = Ways(board.around, _marks(board, canoes, start), distance, start, points)
    finish(ways.explore())
    if movement == EXACT and not is_goal and finish(ways.leads_to_goal(_clear(board, distance, canoes, start))):
        exact = finish(ways.exact(end, points))
        if exact is not None:
            return exact
    return ways.shortest(end)


def drift(board: Board, canoes: "Sequence[int]", canoe: int) -> "tuple[tuple[int, int, int], ...]":
    """Return the moves when ``canoe`` drifts (CAN-19, CAN-20): (canoe, from, to).

    The drifting canoe comes first, then each pushed one. A canoe that enters the waterfall moves to the cave jetty. The
    result is empty if the chain cannot move, or the canoe is not on an arrow. On a board that fails the linter, a cycle
    of arrows rotates by one, and a chain that runs into a full cycle from outside stays.
    """
    moved = []
    seen = []
    while True:
        space = canoes[canoe]
        seen.append(space)
        to = board.data[space]
        if to == NONE:
            return ()
        if board.kinds[to] == WATERFALL:
            to = _cave(board)
            if to == NONE:
                return ()
        moved.append((canoe, space, to))
        if to == seen[0] and len(seen) > 1:
            return tuple(moved)
        if to in seen:
            return ()
        if board.kinds[to] == CAVE or to not in canoes:
            return tuple(moved)
        canoe = list(canoes).index(to)


def _cave(board: Board) -> int:
    """Return the cave jetty, NONE if the board has none."""
    cave = bytes(board.kinds).find(_CAVE)
    return NONE if cave < 0 else cave


def finish(generator: "Generator[None, None, Answer]") -> "Answer":
    """Exhaust ``generator`` and return its value."""
    try:
        while True:
            next(generator)
    except StopIteration as stop:
        answer: "Answer" = stop.value
        return answer


def _straight(
    board: Board, distance: bytearray, canoes: "Sequence[int]", start: int, points: int
) -> "Generator[None, None, list[list[int]]]":
    """Return the spaces per step of paths that get nearer with every step; [] if none.

    The ends of the last step are optimal, whether the river is open or closed.
    """
    around, kinds = board.around, board.kinds
    layers = [[start]]
    nearer = distance[start]
    while nearer and points:
        points -= 1
        nearer -= 1
        following: "list[int]" = []
        for space in layers[-1]:
            for other in around[space]:
                if (
                    distance[other] == nearer
                    and other not in following
                    and (other not in canoes or kinds[other] == CAVE)
                    and kinds[other] != START
                ):
                    following.append(other)
            yield
        if not following:
            return []
        layers.append(following)
    return layers


def _back(board: Board, layers: "list[list[int]]", end: int) -> "tuple[int, ...]":
    """Return a path through ``layers`` to ``end``, by backtracking."""
    way = [end]
    place = len(layers) - 2
    while place >= 0:
        for space in layers[place]:
            if way[-1] in board.around[space]:
                way.append(space)
                break
        place -= 1
    way.reverse()
    return tuple(way)


def _clear(board: Board, distance: bytearray, canoes: "Sequence[int]", start: int) -> int:
    """Return the smallest distance of a forbidden space other than ``start`` (CAN-14)."""
    kinds = bytes(board.kinds)
    clear = NONE - 1  # a space without a path to a landing has NONE
    for space in canoes:
        if space not in (NONE, start) and kinds[space] != CAVE:
            clear = min(clear, distance[space])
    space = kinds.find(_START)
    while space >= 0:
        clear = min(clear, distance[space])
        space = kinds.find(_START, space + 1)
    return clear


def _marks(board: Board, canoes: "Sequence[int]", start: int) -> bytearray:
    """Return the marks for ``Ways``: kinds, with SHUT for forbidden spaces (CAN-14).

    START spaces are SHUT.
    """
    kinds = bytes(board.kinds)
    marks = bytearray(kinds)
    fall = kinds.find(_WATERFALL)
    while fall >= 0:
        marks[fall] = SHUT
        fall = kinds.find(_WATERFALL, fall + 1)
    for space in canoes:
        if space != NONE and marks[space] != CAVE:
            marks[space] = SHUT
    marks[start] = SHUT
    return marks
