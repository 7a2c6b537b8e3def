"""An invented Canyon board, and a photo of it, taken at an angle, as a small PNG."""

from __future__ import annotations

import struct
import zlib
from math import sin
from typing import NamedTuple

SIZE_MM = (480, 260)
PHOTO_PX = (900, 640)
CORNERS_PX = ((130, 110), (770, 70), (850, 560), (60, 500))
"""Where the board's corners lie on the photo, from the top left clockwise."""

REACH_MM = 52
"""Spaces that lie as near as this touch."""

_PITCH_MM = 32
_COLUMNS = 12
_LANES = 2
_FIRST_CURRENT = 5
_TABLE = (74, 52, 38)
_LAND = (196, 178, 132)
COLOURS = {
    "start": (240, 232, 200),
    "water": (70, 130, 190),
    "current": (40, 90, 160),
    "landing": (60, 160, 90),
    "cave": (90, 80, 110),
    "waterfall": (230, 240, 250),
}


class Spot(NamedTuple):
    """A space as it is printed: its kind, its place in mm, and the place that its arrow leads to."""

    kind: str
    at: tuple[float, float]
    to: tuple[float, float] | None = None


def _at(column: float, lane: float) -> tuple[float, float]:
    return 48 + _PITCH_MM * column, round(100 + _PITCH_MM * (lane - 1) + 14 * sin(column / 2.2) + 34, 1)


def spots() -> list[Spot]:
    """Return every space of the board."""
    found = [Spot("start", _at(*cell)) for cell in ((-1, 0), (-1, 1), (0, -1), (1, -1), (0, 2), (1, 2))]
    for column in range(_COLUMNS):
        for lane in range(_LANES):
            if column < _FIRST_CURRENT:
                found.append(Spot("water", _at(column, lane)))
                continue
            beyond = (column + 1, lane) if column + 1 < _COLUMNS else (column, lane + 1)
            if (column, lane) == (_COLUMNS - 1, _LANES - 1):
                beyond = (_COLUMNS, _LANES)
            found.append(Spot("current", _at(column, lane), _at(*beyond)))
    found += [Spot("landing", _at(_COLUMNS, lane)) for lane in (-1, 0, 1)]
    found += [Spot("cave", _at(4, -1)), Spot("waterfall", _at(_COLUMNS, _LANES))]
    return found


def on_photo(at: tuple[float, float]) -> tuple[float, float]:
    """Return where a place of the board lies on the photo."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = CORNERS_PX
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    turn = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / turn, (dx1 * sy - sx * dy1) / turn
    u, v = at[0] / SIZE_MM[0], at[1] / SIZE_MM[1]
    depth = g * u + h * v + 1
    return (
        ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / depth,
        ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / depth,
    )


def photo() -> bytes:
    """Return the photo as a PNG."""
    width, height = PHOTO_PX
    rows = [bytearray(bytes(_TABLE) * width) for _ in range(height)]
    for y in range(height):
        crossings = []
        for (x0, y0), (x1, y1) in zip(CORNERS_PX, (*CORNERS_PX[1:], CORNERS_PX[0]), strict=True):
            if min(y0, y1) <= y < max(y0, y1):
                crossings.append(round(x0 + (x1 - x0) * (y - y0) / (y1 - y0)))
        if len(crossings) == 2:
            left, right = sorted(crossings)
            rows[y][3 * left : 3 * right] = bytes(_LAND) * (right - left)
    for spot in spots():
        _disc(rows, on_photo(spot.at), 15, COLOURS[spot.kind])
    return _png(rows, width, height)


def _disc(rows: list[bytearray], at: tuple[float, float], radius: int, colour: tuple[int, int, int]) -> None:
    across, down = round(at[0]), round(at[1])
    for y in range(down - radius, down + radius + 1):
        half = int((radius**2 - (y - down) ** 2) ** 0.5)
        rows[y][3 * (across - half) : 3 * (across + half + 1)] = bytes(colour) * (2 * half + 1)


def _png(rows: list[bytearray], width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def png_head(width: int, height: int) -> bytes:
    """Return the beginning of a PNG that says it is of this size."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", width, height, 8, 2, 0, 0, 0)
