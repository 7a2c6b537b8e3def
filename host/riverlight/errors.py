"""Exception hierarchy of Riverlight.

::

    RiverlightError                 shown to people as one sentence, never as a traceback
    ├── IllegalMove                 an illegal move; has the clause and the reason
    ├── MoveTextError               invalid move text
    ├── OptionError                 an invalid option or number of seats
    │   └── GeneratorError          an unknown random generator
    ├── BoardError                  an unusable board file
    │   └── BoardTaken              a board id already in use
    ├── WiringError                 an unreadable wiring file
    ├── RecordError                 a record that cannot be opened, read or written
    ├── SecretError                 a request that would reveal a secret of a game
    ├── TranscriptError             an invalid game text; has the line
    ├── MessageError                an invalid message from a page
    ├── ServerError                 pages that cannot be served
    ├── MissingExtra                an optional package that is not installed
    └── DeviceError                 a device that cannot be opened or does not answer
        ├── PortInUse               a serial port opened by another program
        └── ProtocolMismatch        firmware with another protocol version
"""

from __future__ import annotations

from riverlight.languages.text import text

__all__ = [
    "BoardError",
    "BoardTaken",
    "DeviceError",
    "GeneratorError",
    "IllegalMove",
    "MessageError",
    "MissingExtra",
    "MoveTextError",
    "OptionError",
    "ProtocolMismatch",
    "RecordError",
    "RiverlightError",
    "SecretError",
    "ServerError",
    "TranscriptError",
    "WiringError",
]


class RiverlightError(Exception):
    """Base class; its text is a sentence with the expected and the actual value."""

    @property
    def sentence(self) -> str:
        """The sentence as a translatable text."""
        return str(self) if not self.args or not isinstance(self.args[0], str) else self.args[0]


class IllegalMove(RiverlightError):
    """An illegal move. Its text never reveals what the seat itself may not know.

    Args:
        clause: the id of the violated rule clause, such as ``"CAN-7"``.
        reason: one sentence for people.
        only_seat: whether the text depends on the seat's private knowledge, so that only that seat may read it.
    """

    def __init__(self, clause: str, reason: str, *, only_seat: bool = False) -> None:
        super().__init__(text("{reason} ({clause})", reason=reason, clause=clause))
        self.clause = clause
        self.reason = reason
        self.only_seat = only_seat


class MoveTextError(RiverlightError):
    """Invalid move text for this game."""


class OptionError(RiverlightError):
    """An invalid option, option value, or number of seats for the game."""


class GeneratorError(OptionError):
    """An unknown random generator, from a newer or older version."""


class BoardError(RiverlightError):
    """An unusable board file."""


class BoardTaken(BoardError):
    """A board id already used by another of the user's boards."""


class WiringError(RiverlightError):
    """An unreadable wiring file."""


class RecordError(RiverlightError):
    """A record that cannot be opened, read or written."""


class SecretError(RiverlightError):
    """A request that would reveal a secret of a game."""


class TranscriptError(RiverlightError):
    """An invalid game text.

    Args:
        reason: one sentence.
        line: the line number, from 1.
    """

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(text("Line {line}: {reason}", line=line, reason=reason))
        self.reason = reason
        self.line = line


class MessageError(RiverlightError):
    """An invalid message from a page."""


class ServerError(RiverlightError):
    """Pages cannot be served at the requested address."""


class MissingExtra(RiverlightError):
    """An optional package is required but not installed."""


class DeviceError(RiverlightError):
    """A device that cannot be opened or does not answer."""


class PortInUse(DeviceError):
    """A serial port opened by another program."""


class ProtocolMismatch(DeviceError):
    """A device with firmware of another protocol version."""
