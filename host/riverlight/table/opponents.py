"""Riverlight plays for empty seats: a bot sees what its own seat's page would show, and enters as that page would.

One thread plays for all bots of a table, outside its lock. It waits before each move so that people can follow, while
people are asked whether a take-back is agreed to, and while they set the board of a game that was taken up again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from riverlight.bots import Bot, choice_of
from riverlight.engines.contract import Seat, State
from riverlight.errors import RecordError
from riverlight.table.history import Head
from riverlight.table.keypads import Outcome
from riverlight.table.reasons import Reasons, bots_of
from riverlight.table.session import Table
from riverlight.table.sides import TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer, sides_of

__all__ = ["USUAL_DELAY_S", "Opponents", "lone_seat_apart"]

USUAL_DELAY_S: Final = 0.8
"""Between two moves that people see."""

_PATIENCE_S: Final = 20.0
"""For so long bots wait for people to agree to a take-back."""

_NEXT_TRY_S: Final = 5.0
_LAST_MOVE_S: Final = 5.0


class Opponents:
    """The bots of one table, at play from :meth:`start` to :meth:`close`.

    Args:
        table: the game; the seats of ``table.head.bot_seats`` are played.
        changed: called when there is something new to show that is no step of the game.
        delay_s: how long to wait between two moves that people see.

    Attributes:
        reasons: why they played so.
    """

    def __init__(self, table: Table, changed: Callable[[], None], delay_s: float) -> None:
        self.reasons = Reasons(table)
        self._table = table
        self._seats = sorted(table.head.bot_seats)
        self._changed = changed
        self._delay_s = delay_s
        self._is_secret = bool(set(table.sides.apart) - table.head.bot_seats)
        self._bots: dict[Seat, Bot] = {}
        self._watched: list[State] = []
        self._paced = -1
        self._since_s = 0.0
        self._question = (0, 0.0)
        self._trouble = ""
        self._is_board_set = False
        self._is_closed = False
        self._wake = threading.Event()
        self._leaves = table.subscribe(self._wake.set), table.listen(self._hear)
        self._thread = threading.Thread(target=self._run, name="opponents", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def close(self) -> None:
        """Stop; what was entered is in the record."""
        for leave in self._leaves:
            leave()
        self._is_closed = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(_LAST_MOVE_S)

    def board_is_set(self) -> None:
        """Go on after a game was taken up again: people have set the board."""
        self._is_board_set = True
        self._wake.set()
        self._changed()

    def shown(self, viewer: PageViewer, snapshot: dict[str, Any]) -> dict[str, Any]:
        """Return what the page of ``viewer`` shows of the bots beside its ``snapshot``.

        ``waits``: they wait for the board to be set; ``why``: the round whose choices can be explained, or None;
        ``trouble``: why they cannot go on. A side apart gets nothing that its own snapshot does not tell.
        """
        is_apart = self._table.sides.is_apart(viewer)
        is_waiting = snapshot["arrange"] is not None and self._acting(snapshot["view"]["to_act"]) is not None
        return {
            "waits": is_waiting and (is_apart or not self._is_board_set),
            "why": self.reasons.finished() if not is_apart or snapshot["status"] == "over" else None,
            "trouble": "" if is_apart else self._trouble,
        }

    def play(self) -> float | None:
        """Make the move that is due, if any; return in how many seconds to look again, None for at the next change."""
        table = self._table
        version = table.version
        states = [entry.after for entry in (table.history.opening, *table.history.entries)]
        self._watch(states)
        wait_s = self._wait_s(version)
        seat = self._acting(states[-1].to_act())
        if seat is None or self._is_held():
            return None
        wait_s = max(wait_s, self._question_s())
        if wait_s > 0:
            return wait_s
        choice = choice_of(self._bots[seat], states[-1], seat)
        try:
            table.enter(seat, choice.move, version=version)
        except RecordError as error:
            self._trouble = error.sentence
            self._changed()
            return _NEXT_TRY_S
        self._trouble = ""
        return None if table.version == version else 0.0

    def _hear(self, keypad: Keypad, _outcome: Outcome) -> None:
        """Take any key pressed at the table as word that the board is set."""
        if isinstance(keypad, str):
            self._is_board_set = True

    def _run(self) -> None:
        while True:
            self._wake.clear()
            if self._is_closed:
                return
            self._wake.wait(self.play())

    def _acting(self, to_act: Sequence[Seat]) -> Seat | None:
        return next((seat for seat in self._seats if seat in to_act), None)

    def _watch(self, states: Sequence[State]) -> None:
        """Let each bot see its own view of what is new; after a take-back they remember nothing of what is gone."""
        known = self._watched
        is_going_on = len(known) <= len(states) and all(one is other for one, other in zip(known, states, strict=False))
        if not self._bots or not is_going_on:
            known, self._bots = [], bots_of(self._table.head)
        for state in states[len(known) :]:
            for seat, bot in self._bots.items():
                bot.watch(state.view(seat))
        self._watched = list(states)

    def _wait_s(self, version: int) -> float:
        """Return how long people still look at what happened last.

        Where a person sits apart, that is what this side knows of: when it hears of a move follows from what it has
        heard before, and not from how often hunters had to throw again in between (PYR-18).
        """
        known = self._table.snapshot(WATCH_PAGE)["version"] if self._is_secret else version
        if known != self._paced:
            self._paced, self._since_s = known, time.monotonic()
        return self._since_s + self._delay_s - time.monotonic()

    def _is_held(self) -> bool:
        """Return whether people still set the board of a game that was taken up again."""
        return not self._is_board_set and self._table.snapshot(TABLE_PAGE)["arrange"] is not None

    def _question_s(self) -> float:
        """Return how long people may still think about a take-back that was asked for."""
        question = self._table.snapshot(TABLE_PAGE)["question"]
        if question is None:
            return 0.0
        if question["number"] != self._question[0]:
            self._question = question["number"], time.monotonic()
        return self._question[1] + _PATIENCE_S - time.monotonic()


def lone_seat_apart(head: Head) -> Seat | None:
    """Return the seat of the only person when that one sits apart, so that nobody may see the table; else None."""
    people = set(range(len(head.seat_names))) - head.bot_seats
    return min(people) if head.bot_seats and people.issubset(sides_of(head.game).apart) else None
