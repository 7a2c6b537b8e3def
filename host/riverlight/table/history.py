"""A game as the list of what was entered, with the state after each: what take-back and replay work on.

An *entry* is one move of a seat, or of the table's people, with the moves that the app made for the table after it.
Take-back and redo go by entries. A history changes nothing by itself: it first says which rows an operation writes,
and takes it over when they are safe.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from riverlight.boards import Board, shipped, shipped_ids
from riverlight.boards.wording import word
from riverlight.bots.seating import seated
from riverlight.engines.contract import TABLE, Event, Game, Move, Seat, State, Viewer, read_options
from riverlight.engines.games import game_named
from riverlight.engines.transcript import digest
from riverlight.errors import RecordError, RiverlightError
from riverlight.languages.text import text
from riverlight.table.entry import KEYS
from riverlight.table.record import STEPS, Row
from riverlight.table.seats import LETTERS, tidy_names
from riverlight.table.summary import damage

__all__ = ["Entry", "Head", "History", "Step"]

_UNSOUND: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a game begun from, or led on by, what stands in a damaged record may raise."""

_LONGEST_REASON: Final = 240


class Head(NamedTuple):
    """What a game begins with; ``board`` is None for a game that has none, ``bots`` whom of ``names`` Riverlight plays.

    A game without bots is kept as if there were none.
    """

    game: Game
    options: dict[str, str]
    names: tuple[str, ...]
    seed: int
    board: Board | None
    bots: tuple[int, ...] = ()

    @classmethod
    def begun(
        cls,
        game_name: str,
        options: Mapping[str, str],
        names: Sequence[str],
        seed: int,
        board: Board | None,
        bots: Collection[int] = (),
    ) -> Head:
        """Return the head for what people chose; ``board`` is the shipped one when None.

        Raises:
            OptionError: for a game, option, value, number of seats or name that will not do, or what bots cannot play.
        """
        game = game_named(game_name)
        chosen = read_options(game.options, options)
        if board is None and game_name in shipped_ids():
            board = shipped(game_name)
        tidy = tidy_names(names, game.seat_counts)
        return cls(game, chosen, tidy, seed, board, seated(game, chosen, len(tidy), bots))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The name of each seat: that of who plays it, with the seat's letter where one person plays several."""
        owners = self.game.owners(len(self.names))
        if len(owners) == len(self.names):
            return self.names
        return tuple(f"{self.names[owner]} {letter}" for owner, letter in zip(owners, LETTERS, strict=False))

    @property
    def bot_seats(self) -> frozenset[Seat]:
        """The seats that Riverlight plays."""
        owners = self.game.owners(len(self.names)) if self.bots else ()
        return frozenset(seat for seat, owner in enumerate(owners) if owner in self.bots)

    def new_state(self) -> State:
        """Return the game before its first move."""
        return self.game.new(self.options, len(self.names), self.seed, self.board)

    def row(self) -> Row:
        """Return the first row of the record. It holds the whole board, so that the record stands alone."""
        body: dict[str, Any] = {
            "game": self.game.name,
            "options": self.options,
            "names": list(self.names),
            "seed": self.seed,
            "board": None if self.board is None else self.board.document,
        }
        if self.bots:
            body["bots"] = list(self.bots)
        return Row("new", body=body, digest=digest(self.new_state()))

    @classmethod
    def from_body(cls, body: dict[str, Any]) -> Head:
        """Return the head that :meth:`row` wrote.

        Raises:
            OptionError, and one of _UNSOUND: for one that it never wrote.
        """
        names, seed, bots = body["names"], body["seed"], body.get("bots", [])
        are_names = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if not (are_names and isinstance(seed, int) and all(isinstance(player, int) for player in bots)):
            message = "names, a seed and bots of other kinds"
            raise ValueError(message)
        board = None if body["board"] is None else Board(body["board"])
        # What makes a good name may change; a game once kept is opened whatever it is.
        head = cls.begun(str(body["game"]), body["options"], [""] * len(names), seed, board, bots)
        return head._replace(names=tuple(names))


class Step(NamedTuple):
    """One step of the record, as far as a page's late move needs it: see ``Table.enter``.

    ``by`` and ``agreed`` tell of a take-back or redo whose keypad it was, and who agreed.
    """

    kind: str
    seat: Seat | None
    move: str | None
    automatic: bool
    by: str | int | None = None
    agreed: tuple[str | int, ...] = ()


class Entry(NamedTuple):
    """One entry: who moved, what happened, the state after it.

    ``reveals`` is true where it showed what cannot be unseen. What people key in for the table (their own cards and
    dice) lies before everyone's eyes anyway: taking it back corrects a slip.
    """

    seat: Seat
    moves: tuple[tuple[Seat, str], ...]
    events: tuple[Event, ...]
    reveals: bool
    after: State


class History:
    """The entries that stand, those taken back, and the count of steps."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.opening = Entry(TABLE, (), (), reveals=False, after=head.new_state())
        self.entries: list[Entry] = []
        self.taken_back: list[Entry] = []
        self.steps: list[Step] = [Step("new", None, None, automatic=False)]
        self._seen: dict[Viewer, list[tuple[Entry, int]]] = {}

    @property
    def last(self) -> Entry:
        """The last entry that stands, or the opening."""
        return self.entries[-1] if self.entries else self.opening

    @property
    def state(self) -> State:
        """The game now; never to be changed in place."""
        return self.last.after

    @property
    def moves(self) -> list[tuple[Seat, str]]:
        """Every move that stands, those of the app included: what a text form of the game holds."""
        return [move for entry in (self.opening, *self.entries) for move in entry.moves]

    def seen_by(self, viewer: Viewer) -> int:
        """Return of how many of the entries ``viewer`` may see something."""
        seen = self._seen.setdefault(viewer, [])  # with each entry, of how many up to it
        while seen and (len(seen) > len(self.entries) or seen[-1][0] is not self.entries[len(seen) - 1]):
            seen.pop()
        for entry in self.entries[len(seen) :]:
            is_seen = any(self.head.game.may_see(event, viewer) for event in entry.events)
            seen.append((entry, (seen[-1][1] if seen else 0) + is_seen))
        return seen[-1][1] if seen else 0

    def played(self, seat: Seat, move: Move) -> tuple[Entry, list[Row]]:
        """Return the entry that ``move`` makes and its rows, the app's own moves after it included.

        Raises:
            IllegalMove: the move is refused.
        """
        entry, row = _extended(Entry(seat, (), (), reveals=False, after=self.state), seat, move, automatic=False)
        entry, rows = _with_automatic_moves(entry)
        return entry, [row, *rows]

    def opened(self) -> tuple[Entry, list[Row]]:
        """Return the last entry with the moves that the app has still to make after it, and their rows."""
        return _with_automatic_moves(self.last)

    def rows_back(self, count: int, by: str | int, agreed: Sequence[str | int]) -> list[Row]:
        """Return the rows that take the last ``count`` entries back, one each; they tell who asked and who agreed."""
        states = [entry.after for entry in (self.opening, *self.entries)]
        body = {"by": by, "agreed": list(agreed)}
        return [Row("undo", body=body, digest=digest(state)) for state in reversed(states[-count - 1 : -1])]

    def rows_again(self, by: str | int) -> list[Row]:
        """Return the row that plays the entry last taken back again, ``by`` whose keypad."""
        after = self.taken_back[-1].after
        return [Row("redo", body={**(_result_body(after) or {}), "by": by}, digest=digest(after))]

    def push(self, entry: Entry, rows: Sequence[Row]) -> None:
        """Take over a new entry; nothing can be played again after it."""
        self.entries.append(entry)
        self.taken_back.clear()
        self._count(rows)

    def extend(self, entry: Entry, rows: Sequence[Row]) -> None:
        """Take over the last entry in its longer form."""
        if self.entries:
            self.entries[-1] = entry
        else:
            self.opening = entry
        self._count(rows)

    def go_back(self, rows: Sequence[Row]) -> None:
        """Take an entry back for each row."""
        for _ in rows:
            self.taken_back.append(self.entries.pop())
        self._count(rows)

    def go_again(self, rows: Sequence[Row]) -> Entry:
        """Play the entry last taken back again and return it."""
        self.entries.append(self.taken_back.pop())
        self._count(rows)
        return self.entries[-1]

    @classmethod
    def of_moves(cls, head: Head, moves: Sequence[tuple[Seat, str]]) -> tuple[History, list[Row]]:
        """Return the history that ``moves`` tell, those of the app included, and all its rows.

        Raises:
            IllegalMove, MoveTextError: a move cannot be played.
        """
        history = cls(head)
        rows = [head.row()]
        for seat, written in moves:
            move = history.state.parse_move(written)
            automatic = seat == TABLE and history.state.automatic() is not None
            base = history.last if automatic else Entry(seat, (), (), reveals=False, after=history.state)
            entry, row = _extended(base, seat, move, automatic=automatic)
            take_over = history.extend if automatic else history.push
            take_over(entry, [row])
            rows.append(row)
        return history, rows

    @classmethod
    def replayed(
        cls,
        game_id: int,
        rows: Sequence[Row],
        *,
        sound: bool = False,
        look: Callable[[History], None] = lambda _history: None,
    ) -> History:
        """Return the history that ``rows`` tell, each step checked by its digest.

        With ``sound``, what stands before the first damaged row. ``look`` is called with the history at the beginning
        and after each step, with the moves that the app made after it.

        Raises:
            RecordError: a row does not lead to the state that was written down with it.
        """
        try:
            history = cls(Head.from_body(rows[0].body or {}))
        except (RiverlightError, *_UNSOUND) as error:
            raise RecordError(damage(game_id, 1, text("it does not begin a game ({why})", why=_why(error)))) from error
        for place, row in enumerate(rows):
            if place and row.kind in STEPS and not row.automatic:
                look(history)
            try:
                history._follow(game_id, row)
            except RecordError:
                if sound and place:
                    return cls.replayed(game_id, rows[:place])
                raise
        look(history)
        return history

    def _follow(self, game_id: int, row: Row) -> None:
        if not self._is_sound(row.body or {}):
            raise RecordError(damage(game_id, row.n, text("its details are of other kinds")))
        if row.kind not in STEPS:
            return
        try:
            state = self._after(row)
        except (RiverlightError, *_UNSOUND) as error:
            fault = text("its step cannot be played ({why})", why=_why(error))
            raise RecordError(damage(game_id, row.n, fault)) from error
        if digest(state) != row.digest:
            fault = text("the game after it is not the one that was written down")
            raise RecordError(damage(game_id, row.n, fault))

    def _after(self, row: Row) -> State:
        """Take over one row of the record and return the state after it, whether or not its digest agrees."""
        if row.kind == "undo":
            self.go_back([row])
        elif row.kind == "redo":
            self.go_again([row])
        elif row.kind == "move":
            seat, move = row.seat, row.move
            if seat is None or move is None:
                message = "a move without its seat or text"
                raise ValueError(message)
            known = self.state.parse_move(move)
            if row.automatic:
                self.extend(_extended(self.last, seat, known, automatic=True)[0], [row])
            else:
                fresh = Entry(seat, (), (), reveals=False, after=self.state)
                self.push(_extended(fresh, seat, known, automatic=False)[0], [row])
        return self.state

    def _is_sound(self, body: Mapping[str, Any]) -> bool:
        """Return whether the keypads, keys and voices that a row tells of can be those of this game."""
        keypads = [body[name] for name in ("keypad", "by") if body.get(name) is not None]
        agreed = body.get("agreed", [])
        if not isinstance(agreed, list):
            return False
        voices = [voice for voice in (*keypads, *agreed) if not isinstance(voice, str)]
        seats = range(-1, len(self.head.seat_names))
        keys = [body.get(name, "") for name in ("keys", "tail")]
        has_tail = "tail" in body or "keypad" not in body
        return has_tail and all(isinstance(voice, int) and voice in seats for voice in voices) and all(
            isinstance(typed, str) and not typed.strip(KEYS) for typed in keys
        )

    def _count(self, rows: Sequence[Row]) -> None:
        for row in rows:
            body = row.body or {}
            agreed = tuple(body.get("agreed", ()))
            self.steps.append(Step(row.kind, row.seat, row.move, row.automatic, body.get("by"), agreed))


def _why(error: Exception) -> str:
    sentence = error.sentence if isinstance(error, RiverlightError) else str(error)
    told = word(sentence or type(error).__name__, _LONGEST_REASON)
    return sentence if told == sentence else told  # a text whole as it is can still be translated


def _with_automatic_moves(entry: Entry) -> tuple[Entry, list[Row]]:
    rows = []
    while (move := entry.after.automatic()) is not None:
        entry, row = _extended(entry, TABLE, move, automatic=True)
        rows.append(row)
    return entry, rows


def _extended(entry: Entry, seat: Seat, move: Move, *, automatic: bool) -> tuple[Entry, Row]:
    state = entry.after.copy()
    written = state.move_text(move)
    events = state.apply(seat, move)
    shown = (automatic or seat != TABLE) and any(event.type.reveals for event in events)
    moves = *entry.moves, (seat, written)
    longer = Entry(entry.seat, moves, (*entry.events, *events), reveals=entry.reveals or shown, after=state)
    row = Row("move", seat, written, automatic=automatic, body=_result_body(state), digest=digest(state))
    return longer, row


def _result_body(state: State) -> dict[str, Any] | None:
    result = state.result()
    return None if result is None else {"result": {"winners": list(result.winners), "way": result.way}}
