"""The compiled board on flash: received in chunks, verified by its hash.

The file is the board's hash, eight hex digits, then its bytes. It is written atomically (new name, sync, rename), so a
power loss leaves either the old board or the new one.
"""

import binascii
import os

from shared_rules.board import NONE, Board
from shared_rules.compat import const

PATH = "board.bin"
_NEW_PATH = "board.new"

MOST_BYTES = const(6144)
"""Maximum size of a compiled board in bytes; the largest ones of the games have 4,500."""


_HASH_DIGITS = const(8)


def _hash(blob: "bytes | bytearray") -> str:
    return "%08x" % (binascii.crc32(blob) & 0xFFFFFFFF)


class BoardStore:
    """The current board, and the one being received.

    Attributes:
        board: the current Board, None if there is none.
        fault: () or why the file on flash is not used: file, kind, "", one sentence.
    """

    def __init__(self) -> None:
        self.board: "Board | None" = None
        self.fault: "tuple[str, ...]" = ()
        self._arriving = bytearray()
        self._arriving_hash = ""
        self._have = 0

    def load(self) -> None:
        """Load the board from flash, if it is intact."""
        try:
            size = os.stat(PATH)[6] - _HASH_DIGITS
            if size > MOST_BYTES:  # reading it could exhaust the heap
                raise ValueError("a board has at most %d bytes, not %d." % (MOST_BYTES, size))
            with open(PATH, "rb") as file:
                name = file.read(_HASH_DIGITS)
                blob = file.read()
            if name != _hash(blob).encode():
                raise ValueError("its bytes do not match its hash.")
            self.board = Board(blob)
        except OSError:
            return
        except ValueError as error:
            self.fault = (PATH, "board", "", ("%s" % error)[:120])

    def hash(self) -> str:
        """Return the hash of the current board, "" if there is none."""
        return "" if self.board is None else self.board.hash

    def game(self) -> int:
        """Return the game number of the current board, NONE if there is none."""
        return NONE if self.board is None else self.board.game

    def take(self, message: "dict[str, object]") -> "dict[str, object]":
        """Handle a ``board`` message; return the ``boarded`` reply.

        Its ``o`` is the next offset expected, equal to the total once the board is in use. An out-of-order chunk is
        ignored; a board that is invalid or does not match its hash is rejected with a sentence and requested again.
        """
        name, offset, total, text = message.get("h"), message.get("o"), message.get("z"), message.get("d")
        if not (isinstance(name, str) and isinstance(offset, int) and isinstance(total, int) and isinstance(text, str)):
            return self._answer("", 0, "a board line needs h, o, z and d.")
        if name == self.hash():
            return self._answer(name, total, "")
        if not 0 < total <= MOST_BYTES:
            return self._answer(name, 0, "a board has 1 to %d bytes; this one has not." % MOST_BYTES)
        if offset == 0:
            self._arriving = bytearray(total)
            self._arriving_hash = name
            self._have = 0
        elif name != self._arriving_hash or total != len(self._arriving):
            return self._answer(name, 0, "")
        elif offset != self._have:
            return self._answer(name, self._have, "")
        try:
            piece = binascii.a2b_base64(text)
        except ValueError:
            piece = b""
        end = self._have + len(piece)
        if not piece or end > total:
            return self._answer(name, self._have, "a piece of a board has 1 to %d bytes here." % (total - self._have))
        self._arriving[self._have : end] = piece
        self._have = end
        if end < total:
            return self._answer(name, end, "")
        return self._complete(name, total)

    def _complete(self, name: str, total: int) -> "dict[str, object]":
        blob = bytes(self._arriving)
        self._arriving = bytearray()
        self._arriving_hash = ""
        try:
            if _hash(blob) != name:
                raise ValueError("the board arrived as %s." % _hash(blob))
            board = Board(blob)
            with open(_NEW_PATH, "wb") as file:
                file.write(name.encode())
                file.write(blob)
            os.sync()
            os.rename(_NEW_PATH, PATH)
        except (ValueError, OSError) as error:
            return self._answer(name, 0, "%s" % error)
        self.board = board
        self.fault = ()
        return self._answer(name, total, "")

    def _answer(self, name: str, offset: int, fault: str) -> "dict[str, object]":
        answer: "dict[str, object]" = {"t": "boarded", "h": name[:8], "o": offset}
        if fault:
            answer["e"] = fault[:120]
        return answer
