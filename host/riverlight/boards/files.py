"""Read board files, and hold a board: its document, its spaces by name and by index, its compiled form."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from riverlight.boards.compile import compiled
from riverlight.errors import BoardError
from shared_rules.board import Board as CompiledBoard

__all__ = ["FILE_BYTES_MAX", "Board", "load", "parsed", "read_bytes", "shipped", "shipped_ids"]

FILE_BYTES_MAX = 262_144
"""A board of 254 spaces is under 64 KB; what is larger than this is no board file."""

_SHIPPED = resources.files("shared_rules") / "boards"


class Board:
    """A well-formed board.

    Attributes:
        document: the board file's JSON, not to be changed.
        id: its name for records and commands.
        title: its name for people.
        game: ``"canyon"``, ``"niagara"`` or ``"pyramid"``.
        size_mm: width and height; (0, 0) where the file does not say.
        space_ids: the ids in the order of the file; a space's index is its place here.
        index: the index of each id.
        blob: the compiled form, bytes.
        core: the same, read by ``shared_rules.board``.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.game: str = document["game"]
        self.id: str = document.get("id", "unnamed")
        self.title: str = document.get("title", self.id)
        width_mm, height_mm = document.get("size_mm", (0, 0))
        self.size_mm: tuple[float, float] = (width_mm, height_mm)
        self.space_ids: tuple[str, ...] = tuple(space["id"] for space in document["spaces"])
        self.index: dict[str, int] = {name: number for number, name in enumerate(self.space_ids)}
        self.blob = compiled(document)
        self.core = CompiledBoard(self.blob)

    def __repr__(self) -> str:
        return f"<Board {self.id!r} of {self.game}, {len(self.space_ids)} spaces, {self.core.hash}>"


def shipped_ids() -> tuple[str, ...]:
    """Return the ids of the boards that come with Riverlight, sorted."""
    names = (entry.name for entry in _SHIPPED.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if _is_board_name(name)))


@cache
def shipped(game: str) -> Board:
    """Return Riverlight's own board of ``game``; its id is the game's name.

    Raises:
        BoardError: when there is none.
    """
    if game not in shipped_ids():
        message = f"Riverlight ships no board {game!r}; it has: {', '.join(shipped_ids())}."
        raise BoardError(message)
    return Board(parsed((_SHIPPED / f"{game}.json").read_bytes()))


def load(id_or_path: str | Path) -> Board:
    """Return a shipped board by its id, or any well-formed board by its path, sound for play or not.

    Raises:
        BoardError: when there is no such file, or with every fault that makes it unusable.
    """
    if isinstance(id_or_path, str) and id_or_path in shipped_ids():
        return shipped(id_or_path)
    path = Path(id_or_path)
    if not path.suffix and not path.exists():
        message = f"There is no board {id_or_path!r}: it is one of {', '.join(shipped_ids())}, or the path of a file."
        raise BoardError(message)
    return Board(parsed(read_bytes(path)))


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


def _is_board_name(name: str) -> bool:
    return name.endswith(".json") and not name.endswith(".schema.json")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            message = f"The file says {key!r} twice in one place."
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
