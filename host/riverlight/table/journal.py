"""The journal of a table: the one place where a game in progress changes.

:meth:`Journal.commit` does this for every kind of change, once and in this order: it writes the change to the record,
applies it to the history, then lets the followers take it over: first the undo rights, then the sides. Pages and
lights are notified later, outside the table's lock. So nothing is shown before it is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from riverlight.table.changes import Change
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress, Row

__all__ = ["Follower", "InMemoryJournal", "Journal"]


class Follower(Protocol):
    """What depends on the changes of a game: undo rights, the keypads and the version of a side."""

    def follow(self, change: Change) -> None:
        """Take over a change that is stored and applied."""


class Journal:
    """The journal of a game in the record.

    Args:
        store: the record.
        game_id: the game's number there.
        history: the game as far as it has come.
        last_row: how many rows the record of the game has.

    Attributes:
        followers: what takes over each change, in this order.
    """

    is_stored = True

    def __init__(self, store: Store, game_id: int, history: History, last_row: int) -> None:
        self.game_id = game_id
        self.history = history
        self.followers: Sequence[Follower] = ()
        self._store = store
        self._last_row = last_row

    @property
    def started_ms(self) -> int:
        """When the game was started, in ms since 1970."""
        return self._store.started_ms(self.game_id)

    def is_taken(self, press: KeyPress) -> bool:
        """Return whether a key press of a device, or a message of a page, is in the record already."""
        return press.number <= self._store.last_press(press.boot)

    def commit(self, change: Change) -> None:
        """Store ``change``, apply it to the history, and let the followers take it over.

        Raises:
            RecordError: when it cannot be stored; nothing has changed then.
        """
        self._write(change.rows)
        self.history.apply(change)
        self.follow(change)

    def follow(self, change: Change) -> None:
        """Let the followers take over a change that is stored and applied, as when a game is resumed."""
        for follower in self.followers:
            follower.follow(change)

    def _write(self, rows: Sequence[Row]) -> None:
        self._last_row = self._store.append(self.game_id, self._last_row, rows)


class InMemoryJournal(Journal):
    """The journal of a game that is never written: a replay, a board being set up, a tutorial."""

    is_stored = False

    def __init__(self, store: Store, game_id: int, history: History, last_row: int = 0) -> None:
        super().__init__(store, game_id, history, last_row)
        self._presses: dict[str, int] = {}

    def is_taken(self, press: KeyPress) -> bool:
        """Return whether a press was taken before, here or in the record; from now on it is."""
        is_taken = super().is_taken(press) or press.number <= self._presses.get(press.boot, 0)
        if not is_taken:
            self._presses[press.boot] = press.number  # nothing can go wrong with it before it is safe
        return is_taken

    def _write(self, rows: Sequence[Row]) -> None:
        """Write nothing."""
