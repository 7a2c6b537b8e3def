"""The boards that a user has made: one file each in a folder of the data folder, named by its id and nothing else."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from riverlight.errors import BoardError
from riverlight.folders import data_folder
from riverlight.languages.text import text

__all__ = ["boards_folder", "is_id", "keep", "kept_ids", "kept_path", "written"]

_ID: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def boards_folder() -> Path:
    """Return the folder of the user's boards, which may not be there yet."""
    return data_folder() / "boards"


def is_id(name: str) -> bool:
    """Return whether ``name`` is of the form of a board's id; such a name cannot lead to another folder."""
    return _ID.fullmatch(name) is not None


def kept_ids() -> tuple[str, ...]:
    """Return the ids of the user's boards, sorted."""
    try:
        names = [path.stem for path in boards_folder().glob("*.json")]
    except OSError:
        return ()
    return tuple(sorted(filter(is_id, names)))


def kept_path(name: str) -> Path | None:
    """Return the file of the user's board of this id, None where there is none."""
    path = boards_folder() / f"{name}.json"
    return path if is_id(name) and path.is_file() else None


def keep(name: str, document: Mapping[str, Any]) -> Path:
    """Write a board into the user's folder, in place of the one of the same id; a crash leaves the one or the other.

    Raises:
        BoardError: for a name that is no id, and when the file cannot be written.
    """
    if not is_id(name):
        message = text(
            "A board's id is 1 to 32 small letters, digits, _ or -, the first a letter; not {name}.",
            name=repr(name)[:40],
        )
        raise BoardError(message)
    folder = boards_folder()
    path = folder / f"{name}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, suffix=".new", delete=False) as file:
            file.write(written(document))
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).replace(path)
    except OSError as error:
        message = text(
            "The board cannot be written to {folder}: {reason}.", folder=folder, reason=error.strerror or error
        )
        raise BoardError(message) from error
    return path


def written(document: Mapping[str, Any]) -> str:
    """Return the text of a board file: one line for each space, so that people can read and compare it."""
    head = {name: value for name, value in document.items() if name != "spaces"}
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    spaces = ",\n".join(f"  {json.dumps(space, ensure_ascii=False)}" for space in document["spaces"])
    return f'{opening},\n "spaces": [\n{spaces}\n ]}}\n'
