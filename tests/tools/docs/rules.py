"""The house rules of each game, from what its engine declares."""

from __future__ import annotations

import re

from riverlight.clauses import clause
from riverlight.games.registry import game_named

from tests.tools.docs.tables import table

__all__ = ["anchor", "clause_link", "options_table"]


def anchor(heading: str) -> str:
    """Return how a link names a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def clause_link(game: str, clause_id: str) -> str:
    """Return a link to a clause of the rules, from a page in ``docs/``."""
    title = clause(clause_id).title
    return f"[{clause_id}](../seeds/{game}.md#{anchor(f'{clause_id} {title}')})"


def options_table(game: str) -> str:
    """Return the table of a game's options: the value that holds unless another is chosen stands first."""
    rows = [
        (
            f"`{option.name}`",
            ", ".join(f"`{value}`" for value in option.values),
            str(option.help),
            clause_link(game, option.clause),
        )
        for option in game_named(game).options
    ]
    return table(("option", "values", "what it decides", "clause"), rows)
