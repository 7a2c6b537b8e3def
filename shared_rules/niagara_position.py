"""Niagara's position in a ``show`` line, packed: the Pico needs 41 µs per byte.

The text ``d`` is base64 of these bytes, two numbers to a byte, the first in its high half:

    0  the number of seats; the weather, -1 to 2, plus 1
    1  the activity; the seat whose turn it is, 15 for none
    2  the paddle card, 1 to 6; which canoes of the seat must move, a mask, times 4: which may be launched
    3  a mask of all seats that are to act
    4  a mask of the seats that won
    5  the maximum flow of this round, given public information
    6  the canoe moved last, 15 for none; its start
    7  its end; how many discs have entered an arm since
    8  only where discs have: two bytes, a mask of those that went right, the first one lowest in the second byte
    …  hexadecimal digits: 25 with the gems of each colour at each site, then of each canoe its place, of each canoe its
       gem, 15 for none, and where discs have entered an arm, the place of each canoe before that; filled up with a 0

Canoes are numbered 2 × seat + 0 or 1, places as in ``shared_rules.niagara``, whose number is also the index of a river
space. Unpacked, a position is a dict. Its texts are bytes: MicroPython looks each new str up among all names, 0.2 ms.

    c  the place of every canoe, 0 to 9, a when lost          k  its gem, 0 to 4, or -
    x  25 digits, how many gems of each colour lie at each site
    w  the weather          d  the steps that the river can still flow          a  the activity
    s  the seat whose turn it is, or NONE                      q  mask of all seats that are to act
    n  its paddle card      m  the mask of its canoes
    v  the canoe moved last, its start and its end, or ()      e  the seats that won
    f  the arms entered, l or r                                o  the place of every canoe before that, if any
"""

import binascii

from shared_rules.board import NONE
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Activities.
REST = const(0)
CARDS = const(1)  # seats choose a paddle card, or one reveals its own
BUY = const(2)
CLOUD = const(3)
PADDLE = const(4)
FORK = const(5)
OVER = const(6)

_HEAD = const(8)
_LOST = const(10)


def unpack(text: object) -> "dict[str, Any] | None":
    """Unpack the text of a ``show`` line; return None if it is malformed."""
    try:
        body = binascii.a2b_base64(text)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return None
    if len(body) < _HEAD + 14:
        return None
    canoes = body[0] >> 4 << 1
    weather = body[0] & 15
    activity = body[1] >> 4
    seat = body[1] & 15
    points = body[2] >> 4
    mask = body[3]
    seats = body[4]
    canoe = body[6] >> 4
    start = body[6] & 15
    end = body[7] >> 4
    arms = body[7] & 15
    steps = 0
    at = _HEAD
    if arms:
        steps = body[8] << 8 | body[9]
        at += 2
    line = binascii.hexlify(body[at:])
    at = 25 + canoes
    sites, places, gems, before = line[:25], line[25:at], line[at : at + canoes], line[at + canoes : -1]
    if seat == 15:
        seat = NONE
    if (
        not 2 <= canoes <= 10
        or weather > 3
        or activity > OVER
        or points > 6
        or mask > 31
        or seats >> (canoes >> 1)
        or (2 * seat >= canoes and (seat != NONE or activity in (BUY, CLOUD, PADDLE)))
        or (canoe != 15 and (canoe >= canoes or start > _LOST or end > _LOST))
        or len(line) != at + canoes + (canoes if arms else 0) + 1
        or sites.strip(b"0123456789")
        or (places + before).strip(b"0123456789a")
        or gems.strip(b"01234f")
    ):
        return None
    return {
        "c": places,
        "k": gems.replace(b"f", b"-"),
        "x": sites,
        "w": weather - 1,
        "d": body[5],
        "a": activity,
        "s": seat,
        "q": mask,
        "n": points,
        "m": body[2] & 15,
        "v": () if canoe == 15 else (canoe, start, end),
        "f": bytes([b"lr"[steps >> turn & 1] for turn in range(arms)]) if arms else b"",
        "o": before,
        "e": [each for each in range(canoes >> 1) if seats >> each & 1] if seats else (),
    }
