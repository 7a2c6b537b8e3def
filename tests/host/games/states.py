"""Helpers for games of any kind: play moves as text, and inspect the result."""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.contract import Event, State


def play(state: State, *texts: str) -> list[Event]:
    """Play moves by their text, each by the first seat to act."""
    events: list[Event] = []
    for text in texts:
        events += state.apply(state.to_act()[0], state.parse_move(text))
    return events


def texts(state: State) -> list[str]:
    return [state.move_text(move) for move in state.legal(state.to_act()[0])]


def refused(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        play(state, text)
    return caught.value.clause


def names(events: list[Event]) -> list[str]:
    return [event.type.name for event in events]
