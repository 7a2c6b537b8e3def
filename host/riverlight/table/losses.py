"""Lost rows: found by comparing games with their heads; a damaged game continues only on a user's command."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from riverlight.errors import RecordError
from riverlight.folders import make_private
from riverlight.languages.text import text
from riverlight.table.database import RECORD_FILE
from riverlight.table.heads import HEADS_FILE, Head

__all__ = ["Loss", "altered", "copy_damaged", "damage", "find_losses"]

_COPIED: Final = (RECORD_FILE, f"{RECORD_FILE}-wal", HEADS_FILE)


class Loss(NamedTuple):
    """A game of which ``written`` rows were committed and only ``left`` are in the record."""

    game_id: int
    left: int
    written: int

    @property
    def sentence(self) -> str:
        """The loss in one sentence, with the commands to recover."""
        recover = f"riverlight games recover {self.game_id}"
        if not self.left:
            return text(
                "Game {number} is lost: {written} rows were written, none is left. `{recover}` ends this message.",
                number=self.game_id,
                written=self.written,
                recover=recover,
            )
        return text(
            "Game {number} has lost its last rows: {written} were written, {left} are left. Nothing was changed; "
            "`{export}` writes what is left, `{recover}` continues from there.",
            number=self.game_id,
            written=self.written,
            left=self.left,
            export=f"riverlight games export {self.game_id} --sound",
            recover=recover,
        )


def find_losses(database: sqlite3.Connection, heads: Mapping[int, Head]) -> list[Loss]:
    """Return the games that have fewer rows than their heads say."""
    losses = []
    for game_id, head in sorted(heads.items()):
        (last,) = database.execute(
            "SELECT max(n) FROM events WHERE game = ? AND typeof(n) = 'integer'", (game_id,)
        ).fetchone()
        if (last or 0) < head.rows:
            losses.append(Loss(game_id, max(last or 0, 0), head.rows))
    return losses


def altered(game_id: int, rows: int) -> str:
    """Return the message for a game whose rows are complete but altered."""
    return text(
        "Game {number} is altered: its {rows} rows are not those that were written. Nothing was changed; `{export}` "
        "writes what is there, `{recover}` continues with it.",
        number=game_id,
        rows=rows,
        export=f"riverlight games export {game_id} --sound",
        recover=f"riverlight games recover {game_id}",
    )


def damage(game_id: int, n: int, fault: str) -> str:
    """Return the message for damage at row ``n``."""
    return text(
        "The record of game {number} is damaged at row {row}: {fault}. Nothing was changed; `{export}` writes what is "
        "before it, `{recover}` continues from there.",
        number=game_id,
        row=n,
        fault=fault,
        export=f"riverlight games export {game_id} --sound",
        recover=f"riverlight games recover {game_id}",
    )


def copy_damaged(folder: Path, name: str) -> Path:
    """Copy the record's files unchanged into the folder ``name`` next to them, if it does not exist; return the folder.

    No connection to the record may be open: closing any file handle releases the locks that SQLite holds on the file.

    Raises:
        RecordError: the files cannot be copied.
    """
    copy = folder / name
    if copy.exists():
        return copy
    fresh = folder / f"{name}.new"
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        make_private(fresh)
        for each in _COPIED:
            if (folder / each).exists():
                shutil.copy2(folder / each, fresh / each)
        fresh.rename(copy)
    except OSError as error:
        message = text(
            "The damaged record cannot be copied to {folder} ({reason}); nothing was changed.",
            folder=copy,
            reason=error.strerror or error,
        )
        raise RecordError(message) from error
    return copy
