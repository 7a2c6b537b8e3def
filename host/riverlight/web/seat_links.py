"""The links of private pages: the seat and game of each token, stored in the record's folder.

A token is 128 random bits and gives access to its seat. It is in no log, title, message or exported game, and on no
page except when somebody asks to show its code. It survives a restart, so that a phone finds its seat again.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from threading import Lock
from typing import Any, Final

from riverlight.table.session import Table
from riverlight.web.private_file import read_private, write_private

__all__ = ["SeatLinks"]

_FILE: Final = "seat-links.json"
_TOKEN_BYTES: Final = 16
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_MOST_GAMES: Final = 500  # the links of older games expire


class SeatLinks:
    """The links of all games whose record is in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE
        self._using = Lock()
        self._tokens: dict[str, list[str]] = {}
        kept: dict[str, Any] = read_private(self._path)
        for game, tokens in kept.items():
            if isinstance(tokens, list) and all(map(_is_token, tokens)):
                self._tokens[game] = tokens

    def tokens_of(self, table: Table) -> dict[str, int]:
        """Return the seat of each token of ``table``; make the tokens on first use.

        Raises:
            RecordError: they cannot be stored.
        """
        seats = len(table.head.seat_names)
        with self._using:
            tokens = self._tokens.get(_name(table), [])
            if len(tokens) != seats or len(set(tokens)) != seats:
                tokens = [_token() for _ in range(seats)]
                self._store(table, tokens)
            return {token: seat for seat, token in enumerate(tokens)}

    def move(self, table: Table, seat: int) -> dict[str, int]:
        """Replace the token of ``seat``, revoking the old one; return the seat of each token.

        Raises:
            RecordError: it cannot be stored; the old token stays valid.
        """
        self.tokens_of(table)
        with self._using:
            tokens = list(self._tokens[_name(table)])
            tokens[seat] = _token()
            self._store(table, tokens)
            return {token: each for each, token in enumerate(tokens)}

    def is_known(self, token: str) -> bool:
        """Return whether ``token`` belongs to a seat of any stored game."""
        with self._using:
            return any(token in tokens for tokens in self._tokens.values())

    def _store(self, table: Table, tokens: list[str]) -> None:
        kept = {**self._tokens, _name(table): tokens}
        for old in list(kept)[:-_MOST_GAMES]:
            del kept[old]
        write_private(self._path, kept)
        self._tokens = kept


def _name(table: Table) -> str:
    # A new record numbers its games from 1, so the start time is needed too.
    return f"{table.game_id}-{table.started_ms}"


def _is_token(token: object) -> bool:
    """Return whether ``token`` has the format of those made here: a shorter one could be guessed."""
    return isinstance(token, str) and _TOKEN.fullmatch(token) is not None


def _token() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)
