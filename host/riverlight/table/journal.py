"""The journal of a table: the only place that changes a game in progress.

:meth:`Journal.commit` handles every kind of change, in this order: it writes the change to the record, applies it to
the history, then updates the followers: first the undo rights, then the sides. Pages and lights are notified later,
outside the table's lock. So nothing is shown before it is stored.
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
    """State that depends on the changes of a game: undo rights, keypads, a side's version."""

    def follow(self, change: Change) -> None:
        """Update from a change that is stored and applied."""


class Journal:
    """The journal of a recorded game.

    Args:
        store: the record.
        game_id: the game's number in it.
        history: the game so far.
        last_row: the number of rows that the game has in the record.

    Attributes:
        followers: updated after each change, in this order.
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
        """The start time of the game, in ms since 1970."""
        return self._store.started_ms(self.game_id)

    def is_taken(self, press: KeyPress) -> bool:
        """Return whether a device's key press, or a page's message, is already in the record."""
        return press.number <= self._store.last_press(press.boot)

    def commit(self, change: Change) -> None:
        """Store ``change``, apply it to the history and update the followers.

        Raises:
            RecordError: it cannot be stored; nothing has changed.
        """
        self._write(change.rows)
        self.history.apply(change)
        self.follow(change)

    def follow(self, change: Change) -> None:
        """Update the followers from a change that is already stored and applied, as when a game is resumed."""
        for follower in self.followers:
            follower.follow(change)

    def _write(self, rows: Sequence[Row]) -> None:
        self._last_row = self._store.append(self.game_id, self._last_row, rows)


class InMemoryJournal(Journal):
    """The journal of a game that is never stored: a replay, a board being set up, a tutorial."""

    is_stored = False

    def __init__(self, store: Store, game_id: int, history: History, last_row: int = 0) -> None:
        super().__init__(store, game_id, history, last_row)
        self._presses: dict[str, int] = {}

    def is_taken(self, press: KeyPress) -> bool:
        """Return whether a press was handled before, here or in the record, and remember it."""
        is_taken = super().is_taken(press) or press.number <= self._presses.get(press.boot, 0)
        if not is_taken:
            self._presses[press.boot] = press.number  # there is no write that could fail
        return is_taken

    def _write(self, rows: Sequence[Row]) -> None:
        """Write nothing."""
