"""The names that people give saved games, and which games are deleted: a small file next to the record.

The record itself is append-only, so a deleted game can be restored.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Final

from riverlight.errors import OptionError
from riverlight.languages.text import text
from riverlight.table.summary import Summary
from riverlight.web.private_file import read_private, write_private

__all__ = ["GameLabels", "tidy_label"]

_FILE: Final = "game-names.json"
_LONGEST: Final = 40


class GameLabels:
    """The labels of the games whose record is in ``folder``; read each time, since commands change them too."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE
        self._using = Lock()

    def read(self) -> Callable[[Summary], tuple[str, bool]]:
        """Return a function that returns the name of a game, "" for none, and whether it is deleted."""
        labels = read_private(self._path)

        def label_of(game: Summary) -> tuple[str, bool]:
            label = labels.get(_key(game.game_id, game.started_ms))
            if not isinstance(label, dict):
                return "", False
            name = label.get("name")
            return name if isinstance(name, str) and len(name) <= _LONGEST else "", label.get("deleted") is True

        return label_of

    def rename(self, game_id: int, started_ms: int, name: str) -> None:
        """Rename a game, or remove its name.

        Raises:
            OptionError: the name is too long or has unprintable characters.
            RecordError: it cannot be stored.
        """
        self._change(game_id, started_ms, name=tidy_label(name))

    def mark(self, game_id: int, started_ms: int, *, is_deleted: bool) -> None:
        """Delete a game from all lists, or restore it; raise RecordError if that cannot be stored."""
        self._change(game_id, started_ms, deleted=is_deleted)

    def _change(self, game_id: int, started_ms: int, **change: Any) -> None:
        with self._using:
            labels, key = read_private(self._path), _key(game_id, started_ms)
            label = labels.get(key)
            kept = {**(label if isinstance(label, dict) else {}), **change}
            write_private(self._path, {**labels, key: {name: value for name, value in kept.items() if value}})


def tidy_label(name: str) -> str:
    """Strip the name of a game; raise OptionError if it is invalid."""
    tidy = " ".join(name.split())
    if len(tidy) > _LONGEST or not tidy.isprintable():
        message = text("The name of a game can have at most {most} printable characters.", most=_LONGEST)
        raise OptionError(message)
    return tidy


def _key(game_id: int, started_ms: int) -> str:
    # A new record numbers its games from 1, so the start time is needed too.
    return f"{game_id}-{started_ms}"
