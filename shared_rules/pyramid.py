"""Movement in Pyramid's maze: legal ends of the hunters' dice, steps of the mummy.

Spaces are indices of a compiled board with four exits each, north, east, south and west, ``NONE`` for a wall.
"""

from shared_rules.board import ENTRANCE, NONE, SARCOPHAGUS, Board
from shared_rules.compat import const

NORTH = const(0)
EAST = const(1)
SOUTH = const(2)
WEST = const(3)
DIRECTIONS = "nesw"

ARROW = const(5)
"""The arrow face of a die; the others are 1 to 4."""


def is_safe(board: Board, space: int) -> bool:
    """Return whether ``space`` is safe: the entrance or the sarcophagus (PYR-4)."""
    return board.kinds[space] >= ENTRANCE


def walk_ends(board: Board, start: int, steps: int, mummy: int, may_reenter: bool) -> bytes:
    """Return the ends of exactly ``steps`` steps, ignoring hunters (PYR-8, PYR-11).

    Args:
        board: the maze.
        start: the hunter's space.
        steps: 1 to 4; spaces may be revisited.
        mummy: the mummy's space, which blocks; ``NONE`` if it is off the board.
        may_reenter: whether hunters may re-enter the entrance and the sarcophagus.

    Returns:
        The ends, ascending, one byte each.
    """
    reached = bytes((start,))
    for _ in range(steps):
        reached = walk_step(board, reached, mummy, may_reenter)
    return reached


def walk_step(board: Board, reached: bytes, mummy: int, may_reenter: bool) -> bytes:
    """Return the spaces one step from ``reached``, ascending; takes at most 1.6 ms."""
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
    """Return the spaces in a straight line from ``start`` to the first wall (PYR-9).

    It stops before the entrance and the sarcophagus unless hunters may re-enter them.
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
    """Return the end of an arrow along ``way``, before a hunter or the mummy (PYR-9).

    ``NONE`` if not even one step is possible.
    """
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
        hunter: the hunter that moves.
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
    """Return ``ends`` without those occupied by another hunter.

    The entrance and the sarcophagus hold any number.
    """
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
    """Return the spaces in reach of the mummy's ``steps``, ascending (PYR-12, PYR-13).

    A catch ends its walk. With empty ``hunters`` the result is what the mummy itself can know.
    """
    seen = bytearray(board.n)
    seen[mummy] = 1
    edge = bytes((mummy,))
    for _ in range(steps):
        edge = reach_step(board, edge, seen, mummy, hunters)
    return marked(seen)


def reach_step(board: Board, edge: bytes, seen: bytearray, mummy: int, hunters: bytes) -> bytes:
    """Mark in ``seen`` the spaces one step from ``edge``; return the new ones.

    Takes at most 1.6 ms on the Pico.
    """
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
    """Return the spaces of ``mummy_reach`` with a hunter to catch, ascending."""
    return bytes([space for space in reach if space in hunters and space != mummy])


def sarcophagus(board: Board) -> int:
    """Return the index of the sarcophagus."""
    return bytes(board.kinds).index(SARCOPHAGUS)


def entrance(board: Board) -> int:
    """Return the index of the entrance."""
    return bytes(board.kinds).index(ENTRANCE)
