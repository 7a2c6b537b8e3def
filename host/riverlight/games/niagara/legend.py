"""What each key means in Niagara: the one place that says so, for codes, refusals and prompts."""

from __future__ import annotations

from typing import Final

from riverlight.games.niagara.options import GEM_NAMES
from riverlight.games.wording import key_words
from riverlight.languages.text import text, text_in
from shared_rules import niagara as river
from shared_rules import niagara_lights as lights

__all__ = [
    "ARM_NAMES",
    "CARD_KEYS",
    "DONE_KEY",
    "FORK_KEYS",
    "GEM_HELP",
    "GEM_KEYS",
    "PRESET_KEY",
    "UNLOAD_KEY",
    "WAY_KEYS",
    "WAY_NAMES",
    "WEATHER_KEYS",
    "WEATHER_NAMES",
]

GEM_KEYS: Final = "ABCD*"
"""The key of each gem's colour, in the order of ``shared_rules.niagara.COLOURS``."""

GEM_HELP: Final = key_words(dict(zip(GEM_KEYS, GEM_NAMES, strict=True)))

CARD_KEYS: Final = ("*", "1", "2", "3", "4", "5", "6")
"""The key of each paddle card, the cloud first."""

UNLOAD_KEY: Final = "5"
DONE_KEY: Final = "0"
PRESET_KEY: Final = "5"
"""Takes the suggested arm."""

WEATHER_KEYS: Final = {"up": str(lights.UP_KEY), "down": str(lights.DOWN_KEY)}
WEATHER_NAMES: Final = {"up": text_in("weather", "up"), "down": text_in("weather", "down")}
FORK_KEYS: Final = (str(lights.LEFT_KEY), str(lights.RIGHT_KEY))
ARM_NAMES: Final = (text("left"), text("right"))

WAY_KEYS: Final = dict(
    zip((river.UP, river.DOWN, river.LEFT_ARM, river.RIGHT_ARM), (*WEATHER_KEYS.values(), *FORK_KEYS), strict=True)
)
WAY_NAMES: Final = dict(zip(WAY_KEYS, (text("up"), text("down"), text("left arm"), text("right arm")), strict=True))
