"""What tests do at a table of any game: press its keys, read what it asks, and change its state as no move would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from riverlight.table.keypads import Outcome
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
