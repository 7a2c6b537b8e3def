"""Small JSON files beside the record that only their owner may read: what lets a phone come back after a restart."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from riverlight.errors import RecordError
from riverlight.languages.text import text

__all__ = ["read_private", "write_private"]

_OWNER_ONLY: Final = 0o600
_MOST_BYTES: Final = 1 << 20  # the links of 500 games have 100,000


def read_private(path: Path) -> dict[str, Any]:
    """Return what :func:`write_private` kept; empty where nothing is kept, or nothing that can be read.

    What stands in these files can be made anew at any time, so damage costs people one more look at a code.
    """
    try:
        with path.open("rb") as file:
            kept = json.loads(file.read(_MOST_BYTES))  # what is longer is broken off, and so no JSON
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_private(path: Path, kept: dict[str, Any]) -> None:
    """Keep ``kept``, whole or not at all.

    Raises:
        RecordError: when the folder cannot be written; the message tells nothing of what was to be kept.
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
        message = text(
            "The links of private pages cannot be kept in {folder} ({reason}).",
            folder=path.parent,
            reason=error.strerror or error,
        )
        raise RecordError(message) from None
