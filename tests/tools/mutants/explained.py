"""The list of equivalent mutants, whose change has no visible effect."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.tools.mutants.mutant import Mutant

ANY = "…"
"""In the place of what the lines become: any change of them at all."""


class Explanation(NamedTuple):
    """Why a mutant may survive; module, function, before and after are those of the mutant."""

    module: str
    function: str
    before: str
    after: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        """Return whether this explains ``mutant``."""
        return self[:3] == mutant[:3] and self.after in (ANY, mutant.after)

    def __str__(self) -> str:
        return f"{self.module} · {self.function or '(module)'}: {self.before}  →  {self.after}"


def read(path: Path) -> list[Explanation]:
    """Return the explanations in a file.

    Each paragraph tells module and function with ``·`` between, then the lines with ``-`` and what they become with
    ``+``, as often as the same reason holds, then the reason. Lines that begin with ``#`` are remarks.

    Raises:
        ValueError: when a paragraph is none of these.
    """
    found = []
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for paragraph in "\n".join(lines).split("\n\n"):
        parts = [part for part in paragraph.split("\n") if part]
        if not parts:
            continue
        place = parts[0].split(" · ")
        changes = []
        rest = parts[1:]
        while len(rest) > 1 and rest[0][:2] == "- " and rest[1][:2] == "+ ":
            changes.append((rest[0][2:], rest[1][2:]))
            rest = rest[2:]
        if len(place) != 2 or not changes or not rest or rest[0][:2] in ("- ", "+ "):
            message = f"{path.name} expects a module · a function, - and + lines and a reason; this came: {parts}"
            raise ValueError(message)
        function = "" if place[1] == "(module)" else place[1]
        found += [Explanation(place[0], function, before, after, " ".join(rest)) for before, after in changes]
    return found


def count(explanation: Explanation, root: Path, on_line: Callable[[str, str, str], list[Mutant]]) -> int:
    """Return the number of mutants that an explanation matches: 0 if its line is gone, several if lines are alike.

    Args:
        explanation: to be looked at.
        root: of the tree.
        on_line: returns the mutants of a module's path, its text, and the lines that change.
    """
    path = root / explanation.module
    source = path.read_text(encoding="utf-8") if path.is_file() else ""
    return sum(explanation.is_of(mutant) for mutant in on_line(explanation.module, source, explanation.before))
