"""How canoes move in Canyon: legal ends off the current (CAN-13 to CAN-16) and drift on it (CAN-19 to CAN-21).

Spaces are indices into a :class:`shared_rules.board.Board`; ``canoes`` holds the space of each seat's canoe, NONE for
one that is not on the board.
"""

from shared_rules.board import CAVE, LANDING, NONE, START, WATERFALL, Board, distances
from shared_rules.compat import const
from shared_rules.ways import GOAL, Ways

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
            return tuple(sorted(straight))
    marks = _marks(board, canoes, canoe)
    ways = Ways(board.around, marks, start, points)
    yield from ways.explore()
    if ways.goals:
        return tuple(sorted(ways.goals))
    by_distance = yield from _sorted_by_distance(distance, ways.found)
    if movement == EXACT and (yield from _is_open(distance, marks, ways)):
        for level in by_distance:
            reached = []
            for end in level:
                if (yield from ways.exact(end, points)) is not None:
                    reached.append(end)
            if reached:
                return tuple(sorted(reached))
    nearest = by_distance[0]
    return (start,) if start in nearest else tuple(sorted(nearest))


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
    marks = _marks(board, canoes, canoe)
    ways = Ways(board.around, marks, start, points)
    finish(ways.explore())
    if movement == EXACT and marks[end] != GOAL and finish(_is_open(distance, marks, ways)):
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
) -> "Generator[None, None, list[int]]":
    """Return the spaces that ways reach which come one nearer with each step: where there are any, the best ends."""
    around, kinds = board.around, board.kinds
    layer = [start]
    nearer = distance[start]
    for _ in range(points):
        nearer -= 1
        following: "list[int]" = []
        for space in layer:
            for other in around[space]:
                if (
                    distance[other] == nearer
                    and other not in following
                    and (other not in canoes or kinds[other] == CAVE)
                    and kinds[other] != START
                ):
                    following.append(other)
            yield
        layer = following
    return layer


def _marks(board: Board, canoes: "Sequence[int]", canoe: int) -> bytearray:
    marks = bytearray(b"\x01" * board.n)
    kinds = board.kinds
    for space in range(board.n):
        kind = kinds[space]
        if kind == START or kind == WATERFALL:
            marks[space] = 0
        elif kind == LANDING:
            marks[space] = 2
    for space in canoes:
        if space != NONE and kinds[space] != CAVE:
            marks[space] = 0
    marks[canoes[canoe]] = 0
    return marks


def _sorted_by_distance(distance: bytearray, found: "list[int]") -> "Generator[None, None, list[list[int]]]":
    levels: "dict[int, list[int]]" = {}
    for space in found:
        d = distance[space]
        if d in levels:
            levels[d].append(space)
        else:
            levels[d] = [space]
    yield
    return [levels[d] for d in sorted(levels)]


def _is_open(distance: bytearray, marks: bytearray, ways: Ways) -> "Generator[None, None, bool]":
    around = ways.around
    unseen = bytearray(marks)
    for space in ways.found:
        unseen[space] = 0
    frontier = [space for space in ways.found if ways.steps[space] == ways.most]
    frontier.sort(key=lambda space: -distance[space])
    while frontier:
        space = frontier.pop()
        here = distance[space]
        for other in around[space]:
            if unseen[other]:
                if unseen[other] == GOAL:
                    return True
                unseen[other] = 0
                if distance[other] < here:
                    frontier.append(other)
                else:
                    frontier.insert(0, other)
        yield
    return False
