"""Read a board file: bytes to JSON, strictly, so that nothing in a file is passed over or taken twice."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NoReturn

from riverlight.errors import BoardError

__all__ = ["FILE_BYTES_MAX", "parsed", "read_bytes"]

FILE_BYTES_MAX = 262_144
"""A board of 254 spaces is under 64 KB; what is larger than this is no board file."""


def read_bytes(path: Path) -> bytes:
    """Return what stands in the file, at most one byte more than a board file may have.

    Raises:
        BoardError: when it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        message = f"The board file {path} cannot be read: {error.strerror or error}."
        raise BoardError(message) from None


def parsed(content: bytes) -> Any:
    """Return the JSON value that ``content`` holds.

    Raises:
        BoardError: when it is too large, no UTF-8, no JSON, or JSON that says one thing twice.
    """
    if len(content) > FILE_BYTES_MAX:
        message = f"The file is larger than {FILE_BYTES_MAX // 1024} KB, which no board needs."
        raise BoardError(message)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"The file is not UTF-8 text: byte {error.start} does not fit."
        raise BoardError(message) from None
    try:
        return json.loads(
            text, object_pairs_hook=_once_each, parse_constant=_refuse_number, parse_float=_number, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        message = f"The file is not JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        raise BoardError(message) from None
    except RecursionError:
        message = "The file is nested too deep: a board needs six levels."
        raise BoardError(message) from None


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            message = f"The file says {key[:40]!r} twice in one place."
            raise BoardError(message)
        found[key] = value
    return found


def _refuse_number(word: str) -> NoReturn:
    message = f"The file has {word} where a number belongs."
    raise BoardError(message)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _refuse_number(digits[:20])
    return value


def _whole(digits: str) -> int:
    if len(digits) > 18:
        message = f"The file has a number of {len(digits)} digits; a board needs no more than five."
        raise BoardError(message)
    return int(digits)
