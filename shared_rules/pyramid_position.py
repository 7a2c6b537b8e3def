"""Pyramid's positions in ``show`` lines, packed to a constant length for secrecy.

The hunters' panel gets ``{"h": …}``, the mummy's ``{"m": …}``, both in base64. On one board all lines of a panel have
the same length, whatever the position. ``NONE`` stands for no space or no hunter; treasures are numbered by their
spaces, ascending; a mask starts at the lowest bit of its first byte.
"""

import binascii

from shared_rules.board import NONE, TREASURE, Board
from shared_rules.compat import const

HUNTERS_MOST = const(4)
WALK_MOST = const(9)
"""Maximum spaces of a walk: the start and eight steps (PYR-12)."""

# Activities, the same on both sides except choosing, which the mummy's side never gets.
REST = const(0)
CHOOSE_DIE = const(1)
CHOOSE_END = const(2)
PROWL = const(3)  # the mummy walks
OVER = const(4)

# When the hunters' panel shows the mummy (PYR-1).
ALWAYS = const(0)
PEEK = const(1)
ON_CATCH = const(2)

# Offsets of the bytes of both sides.
MUMMY = const(0)
MARKER = const(1)  # the hunter to act
ACTIVITY = const(2)
STEPS = const(3)  # of the shown walk, at most
CAUGHT = const(4)  # the last hunter caught, until the next public event
WINNERS = const(5)  # a mask: 1 the mummy, 2 the first hunter …
WALK = const(6)

# Offsets of the hunters' panel only.
HUNTERS = const(15)
DICE = const(19)  # a mask: 1 the die 1 … 16 the arrow
LIGHT = const(20)  # when the mummy is visible; + 4 if hunters may re-enter safe spaces
HUNTERS_PLAYED = const(21)  # and to the end: a mask of the treasures played

# Offsets of the mummy's panel only.
STEPS_LEFT = const(15)
ASIDE = const(16)  # dice set aside
TAKEN = const(17)  # amulets
MUMMYS_PLAYED = const(18)  # a mask of the treasures played, then one of the spaces where a hunter can be

_MAY_REENTER = const(4)
_TREASURE = bytes((TREASURE,))


def bits(count: int) -> int:
    """Return the number of bytes of a mask of ``count`` bits."""
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
    """Return the number of bytes of a side's position on ``board``."""
    played = bits(bytes(board.kinds).count(_TREASURE))
    return HUNTERS_PLAYED + played if is_hunters else MUMMYS_PLAYED + played + bits(board.n)


def walk_bytes(walk: "list[int]") -> bytes:
    """Return a walk padded to its fixed length."""
    return (bytes(walk) + b"\xff" * WALK_MOST)[:WALK_MOST]


def packed(body: "bytes | bytearray") -> str:
    """Encode bytes for the line (base64)."""
    return binascii.b2a_base64(body)[:-1].decode()


def unpacked(board: Board, position: "dict[str, object]") -> "tuple[bool, bytes]":
    """Return whether a position is the hunters', and its bytes; empty maze if invalid."""
    is_hunters = "h" in position
    text = position.get("h" if is_hunters else "m")
    if isinstance(text, bytes):  # already unpacked
        return is_hunters, text
    wanted = size(board, is_hunters)
    body = b""
    if isinstance(text, str):
        try:
            body = binascii.a2b_base64(text)
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
    """Return whether hunters may re-enter the entrance and the sarcophagus (PYR-11)."""
    return bool(body[LIGHT] & _MAY_REENTER)


def mummy_light(body: bytes) -> int:
    """Return the mode in which the hunters' panel shows the mummy."""
    return body[LIGHT] & 3


def light_byte(mode: int, is_open: bool) -> int:
    """Return the byte ``LIGHT``."""
    return mode | (_MAY_REENTER if is_open else 0)


def is_space(board: Board, space: int) -> bool:
    """Return whether ``space`` is a valid space of the board."""
    return space < board.n and space != NONE
