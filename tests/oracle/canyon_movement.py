"""The reference implementation of CAN-13 to CAN-20: slow, word by word, to check the fast rules.

It shares no code with ``shared_rules``; a space is whatever the board calls it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from math import inf
from typing import NamedTuple

Space = Hashable


class OracleBoard(NamedTuple):
    """``kind``: start, water, current, landing, cave or waterfall; ``touches``: neighbours; ``flow``: arrows."""

    kind: Mapping[Space, str]
    touches: Mapping[Space, Set[Space]]
    flow: Mapping[Space, Space]


def distance(board: OracleBoard, space: Space) -> float:
    """Return the fewest steps from ``space`` to any landing, canoes ignored, over anything but the waterfall."""
    reached, steps = {space}, 0
    while reached:
        if any(board.kind[place] == "landing" for place in reached):
            return steps
        wider = reached | {
            other for place in reached for other in board.touches[place] if board.kind[other] != "waterfall"
        }
        if wider == reached:
            return inf
        reached, steps = wider, steps + 1
    return inf


def ways(board: OracleBoard, canoes: Sequence[Space | None], seat: int, most: float) -> Iterator[tuple[Space, ...]]:
    """Yield every way of at most ``most`` steps, the way of no step included."""

    def is_free(space: Space) -> bool:
        kind = board.kind[space]
        if kind == "cave":
            return True
        if kind == "landing":
            return space not in canoes
        return kind in {"water", "current"} and space not in canoes

    def extended(way: tuple[Space, ...]) -> Iterator[tuple[Space, ...]]:
        yield way
        if len(way) > most or board.kind[way[-1]] == "landing":
            return
        for other in board.touches[way[-1]]:
            if other not in way and is_free(other):
                yield from extended((*way, other))

    start = canoes[seat]
    assert start is not None
    yield from extended((start,))


def is_open(board: OracleBoard, canoes: Sequence[Space | None], seat: int) -> bool:
    """Return whether some way of any length reaches a landing."""
    return any(board.kind[way[-1]] == "landing" for way in ways(board, canoes, seat, inf))


def ends(
    board: OracleBoard,
    canoes: Sequence[Space | None],
    seat: int,
    points: int,
    movement: str = "exact",
    known_open: bool = False,
) -> set[Space]:
    """Return the legal ends of CAN-15; on a large board one who knows that the river is open says so."""
    start = canoes[seat]
    if board.kind[start] == "landing":
        return {start}
    within = list(ways(board, canoes, seat, points))
    if movement == "exact" and (known_open or is_open(board, canoes, seat)):
        candidates = {way[-1] for way in within if len(way) - 1 == points or board.kind[way[-1]] == "landing"}
    else:
        candidates = {way[-1] for way in within}
        here = distance(board, start)
        if all(distance(board, end) >= here for end in candidates):
            return {start}
    best = min(distance(board, end) for end in candidates)
    return {end for end in candidates if distance(board, end) == best}


def drifted(board: OracleBoard, canoes: Sequence[Space | None], seat: int) -> list[Space | None]:
    """Return where all canoes stand after the canoe of ``seat`` drifts (CAN-19, CAN-20)."""
    cave = next((space for space, kind in board.kind.items() if kind == "cave"), None)
    moves: dict[int, Space] = {}
    mover = seat
    while True:
        to = board.flow.get(canoes[mover])
        if to is not None and board.kind[to] == "waterfall":
            to = cave
        if to is None:  # no arrow here, or none that leads to water
            return list(canoes)
        moves[mover] = to
        if board.kind[to] == "cave":
            break
        standing = [other for other, space in enumerate(canoes) if space == to]
        if not standing or standing[0] == seat:
            break
        mover = standing[0]
        if mover in moves:  # a full ring, run into from outside
            return list(canoes)
    return [moves.get(other, space) for other, space in enumerate(canoes)]
