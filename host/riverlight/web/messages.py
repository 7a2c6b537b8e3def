"""What a page may ask of the table, one JSON object a message, and how a wrong one is answered.

::

    {"id": "k3-17", "press": "7"}                        a key of the keypad
    {"id": "k3-18", "enter": "pace 3", "version": 41}    a move as text; version: the state in which it was chosen
    {"id": "k3-19", "take_back": true, "agreed": false}  the last entry; agreed: everyone at the table said yes
    {"id": "k3-20", "redo": true}                        the entry taken back last
    {"id": "k3-21", "ready": true}                       the board is set, so that bots play on
    {"id": "k3-22", "agree": true, "question": 3}        the answer to a take-back that question 3 asks for
    {"id": "k3-23", "go_to": 12}                         the entry to be shown of a game looked back on

Each has an id that its page chose; a message that comes again under the same id counts once. What is refused here no
page of ours sends: the sentences are for whoever writes another one, and are English only.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from riverlight.errors import MessageError
from riverlight.table.entry import KEYS

__all__ = ["LONGEST_MESSAGE", "Agree", "Enter", "GoTo", "Press", "Ready", "Redo", "Request", "TakeBack", "read"]

LONGEST_MESSAGE: Final = 1024
"""Characters in one message at most."""

_LONGEST_MOVE: Final = 120
_VERSIONS: Final = 1 << 31
_THINGS: Final = "press, enter, take_back, redo, ready, agree, go_to"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Press(NamedTuple):
    """A key of the keypad."""

    key: str


class Enter(NamedTuple):
    """A move as text, and the version of the state that its page showed; None where it does not say."""

    text: str
    version: int | None


class TakeBack(NamedTuple):
    """Take back the last entry."""

    agreed: bool


class Redo(NamedTuple):
    """Enter again what was taken back last."""


class Ready(NamedTuple):
    """The board is set as a game that was taken up again stands: bots play on."""


class Agree(NamedTuple):
    """Agree, or not, to the take-back that question ``number`` asks for."""

    number: int
    agrees: bool


class GoTo(NamedTuple):
    """Of a game looked back on, show the state after ``entries``."""

    entries: int


Request = Press | Enter | TakeBack | Redo | Ready | Agree | GoTo


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
    version = fields.pop("version", None) if "enter" in fields else None
    question = fields.pop("question", None) if "agree" in fields else None
    if len(fields) != 1:
        message = f"A message asks for one thing of {_THINGS}; this one has {len(fields)} fields."
        raise MessageError(message)
    ((verb, value),) = fields.items()
    if verb == "press":
        return Press(_key(value))
    if verb == "enter":
        return _move(value, version)
    if verb == "take_back":
        if value is not True or not isinstance(agreed, bool):
            message = "take_back takes true, and agreed true or false."
            raise MessageError(message)
        return TakeBack(agreed)
    if verb in ("redo", "ready"):
        if value is not True:
            message = f"{verb} takes true."
            raise MessageError(message)
        return Redo() if verb == "redo" else Ready()
    if verb == "agree":
        if not isinstance(value, bool) or not isinstance(question, int) or isinstance(question, bool):
            message = "agree takes true or false, and question the number of what is asked."
            raise MessageError(message)
        return Agree(question, value)
    if verb == "go_to":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _VERSIONS:
            message = "go_to takes the whole number of an entry."
            raise MessageError(message)
        return GoTo(value)
    message = f"A message asks for one thing of {_THINGS}; this one asks for something else."
    raise MessageError(message)


def _key(value: object) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in KEYS:
        message = f"press takes one key of {KEYS}."
        raise MessageError(message)
    return value


def _move(value: object, version: object) -> Enter:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_MOVE or not value.isprintable():
        message = f"enter takes a move as text of 1 to {_LONGEST_MOVE} printable characters."
        raise MessageError(message)
    if version is None:
        return Enter(value, None)
    if not isinstance(version, int) or isinstance(version, bool) or not 0 <= version < _VERSIONS:
        message = "version is the whole number that came with the state."
        raise MessageError(message)
    return Enter(value, version)
