"""Canyon's kind of board: a river of spaces that touch, some of them with an arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from riverlight.boards.kinds import BoardKind, BoardTools, LightRules
from riverlight.languages.text import text
from shared_rules.board import NONE

__all__ = ["BOARDS", "COUNTS", "SPACE_KINDS"]

SPACE_KINDS: Final = {
    "start": text("start"),
    "water": text("water"),
    "current": text("current"),
    "landing": text("landing"),
    "cave": text("cave"),
    "waterfall": text("waterfall"),
}

COUNTS: Final = {"start": 6, "landing": 3, "cave": 1, "waterfall": 1}


def _datum(space: Mapping[str, Any], index: Mapping[str, int]) -> int:
    """Return the space that a current's arrow points to."""
    return index.get(space.get("flow", ""), NONE) if space["kind"] == "current" else NONE


def _load_tools() -> BoardTools:
    from riverlight.games.canyon import board_checks, scenery, template  # noqa: PLC0415  (slow to import)

    return BoardTools(board_checks.find_problems, template.make_spaces, scenery.SCENERY)


def _load_light_rules() -> LightRules:
    from shared_rules import canyon_lights  # noqa: PLC0415  (slow to import)

    return canyon_lights


BOARDS: Final = BoardKind(
    game="canyon",
    space_kinds=SPACE_KINDS,
    panels=("main",),
    size_mm=(720, 500),
    datum=_datum,
    load_tools=_load_tools,
    load_light_rules=_load_light_rules,
    counts=COUNTS,
    sensed_kinds=("start", "water", "current", "landing", "cave"),
)
