"""The SQLite file of the record: one process at a time may write; any number may read.

SQLite cannot open a write-ahead log in a folder that the reader cannot write to. There, a file without a log is opened
as immutable, and a file with a log is read from a copy of both.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import IO, Final

from riverlight.boards.wording import word
from riverlight.errors import RecordError
from riverlight.folders import PassingFolder, hold, make_private, tighten
from riverlight.languages.text import text

__all__ = ["RECORD_FILE", "clear_errors", "lock_folder", "open_to_read", "open_to_write"]

RECORD_FILE: Final = "riverlight.sqlite3"

_LOCK_FILE: Final = "riverlight.lock"
_LOG: Final = "-wal"
_SCHEMA: Final = 1
_APPLICATION: Final = 0x52495645  # "RIVE" as application_id in SQLite's header
_TABLES: Final = """
CREATE TABLE events (
    game INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER, move TEXT,
    automatic INTEGER NOT NULL, body TEXT, digest TEXT, boot TEXT, number INTEGER, at_ms INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE INDEX presses ON events (boot, number) WHERE boot IS NOT NULL;
"""
_LOG_PAGES: Final = 100
"""WAL pages before SQLite checkpoints: the most that damage to the log can lose."""

_LONGEST_REASON: Final = 120
_NO_RIGHTS: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


def lock_folder(folder: Path) -> IO[str]:
    """Lock the data folder and return its lock file; make both if missing.

    The system releases the lock when this process ends, even after a crash.

    Raises:
        RecordError: the folder is not writable, or another process holds the lock.
    """
    try:
        make_private(folder)
    except OSError as error:
        if error.errno in _NO_RIGHTS:
            raise _read_only(folder, error) from error
        raise _unwritable(folder, "created", error) from error
    try:
        handle = os.open(folder / _LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        if error.errno in _NO_RIGHTS:
            raise _read_only(folder, error) from error
        raise _unwritable(folder, "written", error) from error
    lock = os.fdopen(handle, "a+", encoding="ascii")
    try:
        hold(lock.fileno())
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        message = (
            f"Another Riverlight{f' (process {holder})' if holder else ''} is using {folder}. "
            "Stop it first, or set RIVERLIGHT_DATA to another folder."
        )
        raise RecordError(message) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def open_to_write(folder: Path) -> sqlite3.Connection:
    """Open the record in ``folder``, or create one; only its owner may read its files."""
    path = folder / RECORD_FILE
    with clear_errors(folder):
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite's other files get these permissions
        except OSError as error:
            raise _read_only(folder, error) from error
        for each in folder.glob("riverlight.*"):
            tighten(each)
        database = _open(path, "mode=rw")
        try:
            is_new = not _demand_ours(database, path)
            _make_safe(database, path)
            if is_new:
                database.executescript(
                    f"BEGIN; {_TABLES} PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_SCHEMA}; COMMIT;"
                )
            # Checkpoint what a killed process has left in the log, and the tables of a new record.
            database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except BaseException:
            database.close()
            raise
        return database


def open_to_read(folder: Path, opened: ExitStack) -> sqlite3.Connection:
    """Open the record in ``folder`` for reading; ``opened`` closes it. A missing record reads as one without games."""
    path = folder / RECORD_FILE
    with clear_errors(folder):
        try:
            if folder.exists() and not folder.is_dir():
                message = text("The data folder {folder} is a file. Set RIVERLIGHT_DATA to a folder.", folder=folder)
                raise RecordError(message)
            is_there = path.exists()
        except OSError as error:
            raise _unreadable(folder, error) from error
        if not is_there:
            database = opened.enter_context(closing(_open(Path(":memory:"), "mode=memory")))
            database.executescript(_TABLES)
            return database
        try:
            return _reading(path, "mode=ro", opened)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
        try:
            log = path.with_name(path.name + _LOG)
            if log.exists() and log.stat().st_size:
                copied = opened.enter_context(PassingFolder("record")).path
                for each in (path, log):
                    shutil.copyfile(each, copied / each.name)
                return _reading(copied / path.name, "mode=ro", opened)
            path.open("rb").close()
        except OSError as error:
            raise _unreadable(folder, error) from error
        return _reading(path, "mode=ro&immutable=1", opened)


@contextmanager
def clear_errors(folder: Path) -> Iterator[None]:
    """Convert SQLite's errors to one-sentence RecordErrors."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
        is_text = not isinstance(error, UnicodeDecodeError)  # else a name in SQLite's message is not valid UTF-8
        reason = word(str(error), _LONGEST_REASON) if is_text else "malformed database schema"
        if "not a database" in reason or "malformed" in reason:
            message = text(
                "The record in {folder} is damaged ({reason}). Nothing was changed: save a copy of the folder, and "
                "set RIVERLIGHT_DATA to another folder to play on.",
                folder=folder,
                reason=reason,
            )
        else:
            message = text("The record in {folder} cannot be used: {reason}.", folder=folder, reason=reason)
        raise RecordError(message) from error
    except OSError as error:
        message = text("The record in {folder} cannot be used: {reason}.", folder=folder, reason=_reason(error))
        raise RecordError(message) from error


def _open(path: Path, how: str) -> sqlite3.Connection:
    name = f"{path.resolve().as_uri()}?{how}"
    # The store's own lock guards the connection, which the threads of pages and devices share.
    database = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    # SQLite refuses a whole row if one text column is not valid UTF-8; replacing the bytes saves its other columns.
    database.text_factory = lambda written: written.decode("utf-8", "replace")
    return database


def _reading(path: Path, how: str, opened: ExitStack) -> sqlite3.Connection:
    with ExitStack() as unless_sound:
        database = unless_sound.enter_context(closing(_open(path, how)))
        _demand_ours(database, path)
        opened.push(unless_sound.pop_all())
    return database


def _demand_ours(database: sqlite3.Connection, path: Path) -> bool:
    """Return whether the file has any content; raise RecordError unless this version can read it."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (schema,) = database.execute("PRAGMA user_version").fetchone()
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    if pages and application != _APPLICATION:
        message = f"{path} is not a record of Riverlight. Move it away, or set RIVERLIGHT_DATA to another folder."
        raise RecordError(message)
    if schema > _SCHEMA:
        message = (
            f"The record {path} was written by a newer Riverlight (schema {schema}; this one reads {_SCHEMA}): "
            "update Riverlight to use it."
        )
        raise RecordError(message)
    return bool(pages)


def _make_safe(database: sqlite3.Connection, path: Path) -> None:
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        message = (
            f"The data folder {path.parent} cannot hold a write-ahead log (a network folder?): "
            "set RIVERLIGHT_DATA to a folder on a disk of this machine."
        )
        raise RecordError(message)
    database.execute("PRAGMA synchronous = FULL")
    database.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")


def _read_only(folder: Path, error: OSError) -> RecordError:
    return RecordError(
        text(
            "The data folder {folder} is read-only ({reason}): its games can be listed, shown and exported, but "
            "nothing can be stored there. Set RIVERLIGHT_DATA to another folder.",
            folder=folder,
            reason=_reason(error),
        )
    )


def _unwritable(folder: Path, done: str, error: OSError) -> RecordError:
    sentence = f"The data folder {folder} cannot be {done} ({_reason(error)}). Set RIVERLIGHT_DATA to another folder."
    return RecordError(sentence)


def _unreadable(folder: Path, error: OSError) -> RecordError:
    message = text("The data folder {folder} cannot be read ({reason}).", folder=folder, reason=_reason(error))
    return RecordError(message)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
