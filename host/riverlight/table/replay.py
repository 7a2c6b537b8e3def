"""The replay of a saved game: a table whose entry policy goes to any entry and writes nothing.

Pages and lights show it like any table. On its keypad ``#`` goes one entry back, ``*`` to the start, any other key one
entry forward. A separate side (``riverlight.games.sides``) cannot navigate: the number of entries between two that it
may see could reveal something about the others.
"""

from __future__ import annotations

from typing import Final

from riverlight.games.sides import MAIN, TABLE_PAGE, Keypad, PageViewer
from riverlight.languages.text import text
from riverlight.table import entry
from riverlight.table.changes import Change
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal, Journal
from riverlight.table.moments import turning_points
from riverlight.table.observers import Outcome
from riverlight.table.play import Play
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress, Row
from riverlight.table.secrecy import check_is_open
from riverlight.table.session import Table
from riverlight.table.snapshot import CAN_NOTHING
from riverlight.table.snapshot_types import ReplayPosition, Snapshot

__all__ = ["Replay", "open_replay"]

_ROUND: Final = "round"
_BEGINNING: Final = "*"
_ONLY_LOOKS: Final = text("This is a replay: no moves can be entered.")


def open_replay(store: Store, game_id: int, *, with_secrets: bool = False) -> Table:
    """Return a table that replays a game from its start.

    Raises:
        SecretError: something in the game is still secret; ``with_secrets`` shows it anyway.
        RecordError: there is no such game, or its record is damaged.
    """
    history = History.from_rows(game_id, store.rows(game_id))
    if not with_secrets:
        check_is_open(history.head.game, history.state)
    history = history.until(len(history.entries))
    return Table(Replay(InMemoryJournal(store, game_id, history)))


class Replay(Play):
    """The entry policy of a replay.

    Attributes:
        length: the number of entries.
    """

    refusal = _ONLY_LOOKS
    is_sensed = False

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.length = len(self.history.entries)
        self._events = sorted({at for at, _, _ in turning_points(self.history, TABLE_PAGE)})
        self._rounds = [
            at
            for at, each in enumerate(self.history.entries, start=1)
            if any(event.type.name == _ROUND for event in each.events)
        ]
        self._turn_to(0)

    @property
    def is_closed(self) -> bool:
        """False: a replay starts only once nothing in the game is secret (``riverlight.table.secrecy``)."""
        return False

    def shown(self, snapshot: Snapshot, viewer: PageViewer) -> Snapshot:
        """Return the page's snapshot; ``replay`` is None on a separate side."""
        at = len(self.history.entries)
        replay: ReplayPosition = {"at": at, "of": self.length, "rounds": self._rounds, "events": self._events}
        is_apart = self.head.game.sides.is_apart(viewer)
        return {
            **snapshot,
            "choices": [],
            "arrange": None,
            "can": CAN_NOTHING,
            "replay": None if is_apart else replay,
        }

    def press(self, key: str, keypad: Keypad, *, long: bool, is_quick: bool, press: KeyPress | None) -> Outcome:  # noqa: ARG002
        """Go one entry forward or back, or to the start."""
        if self.head.game.sides.is_apart(keypad):
            return Outcome("refused", _ONLY_LOOKS)
        step = -1 if key == entry.UNDO and not long else 1
        self._turn_to(0 if key == _BEGINNING else len(self.history.entries) + step)
        return Outcome("typed")

    def go_to(self, at: int, keypad: Keypad) -> Outcome:
        """Show the game after ``at`` entries, limited to its length."""
        if keypad != MAIN:
            return super().go_to(at, keypad)
        self._turn_to(at)
        return Outcome("typed")

    def _turn_to(self, at: int) -> None:
        wanted = min(max(at, 0), self.length)
        while (now := len(self.history.entries)) != wanted:
            self.journal.commit(Change((Row("undo" if now > wanted else "redo"),)))
