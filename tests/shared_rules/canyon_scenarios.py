"""Seeded cases of shared_rules that both interpreters run; each gives one digest, which must be equal on both.

``micropython canyon_scenarios.py ROOT`` prints the name and the digest of each. Boards are made here: small ones for
every oddity, rivers like the shipped map for the long moves.
"""

import binascii
import sys

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])

from shared_rules import canyon, canyon_lights, digest, line
from shared_rules.board import CAVE, CURRENT, LANDING, NONE, START, WATER, WATERFALL, Board, distances

HARDEST = (
    ((37, 64, 60, 43, 63, 47), 10),
    ((59, 91, 80, 63, 75, 90), 11),
    ((37, 43, 63, 66, 47, 60), 11),
    ((36, 64, 44, 48, 63, 50), 9),
    ((29, 32, 54, 38, 53, 50), 10),
    ((29, 43, 39, 54, 32, 53), 9),
)
"""Canoes, the mover first, and its points: the blockades of the shipped map that took longest of ten million, which a
hill climb led to. They are spaces by index: after a change of the map they are blockades like others."""


class Chance:
    """A generator of whole numbers that is the same everywhere."""

    def __init__(self, seed):
        """Begin with ``seed``."""
        self.state = seed

    def below(self, bound):
        """Return a number from 0 to ``bound`` - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % bound

    def one_of(self, items):
        """Return one of ``items``."""
        return items[self.below(len(items))]


def compiled(kinds, touches, flows=None, panels=(), game=0):
    """Return the blob of a board: the kind, the neighbours and the arrow (a dict) of each space."""
    flows = flows or {}
    degree = max([1] + [len(near) for near in touches])
    blob = bytearray(b"RB\x01")
    blob.extend(bytes((game, len(kinds), degree, len(panels))))
    blob.extend(bytes(kinds))
    blob.extend(bytes([flows.get(space, NONE) for space in range(len(kinds))]))
    for near in touches:
        blob.extend(bytes(sorted(near)) + b"\xff" * (degree - len(near)))
    for name, lights in panels:
        blob.extend(bytes((len(name),)) + name.encode() + bytes((len(lights) & 255, len(lights) >> 8)) + bytes(lights))
    return bytes(blob)


def grid(cells, corners=True):
    """Return the neighbours, as lists of indices, of (row, column) cells; over corners too, or along sides only."""
    index = {}
    for number, cell in enumerate(cells):
        index[cell] = number
    touches = []
    for row, column in cells:
        near = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                other = (row + down, column + right)
                if (down or right) and (corners or not (down and right)) and other in index:
                    near.append(index[other])
        touches.append(near)
    return touches


def small_board(chance):
    """Return a board of up to 20 spaces where anything may stand anywhere; arrows lead to some neighbour."""
    rows, columns = chance.one_of(((3, 3), (3, 4), (4, 4), (2, 7), (5, 3), (4, 5)))
    cells = [(row, column) for row in range(rows) for column in range(columns) if chance.below(8)]
    kinds = [chance.one_of((WATER,) * 9 + (CURRENT,) * 3 + (LANDING, LANDING, START, CAVE, WATERFALL)) for _ in cells]
    touches = grid(cells, chance.below(3) > 0)
    flows = {}
    for space, kind in enumerate(kinds):
        if kind == CURRENT and touches[space] and chance.below(9):
            flows[space] = chance.one_of(touches[space])
    return Board(compiled(kinds, touches, flows))


def river(chance, rows=28):
    """Return a winding river four or so spaces wide, with islands, a cave, seven rows of current and three landings."""
    cells = []
    left = 10
    for row in range(rows):
        left += chance.below(3) - 1
        for column in range(left, left + 3 + chance.below(3)):
            if row < 2 or row > rows - 3 or chance.below(7):
                cells.append((row, column))
    last = [number for number, cell in enumerate(cells) if cell[0] == rows - 1]
    touches = grid(cells)
    kinds = []
    flows = {}
    for number, (row, _) in enumerate(cells):
        kind = WATER
        if row == 0:
            kind = START
        elif row == rows - 1:
            kind = LANDING if number - last[0] < 3 else WATERFALL
        elif row >= rows - 8:
            ahead = [other for other in touches[number] if cells[other][0] > row and other != number]
            if ahead:
                kind = CURRENT
                flows[number] = chance.one_of(ahead)
        elif row == rows - 10 and CAVE not in kinds:
            kind = CAVE
        kinds.append(kind)
    return Board(compiled(kinds, touches, flows, (("main", list(range(len(cells)))),)))


def crowd(chance, board, seats):
    """Return spaces for canoes, the first the mover's; most of them near it, some off the board or in the cave."""
    places = [space for space in range(board.n) if board.kinds[space] != WATERFALL]
    if not places:
        return []
    start = chance.one_of(places)
    near = [start]
    for space in near:
        if len(near) > 30:
            break
        for other in board.around[space]:
            if other not in near and board.kinds[other] != WATERFALL:
                near.append(other)
    canoes = [start]
    while len(canoes) < seats:
        space = chance.one_of(near if chance.below(4) else places)
        if space in canoes and board.kinds[space] != CAVE:
            space = NONE
        canoes.append(space)
    return canoes


class Sum:
    """The digest of all that is added to it."""

    def __init__(self):
        """Begin with nothing."""
        self.crc = 0

    def add(self, numbers):
        """Add small whole numbers."""
        self.crc = binascii.crc32(bytes(numbers) + b"\xfe", self.crc)

    def add_text(self, text):
        """Add a text."""
        self.crc = binascii.crc32(text.encode(), self.crc)

    def hex(self):
        """Return eight hex digits."""
        return "%08x" % (self.crc & 0xFFFFFFFF)


def small_ends():
    """Find ends, ways and drifts on small boards."""
    chance = Chance(1)
    total = Sum()
    for _ in range(1500):
        board = small_board(chance)
        canoes = crowd(chance, board, 1 + chance.below(6))
        if not canoes:
            continue
        points, movement = chance.below(12), chance.below(2)
        ends = canyon.finish(canyon.ends(board, distances(board), canoes, 0, points, movement))
        total.add(ends)
        total.add(canyon.way(board, canoes, 0, ends[0], points, movement))
        for moved in canyon.drift(board, canoes, 0):
            total.add(moved)
    return total.hex()


def river_ends():
    """Find ends and ways with many points on rivers."""
    chance = Chance(2)
    total = Sum()
    for _ in range(25):
        board = river(chance)
        total.add_text(board.hash)
        total.add(distances(board))
        for _ in range(20):
            canoes = crowd(chance, board, 6)
            points = 11 - chance.below(5)
            ends = canyon.finish(canyon.ends(board, distances(board), canoes, 0, points))
            total.add(ends)
            total.add(canyon.way(board, canoes, 0, ends[-1], points))
    return total.hex()


def frames():
    """Fill role frames of every activity, and follow a canoe's passage."""
    chance = Chance(3)
    total = Sum()
    for _ in range(6):
        board = river(chance)
        frame = bytearray(2 * board.n)
        for turn in range(15):
            canoes = crowd(chance, board, 6)
            position = {"c": canoes, "s": 0, "a": turn % 5, "n": chance.below(5), "m": chance.below(2)}
            if position["a"] == canyon_lights.OVER:
                position["w"] = [0, 1]
            if position["a"] == canyon_lights.REST:
                position["v"] = list(range(canoes[0] % 7 + 3))
            canyon_lights.pieces(board, position, frame)
            total.add_text(digest.digest(frame))
            for _ in canyon_lights.choices(board, position, frame):
                pass
            total.add_text(digest.digest(frame))
            for duration_ms in canyon_lights.passage(board, position, frame):
                total.add((duration_ms >> 8, duration_ms & 255))
                total.add_text(digest.digest(frame))
    return total.hex()


def lines():
    """Encode messages of all sorts of values, decode them, spoil them, cut them up."""
    chance = Chance(4)
    total = Sum()
    splitter = line.Splitter()
    for number in range(300):
        text = "".join([chr(chance.one_of((32, 34, 42, 92, 125, 10, 0, 127, 233, 0x4E2D, 97))) for _ in range(7)])
        message = {"t": "key", "n": number, "b": text, "l": [number, None, True, {"z": -1, "a": text}], "x": False}
        sent = bytearray(line.encode(message))
        total.add(sent)
        assert line.decode(bytes(sent)) == message
        if chance.below(3) == 0:
            sent[chance.below(len(sent))] ^= 1 << chance.below(7)
        cut = chance.below(len(sent))
        for piece in (sent[:cut], sent[cut:]):
            for got in splitter.feed(bytes(piece)):
                read = splitter.read(got)
                total.add_text(str(-1 if read is None else read["n"]))
    total.add_text(str(splitter.bad))
    return total.hex()


SCENARIOS = (small_ends, river_ends, frames, lines)


def main():
    """Print each scenario's name and digest."""
    for scenario in SCENARIOS:
        print(scenario.__name__, scenario())  # noqa: T201  (read by the test that started this)


if __name__ == "__main__":
    main()
