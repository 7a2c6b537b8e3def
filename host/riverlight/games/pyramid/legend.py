"""What each key means in Pyramid: the one place that says so, for codes, refusals and prompts."""

from __future__ import annotations

from typing import Final

from riverlight.languages.text import series, text

__all__ = [
    "ARROW_KEY",
    "BACK_KEY",
    "DONE_KEY",
    "FACES",
    "MUMMY_KEY",
    "PLAY_KEY",
    "ROLL_KEY",
    "SKIP_KEY",
    "STEP_KEYS",
    "STOP_KEY",
    "WALK_HELP",
]

ROLL_KEY: Final = "*"
"""Rolls, and rolls again."""

BACK_KEY: Final = "B"
"""Takes back the dice that are set aside."""

SKIP_KEY: Final = "0"
PLAY_KEY: Final = "*"
"""Before an end: plays the treasure there."""

ARROW_KEY, MUMMY_KEY = "A", "D"
FACES: Final = f"1234{ARROW_KEY}{MUMMY_KEY}"
DONE_KEY: Final = "C"
"""Ends a roll: without it a die that is pressed twice would be the next choice of a seat."""

STEP_KEYS: Final = {"n": "2", "s": "8", "w": "4", "e": "6"}
STOP_KEY: Final = "5"

_WALK: Final = dict(
    zip(
        (*STEP_KEYS.values(), STOP_KEY),
        (text("north"), text("south"), text("west"), text("east"), text("stop")),
        strict=True,
    )
)
WALK_HELP: Final = series([text("{key} = {word}", key=key, word=word) for key, word in _WALK.items()])
