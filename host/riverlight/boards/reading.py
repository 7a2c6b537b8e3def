"""Read a board file: strict JSON parsing that rejects repeated keys."""

from __future__ import annotations

import json
import math
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, NoReturn

from riverlight.boards.wording import word
from riverlight.errors import BoardError
from riverlight.languages.text import text

__all__ = ["FILE_BYTES_MAX", "parse_json", "read_bytes"]

FILE_BYTES_MAX = 262_144
"""The maximum size. A board of 254 spaces takes less than 64 KB."""

_PARTS_MAX = 1000
"""Maximum items of a list or an object: the longest is a chain of 600 lights."""

_LEVELS_MAX = 10
_PATH_MAX = 200


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file, at most one more than ``FILE_BYTES_MAX``.

    Pipes and terminals are rejected: opening one could block forever, or consume input meant for another program.

    Raises:
        BoardError: if it cannot be read.
    """
    name = word(str(path), _PATH_MAX)
    try:
        mode = path.stat().st_mode
        if not S_ISREG(mode) and not S_ISDIR(mode):
            message = text("{name} is a pipe or a device, not a file.", name=name)
            raise BoardError(message)
        with path.open("rb") as file:
            return file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        message = text("The board file {name} cannot be read: {reason}.", name=name, reason=error.strerror or error)
        raise BoardError(message) from None
    except ValueError:
        message = text("The board file {name} cannot be read: the name is not valid.", name=name)
        raise BoardError(message) from None


def parse_json(content: bytes) -> Any:
    """Return the JSON value in ``content``.

    Raises:
        BoardError: if it is too large, not UTF-8, not JSON, or JSON with a repeated key, a very long list, or deep
            nesting.
    """
    if len(content) > FILE_BYTES_MAX:
        message = text("The file is too large: a board file can have at most {most} KB.", most=FILE_BYTES_MAX // 1024)
        raise BoardError(message)
    try:
        written = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = text("The file is not UTF-8 text: byte {number} is invalid.", number=error.start)
        raise BoardError(message) from None
    try:
        value = json.loads(
            written,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_number,
            parse_float=_number,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        message = text(
            "The file is not JSON: line {line}, column {column}: {reason}.",
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        )
        raise BoardError(message) from None
    except RecursionError:
        raise _too_deep() from None
    _check_size(value)
    return value


def _check_size(value: Any) -> None:
    """Reject a document that would take minutes to check."""
    level: list[Any] = [value]
    for _ in range(_LEVELS_MAX):
        inner: list[Any] = []
        for holder in level:
            if isinstance(holder, dict | list):
                if len(holder) > _PARTS_MAX:
                    message = text(
                        "The file has a list or object with {number} parts; a board can have at most {most}.",
                        number=len(holder),
                        most=_PARTS_MAX,
                    )
                    raise BoardError(message)
                inner += holder.values() if isinstance(holder, dict) else holder
        level = inner
    if level:
        raise _too_deep()


def _too_deep() -> BoardError:
    return BoardError(text("The file is nested too deeply: a board can have six levels."))


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            message = text("The file has {name} twice in one object.", name=repr(key)[:40])
            raise BoardError(message)
        found[key] = value
    return found


def _refuse_number(word: str) -> NoReturn:
    message = text("The file has {word} instead of a number.", word=word)
    raise BoardError(message)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _refuse_number(digits[:20])
    return value


def _whole(digits: str) -> int:
    if len(digits) > 18:
        message = text("The file has a number with {n} digits; a board can have at most five.", n=len(digits))
        raise BoardError(message)
    return int(digits)
