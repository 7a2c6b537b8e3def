"""Piece sensing: compares the sensors with the game's position, so that moving a piece enters the move.

Each panel with sensors is followed separately, for its side. Everything depends on three things: where pieces are
expected, where they are sensed, and which moves are legal:

- if one piece of the seat to act is missing, someone holds it, for however long;
- if the occupied spaces match the result of one legal move, that move is entered; if they match several moves, a key
  decides;
- if the piece just moved goes on, or back, before anything else has happened, the entry is corrected, or undone;
- anything else is not a move: it is refused with the reason, and a guide shows each misplaced piece and its space with
  a single light. The game waits until sensors and position agree.

After a change that the pieces do not follow yet (an entry by keys, a push, an undo), the guide shows the pieces to
move, and nothing is entered until all are in place. Spaces without a sensor are ignored.
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
"""Number of times that a piece is lifted and put back without a move before its magnet is reported as weak."""

_BUMPED: Final = text("A piece was moved that cannot move now. Put the pieces back where the lights show.")
_WHY: Final = text("The board and the game differ. If the piece is in the right place, press # to ignore its sensor.")

Spaces = frozenset[str]


class Sensing:
    """Follows all panels of one table. Thread-safe.

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

    def update_sensors(self, occupied: int) -> None:
        """Handle new sensor states; bit n is position n in the sensor chain.

        Raises:
            RecordError: a move cannot be stored.
        """
        with self._lock:
            for panel in self._panels:
                panel.update_sensors(occupied)

    def follow(self) -> None:
        """Update after a change of the game."""
        with self._lock:
            for panel in self._panels:
                panel.update()

    def disconnect(self) -> None:
        """Stop sensing after the device is disconnected; nothing waits for it."""
        with self._lock:
            for panel in self._panels:
                panel.disconnect()


class _Entered:
    """The last move entered by sensing, and the alternatives of its piece."""

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
        self._standing: Spaces | None = None  # the position at the last check
        self._is_settled = False  # all pieces have been in place since then
        self._lifted: str | None = None
        self._flickers: Counter[str] = Counter()
        self._flickering: set[str] = set()
        self._stuck: set[str] = set()
        self._entered: _Entered | None = None
        self._refused: Spaces | None = None  # the occupied spaces refused last
        self._is_busy = False  # its own changes to the table come back as notifications

    def update_sensors(self, occupied: int) -> None:
        self._sensed = frozenset(space for position, space in self._spaces.items() if occupied >> position & 1)
        self.update()

    def disconnect(self) -> None:
        self._sensed = None
        self._is_settled = False
        self._show_guide(None)

    def update(self) -> None:
        if self._sensed is None or self._is_busy or (self._keypad == MAIN and self._table.is_closed):
            return
        self._is_busy = True
        try:
            while self._compare():
                pass
        finally:
            self._is_busy = False

    def _compare(self) -> bool:
        """Compare once; return whether a move was entered or undone, so that another comparison is due."""
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
        expected, sensed = self._active(standing), self._active(self._sensed)
        if sensed == expected:
            return self._settle(pieces)
        if not self._is_settled:
            self._guide(pieces, expected, sensed)
            return False
        seat, placements = find_placements(history, self._panel, self._keypad)
        missing, extra = expected - sensed, sensed - expected
        fitting = [each for each in placements if self._active(each.occupied) == sensed]
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
            self._show_guide(None)
            keys = series(sorted({each.keys for each in fitting}))
            self._refuse(
                Outcome("refused", text("More than one move ends there. Press the keys of one: {keys}.", keys=keys))
            )
            return False
        if self._undo_entered(sensed):
            return True
        self._refuse_why(seat, placements, missing, extra)
        self._guide(pieces, expected, sensed)
        return False

    def _active(self, spaces: Spaces) -> Spaces:
        """Return those of ``spaces`` whose sensors are not ignored."""
        return spaces & frozenset(self._spaces.values()) - self._stuck - self._flickering

    def _settle(self, pieces: list[Piece]) -> bool:
        """Handle that all pieces are in place."""
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
            return self._enter(seat, placements[0], ())  # a piece that must stay was lifted and put back
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
        """Return whether lifting the piece is enough, as only one move is left and placing it would not be sensed.

        That is so if other pieces must move first, or if its destination is occupied or has no sensor.
        """
        if len(placements) != 1 or self._standing is None or placements[0].occupied == self._standing:
            return False
        after, before = self._active(placements[0].occupied), self._active(self._standing)
        is_seen = len(after - before) == 1 and before - after == {space}
        return not is_seen and any(piece.space == space and piece.seat == seat for piece in pieces)

    def _can_lift(self, placements: tuple[Placement, ...], pieces: list[Piece], seat: Seat | None, space: str) -> bool:
        """Return whether the piece on ``space`` is the one to move now, or the one just moved."""
        entered = self._entered
        if entered is not None and entered.version == self._table.version and space in entered.after - entered.before:
            return True
        is_in_turn = len(placements) == 1 or any(space not in each.occupied for each in placements)
        return is_in_turn and any(piece.space == space and piece.seat == seat for piece in pieces)

    def _enter(self, seat: Seat, placement: Placement, placements: tuple[Placement, ...]) -> bool:
        """Enter a move; return whether it was accepted."""
        before = self._standing or frozenset()
        self._show_guide(None)
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

    def _undo_entered(self, sensed: Spaces) -> bool:
        """Undo the move just entered if its piece has gone on, or back; return whether it was undone."""
        entered = self._entered
        if entered is None or entered.version != self._table.version:
            return False
        ends = {self._active(each.occupied) for each in entered.placements}
        if sensed != self._active(entered.before) and sensed not in ends:
            return False
        self._entered = None
        if self._table.undo(keypad=self._keypad).kind != "accepted":
            return False
        history = self._table.history
        self._standing = spaces_of(pieces_on(history, history.state, self._panel))
        self._is_settled = True
        return True

    # Messages to people.

    def _refuse_why(self, seat: Seat | None, placements: tuple[Placement, ...], missing: Spaces, extra: Spaces) -> None:
        """Refuse a position that no move leads to; give the rule's reason if the right piece is on a wrong space."""
        if not (placements and seat is not None and len(extra) == 1 and len(missing) <= 1):
            self._is_settled = False  # until all are in place: on its way back a piece may match a move
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
        """Say once why the position on the board is not a legal move."""
        if self._refused != self._sensed:
            self._refused = self._sensed
            self._table.note(self._keypad, outcome)

    def _release(self) -> None:
        """End the guide, and clear the last refusal."""
        was_refused, self._refused = self._refused is not None, None
        if self._show_guide(None) or was_refused:
            self._table.note(self._keypad, Outcome("typed"))

    def _guide(self, pieces: list[Piece], expected: Spaces, sensed: Spaces) -> None:
        missing = [piece for piece in pieces if piece.space in expected - sensed]
        if missing:
            piece = missing[0]
            self._show_guide(piece.space, piece)
        else:
            self._show_guide(min(sensed - expected))

    def _show_guide(self, space: str | None, piece: Piece | None = None) -> bool:
        """Guide people to put ``piece``, or an unknown one, on a space; return whether the guide has changed."""
        guide = None
        if space is not None:
            sentence = text("Take the piece off {space}.", space=space) if piece is None else piece.sentence
            seat, view = (None, None) if piece is None else (piece.seat, piece.alone)
            guide = Guide(sentence, _WHY, seat, view, lambda: self._ignore(space))
        return self._table.show_guide(self._panel, guide)

    def _ignore(self, space: str) -> None:
        with self._lock:
            self._stuck.add(space)
            self.update()
        sentence = text("The sensor of {space} is ignored from now on.", space=space)
        self._table.note(self._keypad, Outcome("refused", sentence))
