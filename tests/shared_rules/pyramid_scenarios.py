"""Seeded cases of Pyramid's shared rules that both interpreters run, as ``canyon_scenarios`` does for Canyon.

``micropython pyramid_scenarios.py ROOT`` prints the name and the digest of each.
"""

import sys

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])

from shared_rules import digest, pyramid, pyramid_lights
from shared_rules import pyramid_position as at
from shared_rules.board import CHAMBER, ENTRANCE, NONE, PYRAMID, SARCOPHAGUS, TREASURE, Board
from tests.shared_rules.canyon_scenarios import Chance, Sum, compiled


def maze(chance, width, height):
    """Return a maze of ``width`` × ``height`` spaces with walls at random, its gates first in the lowest row."""
    n = width * height
    slots = [[NONE] * 4 for _ in range(n)]
    for space in range(n):
        for way, other in ((1, space + 1), (0, space + width)):
            if (way == 0 or other % width) and other < n and chance.below(4):
                slots[space][way] = other
                slots[other][way ^ 2] = space
    kinds = [TREASURE if chance.below(4) == 0 else CHAMBER for _ in range(n)]
    kinds[width // 2 - 1], kinds[width // 2] = ENTRANCE, SARCOPHAGUS
    blob = bytearray(compiled(kinds, [[]] * n, {}, (("tomb", list(range(n))), ("shrine", list(range(n)))), PYRAMID))
    blob[5] = 4
    for space, kind in enumerate(kinds):
        blob[7 + n + space] = chance.below(5) if kind == TREASURE else NONE
    rest = 7 + 2 * n
    blob = blob[:rest] + b"".join([bytes(slot) for slot in slots]) + blob[rest + n :]
    return Board(bytes(blob))


def position(chance, board, is_hunters):
    """Return a ``show`` message of one side with anybody anywhere, any activity, any walk."""
    body = bytearray(at.size(board, is_hunters))
    free = [space for space in range(board.n) if board.kinds[space] < ENTRANCE]
    body[at.MUMMY] = chance.one_of(free)
    body[at.MARKER] = chance.one_of((0, 1, 2, 3, NONE))
    body[at.ACTIVITY] = chance.below(5)
    body[at.STEPS] = chance.below(9)
    body[at.CAUGHT] = chance.one_of((NONE, NONE, 0, 1, 2, 3))
    body[at.WINNERS] = chance.below(32) if body[at.ACTIVITY] == at.OVER else 0
    walk = [body[at.MUMMY]]
    for _ in range(chance.below(9)):
        around = [space for space in board.around[walk[0]] if board.kinds[space] < ENTRANCE]
        if around:
            walk.insert(0, chance.one_of(around))
    body[at.WALK : at.WALK + at.WALK_MOST] = at.walk_bytes(walk if chance.below(3) else [])
    played = chance.below(1 << 12)
    if is_hunters:
        places = list(free)
        places.extend((NONE, pyramid.entrance(board)))
        for hunter in range(at.HUNTERS_MOST):
            body[at.HUNTERS + hunter] = chance.one_of(places)
        body[at.DICE] = chance.below(32)
        body[at.LIGHT] = at.light_byte(chance.below(3), chance.below(2) == 1)
        body[at.HUNTERS_PLAYED] = played & 255
    else:
        body[at.STEPS_LEFT] = chance.below(9)
        body[at.ASIDE] = chance.below(6)
        body[at.TAKEN] = chance.below(8)
        body[at.MUMMYS_PLAYED] = played & 255
        possible = [space for space in free if chance.below(3) == 0] if chance.below(2) else []
        body[len(body) - at.bits(board.n) :] = at.mask(possible, board.n)
    return {"g": "pyramid", "h" if is_hunters else "m": at.packed(body)}


def moves():
    """Find the ends of every die, the mummy's steps, its reach and its catches."""
    chance = Chance(1)
    total = Sum()
    for _ in range(40):
        board = maze(chance, 4 + chance.below(8), 2 + chance.below(7))
        total.add_text(board.hash)
        for _ in range(6):
            free = [space for space in range(board.n) if board.kinds[space] < ENTRANCE]
            mummy = chance.one_of(free)
            free.append(NONE)
            hunters = bytes([chance.one_of(free) for _ in range(4)])
            for face in range(1, 6):
                if hunters[0] != NONE:
                    total.add(pyramid.die_ends(board, hunters, 0, mummy, face, chance.below(2) == 1))
            total.add(pyramid.mummy_steps(board, mummy))
            reach = pyramid.mummy_reach(board, mummy, chance.below(9), hunters)
            total.add(reach)
            total.add(pyramid.caught(reach, mummy, hunters))
    return total.hex()


def frames():
    """Fill role frames of both sides in every activity, and follow what was just seen."""
    chance = Chance(2)
    total = Sum()
    for _ in range(12):
        board = maze(chance, 6 + chance.below(7), 4 + chance.below(6))
        frame = bytearray(2 * board.n)
        for turn in range(24):
            shown = position(chance, board, turn & 1 == 0)
            pyramid_lights.pieces(board, shown, frame)
            total.add_text(digest.digest(frame))
            for _ in pyramid_lights.choices(board, shown, frame):
                pass
            total.add_text(digest.digest(frame))
            for duration_ms in pyramid_lights.passage(board, shown, frame):
                total.add((duration_ms >> 8, duration_ms & 255))
                total.add_text(digest.digest(frame))
    return total.hex()


SCENARIOS = (moves, frames)


def main():
    """Print each scenario's name and digest."""
    for scenario in SCENARIOS:
        print(scenario.__name__, scenario())  # noqa: T201  (read by the test that started this)


if __name__ == "__main__":
    main()
