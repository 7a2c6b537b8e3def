"""Holds what sensors see against where the game has its pieces: lift and place a piece to move it.

Each panel with sensors is followed by itself, for the side that it belongs to. Everything follows from three things:
where pieces are expected, where they are sensed, and which moves are legal:

- one piece of the seat in turn is missing: it is in a hand, for however long;
- the spaces are occupied as after one legal move: that move is entered; where it is a way of several moves, a key
  decides;
- the piece just moved goes on, or back, before anything else has happened: the entry is corrected, or undone;
- anything else is no move: it is refused with the reason, and a guide leads each piece in turn to its space, by its
  light alone. The game waits until sensed and expected agree.

After a change of the game that the pieces have yet to follow (an entry by keys, a push, an undo), the guide leads, and
nothing is taken for a move before all stand as expected. Spaces without a sensor count neither way.
"""

from __future__ import annotations

from collections import Counter
from threading import RLock
from typing import Final

from riverlight.boards.sensors import sensor_spaces
from riverlight.errors import IllegalMove, MoveTextError
from riverlight.games.contract import Panel, Seat
from riverlight.games.interface import Piece, refusal_of
from riverlight.games.sides import MAIN, SECOND, Keypad
from riverlight.games.wording import named
from riverlight.languages.text import series, text
from riverlight.table.guide import Guide
from riverlight.table.observers import Outcome
from riverlight.table.placements import Placement, find_placements, pieces_on, spaces_of
from riverlight.table.session import Table

__all__ = ["FLICKERS", "Sensing"]

FLICKERS: Final = 6
"""A piece that was lifted and put back so often without a move has a weak magnet."""

_BUMPED: Final = text("A piece was moved that cannot move now. Put the pieces back where the lights show.")
_WHY: Final = text("The board and the game differ. If the piece stands right, press # to ignore its sensor.")

Spaces = frozenset[str]


class Sensing:
    """Follows all panels of one table; called from any thread.

    Args:
        table: the table.
    """

    def __init__(self, table: Table) -> None:
        self._lock = RLock()
        board, sides = table.head.board, table.sides
        found = []
        if board is not None and table.play.is_sensed and table.head.game.interface.sensed is not None:
            found = [(panel, sensor_spaces(board, panel)) for panel in table.head.game.panels]
        self._panels = tuple(
            _PanelSensing(table, panel, SECOND if panel in sides.apart_panels else MAIN, spaces, self._lock)
            for panel, spaces in found
            if spaces
        )

    def take(self, occupied: int) -> None:
        """Take what the sensors see, bit n for position n of their chain.

        Raises:
            RecordError: when a move cannot be stored.
        """
        with self._lock:
            for panel in self._panels:
                panel.take(occupied)

    def follow(self) -> None:
        """Take over what has changed in the game."""
        with self._lock:
            for panel in self._panels:
                panel.update()

    def lose(self) -> None:
        """The device has gone: nothing is sensed, and nothing waits for it."""
        with self._lock:
            for panel in self._panels:
                panel.lose()


class _Entered:
    """The last move entered by sensing: what its piece could do instead."""

    def __init__(self, version: int, seat: Seat, before: Spaces, after: Spaces, all_: tuple[Placement, ...]) -> None:
        self.version = version
        self.seat = seat
        self.before = before
        self.after = after
        self.placements = all_


class _PanelSensing:
    def __init__(self, table: Table, panel: Panel, keypad: Keypad, spaces: dict[int, str], lock: RLock) -> None:
        self._table = table
        self._lock = lock
        self._panel = panel
        self._keypad = keypad
        self._spaces = spaces
        self._sensed: Spaces | None = None
        self._standing: Spaces | None = None  # where the game had its pieces when it was last looked at
        self._is_settled = False  # since then all stood as expected
        self._lifted: str | None = None
        self._flickers: Counter[str] = Counter()
        self._flickering: set[str] = set()
        self._stuck: set[str] = set()
        self._entered: _Entered | None = None
        self._refused: Spaces | None = None  # the occupied spaces that were refused last
        self._is_busy = False  # what it does to the table comes back to it as a change

    def take(self, occupied: int) -> None:
        self._sensed = frozenset(space for position, space in self._spaces.items() if occupied >> position & 1)
        self.update()

    def lose(self) -> None:
        self._sensed = None
        self._is_settled = False
        self._lead(None)

    def update(self) -> None:
        if self._sensed is None or self._is_busy or (self._keypad == MAIN and self._table.is_closed):
            return
        self._is_busy = True
        try:
            while self._look():
                pass
        finally:
            self._is_busy = False

    def _look(self) -> bool:
        """Compare once; return whether a move was entered or undone, so that another look is due."""
        assert self._sensed is not None  # noqa: S101  (update has checked)
        history = self._table.history
        pieces = pieces_on(history, history.state, self._panel)
        standing = spaces_of(pieces)
        if standing != self._standing:
            self._standing = standing
            self._is_settled = False
            self._lifted = None
            self._flickers.clear()
            self._flickering.clear()
        expected, sensed = self._felt(standing), self._felt(self._sensed)
        if sensed == expected:
            return self._settle(pieces)
        if not self._is_settled:
            self._guide(pieces, expected, sensed)
            return False
        seat, placements = find_placements(history, self._panel, self._keypad)
        missing, extra = expected - sensed, sensed - expected
        fitting = [each for each in placements if self._felt(each.occupied) == sensed]
        if len(missing) == 1 and not extra:
            (space,) = missing
            if seat is not None and self._is_forced(placements, pieces, seat, space):
                return self._enter(seat, placements[0], placements)
            if self._can_lift(placements, pieces, seat, space):
                self._lifted = space
                self._release()
                return False
            self._lifted = space
        elif seat is not None and len(fitting) == 1:
            return self._enter(seat, fitting[0], placements)
        elif fitting:
            self._lead(None)
            keys = series(sorted({each.keys for each in fitting}))
            self._refuse(
                Outcome("refused", text("More than one move ends there. Press the keys of one: {keys}.", keys=keys))
            )
            return False
        if self._amend(sensed):
            return True
        self._refuse_why(seat, placements, missing, extra)
        self._guide(pieces, expected, sensed)
        return False

    def _felt(self, spaces: Spaces) -> Spaces:
        """Return those of ``spaces`` whose sensors count."""
        return spaces & frozenset(self._spaces.values()) - self._stuck - self._flickering

    def _settle(self, pieces: list[Piece]) -> bool:
        """All stand as expected."""
        lifted, self._lifted = self._lifted, None
        is_first = not self._is_settled
        self._is_settled = True
        self._release()
        if is_first:
            self._table.confirm_pieces(self._keypad)
        if lifted is None:
            return False
        seat, placements = find_placements(self._table.history, self._panel, self._keypad)
        is_own = any(piece.space == lifted and piece.seat == seat for piece in pieces)
        if is_own and seat is not None and len(placements) == 1 and placements[0].occupied == self._standing:
            return self._enter(seat, placements[0], ())  # it stays, as it must: lifted and put back
        self._flickers[lifted] += 1
        if self._flickers[lifted] >= FLICKERS:
            self._flickering.add(lifted)
            sentence = text(
                "The sensor of {space} flickers and is ignored until its piece moves. Turn the magnet, or move the "
                "piece to the middle.",
                space=lifted,
            )
            self._table.note(self._keypad, Outcome("refused", sentence))
        return False

    def _is_forced(self, placements: tuple[Placement, ...], pieces: list[Piece], seat: Seat, space: str) -> bool:
        """Return whether to lift the piece is enough: only one move is left, and to place it would not be sensed.

        So it is where other pieces have to give way first, or where its end is occupied or has no sensor.
        """
        if len(placements) != 1 or self._standing is None or placements[0].occupied == self._standing:
            return False
        after, before = self._felt(placements[0].occupied), self._felt(self._standing)
        is_seen = len(after - before) == 1 and before - after == {space}
        return not is_seen and any(piece.space == space and piece.seat == seat for piece in pieces)

    def _can_lift(self, placements: tuple[Placement, ...], pieces: list[Piece], seat: Seat | None, space: str) -> bool:
        """Return whether the piece on ``space`` is the one to be moved now, or the one moved just now."""
        entered = self._entered
        if entered is not None and entered.version == self._table.version and space in entered.after - entered.before:
            return True
        is_in_turn = len(placements) == 1 or any(space not in each.occupied for each in placements)
        return is_in_turn and any(piece.space == space and piece.seat == seat for piece in pieces)

    def _enter(self, seat: Seat, placement: Placement, placements: tuple[Placement, ...]) -> bool:
        """Enter a move; return whether it was accepted."""
        before = self._standing or frozenset()
        self._lead(None)
        self._lifted = None
        for move in placement.moves:
            if self._table.enter(seat, move, keypad=self._keypad).kind != "accepted":
                return False
        is_single = len(placement.moves) == 1 and len(placement.occupied - before) == 1
        self._entered = (
            _Entered(self._table.version, seat, before, placement.occupied, placements) if is_single else None
        )
        self._refused = None
        return True

    def _amend(self, sensed: Spaces) -> bool:
        """Undo the move just entered where its piece has gone on, or back; return whether that was done."""
        entered = self._entered
        if entered is None or entered.version != self._table.version:
            return False
        ends = {self._felt(each.occupied) for each in entered.placements}
        if sensed != self._felt(entered.before) and sensed not in ends:
            return False
        self._entered = None
        if self._table.undo(keypad=self._keypad).kind != "accepted":
            return False
        history = self._table.history
        self._standing = spaces_of(pieces_on(history, history.state, self._panel))
        self._is_settled = True
        return True

    # What people are told.

    def _refuse_why(self, seat: Seat | None, placements: tuple[Placement, ...], missing: Spaces, extra: Spaces) -> None:
        """Refuse what is no move: with the rule's reason where the right piece stands on a wrong space."""
        if not (placements and seat is not None and len(extra) == 1 and len(missing) <= 1):
            self._is_settled = False  # on the way back a piece may pass for a move: only when all stand, moves count
            self._refuse(Outcome("refused", _BUMPED))
            return
        (space,) = extra
        sentence = text("The piece cannot go to {space} now.", space=space)
        refusal = self._refusal_of(seat, space)
        if refusal is None:
            self._refuse(Outcome("refused", sentence))
        else:
            names = self._table.head.seat_names
            self._refuse(Outcome("refused", named(refusal.reason, names), refusal.clause))

    def _refusal_of(self, seat: Seat, space: str) -> IllegalMove | None:
        sensed, state = self._table.head.game.interface.sensed, self._table.history.state
        move = None if sensed is None else sensed.move_to(state, space)
        if move is None:
            return None
        try:
            return refusal_of(state, seat, state.parse_move(move))
        except MoveTextError:
            return None

    def _refuse(self, outcome: Outcome) -> None:
        """Say once why the board as it stands is no move."""
        if self._refused != self._sensed:
            self._refused = self._sensed
            self._table.note(self._keypad, outcome)

    def _release(self) -> None:
        """End the guide, and what was refused with it."""
        was_refused, self._refused = self._refused is not None, None
        if self._lead(None) or was_refused:
            self._table.note(self._keypad, Outcome("typed"))

    def _guide(self, pieces: list[Piece], expected: Spaces, sensed: Spaces) -> None:
        missing = [piece for piece in pieces if piece.space in expected - sensed]
        if missing:
            piece = missing[0]
            self._lead(piece.space, piece)
        else:
            self._lead(min(sensed - expected))

    def _lead(self, space: str | None, piece: Piece | None = None) -> bool:
        """Have the guide lead ``piece``, or a stray one, on a space, or none; return whether there was another."""
        guide = None
        if space is not None:
            sentence = text("Take the piece off {space}.", space=space) if piece is None else piece.sentence
            seat, view = (None, None) if piece is None else (piece.seat, piece.alone)
            guide = Guide(sentence, _WHY, seat, view, lambda: self._ignore(space))
        return self._table.lead(self._panel, guide)

    def _ignore(self, space: str) -> None:
        with self._lock:
            self._stuck.add(space)
            self.update()
        sentence = text("The sensor of {space} is ignored from now on.", space=space)
        self._table.note(self._keypad, Outcome("refused", sentence))
