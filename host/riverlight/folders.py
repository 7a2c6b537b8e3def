"""Where Riverlight keeps what is a user's own."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

__all__ = ["data_folder"]


def data_folder() -> Path:
    """Return the folder of games and boards: ``RIVERLIGHT_DATA``, else the system's place for a user's data."""
    named = os.environ.get("RIVERLIGHT_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("riverlight", appauthor=False))
