"""What a change of a game is: rows for the record, and what they make of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverlight.games.contract import Seat
from riverlight.games.sides import Keypad
from riverlight.table.entries import Entry, Misfit
from riverlight.table.rows import STEPS, KeyPress, Row, RowBody

__all__ = ["Change", "Standing", "Step"]


class Step(NamedTuple):
    """One step of the record, as far as a page's late move needs it: see ``Table.enter``.

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
    def of(cls, row: Row) -> Step:
        """Return the step of a row."""
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
    """The entries that stand, those undone, and those that no longer fit; ``by`` is the keypad that changes them."""

    entries: tuple[Entry, ...]
    undone: tuple[Entry, ...]
    misfit: Misfit | None
    by: Keypad | None = None


class Change(NamedTuple):
    """A change to be stored and applied as one: of the game, or of what a keypad has typed.

    Attributes:
        rows: the rows of the record, at least one.
        entry: the entry that moves make, or make longer; None for all other kinds.
        standing: what stands after a correction; None for all other kinds.
        keypad: where a move was entered; None where that is not known, as in a game that was resumed.
    """

    rows: tuple[Row, ...]
    entry: Entry | None = None
    keypad: Keypad | None = None
    standing: Standing | None = None

    @property
    def kind(self) -> str:
        """The kind of its first row; ``"automatic"`` for moves of the app alone."""
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
        """Return the change as made by a key press of a device, or a message of a page."""
        return self._replace(rows=(self.rows[0]._replace(press=press), *self.rows[1:]))
