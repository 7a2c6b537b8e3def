"""The reference of a device's settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from firmware.settings import Settings
from tests.tools.docs.tables import table

__all__ = ["SETTINGS", "settings_table", "usual"]

SETTINGS: Final[Mapping[str, str]] = {
    "riverlight_settings": "the version of the file; needed",
    "chains": "the chains of lights, up to four. Each has `panel`, a name of 1 to 12 lowercase letters; `lights`, 1 "
    "to 300; `order` of its colours on the wire, `RGB` or `RGBW` in any order; `budget_ma`, the current "
    "that it may draw, 0 for its share of the supply. The first is at the first data pin, and so on: see "
    "[Pins](../hardware/PINS.md)",
    "brightness": "0 to 255, of all chains",
    "supply_ma": "what the supply gives to the Pico and all chains together, in mA",
    "channel_ma": "what one light draws at full red, green, blue and white, in mA, 3 to 100 each; white may be 0 where "
    "no chain has it",
    "idle_ma": "what one dark light draws, in mA",
    "legend": "the sixteen keys of the keypad, row by row",
    "second_keypad": "whether there is one",
    "peek_key": "whether there is one",
    "peek_ms": "how long at most the peek key shows what is hidden, in ms; 0 for as long as it is held",
    "card_reader": "whether there is one",
    "buzzer": "whether there is one; it takes the pin of the fourth chain",
    "tags": "what each tag presses: up to 100 ids, each with one to four keys. `riverlight device teach` writes it",
    "sensors": "how many positions the chain of sensors has, up to 256; 0 or left out for none. It takes the pins of "
    "the card reader",
}
"""What each setting means."""


def usual() -> dict[str, Any]:
    """Return each setting with its usual value."""
    return {**Settings().document(), "sensors": 0}


def settings_table() -> str:
    """Return the table of the settings of a board."""
    rows = [(f"`{name}`", _written(usual()[name]), what) for name, what in SETTINGS.items()]
    return table(("setting", "usual", "means"), rows)


def _written(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        return "; ".join(", ".join(f"`{name}` {what}" for name, what in each.items()) for each in value)
    return f"`{json.dumps(value, separators=(',', ':'))}`"
