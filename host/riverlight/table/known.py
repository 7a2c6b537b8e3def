"""What a side apart from the table knows of the steps of a game: those that changed something it may see.

Its version of the game counts these alone, and what it may take back follows from its own view. Both follow from the
record: a page that sends a move again after the host has started anew has to find the version that it saw.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from riverlight.engines.contract import SPECTATOR, TABLE
from riverlight.table.adaptor import Adaptor, adaptor_for
from riverlight.table.history import Entry, History, Step
from riverlight.table.log import log
from riverlight.table.record import Row
from riverlight.table.sides import WATCH_PAGE, PageViewer, Sides, sides_of

__all__ = ["Known", "may_redo", "may_take_back", "replayed"]


class Known:
    """Follows one game; does nothing where nobody sits apart.

    Attributes:
        is_new: whether the step looked at last was known to the side apart; true where nobody sits apart.
    """

    def __init__(self, history: History, adaptor: Adaptor, sides: Sides) -> None:
        self.is_new = True
        self._history = history
        self._adaptor = adaptor
        self._sides = sides
        self._steps = [len(history.steps) - 1]
        self._face = self._look()

    @property
    def version(self) -> int:
        """How many steps the side apart knows of."""
        return len(self._steps)

    def look(self) -> None:
        """Take a step that has just been made."""
        if not self._sides.apart:
            return
        face = self._look()
        self.is_new = face != self._face
        if self.is_new:
            self._face = face
            self._steps.append(len(self._history.steps) - 1)

    def since(self, version: int, *, is_apart: bool) -> Sequence[Step]:
        """Return the steps since a page's version of the game, as far as its side knows of them."""
        steps = self._history.steps
        if not is_apart:
            return steps[max(version, 0) :]
        return [steps[number] for number in self._steps[max(version, 0) :]]

    def _look(self) -> str:
        if not self._sides.apart:
            return ""
        pages: tuple[PageViewer, ...] = (WATCH_PAGE, *self._sides.apart)
        views = [self._history.state.view(self._sides.engine_viewer(page)) for page in pages]
        return json.dumps([views, [log(self._history, self._adaptor, page) for page in pages]])


def replayed(game_id: int, rows: Sequence[Row]) -> tuple[History, Known]:
    """Return the game that ``rows`` tell, and what the side apart knows of it.

    Of entries taken back at once it counts each that it could see, where it saw all go at once: more steps than it was
    told of never let a move that it sends again pass for a new one.

    Raises:
        RecordError: a row does not lead to the state that was written down with it.
    """
    known: list[Known] = []

    def look(history: History) -> None:
        if known:
            known[0].look()
        else:
            game = history.head.game
            known.append(Known(history, adaptor_for(game.name), sides_of(game)))

    return History.replayed(game_id, rows, look=look), known[0]


def may_take_back(history: History) -> bool:
    """Return whether the last entry is one of the side apart, and it is that side's turn."""
    return bool(history.entries) and _is_theirs(history, history.last) and _is_their_turn(history)


def may_redo(history: History) -> bool:
    """Return whether the entry taken back last is one of the side apart, and it is that side's turn."""
    return bool(history.taken_back) and _is_theirs(history, history.taken_back[-1]) and _is_their_turn(history)


def _is_theirs(history: History, entry: Entry) -> bool:
    game = history.head.game
    if entry.seat == TABLE:
        return all(game.may_see(event, SPECTATOR) for event in entry.events)
    return entry.seat in sides_of(game).apart


def _is_their_turn(history: History) -> bool:
    to_act = history.state.view(SPECTATOR)["to_act"]
    return any(seat == TABLE or seat in sides_of(history.head.game).apart for seat in to_act)
