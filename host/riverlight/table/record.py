"""The record of all games: one SQLite table of events in the data folder, safe before anything is shown.

Every row is an event of one game, numbered from 1. Its kind is one of

- ``new``    the game's name, options, names, seed and board (``body``);
- ``move``   a seat's move as text; ``automatic`` where the app made it for the table;
- ``undo`` and ``redo``   the last entry taken back, or played again;
- ``typed``  the keys that a keypad holds after a press (``body``: keypad, keys), so that half a code outlives the host;
  with ``question``, the take-back that stands to be agreed to from then on, null for none.

The first four are *steps*; each carries the digest of the state it led to, which is checked when a game is resumed.
A row that came from a device's key press, or a page's message, also carries which it was, so that a move and the
knowledge that its key was taken are one transaction.

The write-ahead log with ``synchronous = FULL`` makes a committed row outlive a kill and a power cut. One process at a
time may write in a data folder, held by a lock file that the system frees when the process ends in whatever way.
Readers need no lock.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import IO, Any, NamedTuple

from riverlight.boards.wording import word
from riverlight.closing import Closing
from riverlight.engines.contract import Seat
from riverlight.errors import RecordError
from riverlight.folders import hold
from riverlight.languages.text import series, text
from riverlight.table.summary import LATEST_GAMES, Summary, damage, read_body, summary_of

__all__ = ["STEPS", "KeyPress", "Row", "Store"]

STEPS = ("new", "move", "undo", "redo")
"""The kinds of rows that change the game; all others are ``typed``."""

_FILE = "riverlight.sqlite3"
_LOCK_FILE = "riverlight.lock"
_SCHEMA = 1
_APPLICATION = 0x52495645  # "RIVE" in SQLite's header: this file is ours
_TABLES = """
CREATE TABLE events (
    game INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER, move TEXT,
    automatic INTEGER NOT NULL, body TEXT, digest TEXT, boot TEXT, number INTEGER, at_ms INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE INDEX presses ON events (boot, number) WHERE boot IS NOT NULL;
"""
_LONGEST_REASON = 120
_MOST_NAMED = 12
_GAMES_AT_ONCE = 50
_BITS = 63  # of a whole number in SQLite, its sign aside
_COLUMNS = "n, kind, seat, move, automatic, body, digest, boot, number, at_ms"


class KeyPress(NamedTuple):
    """Which press of a device's key it was: the device's boot id, and a number from 1 that only grows within it.

    A message of a page has instead a name that no other has, and the number 1.
    """

    boot: str
    number: int


class Row(NamedTuple):
    """One event of a game. ``n`` is given by the store; rows to be appended leave it at 0."""

    kind: str
    seat: Seat | None = None
    move: str | None = None
    automatic: bool = False
    body: dict[str, Any] | None = None
    digest: str | None = None
    press: KeyPress | None = None
    n: int = 0
    at_ms: int = 0


class Store(Closing):
    """The record in ``folder``, opened to write; a context manager.

    Raises:
        RecordError: when another process writes there, or the file cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"The data folder {folder} cannot be made ({_reason(error)}); RIVERLIGHT_DATA may name another."
            raise RecordError(message) from error
        self._lock: IO[str] | None = _lock(folder)
        try:
            self._database = _connect(folder / _FILE, read_only=False)
            self._using = RLock()
        except BaseException:
            self._lock.close()
            raise

    @classmethod
    def reading(cls, folder: Path) -> Store:
        """Return the record in ``folder`` for reading only, also while another process writes.

        A folder without a record reads as one without games.
        """
        store = cls.__new__(cls)
        store.folder = folder
        store._lock = None
        store._database = _connect(folder / _FILE, read_only=True)
        store._using = RLock()
        return store

    def close(self) -> None:
        """Close the file, then let other processes write."""
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def create(self, rows: Sequence[Row]) -> int:
        """Begin a game with ``rows``, the first of kind ``new``; return its id."""
        with self._transaction():
            query = "SELECT max(game) FROM events WHERE typeof(game) = 'integer'"
            (highest,) = self._database.execute(query).fetchone()
            game_id: int = (highest or 0) + 1
            self._insert(game_id, 0, rows)
        return game_id

    def append(self, game_id: int, last: int, rows: Sequence[Row]) -> int:
        """Append ``rows`` after row ``last`` in one transaction; return the new last row's number.

        When it returns, the rows are safe; when it raises, none of them is there.
        """
        with self._transaction():
            return self._insert(game_id, last, rows)

    def rows(self, game_id: int, *, sound: bool = False) -> list[Row]:
        """Return all rows of a game in order; with ``sound``, those before the first damaged one.

        Raises:
            RecordError: when there is no such game, or (unless ``sound``) a row is missing or cannot be read.
        """
        with self._using, _clear_errors(self.folder):
            found = [] if game_id.bit_length() > _BITS else self._database.execute(
                f"SELECT {_COLUMNS} FROM events WHERE game = ? ORDER BY n", (game_id,)  # noqa: S608  (a constant)
            ).fetchall()
        if not found:
            known = [str(game.game_id) for game in self.games()]
            known[_MOST_NAMED:] = ["…"] * (len(known) > _MOST_NAMED)
            games = series(known) if known else text("none yet")
            number = word(str(game_id))
            message = text("There is no game {number} in the record; it has {games}.", number=number, games=games)
            raise RecordError(message)
        rows: list[Row] = []
        for place, columns in enumerate(found, start=1):
            try:
                rows.append(_row(game_id, place, columns))
            except RecordError:
                if sound:
                    break
                raise
        return rows

    def games(self, most: int | None = None) -> list[Summary]:
        """Return all games, or the ``most`` begun last, the latest first."""
        return list(islice(self.latest(), most))

    def latest(self) -> Iterator[Summary]:
        """Yield the games, the latest begun first; those that nobody looks at are not read."""
        before = 1 << _BITS - 1
        while True:
            with self._using, _clear_errors(self.folder):
                read = self._database.execute(LATEST_GAMES, (before, _GAMES_AT_ONCE)).fetchall()
            found = [row for row in read if row[0] < before]  # a damaged index leads round in a circle
            yield from [summary_of(*row) for row in found if row[2] is not None]  # its first row is there
            if not found:
                return
            before = min(row[0] for row in found)

    def count(self) -> int:
        """Return how many games there are."""
        with self._using, _clear_errors(self.folder):
            (games,) = self._database.execute("SELECT count(*) FROM events WHERE n = 1").fetchone()
        return int(games)

    def begun_ms(self, game_id: int) -> int:
        """Return when a game began, in ms since 1970; 0 for one that is not there."""
        with self._using, _clear_errors(self.folder):
            found = self._database.execute("SELECT at_ms FROM events WHERE game = ? AND n = 1", (game_id,)).fetchone()
        return found[0] if found and isinstance(found[0], int) else 0

    def last_press(self, boot: str) -> int:
        """Return the number of the last key taken from the device that booted as ``boot``, 0 for none."""
        with self._using, _clear_errors(self.folder):
            query = "SELECT max(number) FROM events WHERE boot = ? AND typeof(number) = 'integer'"
            (number,) = self._database.execute(query, (boot,)).fetchone()
        return number or 0

    def _insert(self, game_id: int, last: int, rows: Sequence[Row]) -> int:
        now_ms = time.time_ns() // 1_000_000
        for n, row in enumerate(rows, start=last + 1):
            body = None if row.body is None else json.dumps(row.body, separators=(",", ":"), ensure_ascii=False)
            boot, number = row.press or (None, None)
            self._database.execute(
                f"INSERT INTO events (game, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)",  # noqa: S608  (a constant)
                (game_id, n, row.kind, row.seat, row.move, row.automatic, body, row.digest, boot, number, now_ms),
            )
        return last + len(rows)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._using, _clear_errors(self.folder):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    with _clear_errors(path.parent):
        if read_only and not path.exists():
            database = _open(":memory:")
            database.executescript(_TABLES)
            return database
        database = _open(f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}")
        try:
            _prepare(database, path, read_only=read_only)
        except BaseException:
            database.close()
            raise
        return database


def _open(name: str) -> sqlite3.Connection:
    # The store's own lock guards the connection, which the threads of pages and devices share.
    database = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    # A text that is damaged must be no more than that: SQLite would refuse all that stands beside it too.
    database.text_factory = lambda written: written.decode("utf-8", "replace")
    return database


def _prepare(database: sqlite3.Connection, path: Path, *, read_only: bool) -> None:
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (schema,) = database.execute("PRAGMA user_version").fetchone()
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    if pages and application != _APPLICATION:
        message = f"{path} is not a record of Riverlight; move it away, or let RIVERLIGHT_DATA name another folder."
        raise RecordError(message)
    if schema > _SCHEMA:
        message = (
            f"The record {path} was written by a newer Riverlight (schema {schema}; this one reads {_SCHEMA}): "
            "update Riverlight to use it."
        )
        raise RecordError(message)
    if read_only:
        return
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        message = (
            f"The data folder {path.parent} cannot hold a write-ahead log (a network folder?): "
            "let RIVERLIGHT_DATA name a folder on a disk of this machine."
        )
        raise RecordError(message)
    database.execute("PRAGMA synchronous = FULL")
    if not pages:
        database.executescript(
            f"BEGIN; {_TABLES} PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_SCHEMA}; COMMIT;"
        )


def _lock(folder: Path) -> IO[str]:
    """Return the lock file, held; the system frees it when this process ends, however it ends."""
    try:
        lock = (folder / _LOCK_FILE).open("a+", encoding="ascii")
    except OSError as error:
        message = f"The data folder {folder} cannot be written ({_reason(error)}); RIVERLIGHT_DATA may name another."
        raise RecordError(message) from error
    try:
        hold(lock.fileno())
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        message = (
            f"Another Riverlight{f' (process {holder})' if holder else ''} keeps its games in {folder}: "
            "stop it first, or let RIVERLIGHT_DATA name another folder."
        )
        raise RecordError(message) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


@contextmanager
def _clear_errors(folder: Path) -> Iterator[None]:
    """Turn SQLite's errors into one sentence each."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
        is_told = not isinstance(error, UnicodeDecodeError)  # else the name that SQLite wanted to tell is no text
        reason = word(str(error), _LONGEST_REASON) if is_told else "malformed database schema"
        if "not a database" in reason or "malformed" in reason:
            message = text(
                "The record in {folder} is damaged ({reason}). Nothing was changed: keep a copy of the folder, and let "
                "RIVERLIGHT_DATA name another to play on.",
                folder=folder,
                reason=reason,
            )
        else:
            message = text("The record in {folder} cannot be used: {reason}.", folder=folder, reason=reason)
        raise RecordError(message) from error


def _row(game_id: int, place: int, columns: Sequence[Any]) -> Row:
    """Return row number ``place`` of a game from its columns; raise RecordError for what was never written so."""
    n, kind, seat, move, automatic, written, digest, boot, number, at_ms = columns
    if n != place:
        raise RecordError(damage(game_id, place, text("the row is missing")))
    numbers_are_sound = all(isinstance(value, int) for value in (automatic, at_ms, seat or 0, number or 0))
    texts_are_sound = all(isinstance(value, str) for value in (kind, move or "", digest or "", boot or ""))
    if not (numbers_are_sound and texts_are_sound) or (boot is None) != (number is None):
        raise RecordError(damage(game_id, place, text("its parts are not of their kinds")))
    press = None if boot is None else KeyPress(boot, number)
    return Row(kind, seat, move, bool(automatic), read_body(game_id, n, written), digest, press, n, at_ms)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
