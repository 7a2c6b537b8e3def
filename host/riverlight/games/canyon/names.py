"""Display names of Canyon's cards and spaces: ``blue 7``, ``start space 2``; other spaces by id, as ``d3``."""

from __future__ import annotations

import re
from typing import Final

from riverlight.games.canyon.cards import SUIT_NAMES as _NAMES
from riverlight.games.canyon.cards import SUITS
from riverlight.languages.text import text

__all__ = ["SUIT_NAMES", "card_name", "space_name"]

SUIT_NAMES: Final = dict(zip(SUITS, _NAMES, strict=True))
"""The names of the suits, by letter."""

_NUMBERED: Final = re.compile(r"(start|landing)(\d{1,2})")


def card_name(card: str | None) -> str:
    """Return the name of a card, given as ``B7``; only its suit if its number is unknown."""
    if card is None:
        return text("a card")
    suit, number = SUIT_NAMES[card[0]], card[1:]
    return text("{suit} {number}", suit=suit, number=number) if number else suit


def space_name(space: str) -> str:
    """Return the name of a space, given by its id."""
    found = _NUMBERED.fullmatch(space)
    if found is None:
        return text("the cave") if space == "cave" else space
    number = found[2]
    return (
        text("start space {number}", number=number) if found[1] == "start" else text("landing {number}", number=number)
    )
