"""Why bots played as they did, told only when it can harm nobody any more.

A reason may tell what its seat alone knows: a card still in hand, where a hunter is. So the reasons of a round wait
until the next has begun, when everything of it has been played; where seats sit apart from the table, until the game is
over. They are not kept in the record.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from riverlight.bots import Choice
from riverlight.engines.contract import Seat, State, visible_events
from riverlight.table.adaptor import adaptor_for
from riverlight.table.history import Entry
from riverlight.table.seats import LETTERS
from riverlight.table.session import Table

__all__ = ["Reasons"]

_MOST_TOLD: Final = 30  # choices of one seat


class _Reason(NamedTuple):
    round: int
    seat: Seat
    entry: Entry
    why: str


class Reasons:
    """The reasons of one table's bots."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._adaptor = adaptor_for(table.head.game.name)
        self._given: list[_Reason] = []

    def add(self, state: State, seat: Seat, choice: Choice) -> None:
        """Remember why ``seat``, which has just entered its choice, made it in ``state``; not where it had none."""
        entries = reversed(list(self._table.history.entries))
        entry = next((each for each in entries if each.moves[0] == (seat, choice.move)), None)
        if choice.why and entry is not None:
            self._given.append(_Reason(self._round_of(state), seat, entry, choice.why))

    def finished(self) -> int | None:
        """Return the number of the round whose reasons can be told now, None when there are none."""
        told = self._told()
        return told[-1].round if told else None

    def told(self) -> list[dict[str, Any]]:
        """Return for each bot that had a choice ``{"letter", "name", "choices": [{"what", "why"}, …]}``, in order."""
        names = self._table.head.seat_names
        reasons = self._told()
        found = []
        for seat in sorted({reason.seat for reason in reasons}):
            own = [reason for reason in reasons if reason.seat == seat][-_MOST_TOLD:]
            choices = [{"what": self._what(reason.entry), "why": reason.why} for reason in own]
            found.append({"letter": LETTERS[seat], "name": names[seat], "choices": choices})
        return found

    def _told(self) -> list[_Reason]:
        state, entries = self._table.history.state, {id(entry) for entry in self._table.history.entries}
        is_over = state.result() is not None
        now = self._round_of(state)
        if self._table.sides.apart:
            rounds = range(now + 1) if is_over else range(0)
        else:
            rounds = range(now, now + 1) if is_over else range(now - 1, now)
        return [reason for reason in list(self._given) if reason.round in rounds and id(reason.entry) in entries]

    def _round_of(self, state: State) -> int:
        number: int = state.view(self._table.sides.table_viewer)["round"]
        return number

    def _what(self, entry: Entry) -> str:
        """Return the first sentence that the log has for an entry: what its own move did."""
        head = self._table.head
        seen = visible_events(head.game, entry.events, self._table.sides.table_viewer)
        sentences = (self._adaptor.tell(event, head.seat_names) for event in seen)
        return next((sentence for sentence in sentences if sentence is not None), entry.moves[0][1])
