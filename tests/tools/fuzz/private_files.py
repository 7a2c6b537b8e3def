"""Small files next to the record: links of private pages, the table code, answers on where lights lie."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

from riverlight.table.session import Table
from riverlight.table.summary import Summary
from riverlight.web.access import TableAccess
from riverlight.web.game_labels import GameLabels
from riverlight.web.private_file import read_private, write_private
from riverlight.web.seat_links import SeatLinks

from tests.tools.fuzz.mutate import in_json
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_LINKS = "seat-links.json"
_CODE = "table-code.json"
_STARTED_MS = 1_700_000_000_000
_TABLE = cast("Table", SimpleNamespace(game_id=7, started_ms=_STARTED_MS, head=SimpleNamespace(seat_names="ABCD")))
_GAME = cast("Summary", SimpleNamespace(game_id=7, started_ms=_STARTED_MS))
_TOKEN_LETTERS = 22
_TOKENS = ["abcdefghijklmnopqrstu" + letter for letter in "ABCD"]


@contextmanager
def _in_folder(read: Any) -> Iterator[Run]:
    with TemporaryDirectory() as folder:
        yield lambda data: bool(read(Path(folder), data))


def _read_links(folder: Path, data: bytes) -> bool:
    """Find a table's links, made again if the file has no valid ones; they are the same after a restart."""
    path = folder / _LINKS
    path.write_bytes(data)
    kept = read_private(path)
    links = SeatLinks(folder)
    seats = links.tokens_of(_TABLE)
    assert sorted(seats.values()) == [0, 1, 2, 3]
    for token in seats:
        assert len(token) == _TOKEN_LETTERS
        assert links.is_known(token)
    assert not links.is_known("")
    assert SeatLinks(folder).tokens_of(_TABLE) == seats
    moved = links.move(_TABLE, 2)
    assert len(set(moved) - set(seats)) == 1
    assert SeatLinks(folder).tokens_of(_TABLE) == moved
    return list(seats) == kept.get("7-1700000000000")


def _read_code(folder: Path, data: bytes) -> bool:
    """Find the table code, made again if the file has no valid one; it is the same after a restart."""
    path = folder / _CODE
    path.write_bytes(data)
    kept = read_private(path)
    access = TableAccess(folder, ["192.0.2.7"], clock=lambda: 0.0)
    assert len(access.code) == 6
    assert access.code.isdecimal()
    cookie = access.open(access.code, "192.0.2.9")
    assert cookie is not None
    again = TableAccess(folder, ["192.0.2.7"], clock=lambda: 0.0)
    assert (again.code, again.open(again.code, "192.0.2.9")) == (access.code, cookie)
    return read_private(path) == kept


def _read_labels(folder: Path, data: bytes) -> bool:
    """Find a game's name, rename and delete it; a file with nothing that will do names none."""
    path = folder / "game-names.json"
    path.write_bytes(data)
    labels = GameLabels(folder)
    name, is_deleted = labels.read()(_GAME)
    assert len(name) <= 40
    labels.rename(7, _STARTED_MS, "Final")
    labels.mark(7, _STARTED_MS, is_deleted=not is_deleted)
    assert labels.read()(_GAME) == ("Final", not is_deleted)
    return bool(name)


def _keep(folder: Path, data: bytes) -> bool:
    """Keep what was read, and read it again."""
    path = folder / "any.json"
    path.write_bytes(data)
    kept = read_private(path)
    write_private(path, kept)
    assert json.dumps(read_private(path)) == json.dumps(kept)
    return bool(kept)


def _links() -> list[bytes]:
    return [json.dumps({"3-1690000000000": _TOKENS[::-1], "7-1700000000000": _TOKENS}).encode()]


_DEEP = (b"[" * 100_000, b'{"7-1700000000000": ' + b"[" * 900 + b"]" * 900 + b"}", b"\xff\xfe{}", b"")
_MUTATED = in_json(["code", "key", "7-1700000000000", "123456", "name", "deleted", "Final", *_TOKENS])

TARGETS = (
    Target("seat-links", _links, _MUTATED, lambda: _in_folder(_read_links), lambda: _DEEP, 40),
    Target(
        "table-code",
        lambda: [json.dumps({"code": "012345", "key": "k" * 32}).encode()],
        _MUTATED,
        lambda: _in_folder(_read_code),
        lambda: (*_DEEP, json.dumps({"code": "٠١٢٣٤٥", "key": "k" * 32}).encode()),
        40,
    ),
    Target(
        "game-names",
        lambda: [json.dumps({"7-1700000000000": {"name": "A", "deleted": True}, "8-1": {"name": "B"}}).encode()],
        _MUTATED,
        lambda: _in_folder(_read_labels),
        lambda: _DEEP,
        40,
    ),
    Target("private-files", _links, _MUTATED, lambda: _in_folder(_keep), lambda: _DEEP, 40),
)
