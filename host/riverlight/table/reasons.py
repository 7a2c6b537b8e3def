"""Why bots made their moves; shown only once that reveals no secret.

A reason may contain what only its seat knows: a card in hand, a hunter's space. So the reasons of a round are shown
after the next round has started, when everything in it has been played; if the table has secrets from spectators, only
after these have ended. Reasons are not stored. Easy bots choose the same from the same views, so their reasons are
recomputed from the game, even after a restart; a choice that such a bot would not make is not explained. A repeated
search may choose differently, so the reasons of searching bots are remembered while the table is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from threading import Lock
from typing import Final, NamedTuple

from riverlight.games.bots import EASY, Bot, Choice, choice_of
from riverlight.games.contract import Seat, State
from riverlight.games.game import visible_events
from riverlight.games.seats import LETTERS
from riverlight.table.entries import Entry
from riverlight.table.head import Head
from riverlight.table.secrecy import hides_the_table
from riverlight.table.session import Table
from riverlight.table.snapshot_types import Reason, SeatReasons

__all__ = ["Reasons"]

_MOST_SHOWN: Final = 30  # choices of one seat


class _Reason(NamedTuple):
    round: int
    entry: Entry
    why: str


class Reasons:
    """The reasons of one table's bots."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._adaptor = table.head.game.interface
        self._lock = Lock()
        self._last: Entry | None = None
        self._explained: list[Entry] = []
        self._reasons: list[_Reason] = []
        self._noted: dict[int, Choice] = {}

    def note(self, place: int, choice: Choice) -> None:
        """Remember a bot's choice for the entry at index ``place``, from 0."""
        self._noted[place] = choice

    def finished(self) -> int | None:
        """Return the number of the round whose reasons can be shown now; None if there is none."""
        reasons = self._visible()
        return reasons[-1].round if reasons else None

    def by_seat(self) -> list[SeatReasons]:
        """Return the reasons of each bot that had a choice, by seat."""
        names = self._table.head.seat_names
        reasons = self._visible()
        found: list[SeatReasons] = []
        for seat in sorted({reason.entry.seat for reason in reasons}):
            own = [reason for reason in reasons if reason.entry.seat == seat][-_MOST_SHOWN:]
            choices = [Reason(what=self._first_sentence(reason.entry), why=reason.why) for reason in own]
            found.append({"letter": LETTERS[seat], "name": names[seat], "choices": choices})
        return found

    def _visible(self) -> list[_Reason]:
        entries = (self._table.history.opening, *self._table.history.entries)
        with self._lock:
            if entries[-1] is not self._last:  # an unchanged last entry implies unchanged earlier ones
                self._last = entries[-1]
                explained = self._to_explain(entries)
                if [*map(id, explained)] != [*map(id, self._explained)]:
                    self._explained, self._reasons = explained, [*self._recompute(entries, explained)]
            return self._reasons

    def _to_explain(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return the bots' entries whose reasons may be shown now."""
        now = entries[-1].after
        is_over = now.result() is not None
        if hides_the_table(self._table.history):
            return []
        if self._table.sides.apart:
            return [entry for entry in entries if entry.seat in self._table.head.bot_seats]
        wanted = self._round_of(now) - (not is_over)
        found: list[Entry] = []
        for before, entry in zip(reversed(entries[:-1]), reversed(entries), strict=False):
            if (number := self._round_of(before.after)) < wanted:
                break
            if number == wanted and entry.seat in self._table.head.bot_seats:
                found.insert(0, entry)
        return found

    def _recompute(self, entries: Sequence[Entry], explained: Sequence[Entry]) -> Iterator[_Reason]:
        """Yield the reason for each of ``explained``, recomputed by bots that see the game as it was played."""
        bots, wanted = _easy_bots_of(self._table.head), {*map(id, explained)}
        for place, (before, entry) in enumerate(pairwise(entries if explained else ())):
            state = before.after
            for seat, bot in bots.items():
                bot.watch(state.view(seat))
            if id(entry) in wanted:
                own = bots.get(entry.seat)
                choice = self._noted.get(place) if own is None else choice_of(own, state, entry.seat)
                if choice is not None and choice.why and choice.move == entry.moves[0][1]:
                    yield _Reason(self._round_of(state), entry, choice.why)

    def _round_of(self, state: State) -> int:
        number: int = state.view(self._table.sides.table_viewer)["round"]
        return number

    def _first_sentence(self, entry: Entry) -> str:
        """Return the first sentence of an entry in the log: what its own move did."""
        head = self._table.head
        seen = visible_events(head.game, entry.events, self._table.sides.table_viewer)
        sentences = (self._adaptor.tell(event, head.seat_names) for event in seen)
        return next((sentence for sentence in sentences if sentence is not None), entry.moves[0][1])


def _easy_bots_of(head: Head) -> dict[Seat, Bot]:
    """Return a new easy bot for each seat played by one."""
    easy = [seat for seat, level in head.bot_levels.items() if level == EASY or head.game.make_adviser is None]
    return head.game.bots(easy, len(head.seat_names), head.board, head.options)
