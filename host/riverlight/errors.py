"""Every error that Riverlight raises on purpose.

::

    RiverlightError                 shown to people as one sentence, never as a traceback
    ├── IllegalMove                 a move that the rules refuse: has the clause and the reason
    ├── MoveTextError               a text that is no move at all
    ├── OptionError                 an option or a number of seats that the game does not have
    ├── BoardError                  a board file that cannot be used
    │   └── BoardTaken              a board whose id another one has
    ├── RecordError                 a record that cannot be opened, read or written
    ├── TranscriptError             a game text that cannot be read: has the line
    ├── MessageError                a message of a page that cannot be read
    ├── ServerError                 pages that cannot be served
    ├── MissingExtra                a part of Riverlight that is installed only when asked for
    └── DeviceError                 a device that cannot be opened or does not answer
        └── ProtocolMismatch        a device that speaks another version
"""

from __future__ import annotations

from riverlight.languages.text import text

__all__ = [
    "BoardError",
    "BoardTaken",
    "DeviceError",
    "IllegalMove",
    "MessageError",
    "MissingExtra",
    "MoveTextError",
    "OptionError",
    "ProtocolMismatch",
    "RecordError",
    "RiverlightError",
    "ServerError",
    "TranscriptError",
]


class RiverlightError(Exception):
    """The root: its text is a sentence that names what was expected and what came."""

    @property
    def sentence(self) -> str:
        """That sentence, which pages show in the language of whoever looks."""
        return str(self) if not self.args or not isinstance(self.args[0], str) else self.args[0]


class IllegalMove(RiverlightError):
    """A move that the rules refuse. Its text never tells what its seat may not know.

    Args:
        clause: the id of the rule clause, as ``"CAN-7"``.
        reason: one sentence for people.
        only_seat: whether the text follows from what the seat alone may know, so that nobody else may read it.
    """

    def __init__(self, clause: str, reason: str, *, only_seat: bool = False) -> None:
        super().__init__(text("{reason} ({clause})", reason=reason, clause=clause))
        self.clause = clause
        self.reason = reason
        self.only_seat = only_seat


class MoveTextError(RiverlightError):
    """A text that is no move of this game."""


class OptionError(RiverlightError):
    """An option, a value of one, or a number of seats that the game does not have."""


class BoardError(RiverlightError):
    """A board file that cannot be used."""


class BoardTaken(BoardError):
    """A board whose id another board of the user's own has already."""


class RecordError(RiverlightError):
    """A record that cannot be opened, read or written."""


class TranscriptError(RiverlightError):
    """A game text that cannot be read.

    Args:
        reason: one sentence.
        line: the number of the line, from 1.
    """

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(text("Line {line}: {reason}", line=line, reason=reason))
        self.reason = reason
        self.line = line


class MessageError(RiverlightError):
    """A message of a page that cannot be read."""


class ServerError(RiverlightError):
    """Pages that cannot be served at the address asked for."""


class MissingExtra(RiverlightError):
    """A part of Riverlight was wanted that is installed only when asked for."""


class DeviceError(RiverlightError):
    """A device that cannot be opened or does not answer."""


class ProtocolMismatch(DeviceError):
    """A device whose firmware speaks another version of the protocol."""
