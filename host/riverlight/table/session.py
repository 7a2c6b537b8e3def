"""A game at the table: keys and moves come in, are kept in the record, and only then shown.

One :class:`Table` is shared by the threads of pages and devices; a lock guards it. Whoever watches it is called after
the commit, outside the lock.

A *keypad* is ``"main"`` or ``"second"`` on the table, or a seat's number for the keypad of that seat's own page. The
common ones ask the first seat that is still to act; a seat's own asks that seat alone. :data:`HANDED` is a common one
that is handed to each seat in turn, so that it may ask for what is private too; no page shows what is typed on it.
Where seats sit apart from the table, the second keypad is theirs: ``riverlight.table.sides``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import RLock
from typing import Any, Final

from riverlight.boards import Board
from riverlight.engines.contract import TABLE, Panel, Seat
from riverlight.errors import IllegalMove, MoveTextError
from riverlight.languages.text import text
from riverlight.table import entry, snapshot
from riverlight.table.adaptor import Code, adaptor_for
from riverlight.table.agreement import ONCE_MORE, Asked, GoBack, TakeBacks
from riverlight.table.history import Head, History
from riverlight.table.keying import Keying
from riverlight.table.keypads import Keypads, Outcome
from riverlight.table.known import Known, may_redo, may_take_back, replayed
from riverlight.table.record import KeyPress, Row, Store
from riverlight.table.sides import HANDED, MAIN, SECOND, Keypad, PageViewer, Sides, sides_of
from riverlight.table.watching import Watching
from riverlight.table.wording import named

__all__ = ["Table"]

_SEALED: Final = text("That can be entered only on that seat's own page.")
_NOT_OURS: Final = text("From here you can take back only your own last step, while it is your turn.")


class Table:
    """One game under way. Make one by :meth:`new` or :meth:`resume`.

    Attributes:
        game_id: its number in the record.
        head: game, options, names, seed and board.
        sides: who sits at the table and who apart.
    """

    def __init__(
        self, store: Store, game_id: int, history: History, last_row: int, known: Known | None = None
    ) -> None:
        self.game_id = game_id
        self.head = history.head
        self.sides: Sides = sides_of(self.head.game)
        self._store = store
        self._history = history
        self._last_row = last_row
        self._adaptor = adaptor_for(self.head.game.name)
        self._lock = RLock()
        self._keypads = Keypads(self.sides)
        self._keying = Keying(history, self._adaptor, self.sides)
        self._known = known or Known(history, self._adaptor, self.sides)
        self._resumed = (0, 0)
        self._take_backs = TakeBacks(history, self.sides)
        self._device: dict[str, Any] = dict(snapshot.NO_DEVICE)
        self._watching = Watching()

    @classmethod
    def new(
        cls,
        store: Store,
        game_name: str,
        options: Mapping[str, str],
        names: Sequence[str],
        seed: int,
        board: Board | None = None,
        bots: Collection[int] = (),
    ) -> Table:
        """Begin a game and keep it in ``store``; one name for each seat; ``bots`` are those whom Riverlight plays.

        Raises:
            OptionError: for a game, option, value, number of seats or name that will not do.
            RecordError: when it cannot be kept.
        """
        head = Head.begun(game_name, options, names, seed, board, bots)
        history = History(head)
        opening, rows = history.opened()
        first = [head.row(), *rows]
        game_id = store.create(first)
        history.extend(opening, rows)
        return cls(store, game_id, history, len(first))

    @classmethod
    def resume(cls, store: Store, game_id: int) -> Table:
        """Take up a game where its record ends, half-typed codes included.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        rows = store.rows(game_id)
        history, known = replayed(game_id, rows)
        table = cls(store, game_id, history, len(rows), known)
        table._follow(rows)
        table._resumed = (table.version, table._known.version)
        opening, more = table._history.opened()
        if more:
            table._write(more)
            table._history.extend(opening, more)
            table._known.look()
        return table

    @classmethod
    def imported(cls, store: Store, head: Head, moves: Sequence[tuple[Seat, str]]) -> Table:
        """Keep the game that ``moves`` tell, those of the app included, as a new one in ``store``.

        Raises:
            IllegalMove, MoveTextError: a move cannot be played; nothing is kept then.
        """
        history, rows = History.of_moves(head, moves)
        last, more = history.opened()
        history.extend(last, more)
        return cls(store, store.create([*rows, *more]), history, len(rows) + len(more))

    @property
    def version(self) -> int:
        """The number of steps in the record: moves, take-backs, redos. The same game at the same place has the same."""
        with self._lock:
            return len(self._history.steps)

    @property
    def begun_ms(self) -> int:
        """When the game began, in ms since 1970."""
        return self._store.begun_ms(self.game_id)

    @property
    def history(self) -> History:
        """The entries that stand; to be read only."""
        return self._history

    def press(self, key: str, keypad: Keypad = "main", *, long: bool = False, press: KeyPress | None = None) -> Outcome:
        """Take one key; ``press`` tells which press of a device, or message of a page, it was: none is taken twice.

        Raises:
            RecordError: when it cannot be kept; the game has not changed then, and the key is not taken.
        """
        return self._once(press, keypad, lambda: self._pressed(key, keypad, long, press))

    def enter(
        self,
        seat: Seat | None,
        move: str,
        *,
        version: int | None = None,
        keypad: Keypad | None = None,
        press: KeyPress | None = None,
    ) -> Outcome:
        """Play ``move`` (its text) for ``seat``, as a page does that saw the game at ``version``.

        ``keypad`` tells whose page: the seat's own when left out, ``"main"`` for the table's, which may enter only what
        it is asked; without a ``seat`` it enters for the one that it was asked for at that version. A page that slept
        and sends its move again gets ``repeated``; one whose seat has moved since, or whose game was taken back since,
        is refused.

        Raises:
            RecordError: when it cannot be kept; the game has not changed then.
        """
        if keypad is None:
            keypad = MAIN if seat is None or seat == TABLE else seat
        return self._once(press, keypad, lambda: self._entered(seat, move, version, keypad, press))

    def take_back(self, *, agreed: bool = False, keypad: Keypad = "main", press: KeyPress | None = None) -> Outcome:
        """Take back as :mod:`riverlight.table.agreement` tells; where others have to agree first, it ``asks``.

        With ``agreed`` all who have no page of their own open have agreed already.
        """
        return self._once(press, keypad, lambda: self._taken_back(agreed, keypad, press))

    def answer(self, number: int, *, agrees: bool, keypad: Keypad) -> Outcome:
        """Agree, or not, to the take-back that question ``number`` asks for."""
        return self._once(None, keypad, lambda: self._answered(number, agrees, keypad))

    def attend(self, present: Callable[[], frozenset[Seat]]) -> None:
        """Take ``present``, which tells whose own pages are open: those answer there, the table for all others."""
        with self._lock:
            self._take_backs.present = present

    def redo(self, *, keypad: Keypad = "main", press: KeyPress | None = None) -> Outcome:
        """Play the entry last taken back again."""
        return self._once(press, keypad, lambda: self._played_again(keypad, press))

    def snapshot(self, viewer: PageViewer) -> dict[str, Any]:
        """Return all that the page of ``viewer`` shows, ready for JSON."""
        with self._lock:
            is_apart = self.sides.is_apart(viewer)
            common = SECOND if is_apart else MAIN
            keypad: Keypad = common if isinstance(viewer, str) else viewer
            refusal = self._keypads.refusal(keypad, common)
            if refusal is None and not is_apart:
                refusal = self._take_backs.asked_on(viewer)
            version = self._known.version if is_apart else len(self._history.steps)
            return snapshot.of(
                self._history,
                self._adaptor,
                viewer,
                version=version,
                typed=self._keypads.typed(keypad),
                refusal=None if refusal is None else (refusal.sentence, refusal.clause),
                question=None if is_apart else self._take_backs.standing,
                device=self._device,
                is_resumed=version == self._resumed[is_apart],
            )

    def position(self, panel: Panel) -> dict[str, Any]:
        """Return the position that ``panel`` lights, without type, panel and revision."""
        with self._lock:
            return self._adaptor.position(self._history.state.view(panel), self.head, panel)

    def codes(self, seat: Seat) -> tuple[Code, ...]:
        """Return the key codes of ``seat``'s legal moves: for that seat's eyes only where its choices are secret."""
        with self._lock:
            return self._adaptor.codes(self._history.state, seat)

    def report_device(self, device: Mapping[str, Any]) -> None:
        """Show how the device is: ``state``, ``sentence``, ``mismatches``, ``bad_lines``, ``simulated``."""
        with self._lock:
            if self._device == device:
                return
            self._device = dict(device)
        self._watching.changed()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` after every change; return the function that stops it."""
        return self._watching.subscribe(callback)

    def listen(self, callback: Callable[[Keypad, Outcome], None]) -> Callable[[], None]:
        """Call ``callback`` with each outcome and its keypad, before subscribers; return the function that stops it."""
        return self._watching.listen(callback)

    def _once(self, press: KeyPress | None, keypad: Keypad, do: Callable[[], Outcome]) -> Outcome:
        with self._lock:
            if press is not None and self._is_taken(press):
                return Outcome("repeated")
            outcome = do()
            self._note(keypad, outcome)
        self._watching.announce(keypad, outcome)
        return outcome

    def _is_taken(self, press: KeyPress) -> bool:
        return press.number <= self._store.last_press(press.boot)

    def _pressed(self, key: str, keypad: Keypad, long: bool, press: KeyPress | None) -> Outcome:
        if len(key) != 1 or key not in entry.KEYS:
            return Outcome(
                "refused",
                text("A keypad has the keys {keys}, not {key}.", keys=" ".join(entry.KEYS), key=repr(key)[:8]),
            )
        typed = self._keypads.typed(keypad)
        if key == entry.TAKE_BACK:
            if long:
                return self._played_again(keypad, press)
            if typed:
                self._write_keys(keypad, typed[:-1], "", press)
                return Outcome("typed")
            return self._taken_back(False, keypad, press)
        tail = entry.without_tail(self._keypads.tail(keypad), key)
        if tail is not None:
            self._write_keys(keypad, "", tail, press)
            return Outcome("typed")
        return self._spelled(typed + key, keypad, press)

    def _spelled(self, typed: str, keypad: Keypad, press: KeyPress | None) -> Outcome:
        try:
            seat = self._keying.seat(keypad)
            found = entry.match(self._keying.codes(keypad, seat), typed)
            if found.certain is not None:
                return self._move(seat, found.certain.move, keypad, found.tail, press)
            if not found.open:
                raise self._keying.why_not(seat, typed)
        except IllegalMove as refusal:
            self._write_keys(keypad, "", "", press)
            return self._refused(refusal)
        self._write_keys(keypad, typed, "", press)
        return Outcome("typed")

    def _entered(
        self, seat: Seat | None, move: str, version: int | None, keypad: Keypad, press: KeyPress | None
    ) -> Outcome:
        if seat is None:
            try:
                seat = self._keying.table_seat(version)
            except IllegalMove as nobody:
                return Outcome("refused", nobody.reason)
        since = [] if version is None else self._known.since(version, is_apart=self.sides.is_apart(keypad))
        own = [step for step in since if step.seat == seat and not step.automatic]
        if [(step.kind, step.move) for step in own] == [("move", move)]:
            return Outcome("repeated")
        if own or any(step.kind != "move" for step in since):
            return Outcome("refused", text("The game has gone on since this page last heard of it; look again."))
        try:
            if isinstance(keypad, str) and (refusal := self._adaptor.private(self._history.state, seat)) is not None:
                raise refusal
            if any(code.move == move for code in self._keying.sealed(keypad, seat)):
                raise IllegalMove(self.sides.secrecy, _SEALED)
            return self._move(seat, move, keypad, "", press)
        except IllegalMove as refusal:
            if refusal.only_seat and isinstance(keypad, str) and keypad != HANDED:
                refusal = IllegalMove(self.sides.secrecy or refusal.clause, _SEALED)
            return self._refused(refusal)
        except MoveTextError as error:
            return Outcome("refused", error.sentence)

    def _move(self, seat: Seat, move: str, keypad: Keypad | None, tail: str, press: KeyPress | None) -> Outcome:
        made, rows = self._history.played(seat, self._history.state.parse_move(move))
        if tail:
            rows[0] = rows[0]._replace(body={**(rows[0].body or {}), "keypad": keypad, "tail": tail})
        self._write([rows[0]._replace(press=press), *rows[1:]])
        self._history.push(made, rows)
        self._take_backs.entered(seat, keypad)
        self._known.look()
        return Outcome("accepted")

    def _answered(self, number: int, agrees: bool, keypad: Keypad) -> Outcome:
        decided = self._take_backs.answered(number, agrees=agrees, keypad=keypad)
        return self._decided(decided, keypad, None, self._keypads.typed(keypad), self._keypads.tail(keypad))

    def _taken_back(self, agreed: bool, keypad: Keypad, press: KeyPress | None) -> Outcome:
        if self.sides.is_apart(keypad):
            return self._taken_back_apart(agreed or self._keypads.is_asking(keypad), keypad, press)
        decided = self._take_backs.wanted(keypad, agreed=agreed)
        if isinstance(decided, Outcome):
            self._write_keys(keypad, "", "", press)
        return self._decided(decided, keypad, press)

    def _decided(
        self, decided: Outcome | GoBack | Asked, keypad: Keypad, press: KeyPress | None, typed: str = "", tail: str = ""
    ) -> Outcome:
        if isinstance(decided, Outcome):
            return decided
        if isinstance(decided, GoBack):
            return self._go_back(decided, press)
        question = None if decided.question is None else decided.question.body()
        self._write_keys(keypad, typed, tail, press, question=question)
        if decided.told is not None:
            self._keypads.note(*decided.told, is_known_apart=False)
        return decided.outcome

    def _taken_back_apart(self, agreed: bool, keypad: Keypad, press: KeyPress | None) -> Outcome:
        if not may_take_back(self._history):
            self._write_keys(keypad, "", "", press)
            return Outcome("refused", _NOT_OURS)
        if self._history.last.reveals and not agreed:
            self._write_keys(keypad, "", "", press)
            return Outcome("asks", ONCE_MORE)
        return self._go_back(GoBack(1, keypad, ()), press)

    def _go_back(self, wanted: GoBack, press: KeyPress | None) -> Outcome:
        first, *others = self._history.rows_back(wanted.back, wanted.by, wanted.agreed)
        rows = [first._replace(press=press), *others]
        self._write(rows)
        self._history.go_back(rows)
        self._take_backs.last_keypad = None
        self._known.look()
        return Outcome("accepted")

    def _played_again(self, keypad: Keypad, press: KeyPress | None) -> Outcome:
        if not self._history.taken_back or (self.sides.is_apart(keypad) and not may_redo(self._history)):
            self._write_keys(keypad, "", "", press)
            return Outcome("refused", text("There is nothing to play again."))
        rows = [self._history.rows_again(keypad)[0]._replace(press=press)]
        self._write(rows)
        self._history.go_again(rows)
        self._known.look()
        return Outcome("accepted")

    def _refused(self, refusal: IllegalMove) -> Outcome:
        return Outcome("refused", named(refusal.reason, self.head.seat_names), refusal.clause)

    def _write(self, rows: Sequence[Row]) -> None:
        self._last_row = self._store.append(self.game_id, self._last_row, rows)
        self._follow(rows)

    def _follow(self, rows: Sequence[Row]) -> None:
        """Keep in step with the record in what is no part of the game itself."""
        for row in rows:
            self._keypads.follow(row)
            self._take_backs.follow(row)

    def _write_keys(self, keypad: Keypad, typed: str, tail: str, press: KeyPress | None, **more: Any) -> None:
        body = {"keypad": keypad, "keys": typed, "tail": tail, **more}
        self._write([Row("typed", body=body, press=press)])

    def _note(self, keypad: Keypad, outcome: Outcome) -> None:
        self._keypads.note(keypad, outcome, is_known_apart=self._known.is_new)
