"""What a page may ask of the table, one JSON object a message, and how a wrong one is answered.

::

    {"id": "k3-17", "press": "7"}                        a key of the keypad
    {"id": "k3-18", "enter": "pace 3", "version": 41}    a move as text; version: the state in which it was chosen
    {"id": "k3-19", "take_back": true, "agreed": false}  the last entry; agreed: everyone at the table said yes
    {"id": "k3-20", "redo": true}                        the entry taken back last
    {"id": "k3-21", "ready": true}                       the board is set, so that bots play on
    {"id": "k3-22", "agree": true, "question": 3}        the answer to a take-back that question 3 asks for
    {"id": "k3-23", "go_to": 12}                         the entry to be shown of a game looked back on
    {"id": "k3-24", "correct": 12}                       the entry of the log to be corrected by the next move; 0 asks
    {"id": "k3-25", "cancel": true}                      leave that entry as it is
    {"id": "k3-26", "drop": true}                        go on without the entries that no longer fit
    {"id": "k3-27", "lift": "a1"}                        a piece of a simulated board with sensors; put: put it down
    {"id": "k3-28", "bots": "slow"}                      the pace of computer players: slow, usual, quick, pause, step

Each has an id that its page chose; a message that comes again under the same id counts once. A press, a take-back or a
redo that is sent again after a break carries the version of the state that its page showed, as ``"version": 41``: where
the game has gone on since, it is refused. What is refused here no
page of ours sends: the sentences are for whoever writes another one, and are English only.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from riverlight.errors import MessageError
from riverlight.table.entry import KEYS
from riverlight.table.snapshot_types import Pace

__all__ = [
    "LONGEST_MESSAGE",
    "Agree",
    "Bots",
    "Correct",
    "Drop",
    "Enter",
    "GoTo",
    "Magnet",
    "Press",
    "Ready",
    "Redo",
    "Request",
    "TakeBack",
    "read",
]

LONGEST_MESSAGE: Final = 1024
"""Characters in one message at most."""

_LONGEST_MOVE: Final = 120
_LONGEST_SPACE: Final = 16
_VERSIONS: Final = 1 << 31
_THINGS: Final = "press, enter, take_back, redo, ready, agree, go_to, correct, cancel, drop, lift, put, bots"
_HAS_VERSION: Final = frozenset({"press", "enter", "take_back", "redo", "correct", "drop"})
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Press(NamedTuple):
    """A key of the keypad; where ``version`` is given, only in the state of that version."""

    key: str
    version: int | None = None


class Enter(NamedTuple):
    """A move as text, and the version of the state that its page showed; None where it does not say."""

    text: str
    version: int | None


class TakeBack(NamedTuple):
    """Take back the last entry; where ``version`` is given, only in the state of that version."""

    agreed: bool
    version: int | None = None


class Redo(NamedTuple):
    """Enter again what was taken back last; where ``version`` is given, only in the state of that version."""

    version: int | None = None


class Correct(NamedTuple):
    """Begin to correct entry ``number`` of the log; 0 asks for the number on the keypad, None leaves it as it is."""

    number: int | None
    version: int | None = None


class Drop(NamedTuple):
    """Go on without the entries that no longer fit after a correction."""

    version: int | None = None


class Bots(NamedTuple):
    """Set the pace of computer players, or let one of them make a move: ``step``."""

    pace: Pace | Literal["step"]


class Ready(NamedTuple):
    """The board is set, or the last entry is seen: bots play on."""


class Agree(NamedTuple):
    """Agree, or not, to the take-back that question ``number`` asks for."""

    number: int
    agrees: bool


class Magnet(NamedTuple):
    """Lift the piece from a space of a simulated board, or put one there."""

    space: str
    is_put: bool


class GoTo(NamedTuple):
    """Of a game looked back on, show the state after ``entries``."""

    entries: int


Request = Press | Enter | TakeBack | Redo | Ready | Agree | GoTo | Correct | Drop | Magnet | Bots


def read(text: str) -> tuple[str, Request]:
    """Return the id and the request of one message.

    Raises:
        MessageError: for anything else than the shapes above, naming what was expected and what came.
    """
    if len(text) > LONGEST_MESSAGE:
        message = f"A message has at most {LONGEST_MESSAGE} characters; this one has {len(text)}."
        raise MessageError(message)
    try:
        message_object: Any = json.loads(text)
    except (ValueError, RecursionError):
        message = "A message is one JSON object; this one is not JSON."
        raise MessageError(message) from None
    if not isinstance(message_object, dict):
        message = "A message is one JSON object; this one is JSON of another kind."
        raise MessageError(message)
    fields: dict[str, Any] = dict(message_object)
    name = fields.pop("id", None)
    if not isinstance(name, str) or not _ID.fullmatch(name):
        message = "A message has an id of 1 to 40 letters, digits, - or _."
        raise MessageError(message)
    return name, _request(fields)


def _request(fields: dict[str, Any]) -> Request:
    agreed = fields.pop("agreed", False) if "take_back" in fields else False
    version = _version(fields.pop("version", None)) if _HAS_VERSION & fields.keys() else None
    question = fields.pop("question", None) if "agree" in fields else None
    if len(fields) != 1:
        message = f"A message asks for one thing of {_THINGS}; this one has {len(fields)} fields."
        raise MessageError(message)
    ((verb, value),) = fields.items()
    if verb == "press":
        return Press(_key(value), version)
    if verb == "enter":
        return _move(value, version)
    if verb == "take_back":
        if value is not True or not isinstance(agreed, bool):
            message = "take_back takes true, and agreed true or false."
            raise MessageError(message)
        return TakeBack(agreed, version)
    if verb in ("redo", "ready", "cancel", "drop"):
        if value is not True:
            message = f"{verb} takes true."
            raise MessageError(message)
        if verb in ("redo", "drop"):
            return Redo(version) if verb == "redo" else Drop(version)
        return Ready() if verb == "ready" else Correct(None)
    if verb == "agree":
        if not isinstance(value, bool) or not isinstance(question, int) or isinstance(question, bool):
            message = "agree takes true or false, and question the number of what is asked."
            raise MessageError(message)
        return Agree(question, value)
    if verb == "bots":
        if value not in (*get_args(Pace), "step"):
            message = "bots takes slow, usual, quick, pause or step."
            raise MessageError(message)
        return Bots(cast("Pace", value))
    if verb in ("go_to", "correct"):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _VERSIONS:
            message = f"{verb} takes the whole number of an entry."
            raise MessageError(message)
        return GoTo(value) if verb == "go_to" else Correct(value, version)
    if verb in ("lift", "put"):
        if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_SPACE or not value.isprintable():
            message = f"{verb} takes the id of a space."
            raise MessageError(message)
        return Magnet(value, is_put=verb == "put")
    message = f"A message asks for one thing of {_THINGS}; this one asks for something else."
    raise MessageError(message)


def _key(value: object) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in KEYS:
        message = f"press takes one key of {KEYS}."
        raise MessageError(message)
    return value


def _move(value: object, version: int | None) -> Enter:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_MOVE or not value.isprintable():
        message = f"enter takes a move as text of 1 to {_LONGEST_MOVE} printable characters."
        raise MessageError(message)
    return Enter(value, version)


def _version(value: object) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _VERSIONS:
        message = "version is the whole number that came with the state."
        raise MessageError(message)
    return value
