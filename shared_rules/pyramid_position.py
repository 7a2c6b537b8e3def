"""What a ``show`` line tells each side of Pyramid: packed so that its length tells nothing.

The hunters' panel gets ``{"g": "pyramid", "h": …}``, the mummy's ``{"g": "pyramid", "m": …}``, the text holding two hex
digits a byte. On one board the lines of a panel are all equally long, whatever stands where. ``NONE`` stands for no
space and no hunter; treasures count by their spaces, ascending; a mask begins at the lowest bit of its first byte.
"""

import binascii

from shared_rules.board import NONE, TREASURE, Board
from shared_rules.compat import const

HUNTERS_MOST = const(4)
WALK_MOST = const(9)
"""Spaces of a walk: where it began, and eight steps (PYR-12)."""

# Activities, alike on both sides but for the choosing, which the mummy's never hears of.
REST = const(0)
CHOOSE_DIE = const(1)
CHOOSE_END = const(2)
PROWL = const(3)  # the mummy walks
OVER = const(4)

# When the hunters' panel shows the mummy (PYR-1).
ALWAYS = const(0)
PEEK = const(1)
ON_CATCH = const(2)

# What both sides have, by its place.
MUMMY = const(0)
MARKER = const(1)  # the hunter in turn
ACTIVITY = const(2)
STEPS = const(3)  # of the walk shown, at most
CAUGHT = const(4)  # the hunter caught last, until the next thing that all may know
WINNERS = const(5)  # a mask: 1 the mummy, 2 the first hunter …
WALK = const(6)

# What only the hunters' panel has.
HUNTERS = const(15)
DICE = const(19)  # a mask: 1 the die 1 … 16 the arrow
LIGHT = const(20)  # when the mummy shows; 4 more where hunters may go back into safety
HUNTERS_PLAYED = const(21)  # and to the end: a mask of the treasures played

# What only the mummy's has.
STEPS_LEFT = const(15)
ASIDE = const(16)  # dice set aside
TAKEN = const(17)  # amulets
MUMMYS_PLAYED = const(18)  # a mask of the treasures played, then one of the spaces where a hunter can be

_MAY_REENTER = const(4)


def bits(count: int) -> int:
    """Return how many bytes a mask of ``count`` bits has."""
    return (count + 7) >> 3


def mask(indices: "list[int]", count: int) -> bytearray:
    """Return the mask of ``count`` bits in which ``indices`` are set."""
    made = bytearray(bits(count))
    for index in indices:
        made[index >> 3] |= 1 << (index & 7)
    return made


def treasures(board: Board) -> "list[int]":
    """Return the spaces with a treasure, ascending."""
    return [space for space in range(board.n) if board.kinds[space] == TREASURE]


def size(board: Board, is_hunters: bool) -> int:
    """Return how many bytes a position of one side has on ``board``."""
    played = bits(len(treasures(board)))
    return HUNTERS_PLAYED + played if is_hunters else MUMMYS_PLAYED + played + bits(board.n)


def walk_bytes(walk: "list[int]") -> bytes:
    """Return a walk in its place, the rest filled up."""
    return (bytes(walk) + b"\xff" * WALK_MOST)[:WALK_MOST]


def packed(body: "bytes | bytearray") -> str:
    """Return bytes as they stand in the line."""
    return binascii.hexlify(body).decode()


def unpacked(board: Board, position: "dict[str, object]") -> "tuple[bool, bytes]":
    """Return whether a position is for the hunters' side, and its bytes; a wrong one reads as an empty maze."""
    is_hunters = "h" in position
    text = position.get("h" if is_hunters else "m")
    wanted = size(board, is_hunters)
    body = b""
    if isinstance(text, str) and len(text) == 2 * wanted:
        try:
            body = binascii.unhexlify(text)
        except ValueError:
            body = b""
    if len(body) != wanted:
        nothing = bytearray(b"\xff" * wanted)
        nothing[ACTIVITY] = REST
        for place in range(HUNTERS_PLAYED if is_hunters else MUMMYS_PLAYED, wanted):
            nothing[place] = 0
        for place in (STEPS, WINNERS, DICE, LIGHT) if is_hunters else (STEPS, WINNERS, STEPS_LEFT, ASIDE, TAKEN):
            nothing[place] = 0
        body = bytes(nothing)
    return is_hunters, body


def may_reenter(body: bytes) -> bool:
    """Return whether hunters may go back into the entrance and the sarcophagus (PYR-11)."""
    return bool(body[LIGHT] & _MAY_REENTER)


def mummy_light(body: bytes) -> int:
    """Return when the hunters' panel shows the mummy."""
    return body[LIGHT] & 3


def light_byte(mode: int, is_open: bool) -> int:
    """Return the byte ``LIGHT``."""
    return mode | (_MAY_REENTER if is_open else 0)


def is_space(board: Board, space: int) -> bool:
    """Return whether ``space`` is one of the board's, not ``NONE`` nor beyond."""
    return space < board.n and space != NONE
