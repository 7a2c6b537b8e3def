"""The user's own boards: one file per board in the data folder, named by its id."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from riverlight.atomic_files import write_atomically
from riverlight.errors import BoardError
from riverlight.folders import data_folder, make_private
from riverlight.languages.text import text

__all__ = ["boards_folder", "format_board", "is_id", "save_board", "saved_ids", "saved_path"]

_ID: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def boards_folder() -> Path:
    """Return the folder of the user's boards, which may not exist yet."""
    return data_folder() / "boards"


def is_id(name: str) -> bool:
    """Return whether ``name`` is a valid board id, which is safe as a file name."""
    return _ID.fullmatch(name) is not None


def saved_ids() -> tuple[str, ...]:
    """Return the ids of the user's boards, sorted."""
    try:
        names = [path.stem for path in boards_folder().glob("*.json")]
    except OSError:
        return ()
    return tuple(sorted(filter(is_id, names)))


def saved_path(name: str) -> Path | None:
    """Return the file of the user's board with this id, None if it does not exist."""
    path = boards_folder() / f"{name}.json"
    return path if is_id(name) and path.is_file() else None


def save_board(name: str, document: Mapping[str, Any]) -> Path:
    """Write a board to the user's folder atomically, replacing one with the same id.

    Raises:
        BoardError: if the name is not a valid id, or the file cannot be written.
    """
    if not is_id(name):
        message = text(
            "A board id must be 1 to 32 lowercase letters, digits, _ or -, starting with a letter; got {name}.",
            name=repr(name)[:40],
        )
        raise BoardError(message)
    folder = boards_folder()
    path = folder / f"{name}.json"
    try:
        make_private(data_folder())
        write_atomically({path: format_board(document).encode()}, makes_folders=True)
    except OSError as error:
        message = text(
            "The board cannot be written to {folder}: {reason}.", folder=folder, reason=error.strerror or error
        )
        raise BoardError(message) from error
    return path


def format_board(document: Mapping[str, Any]) -> str:
    """Return the text of a board file, one line per space, so that it diffs well."""
    head = {name: value for name, value in document.items() if name != "spaces"}
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    spaces = ",\n".join(f"  {json.dumps(space, ensure_ascii=False)}" for space in document["spaces"])
    return f'{opening},\n "spaces": [\n{spaces}\n ]}}\n'
