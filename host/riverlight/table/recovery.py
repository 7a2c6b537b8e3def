"""Recovery of a damaged game: copy the damaged files, then continue from the rows that are left."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import NamedTuple

from riverlight.errors import RecordError
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.rows import STEPS

__all__ = ["Recovered", "recover"]


class Recovered(NamedTuple):
    """The numbers of rows left and lost, and the folder with the copy of the damaged files."""

    left: int
    lost: int
    copy: Path


def recover(folder: Path, game_id: int) -> Recovered | None:
    """Continue a damaged game after its last sound row; copy the files first, then delete the later rows.

    Returns None for an undamaged game.

    Raises:
        RecordError: there is no such game, its first row is damaged, or the record is not writable.
    """
    with Store.reading(folder) as store:
        written = store.rows_written(game_id)
        if written and _is_whole(store, game_id):
            return None
        left = 0 if written and not store.has_rows(game_id) else _sound_rows(store, game_id)
    number = next(n for n in count(1) if not (folder / _name(game_id, n)).exists())
    with Store(folder, copy_as=_name(game_id, number)) as store:
        store.cut(game_id, left)
    return Recovered(left, written - left, folder / _name(game_id, number))


def _name(game_id: int, number: int) -> str:
    return f"damaged-game-{game_id}-recovered-{number}"


def _is_whole(store: Store, game_id: int) -> bool:
    try:
        History.from_rows(game_id, store.rows(game_id))
    except RecordError:
        return False
    return True


def _sound_rows(store: Store, game_id: int) -> int:
    rows = store.rows(game_id, sound=True)
    try:
        History.from_rows(game_id, rows)
    except RecordError:
        sound = History.from_rows(game_id, rows, sound=True)
        return [row.n for row in rows if row.kind in STEPS][len(sound.steps) - 1]
    return len(rows)
