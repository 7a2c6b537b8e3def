"""Pyramid's maze: where a die leads a hunter, and where the mummy's steps lead.

Spaces are indices of a compiled board with four exits each, north, east, south and west, ``NONE`` where a wall stands.
"""

from shared_rules.board import ENTRANCE, NONE, SARCOPHAGUS, Board
from shared_rules.compat import const

NORTH = const(0)
EAST = const(1)
SOUTH = const(2)
WEST = const(3)
DIRECTIONS = "nesw"

ARROW = const(5)
"""The die face with the arrow, beside the numbers 1 to 4."""


def is_safe(board: Board, space: int) -> bool:
    """Return whether ``space`` is the entrance or the sarcophagus, which the mummy never enters (PYR-4)."""
    return board.kinds[space] >= ENTRANCE


def walk_ends(board: Board, start: int, steps: int, mummy: int, may_reenter: bool) -> bytes:
    """Return where exactly ``steps`` steps can end, other hunters left out of account (PYR-8, PYR-11).

    Args:
        board: the maze.
        start: where the hunter stands.
        steps: 1 to 4; going back and forth is allowed.
        mummy: the mummy's space, which nobody passes; ``NONE`` when it is off the board.
        may_reenter: whether hunters may go back into the entrance and the sarcophagus.

    Returns:
        The ends, ascending, one byte each.
    """
    reached = bytes((start,))
    for _ in range(steps):
        reached = walk_step(board, reached, mummy, may_reenter)
    return reached


def walk_step(board: Board, reached: bytes, mummy: int, may_reenter: bool) -> bytes:
    """Return where one step more leads from any of ``reached``, ascending; within 2 ms on the Pico."""
    kinds, around = board.kinds, board.around
    seen = bytearray(board.n)
    for space in reached:
        for other in around[space]:
            if other != mummy and (may_reenter or kinds[other] < ENTRANCE):
                seen[other] = 1
    return marked(seen)


def marked(seen: bytearray) -> bytes:
    """Return the spaces whose byte is 1, ascending."""
    found = bytearray()
    space = seen.find(b"\x01")
    while space >= 0:
        found.append(space)
        space = seen.find(b"\x01", space + 1)
    return bytes(found)


def line(board: Board, start: int, direction: int, may_reenter: bool) -> bytes:
    """Return the spaces of the straight line from ``start`` to the first wall, in order (PYR-9).

    It stops before the entrance and the sarcophagus unless hunters may go back there.
    """
    found = bytearray()
    space = board.neighbours[start * 4 + direction]
    while space != NONE and space != start and len(found) < board.n:
        if not may_reenter and board.kinds[space] >= ENTRANCE:
            break
        found.append(space)
        space = board.neighbours[space * 4 + direction]
    return bytes(found)


def arrow_end(board: Board, way: bytes, hunters: bytes, mummy: int) -> int:
    """Return where an arrow along ``way`` ends, ``NONE`` without a step: before a hunter or the mummy (PYR-9)."""
    ended = NONE
    for space in way:
        if space == mummy or (space in hunters and board.kinds[space] < ENTRANCE):
            break
        ended = space
    return ended


def die_ends(board: Board, hunters: bytes, hunter: int, mummy: int, face: int, may_reenter: bool) -> bytes:
    """Return the legal ends of die ``face`` for ``hunter``, ascending (PYR-8, PYR-9).

    Args:
        board: the maze.
        hunters: the space of each hunter, ``NONE`` for one that has left the game.
        hunter: whose die it is.
        mummy: the mummy's space.
        face: 1 to 4 or ``ARROW``.
        may_reenter: as for :func:`walk_ends`.
    """
    start = hunters[hunter]
    others = bytes([space for number, space in enumerate(hunters) if number != hunter])
    if face == ARROW:
        seen = bytearray(board.n)
        for direction in range(4):
            ended = arrow_end(board, line(board, start, direction, may_reenter), others, mummy)
            if ended != NONE:
                seen[ended] = 1
        return marked(seen)
    return free_ends(board, walk_ends(board, start, face, mummy, may_reenter), others)


def free_ends(board: Board, ends: bytes, others: bytes) -> bytes:
    """Return ``ends`` without those where another hunter stands; the entrance and the sarcophagus hold any number."""
    return bytes([space for space in ends if space not in others or board.kinds[space] >= ENTRANCE])


def mummy_steps(board: Board, mummy: int) -> bytes:
    """Return the directions in which the mummy can step (PYR-12)."""
    found = bytearray()
    for direction in range(4):
        space = board.neighbours[mummy * 4 + direction]
        if space != NONE and board.kinds[space] < ENTRANCE:
            found.append(direction)
    return bytes(found)


def mummy_reach(board: Board, mummy: int, steps: int, hunters: bytes) -> bytes:
    """Return where up to ``steps`` steps of the mummy can end, ascending: a catch ends its way (PYR-12, PYR-13).

    With ``hunters`` empty it is what the mummy itself can know.
    """
    seen = bytearray(board.n)
    seen[mummy] = 1
    edge = bytes((mummy,))
    for _ in range(steps):
        edge = reach_step(board, edge, seen, mummy, hunters)
    return marked(seen)


def reach_step(board: Board, edge: bytes, seen: bytearray, mummy: int, hunters: bytes) -> bytes:
    """Mark in ``seen`` where one step more leads from ``edge``; return what is new. Within 2 ms on the Pico."""
    kinds, around = board.kinds, board.around
    farther = bytearray()
    for space in edge:
        if space in hunters and space != mummy:
            continue
        for other in around[space]:
            if not seen[other] and kinds[other] < ENTRANCE:
                seen[other] = 1
                farther.append(other)
    return bytes(farther)


def caught(reach: bytes, mummy: int, hunters: bytes) -> bytes:
    """Return the spaces of ``mummy_reach`` where the mummy would catch a hunter, ascending."""
    return bytes([space for space in reach if space in hunters and space != mummy])


def sarcophagus(board: Board) -> int:
    """Return the index of the sarcophagus."""
    return bytes(board.kinds).index(SARCOPHAGUS)


def entrance(board: Board) -> int:
    """Return the index of the entrance."""
    return bytes(board.kinds).index(ENTRANCE)
