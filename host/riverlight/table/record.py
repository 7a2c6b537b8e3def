"""The record of all games: one SQLite table of events in the data folder, committed before anything is shown.

``riverlight.table.rows`` describes its rows. With a write-ahead log and ``synchronous = FULL``, a committed row
survives a kill and a power cut; the heads file (``riverlight.table.heads``) detects rows lost to a damaged disk. One
process at a time may write in a data folder, enforced by a lock file. Readers need no lock.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import RLock

from riverlight.boards.wording import word
from riverlight.closeable import Closeable
from riverlight.errors import RecordError
from riverlight.languages.text import series, text
from riverlight.table.database import RECORD_FILE, clear_errors, lock_folder, open_to_read, open_to_write
from riverlight.table.heads import NO_ROWS, Head, Heads, read_heads
from riverlight.table.losses import Loss, copy_damaged, find_losses
from riverlight.table.rows import COLUMNS, Columns, Row, chain_digest, row_of
from riverlight.table.summary import LATEST_GAMES, Summary, summary_of

__all__ = ["Store"]

_MOST_NAMED = 12
_GAMES_AT_ONCE = 50
_BITS = 63  # of an SQLite integer, without its sign


class Store(Closeable):
    """The record in ``folder``, open for writing; a context manager.

    Raises:
        RecordError: another process writes there, or the file cannot be used.
    """

    def __init__(self, folder: Path, *, copy_as: str | None = None) -> None:
        self.folder = folder
        self.is_new = not (folder / RECORD_FILE).exists()
        with ExitStack() as opened:
            opened.enter_context(lock_folder(folder))
            with clear_errors(folder):
                self._heads: Heads | None = opened.enter_context(Heads(folder))
            losses = self._found_before_writing()
            if losses and copy_as is None:
                copy_as = "damaged-game-{}-has-{}-of-{}".format(*losses[0])
            self.copy = None if copy_as is None else copy_damaged(folder, copy_as)
            self._database = opened.enter_context(closing(open_to_write(folder)))
            self._using = RLock()
            self._opened = opened.pop_all()

    @classmethod
    def reading(cls, folder: Path) -> Store:
        """Open the record in ``folder`` for reading only, even while another process writes.

        A folder without a record reads as one without games.
        """
        store = cls.__new__(cls)
        store.folder = folder
        store.copy = None
        store.is_new = False
        store._heads = None
        with ExitStack() as opened:
            store._database = open_to_read(folder, opened)
            store._using = RLock()
            store._opened = opened.pop_all()
        return store

    def close(self) -> None:
        """Close the file, then release the lock."""
        self._opened.close()

    def discard(self, before: Collection[Path]) -> None:
        """Remove all files added to the folder except ``before``, unless the record has games."""
        is_empty = self.is_new and not self.count()
        if is_empty:
            self._database.close()
        with suppress(OSError):
            for path in set(self.folder.iterdir()).difference(before):
                if path.is_file() and (is_empty or not path.name.startswith("riverlight.")):
                    path.unlink()

    def create(self, rows: Sequence[Row]) -> int:
        """Create a game from ``rows``, the first of kind ``new``; return its id."""
        with self._using:
            heads = self._writable_heads()
            with self._transaction():
                query = "SELECT max(game) FROM events WHERE typeof(game) = 'integer'"
                (highest,) = self._database.execute(query).fetchone()
                game_id: int = max(highest or 0, *(game for game, head in heads.by_game.items() if head.rows), 0) + 1
                heads.reserve(game_id)
                head = self._insert(game_id, NO_ROWS, rows)
            self._committed(game_id, head)
        return game_id

    def append(self, game_id: int, last: int, rows: Sequence[Row]) -> int:
        """Append ``rows`` after row ``last`` in one transaction; return the number of the new last row.

        After it returns, the rows are on the disk; if it raises, none of them is.
        """
        with self._using:
            heads = self._writable_heads()
            with self._transaction():
                before = heads.get(game_id)
                if before.rows != last:
                    before = _head_of(self._columns(game_id)[:last])
                    heads.reserve(game_id)
                head = self._insert(game_id, before, rows)
                if heads.get(game_id).rows > last:
                    raise RecordError(Loss(game_id, last, heads.get(game_id).rows).sentence)
            self._committed(game_id, head)
        return head.rows

    def losses(self) -> list[Loss]:
        """Return the games that have lost rows since they were written."""
        with self._using, clear_errors(self.folder):
            return find_losses(self._database, self._known_heads())

    def rows_written(self, game_id: int) -> int:
        """Return the number of rows written for a game, lost ones included; 0 for an unknown game."""
        with self._using:
            return max(self._known_heads().get(game_id, NO_ROWS).rows, len(self._columns(game_id)))

    def has_rows(self, game_id: int) -> bool:
        """Return whether any row of the game is left."""
        with self._using:
            return bool(self._columns(game_id))

    def cut(self, game_id: int, last: int) -> None:
        """Make row ``last`` the last one of a damaged game, and accept the rows before it."""
        with self._using:
            with self._transaction():
                self._database.execute("DELETE FROM events WHERE game = ? AND n > ?", (game_id, last))
                head = _head_of(self._columns(game_id))
            with clear_errors(self.folder):
                self._writable_heads().write(game_id, head)

    def rows(self, game_id: int, *, sound: bool = False) -> list[Row]:
        """Return all rows of a game in order; ``sound``: only those before the first damaged one.

        Raises:
            RecordError: there is no such game, or (unless ``sound``) a row is missing or cannot be read.
        """
        with self._using:
            head = self._known_heads().get(game_id, NO_ROWS)  # read before the rows, which may grow meanwhile
            found = self._columns(game_id)
        if not found and not head.rows:
            raise self._no_such_game(game_id)
        rows: list[Row] = []
        for place, columns in enumerate(found, start=1):
            try:
                rows.append(row_of(game_id, place, columns))
            except RecordError:
                if sound:
                    break
                raise
        if not found or (len(found) < head.rows and not sound):
            raise RecordError(Loss(game_id, len(found), head.rows).sentence)
        if head.rows and not sound and _head_of(found[: head.rows]) != head:
            rows[-1] = rows[-1]._replace(ends_altered=True)
        return rows

    def games(self, most: int | None = None) -> list[Summary]:
        """Return all games, or the ``most`` recent ones, latest first."""
        return list(islice(self.latest(), most))

    def latest(self) -> Iterator[Summary]:
        """Yield the games, latest first; each is read only when requested."""
        before = 1 << _BITS - 1
        heads = self._known_heads()
        while True:
            with self._using, clear_errors(self.folder):
                read = self._database.execute(LATEST_GAMES, (before, _GAMES_AT_ONCE)).fetchall()
            found = [row for row in read if row[0] < before]  # a damaged index could loop forever
            for row in found:
                if row[2] is not None:  # its first row exists
                    summary = summary_of(*row)
                    is_short = (summary.entries or 0) < heads.get(summary.game_id, NO_ROWS).rows
                    yield summary._replace(is_damaged=True) if is_short else summary
            if not found:
                return
            before = min(row[0] for row in found)

    def count(self) -> int:
        """Return the number of games."""
        with self._using, clear_errors(self.folder):
            (games,) = self._database.execute("SELECT count(*) FROM events WHERE n = 1").fetchone()
        return int(games)

    def started_ms(self, game_id: int) -> int:
        """Return the start time of a game, in ms since 1970; 0 for an unknown game."""
        with self._using, clear_errors(self.folder):
            found = self._database.execute("SELECT at_ms FROM events WHERE game = ? AND n = 1", (game_id,)).fetchone()
        return found[0] if found and isinstance(found[0], int) else 0

    def last_press(self, boot: str) -> int:
        """Return the number of the last key press stored from the device with boot id ``boot``; 0 if none."""
        with self._using, clear_errors(self.folder):
            query = "SELECT max(number) FROM events WHERE boot = ? AND typeof(number) = 'integer'"
            (number,) = self._database.execute(query, (boot,)).fetchone()
        return number or 0

    def _found_before_writing(self) -> list[Loss]:
        """Return the losses without changing any file."""
        if not (self.folder / RECORD_FILE).exists():
            return [Loss(game_id, 0, head.rows) for game_id, head in self._known_heads().items() if head.rows]
        with ExitStack() as opened, clear_errors(self.folder):
            return find_losses(open_to_read(self.folder, opened), self._known_heads())

    def _known_heads(self) -> dict[int, Head]:
        return read_heads(self.folder) if self._heads is None else self._heads.by_game

    def _writable_heads(self) -> Heads:
        if self._heads is None:
            message = text("The record in {folder} cannot be used: it is open for reading only.", folder=self.folder)
            raise RecordError(message)
        return self._heads

    def _committed(self, game_id: int, head: Head) -> None:
        """Write the head of a committed game; if that fails, the head is behind, as after a kill."""
        with suppress(OSError):
            self._writable_heads().write(game_id, head)

    def _columns(self, game_id: int) -> list[Columns]:
        with clear_errors(self.folder):
            if game_id.bit_length() > _BITS:
                return []
            asked = f"SELECT {COLUMNS} FROM events WHERE game = ? ORDER BY n"  # noqa: S608  (a constant)
            return self._database.execute(asked, (game_id,)).fetchall()

    def _no_such_game(self, game_id: int) -> RecordError:
        known = [str(game.game_id) for game in self.games()]
        known[_MOST_NAMED:] = ["…"] * (len(known) > _MOST_NAMED)
        games = series(known) if known else text("none yet")
        number = word(str(game_id))
        return RecordError(text("There is no saved game {number}. Saved games: {games}.", number=number, games=games))

    def _insert(self, game_id: int, before: Head, rows: Sequence[Row]) -> Head:
        now_ms = time.time_ns() // 1_000_000
        chain = before.chain
        for n, row in enumerate(rows, start=before.rows + 1):
            body = None if row.body is None else json.dumps(row.body, separators=(",", ":"), ensure_ascii=False)
            boot, number = row.press or (None, None)
            columns = n, row.kind, row.seat, row.move, int(row.automatic), body, row.digest, boot, number, now_ms
            self._database.execute(
                f"INSERT INTO events (game, {COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)",  # noqa: S608  (a constant)
                (game_id, *columns),
            )
            chain = chain_digest(chain, columns)
        return Head(before.rows + len(rows), chain)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._using, clear_errors(self.folder):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def _head_of(found: Sequence[Columns]) -> Head:
    """Return the head for rows with these columns."""
    chain = NO_ROWS.chain
    for columns in found:
        chain = chain_digest(chain, columns)
    return Head(len(found), chain)
