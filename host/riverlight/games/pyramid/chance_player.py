"""A chance player for Pyramid that finishes games; purely random rolling again would take thousands of moves.

It rolls real dice, plays treasures when possible, seldom rolls again, takes many dice back, and walks to its last step;
sometimes it makes any legal move.
"""

from __future__ import annotations

from riverlight.games import splitmix
from riverlight.games.contract import TABLE, Seat
from riverlight.games.pyramid import moves as m
from riverlight.games.pyramid.position import ROLL
from riverlight.games.pyramid.state import PyramidState

_ODD_ONE_IN = 8
_MANY_DICE = 3


def choose(state: PyramidState, seat: Seat, chance: int) -> tuple[int, int]:
    """Return the next state of the generator ``chance`` and a legal move of ``seat``."""
    if state.phase == ROLL:
        return _thrown(state, chance)
    legal = state.legal(seat)
    count = len(legal)
    chance, drawn = splitmix.below(chance, count * _ODD_ONE_IN)
    if seat == TABLE or count == 1 or drawn < count:
        return chance, legal[drawn % count]
    last = legal[-1]
    if last >= m.REROLL:
        while legal[count - 1] >= m.REROLL:
            count -= 1
    elif last >= m.MOVE_AND_PLAY:
        return chance, last
    elif last == m.RESET:
        return chance, m.RESET if state.set_aside >= _MANY_DICE else m.THROW
    elif legal[0] == m.STOP:
        return chance, legal[1 + drawn % (count - 1)]
    return chance, legal[drawn % count]


def _thrown(state: PyramidState, chance: int) -> tuple[int, int]:
    faces = []
    for _ in range(state.thrown):
        chance, face = splitmix.below(chance, m.MUMMY)
        faces.append(face + 1)
    return chance, m.with_faces(m.ROLL, tuple(faces))
