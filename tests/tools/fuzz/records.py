"""Damaged records: changed rows, files with lost or changed bytes."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from click.testing import CliRunner
from riverlight.commands import riverlight
from riverlight.errors import RecordError, RiverlightError
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.game_labels import GameLabels
from riverlight.web.games_page import games_page, statistics_page

from tests.tools.fuzz import games
from tests.tools.fuzz.boards import NAMES
from tests.tools.fuzz.mutate import ODD_TEXTS, bytes_mutated, in_json
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_FILE = "riverlight.sqlite3"
_MOVES = 30
_BOOT = "a1b2c3"
_COLUMNS = ("game", "n", "kind", "seat", "move", "automatic", "body", "digest", "boot", "number", "at_ms")
_COMMANDS = (("list",), ("list", "--json"), ("show", "1"), ("export", "1"), ("export", "1", "--sound"), ("replay", "2"))


@cache
def _whole() -> bytes:
    """Return the file of a record of two games, the first with a few presses."""
    with TemporaryDirectory() as folder:
        with Store(Path(folder)) as store:
            for game in ("canyon", "niagara"):
                head, written = games.read_game(game)
                Table.from_moves(store, head, [(move.seat, move.text) for move in written.moves[:_MOVES]])
        with closing(sqlite3.connect(Path(folder) / _FILE)) as database, database:
            database.execute("UPDATE events SET boot = ?, number = n WHERE game = 1 AND n BETWEEN 4 AND 9", (_BOOT,))
        return (Path(folder) / _FILE).read_bytes()


@cache
def _first_body(game: int) -> bytes:
    """Return what the first row of a game says, its board but for a few spaces left out."""
    head, _written = games.read_game("canyon" if game == 1 else "niagara")
    body = dict(head.row().body or {})
    return json.dumps({**body, "board": {**body["board"], "spaces": body["board"]["spaces"][:3]}}).encode()


def _look(folder: Path) -> bool:
    """Read everything in a record, in every possible way; unreadable parts are reported, the file is unchanged."""
    before = (folder / _FILE).read_bytes()
    try:
        with Store.reading(folder) as store:
            is_sound = _look_into(store)
    except RecordError as error:
        demand_sentence(error)
        is_sound = False
    for words in _COMMANDS:
        ended = CliRunner().invoke(riverlight, ["games", *words])
        if ended.exception is not None and not isinstance(ended.exception, SystemExit):
            assert isinstance(ended.exception, RiverlightError), repr(ended.exception)
            demand_sentence(ended.exception)
    assert (folder / _FILE).read_bytes() == before
    return is_sound


def _look_into(store: Store) -> bool:
    is_sound = True
    found = store.games()
    assert games_page(store, GameLabels(store.folder)).status_code == 200
    for game in found:
        assert isinstance(store.started_ms(game.game_id), int)
        try:
            rows = store.rows(game.game_id)
            history = History.from_rows(game.game_id, rows)
            assert statistics_page(game.game_id, history).status_code == 200
        except RecordError as error:
            demand_sentence(error)
            is_sound = False
            with suppress(RecordError):
                History.from_rows(game.game_id, store.rows(game.game_id, sound=True), sound=True)
    assert isinstance(store.last_press(_BOOT), int)
    return is_sound and len(found) == 2


def _go_on(folder: Path) -> None:
    """Take up the games of a record, and play on where that can be done."""
    try:
        with Store(folder) as store:
            for game in store.games():
                try:
                    table = Table.resume(store, game.game_id)
                    table.press("#")
                    json.dumps(table.snapshot("table"))
                except RecordError as error:
                    demand_sentence(error)
    except RecordError as error:
        demand_sentence(error)


@contextmanager
def _kept(damage: Callable[[Path, bytes], None]) -> Iterator[Run]:
    with TemporaryDirectory() as parent, mock.patch.dict("os.environ", {"RIVERLIGHT_DATA": f"{parent}/data"}):
        folder = Path(parent) / "data"

        def run(data: bytes) -> bool:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / _FILE).write_bytes(_whole())
            damage(folder / _FILE, data)
            is_sound = _look(folder)
            _go_on(folder)
            return is_sound

        yield run


def _edit(path: Path, data: bytes) -> None:
    """Carry out edits ``[row, column, value]``, or ``[row]`` to lose one; what is no edit changes nothing."""
    with suppress(ValueError, TypeError, RecursionError), closing(sqlite3.connect(path)) as database, database:
        for row, *change in json.loads(data):
            column, value = change or (None, None)
            game, n = divmod(row, 100)
            with suppress(sqlite3.Error, OverflowError):
                if column is None:
                    database.execute("DELETE FROM events WHERE game = ? AND n = ?", (game, n))
                elif column in _COLUMNS:
                    kept = json.dumps(value) if isinstance(value, dict | list) else value
                    query = f"UPDATE events SET {column} = ? WHERE game = ? AND n = ?"  # noqa: S608 - a known column
                    database.execute(query, (kept, game, n))


def _replace(path: Path, data: bytes) -> None:
    path.write_bytes(data)


_EDITS: tuple[list[list[Any]], ...] = (
    [],
    [[105, "at_ms", 1]],
    [[108, "boot", "c4c4c4"], [109, "number", 700]],
    [[201, "body", '{"game": "niagara"}'], [999, "n", 1]],
    [[105]],
    [[101, "body", {"game": "canyon", "names": ["Ada"], "options": {}, "seed": 1, "board": None}]],
    [[120, "kind", "undo"], [121, "kind", "redo"], [122, "kind", "typed"]],
)
_DETAILS = (
    *('{"keypad":"main","keys":"1","tail":""}', '{"keypad":[]}', '{"keypad":"main","keys":"é"}', '{"by":99}', "[]"),
    *('{"agreed":[7]}', '{"result":{"winners":[9],"way":"x"}}', '{"result":{"winners":"ab"}}', '{"agreed":"ab"}'),
    *("{", "{}", "undo", "redo", "typed", "new", "move", "stay"),
)
_HEAD = ("game", "options", "names", "seed", "generator", "board", "bots")
_mutated = in_json([*_HEAD, "Ada", "canyon", "cards", "app", *NAMES])


def _edits_mutated(_data: bytes, _others: Sequence[bytes], chance: Random) -> bytes:
    """Return some edits: what a row says of its game made into something near, or a column into something odd."""
    edits: list[list[Any]] = []
    for _ in range(chance.randint(1, 2)):
        row, column = chance.choice((101, 101, 102, 105, 109, 120, 131, 201, 225)), chance.choice(_COLUMNS)
        kind = chance.randrange(6)
        if kind < 3:
            game = chance.choice((1, 2))
            first = _first_body(game)
            edits.append([100 * game + 1, "body", _mutated(first, [first], chance).decode("utf-8", "replace")])
        elif kind < 5:
            edits.append([row, column, chance.choice((*_DETAILS, *ODD_TEXTS, -1, 0, 7, 1 << 62, 1.5, None))])
        else:
            edits.append([row])
    return json.dumps(edits).encode()


TARGETS = (
    Target(
        "record-rows",
        lambda: [json.dumps(edits).encode() for edits in _EDITS[:3]],
        _edits_mutated,
        lambda: _kept(_edit),
        lambda: [
            b'[[101, "body", "' + b"[" * 5000 + b'"]]',
            b'[[101, "game", "x"]]',
            b'[[104, "number", "many"]]',
            b'[[130, "at_ms", 9223372036854775807]]',
        ],
        25,
    ),
    Target(
        "record-files",
        lambda: [_whole()],
        bytes_mutated,
        lambda: _kept(_replace),
        lambda: [b"", b"SQLite format 3\0", b"x" * 5000, _whole()[:4096], _whole()[:-4096]],
        25,
    ),
)
