"""Lights of a toy game in the shape of a real one, slow enough to be watched.

A position's ``c`` are the spaces of canoes, ``n`` how many spaces from the first on are ends, ``v`` spaces to pass.
"""

import clock

from shared_rules import roles
from shared_rules.board import distances as upstream  # noqa: F401 - part of the shape of a real one

STEP_US = 2000
"""What each step of a search takes."""

STEPS = 40
"""How many steps a search has."""


def read(board, position):
    """Take positions with ``c`` alone."""
    return position if all(space < board.n for space in position["c"]) else None


def pieces(board, position, frame):
    """Water everywhere, canoes where they are."""
    for space in range(board.n):
        frame[2 * space] = roles.WATER
        frame[2 * space + 1] = 0
    for seat, space in enumerate(position["c"]):
        frame[2 * space] = roles.CANOE
        frame[2 * space + 1] = 1 << seat


def choices(board, position, frame):  # noqa: ARG001 - the shape of a real one
    """Search for a while, then number the ends."""
    for _ in range(STEPS):
        clock.advance(STEP_US)
        yield None
    for space in range(position["n"]):
        frame[2 * space] = roles.END
        frame[2 * space + 1] = space + 1


def passage(board, position, frame):
    """Show a canoe on each space of the way for 150 ms."""
    for space in position.get("v", ()):
        pieces(board, {"c": [space]}, frame)
        yield 150
