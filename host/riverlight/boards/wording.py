"""Format names and values for messages: on one line, shortened to be readable."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from riverlight.languages.text import text

__all__ = ["MOST_LISTED", "listed", "shown", "word"]

MOST_LISTED: Final = 6
_SHOWN: Final = 40

_BETWEEN: Final = {
    ", ": text("{before}, {word}"),
    " and ": text("{before} and {word}"),
    " → ": text("{before} → {word}"),
}


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Join the first ``names`` with ``between``, followed by the number of the rest."""
    more = len(names) - MOST_LISTED
    first = list(names) if more <= 0 else [*names[:MOST_LISTED], text("{number} more", number=more)]
    told = first[0] if first else ""
    for name in first[1:]:
        told = text(_BETWEEN[between], before=told, word=name)
    return told


def word(name: str, most: int = _SHOWN) -> str:
    """Return a name, as JSON if it is unprintable or longer than ``most``."""
    return name if name and name.isprintable() and len(name) <= most else shown(name, most)


def shown(value: Any, most: int = _SHOWN) -> str:
    """Format a value as printable JSON on one line, cut to ``most`` characters."""
    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except RecursionError:
        return text("something nested too deeply")
    start = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in written[: most + 1])
    return start if len(written) <= most and len(start) <= most else start[: most - 1] + "…"
