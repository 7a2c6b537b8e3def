"""Names and values as sentences on boards and positions quote them: on one line, and no more than one would read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from riverlight.languages.text import text, text_in

__all__ = ["MOST_LISTED", "gem_name", "kind_name", "listed", "shown", "treasure_name", "word"]

MOST_LISTED: Final = 6
_SHOWN: Final = 40

_KINDS: Final = {
    "start": text("start"),
    "water": text("water"),
    "current": text("current"),
    "landing": text("landing"),
    "cave": text("cave"),
    "waterfall": text("waterfall"),
    "shore": text("shore"),
    "river": text("river"),
    "fall": text("fall"),
    "site": text("site"),
    "weather": text("weather"),
    "berth": text("berth"),
    "chamber": text("chamber"),
    "treasure": text("treasure"),
    "entrance": text("entrance"),
    "sarcophagus": text("sarcophagus"),
}
_GEMS: Final = {
    "violet": text_in("gem", "violet"),
    "clear": text_in("gem", "clear"),
    "yellow": text_in("gem", "yellow"),
    "blue": text_in("gem", "blue"),
    "pink": text_in("gem", "pink"),
}
"""In some languages gems are called by their stones."""

_TREASURES: Final = {
    "red": text("red"),
    "blue": text("blue"),
    "white": text("white"),
    "yellow": text("yellow"),
    "green": text("green"),
}


def kind_name(kind: str) -> str:
    """Return what a kind of space is called."""
    return _KINDS.get(kind, kind)


def gem_name(colour: str) -> str:
    """Return what the gems of a colour are called."""
    return _GEMS.get(colour, colour)


def treasure_name(colour: str) -> str:
    """Return what a colour of treasures is called."""
    return _TREASURES.get(colour, colour)


_BETWEEN: Final = {
    ", ": text("{before}, {word}"),
    " and ": text("{before} and {word}"),
    " → ": text("{before} → {word}"),
}


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Return the first of ``names``, ``between`` standing between them, and how many more there are."""
    more = len(names) - MOST_LISTED
    first = list(names) if more <= 0 else [*names[:MOST_LISTED], text("{number} more", number=more)]
    told = first[0] if first else ""
    for name in first[1:]:
        told = text(_BETWEEN[between], before=told, word=name)
    return told


def word(name: str, most: int = _SHOWN) -> str:
    """Return a name as it stands, in quotes where it would not show as one word of ``most`` characters."""
    return name if name and name.isprintable() and len(name) <= most else shown(name, most)


def shown(value: Any, most: int = _SHOWN) -> str:
    """Return a value as JSON on one line of what can be printed, ``most`` characters of it."""
    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except RecursionError:
        return text("something nested too deep")
    start = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in written[: most + 1])
    return start if len(written) <= most and len(start) <= most else start[: most - 1] + "…"
