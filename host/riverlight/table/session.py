"""A game at the table: keys and moves come in, are stored in the record, and only then shown.

A *keypad* is ``"main"`` or ``"second"`` on the table, or a seat's number for the keypad of that seat's own page. The
common ones ask the first seat that is still to act; a seat's own asks that seat alone. :data:`HANDED` is a common one
that is handed to each seat in turn, so that it may ask for what is private too; no page shows what is typed on it.
Where seats are on a separate side, the second keypad is theirs: ``riverlight.games.sides``.
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
        play: what input does.
        history: the game as far as it has come; to be read only.
        game_id: its number in the record.
        head: game, options, names, seed and board.
        sides: who sits at the table and who on a separate side.
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
        self._guides: Mapping[Panel, Guide] = {}  # replaced as a whole: it is read without a lock
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
        """Start a game and store it; one name for each seat; ``bots`` are the computer players, of these ``levels``.

        Raises:
            OptionError: for a game, option, value, number of seats or name that will not do.
            RecordError: when it cannot be stored.
        """
        return cls.start(store, Head.create(game_name, options, names, seed, board, bots, levels=levels))

    @classmethod
    def start(cls, store: Store, head: Head) -> Table:
        """Start the game of ``head`` and store it; raise RecordError when it cannot be stored."""
        return cls.from_moves(store, head, [])

    @classmethod
    def resume(cls, store: Store, game_id: int) -> Table:
        """Resume a game where its record ends, half-typed codes included.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        rows = store.rows(game_id)
        history = History.from_first_row(game_id, rows)
        changes = history.replay(game_id, rows)
        next(changes)  # the opening, before which nobody has seen anything
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
        """Store the game of these ``moves``, those of the app included, as a new one.

        Raises:
            IllegalMove, MoveTextError: a move cannot be played; nothing is stored then.
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
        """What the lights at the table show.

        The version; the entry before which it is, while that is corrected; how often a guide to a piece was put up or
        taken down.
        """
        with self._lock:
            return self.version, self.play.sides[0].keypads.correcting(MAIN) or 0, self._guided

    @property
    def started_ms(self) -> int:
        """When the game was started, in ms since 1970."""
        return self.play.journal.started_ms

    @property
    def is_closed(self) -> bool:
        """Whether nobody may see the table now: the only person sits on a separate side."""
        return self.play.is_closed

    @property
    def is_stored(self) -> bool:
        """Whether what is entered is stored in the record."""
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
        """Take one key. Of each ``press`` of a device, or message of a page, only the first is taken.

        With a ``version`` it is refused where its page saw the game at another one: so for all that is sent again.
        ``is_quick``: it came so soon after the key before it that it can only belong to the same entry.

        Raises:
            RecordError: when it cannot be stored; the game has not changed then, and the key is not taken.
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
        """Play ``move`` (its text) for ``seat``, as a page does that saw the game at ``version``.

        ``keypad`` says whose page: the seat's own when left out, ``"main"`` for the table's, which may enter only what
        it is asked; without a ``seat`` it enters for the one that it was asked for at that version. A page that slept
        and sends its move again gets ``repeated``; one whose seat has moved since, or whose game was undone since, is
        refused. So is the table's while the seat has a secret: it may not find out which move was made.

        Raises:
            RecordError: when it cannot be stored; the game has not changed then.
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
        """Undo, by the rules of :mod:`riverlight.table.agreement`; where others have to agree first, it ``asks``.

        With ``agreed`` all who have no page of their own open have agreed already.
        """
        return self._once(press, keypad, lambda: self.play.undo(keypad, press, agreed=agreed), version)

    def choose(
        self, number: int | None, *, keypad: Keypad = "main", press: KeyPress | None = None, version: int | None = None
    ) -> Outcome:
        """Begin to correct entry ``number`` of the log on that keypad; 0 asks for the number, None stops.

        The next move entered there is put in its place (:meth:`press`, :meth:`enter`).
        """
        play = self.play
        if number is None:
            return self._once(press, keypad, lambda: play.stop_correcting(keypad, press), version)
        return self._once(press, keypad, lambda: play.choose(number, keypad, press), version)

    def correct(self, number: int, move: str, *, keypad: Keypad = "main", agreed: bool = False) -> Outcome:
        """Put ``move`` (its text) in the place of entry ``number`` of the log, and play the later ones again."""
        return self._once(None, keypad, lambda: self.play.correct_entry(number, move, keypad, agreed=agreed))

    def drop(self, *, keypad: Keypad = "main", press: KeyPress | None = None, version: int | None = None) -> Outcome:
        """Go on without the entries that no longer fit after a correction."""
        return self._once(press, keypad, lambda: self.play.drop(keypad, press), version)

    def answer(self, number: int, *, agrees: bool, keypad: Keypad) -> Outcome:
        """Agree, or not, to the undo that question ``number`` asks for."""
        return self._once(None, keypad, lambda: self.play.answer(number, keypad, agrees=agrees))

    def redo(self, *, keypad: Keypad = "main", press: KeyPress | None = None, version: int | None = None) -> Outcome:
        """Play the entry undone last again."""
        return self._once(press, keypad, lambda: self.play.redo(keypad, press), version)

    def go_to(self, at: int, *, keypad: Keypad = "main") -> Outcome:
        """Show the game as it was after ``at`` entries: in a replay, from the table."""
        return self._once(None, keypad, lambda: self.play.go_to(at, keypad))

    def attend(self, present: Callable[[], frozenset[Seat]]) -> None:
        """Ask ``present`` which seats have their own page open: they answer there, the table answers for all others."""
        with self._lock:
            self.play.agreement.present = present

    def snapshot(self, viewer: PageViewer) -> Snapshot:
        """Return all that the page of ``viewer`` shows, ready for JSON."""
        with self._lock:
            side = self.play.side_of(viewer)
            shown = snapshot.of(
                self.history, viewer, side, self.play.agreement, self._device, version=self.play.version_of(side)
            )
            shown = self.play.shown(shown, viewer)
            guide = self._guides.get(self.sides.panel_of_page(viewer))
            return shown if guide is None or viewer == WATCH_PAGE else guide.shown(shown)

    def entries(self, viewer: PageViewer) -> list[LogLine]:
        """Return a line for each entry that the page of ``viewer`` may correct, oldest first."""
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
        """Return the key codes of ``seat``'s legal moves: for that seat's eyes only where its choices are secret."""
        with self._lock:
            return self.head.game.interface.codes(self.history.state, seat)

    def report_device(self, device: DeviceReport) -> None:
        """Show how the device is."""
        with self._lock:
            if self._device == device:
                return
            self._device = device
        self._observers.changed()

    # What sensors under the board make of it.

    def guide(self, panel: Panel) -> Guide | None:
        """Return the piece that the people of ``panel`` are to put right, None where all stand."""
        return self._guides.get(panel)

    def lead(self, panel: Panel, guide: Guide | None) -> bool:
        """Show the side of ``panel`` a piece to be put right, or no more; return whether it was shown another."""
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
        """Show on the pages and lights of ``keypad`` what came of an input that is no key and no move."""
        self._once(None, keypad, lambda: outcome)

    def confirm_pieces(self, keypad: Keypad) -> None:
        """Take note that the sensors of the panel of ``keypad`` feel every piece where it belongs."""
        self._once(None, keypad, lambda: self.play.confirm_pieces(keypad))

    def _guide_for(self, keypad: Keypad) -> Guide | None:
        """Return the piece for which the entries of ``keypad`` wait."""
        is_bot = isinstance(keypad, int) and keypad in self.head.bot_seats
        return None if is_bot or not self.play.waits_for_pieces else self._guides.get(self.sides.panel_of(keypad))

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` after every change; return the function that stops it."""
        return self._observers.subscribe(callback)

    def listen(self, callback: Callable[[Keypad, Outcome], None]) -> Callable[[], None]:
        """Call ``callback`` with each outcome and its keypad, before subscribers; return the function that stops it."""
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
