"""Compiled boards: a compact binary format, read in place, for the Pico.

The host compiles board files (``riverlight.boards``); this module only reads the result. Spaces are identified by their
index, their position in the file. The blob, all numbers little-endian::

    0  b"RB"    2  VERSION    3  game    4  n, spaces (1..254)    5  degree, neighbour slots per space    6  panels
    7  n bytes: the kind of each space
       n bytes: its datum, NONE for none (canyon: target space of its arrow; niagara: colour of its site; pyramid:
                colour of its treasure)
       n * degree bytes: its neighbours, NONE in unused slots (canyon: ascending, packed to the front; pyramid: one slot
                each for north, east, south, west; niagara: up and down)
       for each panel: length of its name, its name in ASCII, lights (2 bytes), and the space of each light or NONE
       only if spaces have sensors: positions of their chain (2 bytes), and two bytes for each position: panel and
                space; NONE twice for an unused one
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

# Kinds of the spaces of Niagara; the last three have only lights.
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
"""Number of kinds of each game, in the order of GAMES."""

_HEAD = const(7)


class Board:
    """A compiled board.

    ``kinds``, ``data``, ``neighbours`` and the lights of ``panels`` are views into the blob.

    Attributes:
        blob: the binary form.
        game: CANYON, NIAGARA or PYRAMID.
        n: number of spaces, 1 to 254.
        degree: neighbour slots per space; space ``s`` has ``neighbours[s * degree : (s + 1) * degree]``.
        around: tuple with the neighbours of each space as bytes, without NONE.
        panels: tuple of (name, view with the space of each light or NONE).
        sensors: view with panel and space of each position of the sensor chain; empty without sensors.
        distances: cached result of the function of that name, None before the first call.
        layout: data that the game's lights module caches per board, None before.
        hash: CRC-32 of the blob, eight hex digits.

    Raises:
        ValueError: with a sentence, if ``blob`` is not a valid compiled board.
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
        self.layout: "tuple[bytes, ...] | None" = None
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
        self.sensors = view[size:]
        if size >= end + 4:
            self.sensors = view[end + 2 :]
            for place in range(0, len(self.sensors) - 1, 2):
                panel, space = self.sensors[place], self.sensors[place + 1]
                if (panel >= len(panels) or space >= n) and not panel == space == NONE:
                    raise ValueError("Sensor %d is at a panel or a space that is not there." % (place // 2))
            end += 2 + 2 * (blob[end] + 256 * blob[end + 1])
        if end != size:
            raise ValueError("This compiled board ends after %d bytes, but has %d." % (end, size))
        self.panels = tuple(panels)
        self.hash = "%08x" % (binascii.crc32(blob) & 0xFFFFFFFF)

    def lights(self, panel: str) -> memoryview | None:
        """Return the space of each light of ``panel``, None if there is no such panel."""
        for name, lights in self.panels:
            if name == panel:
                return lights
        return None


def _panel(blob: bytes, view: memoryview, start: int) -> "tuple[str, memoryview, int]":
    """Parse the panel at offset ``start``; return name, lights and end offset."""
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
    """Return ``d(s)`` of CAN-15: the shortest distance of each space to any landing.

    NONE if no landing is reachable. Canoes are ignored; the path may visit anything but land and the waterfall. The
    result is cached on the board; do not change it.
    """
    if board.distances is not None:
        return board.distances
    kinds, around = board.kinds, board.around
    found = bytearray(b"\xff" * board.n)
    queue = [space for space in range(board.n) if kinds[space] == LANDING]
    for space in queue:
        found[space] = 0
    for space in queue:  # grows during iteration
        farther = found[space] + 1
        for other in around[space]:
            if found[other] == NONE and kinds[other] != WATERFALL:
                found[other] = farther
                queue.append(other)
    board.distances = found
    return found
