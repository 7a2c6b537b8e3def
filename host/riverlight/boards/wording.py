"""Names and values as sentences on boards and positions quote them: on one line, and no more than one would read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

__all__ = ["MOST_LISTED", "listed", "shown", "word"]

MOST_LISTED: Final = 6
_SHOWN: Final = 40


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Return the first of ``names``, ``between`` standing between them, and how many more there are."""
    more = len(names) - MOST_LISTED
    return between.join(names if more <= 0 else [*names[:MOST_LISTED], f"{more} more"])


def word(name: str, most: int = _SHOWN) -> str:
    """Return a name as it stands, in quotes where it would not show as one word of ``most`` characters."""
    return name if name and name.isprintable() and len(name) <= most else shown(name, most)


def shown(value: Any, most: int = _SHOWN) -> str:
    """Return a value as JSON on one line of what can be printed, ``most`` characters of it."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except RecursionError:
        return "something nested too deep"
    start = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text[: most + 1])
    return start if len(text) <= most and len(start) <= most else start[: most - 1] + "…"
