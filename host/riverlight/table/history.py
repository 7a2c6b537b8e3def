"""A game as a list of entries with the state after each: the basis of undo, redo and replay.

Each ``prepare_…`` method returns a :class:`Change` and changes nothing; the journal stores the change, then applies it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from riverlight.boards.wording import word
from riverlight.errors import GeneratorError, RecordError, RiverlightError
from riverlight.games.contract import TABLE, Move, Seat, State, Viewer
from riverlight.games.sides import Keypad
from riverlight.games.transcript import digest
from riverlight.languages.text import text
from riverlight.table.changes import Change, Standing, Step
from riverlight.table.entries import Entry, Misfit, extend, extend_automatically, new_entry, replay, result_body
from riverlight.table.entry import KEYS
from riverlight.table.head import UNSOUND, Head
from riverlight.table.losses import altered, damage
from riverlight.table.rows import STEPS, Row, RowBody

__all__ = ["History"]

_LONGEST_REASON: Final = 240


class History:
    """The current entries, the undone ones, and the steps of the record.

    Attributes:
        head: the settings of the game.
        opening: the automatic moves before the first entry.
        entries: the current entries.
        undone: the undone entries; the last one is redone first.
        misfit: entries that a correction made illegal; None if there are none.
        replaced: the entries before each of the last corrections, until something else is entered.
        steps: the steps of the record.
    """

    def __init__(self, head: Head) -> None:
        self.head = head
        self.opening = Entry(TABLE, (), (), reveals=False, after=head.new_state())
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self.misfit: Misfit | None = None
        self.replaced: list[Standing] = []
        self.steps: list[Step] = [Step("new", None, None, automatic=False)]
        self._seen: dict[Viewer, list[tuple[Entry, int]]] = {}

    @property
    def last(self) -> Entry:
        """The last current entry, or the opening."""
        return self.entries[-1] if self.entries else self.opening

    @property
    def state(self) -> State:
        """The current state. Do not change it in place."""
        return self.last.after

    @property
    def moves(self) -> list[tuple[Seat, str]]:
        """All moves of the current entries, automatic ones included, as in the text form of a game."""
        return [move for entry in (self.opening, *self.entries) for move in entry.moves]

    def until(self, count: int) -> History:
        """Return the game as it was after ``count`` entries, for reading only."""
        earlier = History(self.head)
        earlier.opening, earlier.entries = self.opening, self.entries[:count]
        return earlier

    def seen_by(self, viewer: Viewer) -> int:
        """Return the number of entries of which ``viewer`` may see something."""
        seen = self._seen.setdefault(viewer, [])  # cumulative count, one for each entry
        while seen and (len(seen) > len(self.entries) or seen[-1][0] is not self.entries[len(seen) - 1]):
            seen.pop()
        for entry in self.entries[len(seen) :]:
            is_seen = any(self.head.game.may_see(event, viewer) for event in entry.events)
            seen.append((entry, (seen[-1][1] if seen else 0) + is_seen))
        return seen[-1][1] if seen else 0

    def prepare_move(self, seat: Seat, move: Move, keypad: Keypad | None = None) -> Change:
        """Return the change for ``move`` and the automatic moves after it; ``keypad`` is where it was entered.

        Raises:
            IllegalMove: the move is refused.
        """
        entry, rows = new_entry(self.head.game, self.state, seat, move)
        return Change(tuple(rows), entry, keypad)

    def prepare_automatic(self) -> Change | None:
        """Return the change for the automatic moves that are due now; None if there are none."""
        entry, rows = extend_automatically(self.head.game, self.last)
        return Change(tuple(rows), entry) if rows else None

    def make_due_moves(self) -> tuple[Row, ...]:
        """Make the automatic moves that are due before the game is first stored; return their rows."""
        due = self.prepare_automatic()
        if due is None:
            return ()
        self.apply(due)
        return due.rows

    def prepare_undo(self, count: int, by: Keypad) -> Change:
        """Return the change that undoes the last ``count`` entries, as ``by`` whose keypad asked for it."""
        states = [entry.after for entry in (self.opening, *self.entries)]
        body: RowBody = {"by": by, "agreed": []}
        return Change(tuple(Row("undo", body=body, digest=digest(each)) for each in reversed(states[-count - 1 : -1])))

    def prepare_redo(self, by: Keypad) -> Change:
        """Return the change that redoes the entry undone last."""
        after = self.undone[-1].after
        body: RowBody = {**(result_body(after) or {}), "by": by}
        return Change((Row("redo", body=body, digest=digest(after)),))

    def prepare_correction(self, at: int, seat: Seat, move: str, by: Keypad) -> Change:
        """Return the change that puts ``move`` in the place of entry ``at`` (from 1) and replays the later ones.

        If ``at`` is one after the last entry, ``move`` replaces that seat's first entry among those no longer legal.

        Raises:
            IllegalMove, MoveTextError: ``move`` cannot be played there.
        """
        later = [*self.entries[at:], *reversed(self.undone if self.misfit else ()), *self._waiting]
        if at > len(self.entries):
            own = next((entry for entry in later if entry.seat == seat), None)
            later = [entry for entry in later if entry is not own]
        elif self.entries[at - 1].seat != seat:
            message = "a correction by another seat"
            raise ValueError(message)
        base = (self.opening, *self.entries)[at - 1]
        entry, _rows = new_entry(self.head.game, base.after, seat, base.after.parse_move(move))
        replayed = replay(self.head.game, entry, later)
        entries = *self.entries[: at - 1], entry, *replayed.entries
        body: RowBody = {**(result_body(entries[-1].after) or {}), "at": at, "by": by, "agreed": []}
        row = Row("correct", seat, move, body=body, digest=digest(entries[-1].after))
        return Change((row,), standing=Standing(entries, (), replayed.misfit, by))

    def prepare_restore(self, by: Keypad) -> Change:
        """Return the change that undoes the last correction, or the last dropping of what no longer fits."""
        before = self.replaced[-1]
        after = (self.opening, *before.entries)[-1].after
        body: RowBody = {**(result_body(after) or {}), "by": by, "agreed": []}
        return Change((Row("restore", body=body, digest=digest(after)),), standing=before._replace(by=by))

    def prepare_drop(self, by: Keypad) -> Change:
        """Return the change that drops the entries that are no longer legal."""
        body: RowBody = {**(result_body(self.state) or {}), "by": by}
        row = Row("drop", body=body, digest=digest(self.state))
        return Change((row,), standing=Standing(tuple(self.entries), (), None, by))

    @property
    def _waiting(self) -> tuple[Entry, ...]:
        return () if self.misfit is None else self.misfit.entries

    def apply(self, change: Change) -> None:
        """Apply a change that is stored."""
        if change.standing is not None:
            self._stand(change)
        elif change.is_step and change.kind != "automatic":
            self.replaced.clear()
        for row in change.rows:
            if row.kind == "undo":
                self.undone.append(self.entries.pop())
            elif row.kind == "redo":
                self.entries.append(self.undone.pop())
        if change.entry is not None:
            if change.kind == "automatic":
                self._extend(change.entry)
            else:  # a new entry ends redo
                self.entries.append(change.entry)
                self.undone.clear()
        self.steps += [Step.from_row(row) for row in change.rows if row.kind in STEPS]

    def _stand(self, change: Change) -> None:
        standing = change.standing
        if standing is None:
            return
        if change.kind == "restore":
            self.replaced.pop()
        else:
            self.replaced.append(Standing(tuple(self.entries), tuple(self.undone), self.misfit, standing.by))
        self.entries, self.undone, self.misfit = [*standing.entries], [*standing.undone], standing.misfit

    def _extend(self, entry: Entry) -> None:
        if self.entries:
            self.entries[-1] = entry
        else:
            self.opening = entry

    @classmethod
    def from_moves(cls, head: Head, moves: Sequence[tuple[Seat, str]]) -> tuple[History, list[Row]]:
        """Return the history of ``moves``, automatic ones included, and all its rows.

        Raises:
            IllegalMove, MoveTextError: a move cannot be played.
        """
        history = cls(head)
        rows = [head.row()]
        for seat, written in moves:
            move = history.state.parse_move(written)
            automatic = seat == TABLE and history.state.automatic() is not None
            base = history.last if automatic else Entry(seat, (), (), reveals=False, after=history.state)
            entry, row = extend(head.game, base, seat, move, automatic=automatic)
            history.apply(Change((row,), entry))
            rows.append(row)
        return history, rows

    @classmethod
    def from_rows(cls, game_id: int, rows: Sequence[Row], *, sound: bool = False) -> History:
        """Return the history that ``rows`` store, each step verified by its digest.

        ``sound``: stop before the first damaged row instead of raising.

        Raises:
            RecordError: a row does not lead to the state whose digest it stores.
        """
        history = cls.from_first_row(game_id, rows)
        try:
            for _change in history.replay(game_id, rows):
                pass
        except RecordError:
            if not sound:
                raise
        return history

    @classmethod
    def from_first_row(cls, game_id: int, rows: Sequence[Row]) -> History:
        """Return the history of a recorded game at its start, from the first of its ``rows``.

        Raises:
            RecordError: that row does not start a game.
        """
        try:
            history = cls(Head.from_body(rows[0].details))
        except GeneratorError as error:
            raise RecordError(error.sentence) from error
        except (RiverlightError, *UNSOUND) as error:
            raise RecordError(damage(game_id, 1, text("it does not start a game ({why})", why=_why(error)))) from error
        history._follow(game_id, rows[0])
        return history

    def replay(self, game_id: int, rows: Sequence[Row]) -> Iterator[Change]:
        """Replay the ``rows`` of a recorded game; yield each change together with the automatic moves after it.

        Raises:
            RecordError: a row does not lead to the state whose digest it stores; earlier rows have been applied.
        """
        changed = [rows[0]]
        for row in rows[1:]:
            if not row.automatic:
                yield Change(tuple(changed))
                changed = []
            self._follow(game_id, row)
            changed.append(row)
        yield Change(tuple(changed))

    def _follow(self, game_id: int, row: Row) -> None:
        if not self._is_sound(row.details):
            raise RecordError(damage(game_id, row.n, text("its details have the wrong types")))
        change = self._checked_change(game_id, row) if row.kind in STEPS else None
        if row.ends_altered:
            raise RecordError(altered(game_id, row.n))
        if change is not None and row.kind != "new":
            self.apply(change)

    def _checked_change(self, game_id: int, row: Row) -> Change:
        try:
            change = self._recorded_change(row)
            state = self._after(change)
        except (RiverlightError, *UNSOUND) as error:
            fault = text("its step cannot be played ({why})", why=_why(error))
            raise RecordError(damage(game_id, row.n, fault)) from error
        if digest(state) != row.digest:
            fault = text("the game after it does not match its digest")
            raise RecordError(damage(game_id, row.n, fault))
        return change

    def _recorded_change(self, row: Row) -> Change:
        if row.kind in ("restore", "drop"):
            by = row.details["by"]
            again = self.prepare_restore(by) if row.kind == "restore" else self.prepare_drop(by)
            return again._replace(rows=(row,))
        if row.kind not in ("move", "correct"):
            return Change((row,))
        seat, move = row.seat, row.move
        if seat is None or move is None:
            message = "a move without its seat or text"
            raise ValueError(message)
        if row.kind == "correct":
            if row.details["at"] not in range(1, len(self.entries) + 2):
                message = "a correction of no entry"
                raise ValueError(message)
            again = self.prepare_correction(row.details["at"], seat, move, row.details["by"])
            return again._replace(rows=(row,))
        base = self.last if row.automatic else Entry(seat, (), (), reveals=False, after=self.state)
        entry, _row = extend(self.head.game, base, seat, self.state.parse_move(move), automatic=row.automatic)
        return Change((row,), entry)

    def _after(self, change: Change) -> State:
        """Return the state after a change of one row."""
        if change.standing is not None:
            return (self.opening, *change.standing.entries)[-1].after
        if change.kind == "undo":
            return (self.opening, *self.entries)[-2].after
        if change.kind == "redo":
            return self.undone[-1].after
        return self.state if change.entry is None else change.entry.after

    def _is_sound(self, body: RowBody) -> bool:
        """Return whether the keypads, keys and voices of a row are valid in this game."""
        keypads = [body[name] for name in ("keypad", "by") if body.get(name) is not None]
        agreed = body.get("agreed", [])
        if not isinstance(agreed, list):
            return False
        voices = [voice for voice in (*keypads, *agreed) if not isinstance(voice, str)]
        seats = range(-1, len(self.head.seat_names))
        keys = [body.get(name, "") for name in ("keys", "tail")]
        has_tail = "tail" in body or "keypad" not in body
        return (
            has_tail
            and all(isinstance(voice, int) and voice in seats for voice in voices)
            and all(isinstance(typed, str) and not typed.strip(KEYS) for typed in keys)
        )


def _why(error: Exception) -> str:
    sentence = error.sentence if isinstance(error, RiverlightError) else str(error)
    shown = word(sentence or type(error).__name__, _LONGEST_REASON)
    return sentence if shown == sentence else shown  # without a translator's marker, but still translatable
