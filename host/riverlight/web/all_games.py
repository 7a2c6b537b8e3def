"""Exports all saved games without secrets as texts in one ZIP file."""

from __future__ import annotations

import io
import zipfile
from typing import Final

from riverlight.errors import RecordError, SecretError
from riverlight.games.transcript import write
from riverlight.table.game_text import transcript_of
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.secrecy import check_is_open
from riverlight.web.game_labels import GameLabels

__all__ = ["zip_games"]

_DAY: Final = (1980, 1, 1, 0, 0, 0)  # constant, so that the same games make the same file


def zip_games(store: Store, labels: GameLabels) -> bytes:
    """Return a ZIP of the games in ``store``; deleted and damaged ones, and those with secrets, are left out."""
    label_of, packed = labels.read(), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in store.games():
            if label_of(game)[1] or game.is_damaged:
                continue
            try:
                history = History.from_rows(game.game_id, store.rows(game.game_id))
                check_is_open(history.head.game, history.state)
            except (RecordError, SecretError):
                continue
            name = zipfile.ZipInfo(f"{game.game}-{game.game_id}.txt", _DAY)
            archive.writestr(name, write(transcript_of(history)), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
