"""What each key means in Canyon: the one place that says so, for codes, refusals and prompts."""

from __future__ import annotations

from typing import Final

from riverlight.games.canyon.cards import SUITS
from riverlight.games.canyon.names import SUIT_NAMES
from riverlight.games.wording import key_words

__all__ = ["SUIT_HELP", "SUIT_KEYS", "TEN_KEY"]

SUIT_KEYS: Final = dict(zip(SUITS, "ABCD*", strict=True))
"""The key of each suit, by its letter."""

SUIT_HELP: Final = key_words({SUIT_KEYS[suit]: name for suit, name in SUIT_NAMES.items()})

TEN_KEY: Final = "*"
"""The key for ten tricks; the ten of a suit is 0."""
