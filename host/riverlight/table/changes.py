"""Changes of a game: the rows for the record, and their effect on the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverlight.games.contract import Seat
from riverlight.games.sides import Keypad
from riverlight.table.entries import Entry, Misfit
from riverlight.table.rows import STEPS, KeyPress, Row, RowBody

__all__ = ["Change", "Standing", "Step"]


class Step(NamedTuple):
    """One step of the record, with the fields needed to check a late move of a page: see ``Table.enter``.

    ``by`` is the keypad of an undo, redo or correction, ``agreed`` who agreed to it; ``at`` is the entry corrected.
    """

    kind: str
    seat: Seat | None
    move: str | None
    automatic: bool
    by: Keypad | None = None
    agreed: tuple[str | int, ...] = ()
    at: int = 0

    @classmethod
    def from_row(cls, row: Row) -> Step:
        """Return the step that ``row`` stores."""
        body = row.details
        return cls(
            row.kind,
            row.seat,
            row.move,
            row.automatic,
            body.get("by"),
            tuple(body.get("agreed", ())),
            body.get("at", 0),
        )


class Standing(NamedTuple):
    """The current, undone and no longer legal entries; ``by`` is the keypad that made the change."""

    entries: tuple[Entry, ...]
    undone: tuple[Entry, ...]
    misfit: Misfit | None
    by: Keypad | None = None


class Change(NamedTuple):
    """A change that is stored and applied as a whole: to the game, or to the keys typed on a keypad.

    Attributes:
        rows: the rows of the record, at least one.
        entry: the entry that a move makes or extends; None for all other kinds.
        standing: the entries after an undo, redo or correction; None for all other kinds.
        keypad: where a move was entered; None if unknown, as in a resumed game.
    """

    rows: tuple[Row, ...]
    entry: Entry | None = None
    keypad: Keypad | None = None
    standing: Standing | None = None

    @property
    def kind(self) -> str:
        """The kind of the first row; ``"automatic"`` for moves of the app alone."""
        return "automatic" if self.rows[0].automatic else self.rows[0].kind

    @property
    def is_step(self) -> bool:
        """Whether it changes the game."""
        return self.rows[0].kind in STEPS

    def agreed_by(self, voices: Sequence[Seat | str]) -> Change:
        """Return the change as one to which these people agreed."""
        agreed: RowBody = {"agreed": [*voices]}
        return self._replace(rows=tuple(row._replace(body={**row.details, **agreed}) for row in self.rows))

    def with_press(self, press: KeyPress | None) -> Change:
        """Return the change with the device's key press, or page's message, that caused it."""
        return self._replace(rows=(self.rows[0]._replace(press=press), *self.rows[1:]))
