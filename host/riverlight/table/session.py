"""A game at the table: receives keys and moves, stores them in the record, and only then shows them.

A *keypad* is ``"main"`` or ``"second"`` on the table, or a seat's number for the keypad on that seat's own page. The
common keypads prompt the first seat that is still to act; a seat's own keypad prompts that seat alone. :data:`HANDED`
is a common keypad that is handed to each seat in turn, so private entries are allowed; no page shows what is typed on
it. If there is a separate side, the second keypad belongs to it: ``riverlight.games.sides``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from threading import RLock

from riverlight.boards import Board
from riverlight.devices.status import DeviceReport
from riverlight.games.contract import TABLE, Panel, Seat
from riverlight.games.interface import Code
from riverlight.games.sides import MAIN, TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer
from riverlight.table import snapshot
from riverlight.table.entry import UNDO
from riverlight.table.guide import Guide
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.journal import Journal
from riverlight.table.observers import Observers, Outcome
from riverlight.table.play import OUTDATED, Play
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.snapshot_types import LogLine, Snapshot

__all__ = ["Table"]


class Table:
    """One game at the table, shared by the threads of pages and devices. Make one by :meth:`new` or :meth:`resume`.

    Attributes:
        play: the entry policy.
        history: the game so far; read only.
        game_id: its number in the record.
        head: game, options, names, seed and board.
        sides: the seats at the table and those on a separate side.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self.history = play.history
        self.game_id = play.journal.game_id
        self.head = play.head
        self.sides = play.head.game.sides
        self._lock = RLock()
        self._device: DeviceReport = snapshot.NO_DEVICE
        self._observers = Observers()
        self._guides: Mapping[Panel, Guide] = {}  # replaced as a whole, as it is read without a lock
        self._guided = 0

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
        levels: Sequence[str] = (),
    ) -> Table:
        """Create and store a game: one name for each seat, ``bots`` (computer players) with their ``levels``.

        Raises:
            OptionError: an invalid game, option, value, number of seats or name.
            RecordError: it cannot be stored.
        """
        return cls.start(store, Head.create(game_name, options, names, seed, board, bots, levels=levels))

    @classmethod
    def start(cls, store: Store, head: Head) -> Table:
        """Create and store the game of ``head``; raise RecordError if it cannot be stored."""
        return cls.from_moves(store, head, [])

    @classmethod
    def resume(cls, store: Store, game_id: int) -> Table:
        """Resume a game at the end of its record, unfinished codes included.

        Raises:
            RecordError: there is no such game, or its record is damaged.
        """
        rows = store.rows(game_id)
        history = History.from_first_row(game_id, rows)
        changes = history.replay(game_id, rows)
        next(changes)  # the opening, which every side starts from
        table = cls(Play(Journal(store, game_id, history, len(rows))))
        for change in changes:
            table.play.journal.follow(change)
        for side in table.play.sides:
            side.resumed_at = side.version
        due = history.prepare_automatic()
        if due is not None:
            table.play.journal.commit(due)
        return table

    @classmethod
    def from_moves(cls, store: Store, head: Head, moves: Sequence[tuple[Seat, str]]) -> Table:
        """Store these ``moves``, automatic ones included, as a new game.

        Raises:
            IllegalMove, MoveTextError: a move cannot be played; nothing is stored.
        """
        history, rows = History.from_moves(head, moves)
        rows += history.make_due_moves()
        return cls(Play(Journal(store, store.create(rows), history, len(rows))))

    @property
    def version(self) -> int:
        """The number of steps in the record: moves, undos, redos. The same game at the same place has the same."""
        return self.version_for(TABLE_PAGE)

    def version_for(self, viewer: PageViewer) -> int:
        """The number of those steps that the page of ``viewer`` may know of."""
        with self._lock:
            return self.play.version_of(self.play.side_of(viewer))

    @property
    def shown_at(self) -> tuple[int, int, int]:
        """Identifies what the lights at the table show.

        The version, the entry being corrected (its earlier position is shown), and the number of guide changes.
        """
        with self._lock:
            return self.version, self.play.sides[0].keypads.correcting(MAIN) or 0, self._guided

    @property
    def started_ms(self) -> int:
        """The start time of the game, in ms since 1970."""
        return self.play.journal.started_ms

    @property
    def is_closed(self) -> bool:
        """Whether nobody may see the table: the only person sits on a separate side."""
        return self.play.is_closed

    @property
    def is_stored(self) -> bool:
        """Whether entries are stored in the record."""
        return self.play.journal.is_stored

    def press(
        self,
        key: str,
        keypad: Keypad = "main",
        *,
        long: bool = False,
        press: KeyPress | None = None,
        version: int | None = None,
        is_quick: bool = False,
    ) -> Outcome:
        """Handle one key. A device's key press, or a page's message, that is received twice is handled once.

        With a ``version`` the key is refused if its page saw the game at another one; the same holds for all other
        inputs. ``is_quick``: it followed the previous key so quickly that it can only belong to the same entry.

        Raises:
            RecordError: it cannot be stored; the game has not changed, and the key is not handled.
        """
        guide = self._guide_for(keypad)
        if guide is not None and key == UNDO:
            guide.ignore()
            return Outcome("typed")
        return self._once(
            press,
            keypad,
            lambda: self.play.press(key, keypad, long=long, is_quick=is_quick, press=press),
            version,
            waits=True,
        )

    def enter(
        self,
        seat: Seat | None,
        move: str,
        *,
        version: int | None = None,
        keypad: Keypad | None = None,
        press: KeyPress | None = None,
    ) -> Outcome:
        """Play ``move`` (its text) for ``seat``, as from a page that saw the game at ``version``.

        ``keypad`` is the page's keypad: the seat's own if None, ``"main"`` for the table's, which may enter only what
        it is asked; without a ``seat`` it enters for the seat asked at that version. A page that reconnects and sends
        its move again gets ``repeated``; it is refused if its seat has moved since, or the game was undone. The table's
        page is refused if the seat has a secret, as the table must not learn the move.

        Raises:
            RecordError: it cannot be stored; the game has not changed.
        """
        whose = keypad if keypad is not None else MAIN if seat is None or seat == TABLE else seat
        do = partial(self.play.enter, seat, move, whose, version=version, press=press)
        return self._once(press, whose, do, waits=True)

    def undo(
        self,
        *,
        agreed: bool = False,
        keypad: Keypad = "main",
        press: KeyPress | None = None,
        version: int | None = None,
    ) -> Outcome:
        """Undo, by the rules of :mod:`riverlight.table.agreement`; returns ``asks`` if others must agree first.

        ``agreed``: everyone without an open page of their own has already agreed.
        """
        return self._once(press, keypad, lambda: self.play.undo(keypad, press, agreed=agreed), version)

    def choose(
        self, number: int | None, *, keypad: Keypad = "main", press: KeyPress | None = None, version: int | None = None
    ) -> Outcome:
        """Start to correct entry ``number`` of the log on that keypad; 0 prompts for the number, None cancels.

        The next move entered there replaces it (:meth:`press`, :meth:`enter`).
        """
        play = self.play
        if number is None:
            return self._once(press, keypad, lambda: play.stop_correcting(keypad, press), version)
        return self._once(press, keypad, lambda: play.choose(number, keypad, press), version)

    def correct(self, number: int, move: str, *, keypad: Keypad = "main", agreed: bool = False) -> Outcome:
        """Replace entry ``number`` of the log by ``move`` (its text), and replay the later entries."""
        return self._once(None, keypad, lambda: self.play.correct_entry(number, move, keypad, agreed=agreed))

    def drop(self, *, keypad: Keypad = "main", press: KeyPress | None = None, version: int | None = None) -> Outcome:
        """Drop the entries that a correction has made illegal."""
        return self._once(press, keypad, lambda: self.play.drop(keypad, press), version)

    def answer(self, number: int, *, agrees: bool, keypad: Keypad) -> Outcome:
        """Agree or disagree to the request of question ``number``."""
        return self._once(None, keypad, lambda: self.play.answer(number, keypad, agrees=agrees))

    def redo(self, *, keypad: Keypad = "main", press: KeyPress | None = None, version: int | None = None) -> Outcome:
        """Redo the entry undone last."""
        return self._once(press, keypad, lambda: self.play.redo(keypad, press), version)

    def go_to(self, at: int, *, keypad: Keypad = "main") -> Outcome:
        """Show the game after ``at`` entries; only in a replay, and only from the table."""
        return self._once(None, keypad, lambda: self.play.go_to(at, keypad))

    def attend(self, present: Callable[[], frozenset[Seat]]) -> None:
        """Set the function that returns the seats whose own page is open; the table answers for all others."""
        with self._lock:
            self.play.agreement.present = present

    def snapshot(self, viewer: PageViewer) -> Snapshot:
        """Return everything that the page of ``viewer`` shows, as data for JSON."""
        with self._lock:
            side = self.play.side_of(viewer)
            shown = snapshot.build_snapshot(
                self.history, viewer, side, self.play.agreement, self._device, version=self.play.version_of(side)
            )
            shown = self.play.shown(shown, viewer)
            guide = self._guides.get(self.sides.panel_of_page(viewer))
            return shown if guide is None or viewer == WATCH_PAGE else guide.shown(shown)

    def entries(self, viewer: PageViewer) -> list[LogLine]:
        """Return a log line for each entry that the page of ``viewer`` may correct, oldest first."""
        with self._lock:
            return [] if self.play.refusal or not self.is_stored else self.play.side_of(viewer).entries(viewer)

    def is_to_be_set(self) -> bool:
        """Return whether people still have to set up its board: the game was resumed, or pieces were corrected."""
        with self._lock:
            side = self.play.sides[0]
            return side.is_to_be_set and bool(side.arrangement())

    def question_number(self) -> int | None:
        """Return the number of the undo request that waits for agreement; None for none."""
        with self._lock:
            question = self.play.agreement.open
            return None if question is None else question.number

    def position(self, panel: Panel) -> dict[str, object]:
        """Return the position that ``panel`` lights, without type, panel and revision."""
        with self._lock:
            guide = self._guides.get(panel)
            view = self.play.view(panel) if guide is None or guide.view is None else guide.view
            return self.head.game.interface.position(view, self.head, panel)

    def codes(self, seat: Seat) -> tuple[Code, ...]:
        """Return the key codes of ``seat``'s legal moves; show them to that seat only if its choices are secret."""
        with self._lock:
            return self.head.game.interface.codes(self.history.state, seat)

    def report_device(self, device: DeviceReport) -> None:
        """Show a device's status on the pages."""
        with self._lock:
            if self._device == device:
                return
            self._device = device
        self._observers.changed()

    # For sensors under the board.

    def guide(self, panel: Panel) -> Guide | None:
        """Return the piece that people at ``panel`` have to move into place; None if all are in place."""
        return self._guides.get(panel)

    def show_guide(self, panel: Panel, guide: Guide | None) -> bool:
        """Show, or clear, the guide to a piece on the side of ``panel``; return whether the piece has changed."""
        before = self._guides.get(panel)
        if before == guide or (before and guide and before[:4] == guide[:4]):
            return False
        self._guides = {name: each for name, each in self._guides.items() if name != panel}
        if guide is not None:
            self._guides = {**self._guides, panel: guide}
        self._guided += 1
        self._observers.changed()
        return True

    def note(self, keypad: Keypad, outcome: Outcome) -> None:
        """Show the outcome of an input that is neither key nor move on the pages and lights of ``keypad``."""
        self._once(None, keypad, lambda: outcome)

    def confirm_pieces(self, keypad: Keypad) -> None:
        """Record that the sensors of ``keypad``'s panel detect every piece in its place."""
        self._once(None, keypad, lambda: self.play.confirm_pieces(keypad))

    def _guide_for(self, keypad: Keypad) -> Guide | None:
        """Return the guide that blocks the entries of ``keypad``."""
        is_bot = isinstance(keypad, int) and keypad in self.head.bot_seats
        return None if is_bot or not self.play.waits_for_pieces else self._guides.get(self.sides.panel_of(keypad))

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` after every change; return the function that removes it."""
        return self._observers.subscribe(callback)

    def listen(self, callback: Callable[[Keypad, Outcome], None]) -> Callable[[], None]:
        """Call ``callback`` with each outcome and its keypad, before subscribers; return a remover."""
        return self._observers.listen(callback)

    def _once(
        self,
        press: KeyPress | None,
        keypad: Keypad,
        do: Callable[[], Outcome],
        version: int | None = None,
        *,
        waits: bool = False,
    ) -> Outcome:
        with self._lock:
            if press is not None and self.play.journal.is_taken(press):
                return Outcome("repeated")
            is_current = version is None or version == self.play.version_of(self.play.side_of(keypad))
            guide = self._guide_for(keypad) if waits else None
            if guide is not None:
                outcome = Outcome("refused", guide.sentence)
            else:
                outcome = do() if is_current else Outcome("refused", OUTDATED)
            for side in self.play.sides:
                side.note(keypad, outcome)
        self._observers.announce(keypad, outcome)
        return outcome
