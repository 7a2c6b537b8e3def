"""How the sentences of every game put lists and counts."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["counted", "listed"]


def listed(words: Sequence[str], last: str = "or") -> str:
    """Return the words as in ``1, 2 or 3``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(count: int, what: str, several: str | None = None) -> str:
    """Return as in ``1 card``, ``2 cards``; ``several`` is the word for more than one where no ``s`` makes it."""
    return f"{count} {what if count == 1 else several or what + 's'}"
