"""Hints on private pages: the moves of a strong bot that sees the seat's own view. Everyone sees who asked for one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, TypedDict

from riverlight.games.bots import STRONG, Appraisal, Effort
from riverlight.games.contract import Seat
from riverlight.table.session import Table
from riverlight.table.thinking import DistantBot, Thinker

__all__ = ["Hint", "Hints"]

_MOST_TOLD: Final = 4
_EFFORT: Final = Effort(STRONG)


class HintMove(TypedDict):
    """A compared move: its text, and its cost relative to the best move."""

    move: str
    cost: float


class Hint(TypedDict):
    """A hint: moves from best to worst, the reason for the best, and the unit of the costs."""

    moves: list[HintMove]
    why: str
    counted_in: str


class Hints:
    """The hints of one table.

    Args:
        table: the game.
        changed: called when someone has asked, so that all pages show it.
        effort: the time limit of the search.
    """

    def __init__(self, table: Table, changed: Callable[[], None], effort: Effort) -> None:
        self._table = table
        self._changed = changed
        self._effort = effort
        self._lock = Lock()
        self._last: dict[Seat, tuple[int, Hint | None]] = {}
        self._rounds: dict[Seat, set[int]] = {}
        head = table.head
        self._thinker = Thinker(head.game, len(head.seat_names), head.board, head.options)

    @staticmethod
    def for_table(table: Table, changed: Callable[[], None]) -> Hints | None:
        """Return the hints of a table; None if they are off, or its game has no searching bots."""
        head = table.head
        is_offered = head.has_hints and table.is_stored and head.game.make_adviser is not None
        return Hints(table, changed, _EFFORT) if is_offered else None

    def ask(self, seat: Seat) -> Hint | None:
        """Return a hint for ``seat`` from its own view; None if it has no choice to make.

        The request is recorded either way, so that the record shows nothing of what the seat sees.
        """
        with self._lock:
            version = self._table.version
            history = self._table.history
            state = history.state
            if state.result() is not None:
                return None
            viewer = self._table.sides.table_viewer
            self._rounds.setdefault(seat, set()).add(state.view(viewer)["round"])
            self._changed()
            known_at, known = self._last.get(seat, (-1, None))
            if known_at == version:
                return known
            moves = [state.move_data(move) for move in state.legal(seat)] if seat in state.to_act() else []
            hint = None
            if len(moves) > 1:
                bot = DistantBot(self._thinker, seat, self._effort)
                self._thinker.close()  # the process of an earlier question has seen other views
                for entry in (history.opening, *history.entries):
                    bot.watch(entry.after.view(seat))
                hint = _build_hint(bot.appraise(state.view(seat), moves), self._table.head.game.worth_title)
            self._last[seat] = version, hint
            return hint

    def used(self) -> dict[Seat, int]:
        """Return the number of rounds in which each seat asked for a hint."""
        return {seat: len(rounds) for seat, rounds in list(self._rounds.items())}

    def close(self) -> None:
        """End the search process."""
        self._thinker.close()


def _build_hint(appraised: list[Appraisal], counted_in: str) -> Hint | None:
    if not appraised:
        return None
    best = appraised[0]
    moves = [HintMove(move=each.move, cost=round(best.worth - each.worth, 3)) for each in appraised[:_MOST_TOLD]]
    return {"moves": moves, "why": best.why, "counted_in": counted_in}
