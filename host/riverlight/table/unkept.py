"""A table whose record is never written: a game looked back on, a board being set, a first game to learn by.

What the record otherwise knows it knows itself: half a code, and which presses of a device it has taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.table.history import History
from riverlight.table.record import KeyPress, Row, Store
from riverlight.table.session import Table

__all__ = ["Unkept"]


class Unkept(Table):
    """See :class:`riverlight.table.session.Table`; the game goes on from where ``history`` ends, and is forgotten."""

    def __init__(self, store: Store, game_id: int, history: History, last_row: int) -> None:
        super().__init__(store, game_id, history, last_row)
        self._presses: dict[str, int] = {}

    def _is_taken(self, press: KeyPress) -> bool:
        is_taken = super()._is_taken(press) or press.number <= self._presses.get(press.boot, 0)
        if not is_taken:
            self._presses[press.boot] = press.number  # nothing can go wrong with it before it is safe
        return is_taken

    def _write(self, rows: Sequence[Row]) -> None:
        """Keep nothing but half a code."""
        self._follow(rows)
