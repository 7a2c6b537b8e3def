"""Requests of a page to the table, one JSON object a message, and the errors for malformed ones.

::

    {"id": "k3-17", "press": "7"}                        a key of the keypad
    {"id": "k3-18", "enter": "pace 3", "version": 41}    a move as text; version: the state in which it was chosen
    {"id": "k3-19", "take_back": true, "agreed": false}  undo; agreed: everyone at the table said yes
    {"id": "k3-20", "redo": true}                        redo
    {"id": "k3-21", "ready": true}                       the board is set up, so bots continue
    {"id": "k3-22", "agree": true, "question": 3}        the answer to the undo request of question 3
    {"id": "k3-23", "go_to": 12}                         show this entry in a replay
    {"id": "k3-24", "correct": 12}                       correct this entry of the log by the next move; 0: ask for it
    {"id": "k3-25", "cancel": true}                      cancel the correction
    {"id": "k3-26", "drop": true}                        drop the entries that are no longer legal
    {"id": "k3-27", "lift": "a1"}                        lift a piece of a simulated board with sensors; put: place it
    {"id": "k3-28", "bots": "slow"}                      the pace of computer players: slow, usual, quick, pause, step

The page chooses the id; a repeated message with the same id is handled once. A press, undo or redo that is sent again
after a lost connection carries the version of the state that its page showed, as ``"version": 41``; it is refused if
the game has changed since. Our own pages never send malformed messages, so these errors are in English only.
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
"""Maximum length of a message in characters."""

_LONGEST_MOVE: Final = 120
_LONGEST_SPACE: Final = 16
_VERSIONS: Final = 1 << 31
_THINGS: Final = "press, enter, take_back, redo, ready, agree, go_to, correct, cancel, drop, lift, put, bots"
_HAS_VERSION: Final = frozenset({"press", "enter", "take_back", "redo", "correct", "drop"})
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Press(NamedTuple):
    """A key of the keypad; refused if the state has another ``version``, if one is given."""

    key: str
    version: int | None = None


class Enter(NamedTuple):
    """A move as text, and the version of the state that its page showed; None if not given."""

    text: str
    version: int | None


class TakeBack(NamedTuple):
    """Undo; refused if the state has another ``version``, if one is given."""

    agreed: bool
    version: int | None = None


class Redo(NamedTuple):
    """Redo; refused if the state has another ``version``, if one is given."""

    version: int | None = None


class Correct(NamedTuple):
    """Start to correct entry ``number`` of the log; 0 prompts for the number, None cancels."""

    number: int | None
    version: int | None = None


class Drop(NamedTuple):
    """Drop the entries that a correction has made illegal."""

    version: int | None = None


class Bots(NamedTuple):
    """Set the pace of computer players, or make one move: ``step``."""

    pace: Pace | Literal["step"]


class Ready(NamedTuple):
    """The board is set up, or the last entry has been seen: bots continue."""


class Agree(NamedTuple):
    """Agree or disagree to the undo request of question ``number``."""

    number: int
    agrees: bool


class Magnet(NamedTuple):
    """Lift the piece from a space of a simulated board, or put one there."""

    space: str
    is_put: bool


class GoTo(NamedTuple):
    """In a replay, show the state after ``entries``."""

    entries: int


Request = Press | Enter | TakeBack | Redo | Ready | Agree | GoTo | Correct | Drop | Magnet | Bots


def read(text: str) -> tuple[str, Request]:
    """Return the id and the request of one message.

    Raises:
        MessageError: it is malformed; says what was expected.
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
