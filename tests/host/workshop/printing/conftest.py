"""Boards to print: those that come with Riverlight, and one of an owner's own."""

from __future__ import annotations

import pytest
from riverlight.boards import Board

OWN = {
    "riverlight_board": 1,
    "game": "canyon",
    "id": "own",
    "title": "Our own river",
    "size_mm": [430, 300],
    "spaces": [
        {"id": "a", "kind": "start", "at_mm": [40, 40], "touches": ["b"], "leds": {"main": [0, 1, 2], "side": [0]}},
        {
            "id": "b",
            "kind": "current",
            "flow": "c",
            "at_mm": [100, 52.5],
            "touches": ["a", "c"],
            "leds": {"main": [4, 3]},
        },
        {"id": "c", "kind": "landing", "at_mm": [390, 280], "touches": ["b"], "leds": {"main": [7]}},
    ],
}


@pytest.fixture
def own_board() -> Board:
    """A well-formed board with several lights a space, a gap in its chain and two panels."""
    return Board(OWN)
