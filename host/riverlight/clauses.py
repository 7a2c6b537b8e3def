"""Texts of the rule clauses, quoted on the pages.

``seeds/<game>.md`` has one heading per clause, ``## CAN-7 Tricks``, followed by its text; translations are in
``seeds/<language>/<game>.md``. The folder is at the top of a checkout, or inside the installed package.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from riverlight.languages import ENGLISH

__all__ = ["Clause", "clause", "clauses", "seeds_folder"]

_PACKAGE = Path(__file__).parent
_HEADING = re.compile(r"^## ([A-Z]{3}-\d+) (.+)$", re.MULTILINE)


class Clause(NamedTuple):
    """A rule: id, short title, and paragraphs (one line each, blank lines between)."""

    id: str
    title: str
    text: str


def seeds_folder() -> Path:
    """Return the folder of the clause texts and the golden games."""
    packed = _PACKAGE / "seeds"
    return packed if packed.is_dir() else _PACKAGE.parents[1] / "seeds"


@cache
def clauses(language: str = ENGLISH) -> dict[str, Clause]:
    """Return the clauses of all games by id, in file order, in one language.

    Raises:
        ValueError: if two clauses have the same id.
    """
    found: dict[str, Clause] = {}
    folder = seeds_folder() if language == ENGLISH else seeds_folder() / language
    for path in sorted(folder.glob("*.md")):
        _before, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
        for clause_id, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            if clause_id in found:
                message = f"{path.name} has two clauses {clause_id}."
                raise ValueError(message)
            paragraphs = (" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))
            found[clause_id] = Clause(clause_id, title, "\n\n".join(paragraphs))
    return found


def clause(clause_id: str, language: str = ENGLISH) -> Clause:
    """Return the clause with an id such as ``"CAN-7"``, in the language with a tag.

    Raises:
        KeyError: if there is no such clause.
    """
    return clauses(language)[clause_id]
