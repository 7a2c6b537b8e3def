"""Sets up the board of a saved game: shows one piece after another with a single light, confirmed by a key.

It is a table with its own entry policy, which is never stored. When every piece is in place, the game is resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from riverlight.errors import SecretError
from riverlight.games.contract import Panel
from riverlight.games.interface import Piece, View
from riverlight.games.sides import Keypad, PageViewer
from riverlight.languages.text import text
from riverlight.table import entry
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal, Journal
from riverlight.table.observers import Outcome
from riverlight.table.play import Play
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table
from riverlight.table.snapshot import CAN_NOTHING
from riverlight.table.snapshot_types import PromptCard, Snapshot

__all__ = ["SetUp", "open_set_up"]

_WHY: Final = text("Only this piece is lit. Press # for the previous one.")

_CLOSED: Final = text("The board cannot be set up: its pieces are hidden from the only player.")

_NOT_NOW: Final = text("The board is being set up. Press a key when the piece is in place.")

_AT_THE_TABLE: Final = text("The board is being set up at the table.")


def open_set_up(store: Store, game_id: int, ready: Callable[[], None]) -> Table:
    """Return a table that guides people through the pieces of a game; ``ready`` is called when all are in place.

    Raises:
        SecretError: nobody may see the pieces at the table.
        RecordError: there is no such game, or its record is damaged.
    """
    history = History.from_rows(game_id, store.rows(game_id))
    policy = SetUp(InMemoryJournal(store, game_id, history))
    if policy.is_closed:
        raise SecretError(_CLOSED)
    table = Table(policy)

    def hand_over(_keypad: Keypad, outcome: Outcome) -> None:
        if outcome.kind == "typed" and policy.is_done:
            ready()

    table.listen(hand_over)
    return table


class SetUp(Play):
    """The entry policy: any key shows the next piece, ``#`` the previous one; only at the table."""

    refusal = _NOT_NOW
    waits_for_pieces = False

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        game = self.head.game
        view = self.history.state.view(game.sides.table_viewer)
        self._pieces: Sequence[Piece] = game.interface.pieces(view, self.head)
        self._at = 0

    @property
    def is_done(self) -> bool:
        """Whether every piece is in place."""
        return self._at >= len(self._pieces)

    def view(self, panel: Panel) -> View:
        """Return a view with one piece; a separate side sets up its own board at once."""
        is_shown = panel == self.head.game.sides.table_panel and not self.is_done
        return self._pieces[self._at].alone if is_shown else super().view(panel)

    def shown(self, snapshot: Snapshot, viewer: PageViewer) -> Snapshot:
        """Return the page's snapshot; at the table it shows one piece, and where it goes."""
        shown: Snapshot = {**snapshot, "choices": [], "arrange": None, "foreseen": None, "can": CAN_NOTHING}
        if self.head.game.sides.is_apart(viewer) or self.is_done:
            return shown
        piece = self._pieces[self._at]
        sentence = text(
            "{sentence} Then press a key ({at} of {count}).",
            sentence=piece.sentence,
            at=self._at + 1,
            count=len(self._pieces),
        )
        prompt: PromptCard = {"sentence": sentence, "why": _WHY, "clause": "", "seat": piece.seat}
        view = (piece.shown or piece.alone) if isinstance(viewer, str) else shown["view"]
        return {**shown, "prompt": prompt, "view": view}

    def press(self, key: str, keypad: Keypad, *, long: bool, is_quick: bool, press: KeyPress | None) -> Outcome:  # noqa: ARG002
        """Show the next piece, or the previous one."""
        return self._go(-1 if key == entry.UNDO else 1, keypad)

    def undo(self, keypad: Keypad, press: KeyPress | None, *, agreed: bool) -> Outcome:  # noqa: ARG002
        """Show the previous piece."""
        return self._go(-1, keypad)

    def confirm_pieces(self, keypad: Keypad) -> Outcome:
        """Finish: all pieces are in place."""
        return self._go(len(self._pieces), keypad)

    def _go(self, step: int, keypad: Keypad) -> Outcome:
        if self.head.game.sides.is_apart(keypad):
            return Outcome("refused", _AT_THE_TABLE)
        self._at = max(0, self._at + step)
        self.turns += 1
        return Outcome("typed")
