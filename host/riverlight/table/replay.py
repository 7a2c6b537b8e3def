"""A kept game to look back on: a table whose record is never written, which goes to any of its entries.

The pages and the lights show it as they show any table. Its keypad turns pages: ``#`` one entry back, ``*`` to the
beginning, any other key one entry on. A side apart (``riverlight.table.sides``) only looks on: how many entries lie
between two that it may know of would tell it of those that it may not.
"""

from __future__ import annotations

from typing import Any

from riverlight.languages.text import text
from riverlight.table import entry
from riverlight.table.history import History
from riverlight.table.keypads import Outcome
from riverlight.table.record import KeyPress, Row, Store
from riverlight.table.sides import Keypad, PageViewer
from riverlight.table.snapshot import CAN_NOTHING
from riverlight.table.unkept import Unkept

__all__ = ["Replay"]

_BEGINNING = "*"
_ONLY_LOOKS = text("This is a game looked back on: nothing is entered in it.")


class Replay(Unkept):
    """A game looked back on, at its beginning at first."""

    @classmethod
    def of(cls, store: Store, game_id: int) -> Replay:
        """Return the game as its record has it now.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        rows = store.rows(game_id)
        replay = cls(store, game_id, History.replayed(game_id, rows), len(rows))
        history = replay.history
        history.taken_back.clear()
        replay.length = len(history.entries)
        replay._turn_to(0)
        return replay

    length = 0
    """How many entries the game has."""

    def go_to(self, at: int) -> Outcome:
        """Show the game as it was after ``at`` entries, at most its length."""
        with self._lock:
            self._turn_to(at)
        self._watching.announce("main", Outcome("typed"))
        return Outcome("typed")


    def snapshot(self, viewer: PageViewer) -> dict[str, Any]:
        """Return what the page shows; ``replay`` tells the place in the game, None on a side apart."""
        shown = super().snapshot(viewer)
        replay = {"at": len(self.history.entries), "of": self.length}
        shown |= {"choices": [], "arrange": None, "can": dict(CAN_NOTHING)}
        return {**shown, "replay": None if self.sides.is_apart(viewer) else replay}

    def _pressed(self, key: str, keypad: Keypad, long: bool, _press: KeyPress | None) -> Outcome:
        if self.sides.is_apart(keypad):
            return Outcome("refused", _ONLY_LOOKS)
        step = -1 if key == entry.TAKE_BACK and not long else 1
        self._turn_to(0 if key == _BEGINNING else len(self.history.entries) + step)
        return Outcome("typed")

    def _entered(self, *_: object) -> Outcome:
        return Outcome("refused", _ONLY_LOOKS)

    def _taken_back(self, *_: object) -> Outcome:
        return Outcome("refused", _ONLY_LOOKS)

    def _played_again(self, *_: object) -> Outcome:
        return Outcome("refused", _ONLY_LOOKS)

    def _turn_to(self, at: int) -> None:
        history, wanted = self.history, min(max(at, 0), self.length)
        while len(history.entries) > wanted:
            history.go_back([Row("undo")])
            self._known.look()
        while len(history.entries) < wanted:
            history.go_again([Row("redo")])
            self._known.look()
