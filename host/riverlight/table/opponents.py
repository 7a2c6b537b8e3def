"""The computer players: a bot sees what its seat's own page would show, and enters moves as that page would.

One thread plays all bots of a table, outside its lock. It waits before each move so that people can follow, longer
after an entry with more to see (``riverlight.table.moments``). People can set the pace, pause, single-step, or skip the
wait. The bots wait while people are asked to agree to an undo, and while they set up the board of a resumed or
corrected game. Searching bots think in a separate process meanwhile. They always get their full search time before a
move is shown, so that its timing reveals nothing about what it was chosen from.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from riverlight.errors import RecordError
from riverlight.games.bots import EASY, EASY_LEVEL, Bot, Choice, Effort, choice_of
from riverlight.games.contract import SPECTATOR, TABLE, Seat, State
from riverlight.games.sides import TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer
from riverlight.table.moments import hold_ms
from riverlight.table.observers import Outcome
from riverlight.table.reasons import Reasons
from riverlight.table.secrecy import lone_seat_apart
from riverlight.table.session import Table
from riverlight.table.snapshot_types import BotsReport, Pace, Snapshot
from riverlight.table.thinking import DistantBot, Thinker

__all__ = ["PACES", "USUAL_DELAY_S", "Opponents"]

PACES: Final[Mapping[Pace, float]] = {"slow": 2.5, "usual": 1.0, "quick": 0.3, "pause": 1.0}
"""Factor on the usual delay."""

USUAL_DELAY_S: Final = 0.8
"""Between two moves that people see."""

_MARGIN_S: Final = 0.25
"""To send a question to the search process and receive its answer."""

_SHARES: Final = 4
"""With a separate side, the choices up to the next move it sees share one delay: the least number it is split into."""

_PATIENCE_S: Final = 20.0
"""The longest time that bots wait for people to agree to an undo."""

_NEXT_TRY_S: Final = 5.0
_LAST_MOVE_S: Final = 5.0


class Opponents:
    """The bots of one table. They play from :meth:`start` to :meth:`close`.

    Args:
        table: the game; the seats of ``table.head.bot_seats`` are played.
        changed: called when there is something new to show that is not a step of the game.
        delay_s: time between two moves that people see; at least the search time for searching bots.
        effort: the search time for one move; the level is that of each seat.

    Attributes:
        reasons: the explanations of their moves.
    """

    def __init__(
        self,
        table: Table,
        changed: Callable[[], None],
        delay_s: float,
        effort: Effort = EASY_LEVEL,
    ) -> None:
        self.reasons = Reasons(table)
        self._table = table
        self._seats = sorted(table.head.bot_seats)
        self._changed = changed
        head = table.head
        self._levels = head.bot_levels
        self._thinker: Thinker | None = None
        if any(level != EASY for level in self._levels.values()) and head.game.make_adviser is not None:
            self._thinker = Thinker(head.game, len(head.seat_names), head.board, head.options)
        self._least_s = 0.0 if self._thinker is None or effort.seconds is None else effort.seconds + _MARGIN_S
        self._effort = effort
        self._delay_s = delay_s
        self._plan: list[tuple[Seat, Choice]] = []
        self._planned_at = -1
        self._foreseen = 0
        self._is_secret = bool(set(table.sides.apart) - table.head.bot_seats)
        self._bots: dict[Seat, Bot] = {}
        self._watched: list[State] = []
        self._paced = -1
        self._since_s = 0.0
        self._question = (0, 0.0)
        self._trouble = ""
        self._board_set_at = -1
        self._pace: Pace = "usual"
        self._may_step = False
        self._is_closed = False
        self._wake = threading.Event()
        self._leaves = table.subscribe(self._wake.set), table.listen(self._on_outcome)
        self._thread = threading.Thread(target=self._run, name="opponents", daemon=True)

    def start(self) -> None:
        """Start playing."""
        if self._thinker is not None:
            self._thinker.start()
        self._thread.start()

    def close(self) -> None:
        """Stop playing."""
        for leave in self._leaves:
            leave()
        self._is_closed = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(_LAST_MOVE_S)
        if self._thinker is not None:
            self._thinker.close()

    def board_is_set(self) -> None:
        """Continue a resumed or corrected game: people have set up the board."""
        self._board_set_at = self._table.version
        self._wake.set()
        self._changed()

    def go_on(self) -> None:
        """Make the next move now, without waiting."""
        if not (self._is_secret and self._thinker is not None):  # the time of a search would show what it is about
            self._since_s = float("-inf")
        self._wake.set()

    def set_pace(self, pace: Pace) -> None:
        """Set the pace, or pause."""
        self._pace = pace
        self._wake.set()
        self._changed()

    def step(self) -> None:
        """Make one move, then pause."""
        self._may_step = True
        self.set_pace("pause")

    def shown(self, viewer: PageViewer, snapshot: Snapshot) -> BotsReport:
        """Return what the page of ``viewer`` shows about the bots in addition to its ``snapshot``.

        ``waits``: they wait for the board to be set up; ``why``: the round whose choices can be explained, or None;
        ``trouble``: why they cannot continue. A separate side gets nothing that its own snapshot does not show.
        """
        is_apart = self._table.sides.is_apart(viewer)
        is_waiting = snapshot["arrange"] is not None and self._acting(snapshot["view"]["to_act"]) is not None
        return {
            "waits": is_waiting and (is_apart or self._board_set_at != self._table.version),
            "why": self.reasons.finished() if not is_apart or snapshot["status"] == "over" else None,
            "trouble": "" if is_apart else self._trouble,
            "pace": "usual" if is_apart and not self.is_led_by(viewer) else self._pace,
        }

    def is_led_by(self, viewer: PageViewer) -> bool:
        """Return whether the page of ``viewer`` may set the pace: the table page, or the only person's page."""
        return viewer == (lone if (lone := lone_seat_apart(self._table.head)) is not None else TABLE_PAGE)

    def play(self) -> float | None:
        """Make the move that is due, if any; return the seconds until the next check, None to wait for a change."""
        table = self._table
        version = table.version
        states = [entry.after for entry in (table.history.opening, *table.history.entries)]
        self._watch(states)
        wait_s = self._wait_s(version)
        seat = self._acting(states[-1].to_act())
        if seat is None or self._is_held() or (self._pace == "pause" and not self._may_step):
            return None
        if self._thinker is not None and self._planned_at != version:
            self._plan_ahead(version, seat, states[-1])
            wait_s = self._wait_s(version)
        wait_s = max(wait_s, self._question_s())
        if wait_s > 0:
            return wait_s
        if self._thinker is None:
            return self._enter(version, seat, choice_of(self._bots[seat], states[-1], seat))
        waits: float | None = None
        while self._plan and self._planned_at == table.version:
            waits = self._enter(self._planned_at, *self._plan[0])
            if waits != 0.0:
                break
            del self._plan[0]
            self._planned_at = table.version if self._plan else -1
        return waits

    def _enter(self, version: int, seat: Seat, choice: Choice) -> float | None:
        """Enter a choice made at ``version``; return what :meth:`play` returns, 0 if it was played."""
        table = self._table
        self.reasons.note(len(table.history.entries), choice)
        try:
            table.enter(seat, choice.move, version=version)
        except RecordError as error:
            self._trouble = error.sentence
            self._changed()
            return _NEXT_TRY_S
        self._trouble, self._may_step = "", False
        return None if table.version == version else 0.0

    def _plan_ahead(self, version: int, seat: Seat, state: State) -> None:
        """Choose the next move; with a separate side, all moves up to the next one that this side sees.

        So the number of choices, die rolls included, does not show in the delay (PYR-18).
        """
        self._plan, self._planned_at = [], version
        state = state.copy()
        seen = state.view(SPECTATOR)
        next_seat: Seat | None = seat
        while next_seat is not None:
            choice = choice_of(self._bots[next_seat], state, next_seat)
            self._plan.append((next_seat, choice))
            state.apply(next_seat, state.parse_move(choice.move))
            while (move := state.automatic()) is not None:
                state.apply(TABLE, move)
            if not self._is_secret or state.view(SPECTATOR) != seen:
                return
            for each, bot in self._bots.items():
                bot.watch(state.view(each))
            self._foreseen += 1
            next_seat = self._acting(state.to_act())

    def _on_outcome(self, keypad: Keypad, outcome: Outcome) -> None:
        """Treat any key at the table, except one that makes a correction, as "the board is set up"."""
        if isinstance(keypad, str) and outcome.kind != "accepted":
            self._board_set_at = self._table.version

    def _run(self) -> None:
        while True:
            self._wake.clear()
            if self._is_closed:
                return
            self._wake.wait(self.play())

    def _acting(self, to_act: Sequence[Seat]) -> Seat | None:
        return next((seat for seat in self._seats if seat in to_act), None)

    def _watch(self, states: Sequence[State]) -> None:
        """Show each bot its own view of the new states; after an undo, bots forget the undone states."""
        known = self._watched
        is_planned = not self._foreseen or self._planned_at == self._table.version
        is_going_on = (
            is_planned
            and len(known) <= len(states)
            and all(one is other for one, other in zip(known, states, strict=False))
        )
        if not self._bots or not is_going_on:
            known, self._bots, self._foreseen, self._planned_at = [], self._fresh_bots(), 0, -1
        for state in states[len(known) :]:
            if self._foreseen:  # they saw it when they planned ahead
                self._foreseen -= 1
                continue
            for seat, bot in self._bots.items():
                bot.watch(state.view(seat))
        self._watched = list(states)

    def _fresh_bots(self) -> dict[Seat, Bot]:
        """Return a new bot for each bot seat, which has seen nothing of the game yet."""
        head = self._table.head
        easy = [seat for seat in self._seats if self._thinker is None or self._levels[seat] == EASY]
        found = head.game.bots(easy, len(head.seat_names), head.board, head.options)
        seconds = self._effort.seconds
        if self._is_secret and seconds is not None:
            seconds /= _SHARES
        for seat in self._seats:
            if seat not in found and self._thinker is not None:
                effort = self._effort._replace(level=self._levels[seat], seconds=seconds)
                found[seat] = DistantBot(self._thinker, seat, effort)
        return found

    def _wait_s(self, version: int) -> float:
        """Return how long people still look at the last event.

        If a person sits on a separate side, only what that side has seen counts: the time of the next move it sees must
        not depend on how often hunters rolled again in between (PYR-18).
        """
        known = self._table.version_for(WATCH_PAGE) if self._is_secret else version
        if known != self._paced:
            self._paced, self._since_s = known, time.monotonic()
        least_s = self._since_s + self._least_s - time.monotonic()
        if self._may_step:
            return least_s if self._is_secret else 0.0
        page = WATCH_PAGE if self._is_secret else TABLE_PAGE
        usual_s = max(USUAL_DELAY_S, hold_ms(self._table.history, page) / 1000)
        usual_s *= self._delay_s / USUAL_DELAY_S * PACES[self._pace]
        return max(self._since_s + usual_s - time.monotonic(), least_s)

    def _is_held(self) -> bool:
        """Return whether people are still setting up the board."""
        return self._board_set_at != self._table.version and self._table.is_to_be_set()

    def _question_s(self) -> float:
        """Return how long people may still think about an undo request."""
        number = self._table.question_number()
        if number is None:
            return 0.0
        if number != self._question[0]:
            self._question = number, time.monotonic()
        return self._question[1] + _PATIENCE_S - time.monotonic()
