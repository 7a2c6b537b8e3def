"""What tests do at a table of any game: press its keys, read what it asks, and change its state as no move would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from riverlight.games.game import Game
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal
from riverlight.table.observers import Outcome
from riverlight.table.play import Play
from riverlight.table.session import Table


def press_all(table: Table, keys: str, keypad: str | int = "main") -> Outcome:
    return [table.press(key, keypad) for key in keys][-1]


def sentence(table: Table, viewer: Any = "table") -> str:
    return str(table.snapshot(viewer)["prompt"]["sentence"])


def changed(table: Table, change: Callable[[Any], None]) -> Table:
    history = table.history
    state = history.state.copy()
    change(state)
    if history.entries:
        history.entries[-1] = history.entries[-1]._replace(after=state)
    else:
        history.opening = history.opening._replace(after=state)
    return table


def unstored(table: Table, history: History) -> Table:
    """Return a table like ``table``, but with another history, that stores nothing."""
    return Table(Play(InMemoryJournal(table.play.journal._store, table.game_id, history)))


def change_interface(monkeypatch: pytest.MonkeyPatch, game: Game, **functions: Any) -> None:
    """Put ``functions`` in place of those of the same names in what the table asks of ``game``."""
    monkeypatch.setitem(vars(game), "interface", game.interface._replace(**functions))
