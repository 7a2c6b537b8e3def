"""The heads file: the length and digest of each game, in fixed slots in a small file next to the record.

SQLite silently drops the end of a damaged write-ahead log; the heads file detects that. It is written after each
commit, so a record *ahead* of its head means that the process was killed between the two, and a head ahead of the
record means lost rows.

Each game has two slots of 64 bytes, written alternately, so that a torn write leaves the previous one intact. A slot
has a magic mark, the game's number, an increasing serial number, the number of rows, their chained digest (16 bytes),
and the CRC-32 of all these. If both slots of a game are damaged, it is treated as a game without a head.
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Final, NamedTuple

from riverlight.closeable import Closeable

__all__ = ["HEADS_FILE", "NO_ROWS", "Head", "Heads", "read_heads"]

HEADS_FILE: Final = "riverlight.heads"

_MARK: Final = b"RLh1"
_SLOT: Final = struct.Struct("<4sqqq16s")
_CRC: Final = struct.Struct("<I")
_SLOT_BYTES: Final = 64
_PAIR_BYTES: Final = 2 * _SLOT_BYTES

# fdatasync: metadata such as the modification time need not be on the disk.
_sync = getattr(os, "fdatasync", os.fsync)


class Head(NamedTuple):
    """The number of rows of a game, and their chained digest."""

    rows: int
    chain: bytes


NO_ROWS: Final = Head(0, bytes(16))


class _Place(NamedTuple):
    pair: int
    serial: int
    head: Head


class Heads(Closeable):
    """The heads file in ``folder``, open for writing; created if missing.

    Raises:
        OSError: it cannot be opened or read.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / HEADS_FILE
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        self._file = os.fdopen(handle, "r+b", buffering=0)
        content = path.read_bytes()
        self._places = _places(content)
        self._pairs = -(-len(content) // _PAIR_BYTES)

    @property
    def by_game(self) -> dict[int, Head]:
        """The head of each game."""
        return {game: place.head for game, place in self._places.items()}

    def get(self, game: int) -> Head:
        """Return the head of a game, NO_ROWS if none was written."""
        return self._places[game].head if game in self._places else NO_ROWS

    def reserve(self, game: int) -> None:
        """Allocate a game's slots before its first commit: later writes need no more disk space."""
        if game not in self._places:
            self.write(game, NO_ROWS)

    def write(self, game: int, head: Head) -> None:
        """Write a game's head to the disk.

        Raises:
            OSError: it cannot be written; the previous head is still there.
        """
        place = self._places.get(game) or _Place(self._pairs, 0, NO_ROWS)
        serial = place.serial + 1
        content = _SLOT.pack(_MARK, game, serial, head.rows, head.chain)
        content = (content + _CRC.pack(zlib.crc32(content))).ljust(_SLOT_BYTES, b"\0")
        self._file.seek(place.pair * _PAIR_BYTES + serial % 2 * _SLOT_BYTES)
        self._file.write(content)
        _sync(self._file.fileno())
        self._places[game] = _Place(place.pair, serial, head)
        self._pairs = max(self._pairs, place.pair + 1)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_heads(folder: Path) -> dict[int, Head]:
    """Return the head of each game; empty if there is no readable heads file."""
    try:
        content = (folder / HEADS_FILE).read_bytes()
    except OSError:
        return {}
    return {game: place.head for game, place in _places(content).items()}


def _places(content: bytes) -> dict[int, _Place]:
    places: dict[int, _Place] = {}
    for start in range(0, len(content), _SLOT_BYTES):
        packed = content[start : start + _SLOT.size]
        checked = content[start + _SLOT.size : start + _SLOT.size + _CRC.size]
        if len(checked) < _CRC.size or _CRC.unpack(checked)[0] != zlib.crc32(packed):
            continue
        mark, game, serial, rows, chain = _SLOT.unpack(packed)
        pair = start // _PAIR_BYTES
        before = places.get(game)
        if mark == _MARK and (before is None or before.pair != pair or before.serial < serial):
            places[game] = _Place(pair, serial, Head(rows, chain))
    return places
