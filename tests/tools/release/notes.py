"""What ``CHANGELOG.md`` says of a version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

__all__ = ["CHANGELOG", "section", "unreleased"]

CHANGELOG: Final = Path(__file__).parents[3] / "CHANGELOG.md"


def section(heading: str, changelog: str) -> str:
    """Return the text below ``## heading``, empty where there is no such heading."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def unreleased(changelog: str) -> str:
    """Return what has no version yet."""
    return section("Unreleased", changelog)
