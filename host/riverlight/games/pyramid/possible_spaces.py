"""The possible spaces of hunters, from public facts alone (PYR-19).

A guess is a bit mask of spaces for each hunter. It always includes the hunter's real space: other hunters, which could
block an arrow, are assumed to be anywhere.
"""

from __future__ import annotations

from shared_rules.board import NONE, Board
from shared_rules.pyramid import ARROW, line, walk_ends


def after_die(board: Board, guess: int, face: int, mummy: int, may_reenter: bool) -> int:
    """Return the possible spaces of a hunter after a move with die ``face``."""
    reached = 0
    for space in range(board.n):
        if not guess >> space & 1:
            continue
        if face != ARROW:
            for end in walk_ends(board, space, face, mummy, may_reenter):
                reached |= 1 << end
            continue
        for direction in range(4):
            for end in line(board, space, direction, may_reenter):
                if end == mummy:
                    break
                reached |= 1 << end
    return reached


def spaces(board: Board, guess: int) -> tuple[int, ...]:
    """Return the spaces of a guess, ascending."""
    return tuple(space for space in range(board.n) if guess >> space & 1)


def only(space: int) -> int:
    """Return the guess for a known space; ``NONE`` for a hunter that has left."""
    return 0 if space == NONE else 1 << space
