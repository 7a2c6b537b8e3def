"""A board in its compiled form: a few bytes a space, read in place, small enough for the Pico.

The host compiles board files (``riverlight.boards``); this module only reads what it made. Spaces are known by their
index, the order in which the file lists them. The blob, all numbers little-endian::

    0  b"RB"    2  VERSION    3  game    4  n, spaces (1..254)    5  degree, neighbour slots a space    6  panels
    7  n bytes: the kind of each space
       n bytes: its datum, NONE where it has none (canyon: the space its arrow leads to; niagara: the colour of its
                site; pyramid: the colour of its treasure)
       n * degree bytes: its neighbours, NONE in the slots left over (canyon: ascending and packed to the front;
                pyramid: one slot each for north, east, south, west; niagara: up and down)
       for each panel: length of its name, its name in ASCII, lights (2 bytes), and the space of each light or NONE
"""

import binascii

from shared_rules.compat import const

VERSION = const(1)
NONE = const(255)

CANYON = const(0)
NIAGARA = const(1)
PYRAMID = const(2)
GAMES = ("canyon", "niagara", "pyramid")

# Kinds of the spaces of Canyon.
START = const(0)
WATER = const(1)
CURRENT = const(2)
LANDING = const(3)
CAVE = const(4)
WATERFALL = const(5)

# Kinds of the spaces of Niagara; the last three only carry lights.
SHORE = const(0)
RIVER = const(1)
FALL = const(2)
SITE = const(3)
WEATHER = const(4)
BERTH = const(5)

# Kinds of the spaces of Pyramid.
CHAMBER = const(0)
TREASURE = const(1)
ENTRANCE = const(2)
SARCOPHAGUS = const(3)

KIND_COUNTS = (6, 6, 4)
"""How many kinds each game has, in the order of GAMES."""

_HEAD = const(7)


class Board:
    """A compiled board. ``kinds``, ``data``, ``neighbours`` and the lights of ``panels`` are views into the blob.

    Attributes:
        blob: the bytes themselves.
        game: CANYON, NIAGARA or PYRAMID.
        n: how many spaces there are, 1 to 254.
        degree: neighbour slots a space; space ``s`` has ``neighbours[s * degree : (s + 1) * degree]``.
        around: tuple with the neighbours of each space as bytes, NONE left out.
        panels: tuple of (name, view with the space of each light or NONE).
        distances: what the function of that name found, None before it was called.
        hash: CRC-32 of the blob, eight hex digits.

    Raises:
        ValueError: with one sentence when ``blob`` is not a compiled board.
    """

    def __init__(self, blob: bytes) -> None:
        size = len(blob)
        if size < _HEAD or blob[0] != 82 or blob[1] != 66:
            raise ValueError("A compiled board begins with RB and its head of 7 bytes; this does not.")
        if blob[2] != VERSION:
            raise ValueError("A compiled board of version %d is expected, not of %d." % (VERSION, blob[2]))
        game, n, degree = blob[3], blob[4], blob[5]
        if game >= len(GAMES):
            raise ValueError("A board's game is 0, 1 or 2, not %d." % game)
        if not 1 <= n < NONE:
            raise ValueError("A board has 1 to 254 spaces, not %d." % n)
        view = memoryview(blob)
        end = _HEAD + n * (2 + degree)
        if end > size:
            raise ValueError("A board of %d spaces has at least %d bytes, not %d." % (n, end, size))
        self.blob = blob
        self.game = game
        self.n = n
        self.degree = degree
        self.kinds = view[_HEAD : _HEAD + n]
        self.data = view[_HEAD + n : _HEAD + 2 * n]
        self.neighbours = view[_HEAD + 2 * n : end]
        for kind in self.kinds:
            if kind >= KIND_COUNTS[game]:
                raise ValueError("A space of %s has a kind below %d, not %d." % (GAMES[game], KIND_COUNTS[game], kind))
        for space in self.neighbours:
            if space >= n and space != NONE:
                raise ValueError("A neighbour is one of %d spaces, not %d." % (n, space))
        if game == CANYON:
            for space in self.data:
                if space >= n and space != NONE:
                    raise ValueError("An arrow leads to one of %d spaces, not to %d." % (n, space))
        self.distances: "bytearray | None" = None
        self.around = tuple(
            [bytes(self.neighbours[space * degree : (space + 1) * degree]).replace(b"\xff", b"") for space in range(n)]
        )
        panels = []
        for _ in range(blob[6]):
            name, lights, end = _panel(blob, view, end)
            for space in lights:
                if space >= n and space != NONE:
                    raise ValueError("A light of panel %s shows one of %d spaces, not %d." % (name, n, space))
            panels.append((name, lights))
        if end != size:
            raise ValueError("This compiled board ends after %d bytes, but has %d." % (end, size))
        self.panels = tuple(panels)
        self.hash = "%08x" % (binascii.crc32(blob) & 0xFFFFFFFF)

    def lights(self, panel: str) -> memoryview | None:
        """Return the space of each light of ``panel``, None where the board has no such panel."""
        for name, lights in self.panels:
            if name == panel:
                return lights
        return None


def _panel(blob: bytes, view: memoryview, start: int) -> "tuple[str, memoryview, int]":
    """Return the name, the lights and the end of the panel that stands at ``start``."""
    size = len(blob)
    if start < size:
        after_name = start + 1 + blob[start]
        if after_name + 2 <= size:
            end = after_name + 2 + blob[after_name] + 256 * blob[after_name + 1]
            if end <= size:
                name = bytes(blob[start + 1 : after_name])
                if name and min(name) > 32 and max(name) < 127:
                    return name.decode(), view[after_name + 2 : end], end
                raise ValueError("The name of a panel is printable ASCII; this one is not.")
    raise ValueError("This compiled board of %d bytes breaks off in a panel." % size)


def distances(board: Board) -> bytearray:
    """Return ``d(s)`` of CAN-15 for each space: the fewest steps to any landing, NONE where there is none.

    Canoes are ignored; the way may go over anything but land and the waterfall. It is worked out once for a board;
    nobody changes it.
    """
    if board.distances is not None:
        return board.distances
    kinds, around = board.kinds, board.around
    found = bytearray(b"\xff" * board.n)
    queue = [space for space in range(board.n) if kinds[space] == LANDING]
    for space in queue:
        found[space] = 0
    for space in queue:  # grows while it is walked through
        farther = found[space] + 1
        for other in around[space]:
            if found[other] == NONE and kinds[other] != WATERFALL:
                found[other] = farther
                queue.append(other)
    board.distances = found
    return found
