"""Read a board file: bytes to JSON, strictly, so that nothing in a file is passed over or taken twice."""

from __future__ import annotations

import json
import math
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, NoReturn

from riverlight.boards.wording import word
from riverlight.errors import BoardError
from riverlight.languages.text import text

__all__ = ["FILE_BYTES_MAX", "parsed", "read_bytes"]

FILE_BYTES_MAX = 262_144
"""A board of 254 spaces is under 64 KB; what is larger than this is no board file."""

_PARTS_MAX = 1000
"""Parts of a list or an object: the longest is that of a chain's 600 lights."""

_LEVELS_MAX = 10
_LONGEST_PATH = 200

def read_bytes(path: Path) -> bytes:
    """Return what stands in the file, at most one byte more than a board file may have.

    A pipe or a terminal is none: to open one could mean to wait for ever, or to take what is meant for somebody else.

    Raises:
        BoardError: when it cannot be read.
    """
    name = word(str(path), _LONGEST_PATH)
    try:
        mode = path.stat().st_mode
        if not S_ISREG(mode) and not S_ISDIR(mode):
            message = text("{name} is a pipe or a device; a board is read from a file.", name=name)
            raise BoardError(message)
        with path.open("rb") as file:
            return file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        message = text("The board file {name} cannot be read: {reason}.", name=name, reason=error.strerror or error)
        raise BoardError(message) from None
    except ValueError:
        message = text("The board file {name} cannot be read: no file system has such a name.", name=name)
        raise BoardError(message) from None


def parsed(content: bytes) -> Any:
    """Return the JSON value that ``content`` holds.

    Raises:
        BoardError: when it is too large, no UTF-8, no JSON, or JSON that says one thing twice, has a list without end,
            or is nested too deep.
    """
    if len(content) > FILE_BYTES_MAX:
        message = text("The file is larger than {most} KB, which no board needs.", most=FILE_BYTES_MAX // 1024)
        raise BoardError(message)
    try:
        written = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = text("The file is not UTF-8 text: byte {number} does not fit.", number=error.start)
        raise BoardError(message) from None
    try:
        value = json.loads(
            written, object_pairs_hook=_once_each, parse_constant=_refuse_number, parse_float=_number, parse_int=_whole
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
    _see_that_it_is_small(value)
    return value


def _see_that_it_is_small(value: Any) -> None:
    """Refuse what those who look through a document would take minutes for."""
    level: list[Any] = [value]
    for _ in range(_LEVELS_MAX):
        inner: list[Any] = []
        for holder in level:
            if isinstance(holder, dict | list):
                if len(holder) > _PARTS_MAX:
                    message = text(
                        "The file has {number} parts in one place; a board needs no more than {most}.",
                        number=len(holder),
                        most=_PARTS_MAX,
                    )
                    raise BoardError(message)
                inner += holder.values() if isinstance(holder, dict) else holder
        level = inner
    if level:
        raise _too_deep()


def _too_deep() -> BoardError:
    return BoardError(text("The file is nested too deep: a board needs six levels."))


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            message = text("The file says {name} twice in one place.", name=repr(key)[:40])
            raise BoardError(message)
        found[key] = value
    return found


def _refuse_number(word: str) -> NoReturn:
    message = text("The file has {word} where a number belongs.", word=word)
    raise BoardError(message)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _refuse_number(digits[:20])
    return value


def _whole(digits: str) -> int:
    if len(digits) > 18:
        message = text("The file has a number of {n} digits; a board needs no more than five.", n=len(digits))
        raise BoardError(message)
    return int(digits)
