"""Small JSON files that only their owner can read: keys and links."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from riverlight.errors import RecordError
from riverlight.languages.text import text

__all__ = ["read_private", "write_private"]

_OWNER_ONLY: Final = 0o600
_MOST_BYTES: Final = 1 << 20  # the links of 500 games have 100,000


def read_private(path: Path) -> dict[str, Any]:
    """Return the object stored by :func:`write_private`; empty if missing or damaged.

    The contents can be recreated at any time, so damage only means that people enter a code again.
    """
    try:
        with path.open("rb") as file:
            kept = json.loads(file.read(_MOST_BYTES))  # a longer file is truncated and thus invalid JSON
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_private(path: Path, kept: dict[str, Any]) -> None:
    """Store ``kept`` atomically.

    Raises:
        RecordError: if the folder cannot be written; the message does not reveal ``kept``.
    """
    fresh = path.with_suffix(".new")
    try:
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        message = text(
            "{file} cannot be saved in {folder} ({reason}).",
            file=path.name,
            folder=path.parent,
            reason=error.strerror or error,
        )
        raise RecordError(message) from None
