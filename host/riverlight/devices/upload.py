"""Uploads a compiled board to the device in pieces, each acknowledged before the next."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from riverlight.languages.text import text
from shared_rules.board import Board
from shared_rules.line import encode

__all__ = ["BoardUpload"]

_PIECE_BYTES = 120
"""160 characters of base64, so that the line stays below its 250 bytes."""

_MOST_REFUSALS = 3

_MOST_SETBACKS = 5
"""Most retries of a piece; a lost line or a restart must not end the upload."""


class BoardUpload:
    """The upload of one board.

    Attributes:
        hash: the board's hash.
        is_done: whether the device has all of it.
        refusal: the device's reason for refusing the board, without a full stop; "" if it has not.
    """

    def __init__(self, board: Board) -> None:
        self.hash: str = board.hash
        self._blob = bytes(board.blob)
        self._offset = 0
        self._sent = 0  # bytes up to the end of the last piece sent
        self._refusals = 0
        self._setbacks = 0
        self.is_done = False
        self.refusal = ""

    def line(self) -> bytes:
        """Return the line with the piece to send now."""
        piece = self._blob[self._offset : self._offset + _PIECE_BYTES]
        self._sent = max(self._sent, self._offset + len(piece))
        data = base64.b64encode(piece).decode()
        return encode({"t": "board", "h": self.hash, "o": self._offset, "z": len(self._blob), "d": data})

    def answer(self, message: Mapping[str, object]) -> bool:
        """Handle a ``boarded`` line; return whether the next piece is to be sent at once."""
        offset, fault = message.get("o"), message.get("e")
        if message.get("h") != self.hash or not isinstance(offset, int):
            return False
        if fault:
            self._refusals += 1
            if self._refusals >= _MOST_REFUSALS:
                self.refusal = str(fault).rstrip(".")
                return False
        if offset == len(self._blob):
            self.is_done = True
            return False
        if not self._offset <= offset <= self._sent:
            self._setbacks += 1
            if self._setbacks >= _MOST_SETBACKS:
                self.refusal = text("it keeps requesting the wrong part")
            if self.refusal or offset > self._sent:
                return False
        # A duplicate acknowledgement asks for the same piece again: it is sent once for each new offset.
        is_new = offset != self._offset or bool(fault)
        self._offset = offset
        return is_new
