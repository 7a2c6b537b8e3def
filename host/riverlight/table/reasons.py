"""Why bots played as they did, told only when it can harm nobody any more.

A reason may tell what its seat alone knows: a card still in hand, where a hunter is. So the reasons of a round wait
until the next has begun, when everything of it has been played; where seats sit apart from the table, until the game is
over. They are not kept: bots of the same views choose the same, so they are worked out anew from the game as it was
played, also by a host that has started since. A choice that these bots would not make is not explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from threading import Lock
from typing import Any, Final, NamedTuple

from riverlight.bots import Bot, bot_for, choice_of
from riverlight.engines.contract import Seat, State, visible_events
from riverlight.table.adaptor import adaptor_for
from riverlight.table.history import Entry, Head
from riverlight.table.seats import LETTERS
from riverlight.table.session import Table

__all__ = ["Reasons", "bots_of"]

_MOST_TOLD: Final = 30  # choices of one seat


class _Reason(NamedTuple):
    round: int
    entry: Entry
    why: str


class Reasons:
    """The reasons of one table's bots."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._adaptor = adaptor_for(table.head.game.name)
        self._lock = Lock()
        self._last: Entry | None = None
        self._explained: list[Entry] = []
        self._reasons: list[_Reason] = []

    def finished(self) -> int | None:
        """Return the number of the round whose reasons can be told now, None when there are none."""
        told = self._told()
        return told[-1].round if told else None

    def told(self) -> list[dict[str, Any]]:
        """Return for each bot that had a choice ``{"letter", "name", "choices": [{"what", "why"}, …]}``, in order."""
        names = self._table.head.seat_names
        reasons = self._told()
        found = []
        for seat in sorted({reason.entry.seat for reason in reasons}):
            own = [reason for reason in reasons if reason.entry.seat == seat][-_MOST_TOLD:]
            choices = [{"what": self._what(reason.entry), "why": reason.why} for reason in own]
            found.append({"letter": LETTERS[seat], "name": names[seat], "choices": choices})
        return found

    def _told(self) -> list[_Reason]:
        entries = (self._table.history.opening, *self._table.history.entries)
        with self._lock:
            if entries[-1] is not self._last:  # an entry stands after the same ones as long as it stands
                self._last = entries[-1]
                explained = self._to_explain(entries)
                if [*map(id, explained)] != [*map(id, self._explained)]:
                    self._explained, self._reasons = explained, [*self._worked_out(entries, explained)]
            return self._reasons

    def _to_explain(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return those of bots whose reasons may be told now."""
        now = entries[-1].after
        is_over = now.result() is not None
        if self._table.sides.apart:
            return [entry for entry in entries if entry.seat in self._table.head.bot_seats] if is_over else []
        wanted = self._round_of(now) - (not is_over)
        found: list[Entry] = []
        for before, entry in zip(reversed(entries[:-1]), reversed(entries), strict=False):
            if (number := self._round_of(before.after)) < wanted:
                break
            if number == wanted and entry.seat in self._table.head.bot_seats:
                found.insert(0, entry)
        return found

    def _worked_out(self, entries: Sequence[Entry], explained: Sequence[Entry]) -> Iterator[_Reason]:
        """Yield why each of ``explained`` was chosen, by bots that see the game as it was played."""
        bots, wanted = bots_of(self._table.head), {*map(id, explained)}
        for before, entry in pairwise(entries if explained else ()):
            state = before.after
            for seat, bot in bots.items():
                bot.watch(state.view(seat))
            if id(entry) in wanted:
                choice = choice_of(bots[entry.seat], state, entry.seat)
                if choice.why and choice.move == entry.moves[0][1]:
                    yield _Reason(self._round_of(state), entry, choice.why)

    def _round_of(self, state: State) -> int:
        number: int = state.view(self._table.sides.table_viewer)["round"]
        return number

    def _what(self, entry: Entry) -> str:
        """Return the first sentence that the log has for an entry: what its own move did."""
        head = self._table.head
        seen = visible_events(head.game, entry.events, self._table.sides.table_viewer)
        sentences = (self._adaptor.tell(event, head.seat_names) for event in seen)
        return next((sentence for sentence in sentences if sentence is not None), entry.moves[0][1])


def bots_of(head: Head) -> dict[Seat, Bot]:
    """Return a player for each seat of a game that Riverlight plays, who has seen nothing of it yet."""
    seats = len(head.seat_names)
    return {seat: bot_for(head.game.name, seat, seats, head.board) for seat in sorted(head.bot_seats)}
