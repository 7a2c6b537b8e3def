"""The texts of the rule clauses, as the pages quote them.

``seeds/<game>.md`` has one heading a clause, ``## CAN-7 Tricks``, and its text below; ``seeds/<language>/<game>.md``
has the same in another language. In a checkout that folder stands at the top; in an installed package it travels
inside.
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
    """One rule: its id, its short title, its paragraphs, each one line, parted by blank lines."""

    id: str
    title: str
    text: str


def seeds_folder() -> Path:
    """Return the folder of clause texts and golden games."""
    packed = _PACKAGE / "seeds"
    return packed if packed.is_dir() else _PACKAGE.parents[1] / "seeds"


@cache
def clauses(language: str = ENGLISH) -> dict[str, Clause]:
    """Return all clauses of all games by id, each game's in the order of its file, in a language by its tag.

    Raises:
        ValueError: when one id heads two clauses.
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
    """Return the clause with this id, as ``"CAN-7"``, in a language by its tag.

    Raises:
        KeyError: when there is none.
    """
    return clauses(language)[clause_id]
