"""How canoes move in Canyon: legal ends off the current (CAN-13 to CAN-16) and drift on it (CAN-19 to CAN-21).

Spaces are indices into a :class:`shared_rules.board.Board`; ``canoes`` holds the space of each seat's canoe, NONE for
one that is not on the board.
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
"""A canoe uses its points to the last one where the river is open (the rule)."""

NEAREST = const(1)
"""A canoe goes as near as it can, whether that takes all its points or not (the house rule of CAN-15)."""

_WATERFALL = bytes([WATERFALL])


def ends(
    board: Board, distance: bytearray, canoes: "Sequence[int]", canoe: int, points: int, movement: int = EXACT
) -> "Ends":
    """Find the legal ends of a move off the current (CAN-15).

    Args:
        board: a board of Canyon.
        distance: ``distances(board)``.
        canoes: the space of each canoe by seat.
        canoe: the seat whose canoe moves; it stands on the board.
        points: its points, 0 or more.
        movement: EXACT or NEAREST.

    Yields:
        None, after at most 2 ms on the Pico; a step costs about 0.3 ms there.

    Returns:
        The indices of the legal ends, ascending; the canoe's own space alone when it must stay.
    """
    start = canoes[canoe]
    if not points or board.kinds[start] == LANDING:
        return (start,)
    if points < distance[start]:
        straight = yield from _straight(board, distance, canoes, start, points)
        if straight:
            return tuple(sorted(straight[-1]))
    ways = Ways(board.around, _marks(board, canoes, start), distance, start, points)
    yield
    yield from ways.explore()
    best = ways.goals
    if not best and movement == EXACT and (yield from ways.leads_to_goal()):
        best = yield from ways.exact_ends()
    if not best:
        best = yield from ways.nearest()
        if start in best:
            return (start,)
    return tuple(sorted(best))


def way(
    board: Board, canoes: "Sequence[int]", canoe: int, end: int, points: int, movement: int = EXACT
) -> "tuple[int, ...]":
    """Return the spaces that the canoe passes to ``end``, one of its ``ends``, its own space first.

    To a landing, and wherever points may be left over, it is a shortest way; its steps are one fewer than its spaces.
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
    if movement == EXACT and not is_goal and finish(ways.leads_to_goal()):
        exact = finish(ways.exact(end, points))
        if exact is not None:
            return exact
    return ways.shortest(end)


def drift(board: Board, canoes: "Sequence[int]", canoe: int) -> "tuple[tuple[int, int, int], ...]":
    """Return who moves when ``canoe`` drifts (CAN-19, CAN-20): (canoe, from, to) for it and then for each one pushed.

    A canoe that goes into the waterfall comes to the cave jetty. Where the chain cannot move, and where the canoe
    stands on no arrow, it is empty. On a board that fails the linter, a ring of arrows turns one on, and a chain that
    runs into a full ring from outside stays.
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
    """Return the cave jetty, NONE where the board has none."""
    for space in range(board.n):
        if board.kinds[space] == CAVE:
            return space
    return NONE


def finish(generator: "Generator[None, None, Answer]") -> "Answer":
    """Run ``generator`` to its end and return its value."""
    try:
        while True:
            next(generator)
    except StopIteration as stop:
        answer: "Answer" = stop.value
        return answer


def _straight(
    board: Board, distance: bytearray, canoes: "Sequence[int]", start: int, points: int
) -> "Generator[None, None, list[list[int]]]":
    """Return the spaces of each step on ways that come one nearer with every step; [] where there is no such way.

    There can be no better ends than those of the last step, whether the river is open or closed.
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
    """Return a way through ``layers`` to ``end``."""
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


def _marks(board: Board, canoes: "Sequence[int]", start: int) -> bytearray:
    """Return the marks that ``Ways`` takes: the kinds, but SHUT where a move never enters (CAN-14); START is SHUT."""
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
