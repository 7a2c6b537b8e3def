"""Simulated hands that move pieces on a board with sensors, with seeded mistakes.

They know only what people see: the chosen move, and the piece that a guide asks for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from riverlight.boards.sensors import sensor_spaces
from riverlight.errors import DeviceError
from riverlight.games.contract import Panel, Seat
from riverlight.games.interface import Code
from riverlight.table.placements import pieces_on
from riverlight.table.session import Table

__all__ = ["BRIEF_MS", "REST_MS", "Hands"]

REST_MS: Final = 900
"""How long a piece rests after it is put down."""

BRIEF_MS: Final = 120
"""How long a moving piece is over a space."""

_SLIPS: Final = ("slide", "wrong", "bump")
_SLIP_CHANCE: Final = 0.3
_MOST_GUIDED: Final = 60


class Hands:
    """Simulated hands.

    Args:
        table: the game.
        feel: called with (positions, milliseconds): magnets rest at these chain positions (bit n for position n) for
            that time.
        dice: random generator of the mistakes; None for no mistakes.

    Attributes:
        slips: number of mistakes by kind.
        guided: number of pieces moved as a guide asked.
        keyed: number of piece moves that needed a key, being ambiguous to the sensors.
    """

    def __init__(self, table: Table, feel: Callable[[int, int], None], dice: random.Random | None) -> None:
        self.slips: Counter[str] = Counter()
        self.guided = 0
        self.keyed = 0
        self._table = table
        self._feel = feel
        self._dice = dice
        board = table.head.board
        assert board is not None  # noqa: S101  (a game with sensors has a board)
        self._at = {
            panel: {space: position for position, space in sensor_spaces(board, panel).items()}
            for panel in table.head.game.panels
        }
        self._lying: dict[Panel, Counter[str]] = {panel: Counter() for panel in self._at}
        self._in_hand: Counter[Panel] = Counter()

    def begin(self) -> None:
        """Set up all pieces as in the position."""
        for panel in self._at:
            self._lying[panel] = self._expected(panel)
        self._settle(REST_MS)

    def play(self, seat: Seat, code: Code, panel: Panel, press: Callable[[str], None]) -> None:
        """Make a move with pieces if possible, else by its keys; then fix all pieces."""
        version = self._table.version
        is_by_hand = self._can_move(panel) and self._move(seat, code, panel)
        if self._table.version == version:
            self.keyed += is_by_hand
            press(code.keys)
        self.follow_guides()

    def follow_guides(self) -> None:
        """Move every piece that a guide asks for.

        Raises:
            DeviceError: if the guide does not terminate.
        """
        for _ in range(_MOST_GUIDED):
            panel = next((panel for panel in self._at if self._table.guide(panel) is not None), None)
            if panel is None:
                self._share_spaces()
                return
            self.guided += 1
            self._put_one_right(panel)
        message = "The guide goes on asking for pieces that stand where they should."
        raise DeviceError(message)

    def _share_spaces(self) -> None:
        """Sync pieces that share spaces with the position: sensors cannot count pieces."""
        for panel in self._at:
            expected = self._expected(panel)
            if set(+self._lying[panel]) == set(expected):
                self._lying[panel] = expected

    def differing(self) -> list[str]:
        """Return the panels where the pieces do not match the position."""
        return [
            panel for panel in self._at if +self._lying[panel] != self._expected(panel) and not self._is_dark(panel)
        ]

    def _is_dark(self, panel: Panel) -> bool:
        return self._table.is_closed and panel not in self._table.sides.apart_panels

    def _expected(self, panel: Panel) -> Counter[str]:
        history = self._table.history
        return Counter(piece.space for piece in pieces_on(history, history.state, panel))

    def _can_move(self, panel: Panel) -> bool:
        sensed = self._table.head.game.interface.sensed
        return sensed is not None and self._table.history.state.view(panel)["phase"] in sensed.phases

    def _move(self, seat: Seat, code: Code, panel: Panel) -> bool:
        """Lift and place the pieces of a move; return whether it moves a piece."""
        history = self._table.history
        after = history.state.copy()
        after.apply(seat, after.parse_move(code.move))
        before, then = self._expected(panel), Counter(piece.space for piece in pieces_on(history, after, panel))
        own = [piece.space for piece in pieces_on(history, history.state, panel) if piece.seat == seat]
        gone, came = [*(before - then)], [*(then - before)]
        slip = self._slip()
        if slip == "bump":
            version = self._table.version
            self._bump(panel)
            if self._table.version != version:
                return True
        if len(came) == 1 and len(gone) <= 1:
            if gone:
                self._lift(panel, gone[0])
            else:
                self._in_hand[panel] += 1
            if slip == "slide":
                self._slide(panel, came[0])
            if slip == "wrong":
                self._put_wrong(panel, came[0])
            self._put(panel, came[0])
        elif own and (gone or came or len(self._table.codes(seat)) == 1):
            # The piece stays, or others are pushed first: lift it, and put it back unless a guide asks otherwise.
            space = next((space for space in own if space in gone), own[0])
            self._lift(panel, space)
            if self._table.guide(panel) is None:
                self._put(panel, came[0] if came else space)
        else:
            return False
        return True

    # What hands do.

    def _lift(self, panel: Panel, space: str, ms: int = REST_MS) -> None:
        self._lying[panel][space] -= 1
        self._in_hand[panel] += 1
        self._settle(ms)

    def _put(self, panel: Panel, space: str, ms: int = REST_MS) -> None:
        self._lying[panel][space] += 1
        self._in_hand[panel] -= 1
        self._settle(ms)

    def _settle(self, ms: int) -> None:
        occupied = 0
        for panel, lying in self._lying.items():
            for space, count in lying.items():
                if count > 0 and space in self._at[panel]:
                    occupied |= 1 << self._at[panel][space]
        self._feel(occupied, ms)

    def _put_one_right(self, panel: Panel) -> None:
        expected, lying = self._expected(panel), +self._lying[panel]
        missing, surplus = [*(expected - lying)], [*(lying - expected)]
        if not self._in_hand[panel] and surplus:
            self._lift(panel, surplus[0])
        elif not missing:  # the pieces are right, but not detected yet
            self._settle(REST_MS)
            return
        else:
            self._in_hand[panel] = max(1, self._in_hand[panel])  # out of the box
        if missing:
            self._put(panel, missing[0])
        else:
            self._in_hand[panel] = 0  # back into the box

    # Mistakes.

    def _slip(self) -> str:
        if self._dice is None or self._dice.random() >= _SLIP_CHANCE:
            return ""
        slip = self._dice.choice(_SLIPS)
        self.slips[slip] += 1
        return slip

    def _free(self, panel: Panel, *others: str) -> list[str]:
        taken = {*+self._lying[panel], *others}
        return [space for space in self._at[panel] if space not in taken]

    def _slide(self, panel: Panel, end: str) -> None:
        assert self._dice is not None  # noqa: S101  (only hands with dice make mistakes)
        for space in self._dice.sample(self._free(panel, end), 3):
            self._put(panel, space, BRIEF_MS)
            self._lift(panel, space, BRIEF_MS)

    def _put_wrong(self, panel: Panel, end: str) -> None:
        """Put the piece on an illegal space, check that it is refused, and lift it again."""
        assert self._dice is not None  # noqa: S101
        version = self._table.version
        history = self._table.history
        legal = {code.space for code in self._table.codes(history.state.to_act()[0])}
        legal |= self._reached(panel)
        wrong = self._dice.choice([space for space in self._free(panel, end) if space not in legal])
        self._put(panel, wrong)
        if self._table.version != version:
            message = f"A piece put on {wrong}, where it may not go, was taken for a move."
            raise DeviceError(message)
        self._lift(panel, wrong)

    def _reached(self, panel: Panel) -> set[str]:
        """Return the legal ends that the lights show, of any die."""
        ends: Any = self._table.history.state.view(panel).get("ends", ())
        groups = ends.values() if isinstance(ends, dict) else (ends,)
        return {space for group in groups for space in group}

    def _bump(self, panel: Panel) -> None:
        """Knock over two pieces, and put back all that the guide asks for."""
        assert self._dice is not None  # noqa: S101
        standing = sorted(+self._lying[panel])
        if len(standing) < 2:
            return
        version = self._table.version
        is_forced = len(self._table.codes(self._table.history.state.to_act()[0])) == 1  # a lift may then be enough
        for space in self._dice.sample(standing, 2):
            self._lift(panel, space, BRIEF_MS)
        for space in self._dice.sample(self._free(panel, *standing), 2):
            self._put(panel, space)
        self.follow_guides()
        if (self._table.version != version and not is_forced) or self.differing():
            message = "After a bump the pieces were not led back to where they stood."
            raise DeviceError(message)
