"""The user's own boards that are playable."""

from __future__ import annotations

from contextlib import suppress

from riverlight.boards.files import load_playable
from riverlight.boards.saved import saved_ids
from riverlight.errors import BoardError

__all__ = ["playable_boards"]


def playable_boards(game: str) -> list[tuple[str, str]]:
    """Return id and title of the user's playable boards of ``game``, sorted by id."""
    found = []
    for name in saved_ids():
        with suppress(BoardError):  # a draft, or a board of another game
            found.append((name, load_playable(name, game).title))
    return found
