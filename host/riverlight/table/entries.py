"""Entries of a game, and how they are replayed.

An *entry* is one move of a seat, or of people for the table, with the automatic moves that follow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Event, Move, Seat, State
from riverlight.games.game import Game
from riverlight.games.transcript import digest
from riverlight.table.rows import Row, RowBody

__all__ = ["Entry", "Misfit", "Replayed", "extend", "extend_automatically", "new_entry", "replay", "result_body"]


class Entry(NamedTuple):
    """One entry: who moved, what happened, the state after it.

    ``reveals``: it revealed something that people cannot unsee. What people key in for the table (their own cards and
    dice) does not count: everyone could see it before, and undoing it corrects a typing error.
    """

    seat: Seat
    moves: tuple[tuple[Seat, str], ...]
    events: tuple[Event, ...]
    reveals: bool
    after: State


class Misfit(NamedTuple):
    """Entries that are no longer legal after a correction; ``why`` the first of them is refused."""

    entries: tuple[Entry, ...]
    why: IllegalMove


class Replayed(NamedTuple):
    """The result of a replay: the entries that are still legal, and those that are not (None if there are none)."""

    entries: tuple[Entry, ...]
    misfit: Misfit | None


def replay(game: Game, base: Entry, entries: Sequence[Entry]) -> Replayed:
    """Replay ``entries`` after ``base``, each from its first move, as far as they stay legal."""
    standing = [base]
    for at, entry in enumerate(entries):
        try:
            standing.append(_replay_entry(game, standing[-1].after, entry))
        except IllegalMove as why:
            return Replayed(tuple(standing[1:]), Misfit(tuple(entries[at:]), why))
    return Replayed(tuple(standing[1:]), None)


def _replay_entry(game: Game, state: State, entry: Entry) -> Entry:
    return new_entry(game, state, entry.seat, state.parse_move(entry.moves[0][1]))[0]


def new_entry(game: Game, state: State, seat: Seat, move: Move) -> tuple[Entry, list[Row]]:
    """Return the entry that ``move`` of ``seat`` makes in ``state``, with the automatic moves after it, and their rows.

    Raises:
        IllegalMove: the move is refused.
    """
    fresh = Entry(seat, (), (), reveals=False, after=state)
    entry, row = extend(game, fresh, seat, move, automatic=False)
    entry, rows = extend_automatically(game, entry)
    return entry, [row, *rows]


def extend_automatically(game: Game, entry: Entry) -> tuple[Entry, list[Row]]:
    """Return ``entry`` with the automatic moves that are due after it, and their rows."""
    rows = []
    while (move := entry.after.automatic()) is not None:
        entry, row = extend(game, entry, TABLE, move, automatic=True)
        rows.append(row)
    return entry, rows


def extend(game: Game, entry: Entry, seat: Seat, move: Move, *, automatic: bool) -> tuple[Entry, Row]:
    """Return ``entry`` with one more move, and its row; raise IllegalMove if the move is refused."""
    state = entry.after.copy()
    written = state.move_text(move)
    events = state.apply(seat, move)
    shown = (automatic or seat != TABLE) and any(event.type.reveals for event in events)
    if state.result() is not None:  # the game is over: nothing is secret any more
        shown = shown or bool(game.secrets(entry.after))
    moves = *entry.moves, (seat, written)
    longer = Entry(entry.seat, moves, (*entry.events, *events), reveals=entry.reveals or shown, after=state)
    row = Row("move", seat, written, automatic=automatic, body=result_body(state), digest=digest(state))
    return longer, row


def result_body(state: State) -> RowBody | None:
    """Return the stored form of ``state``'s result; None while the game is in progress."""
    result = state.result()
    return None if result is None else {"result": {"winners": list(result.winners), "way": result.way}}
