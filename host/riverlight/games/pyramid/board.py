"""Pyramid's kind of board: a maze of chambers with exits in four directions, seen from two sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from riverlight.boards.kinds import BoardKind, BoardTools, LightRules
from riverlight.games.pyramid.options import COLOURS
from riverlight.languages.text import text
from shared_rules.board import NONE
from shared_rules.pyramid import DIRECTIONS

__all__ = ["BOARDS", "COUNTS", "SPACE_KINDS"]

SPACE_KINDS: Final = {
    "chamber": text("chamber"),
    "treasure": text("treasure"),
    "entrance": text("entrance"),
    "sarcophagus": text("sarcophagus"),
}

COUNTS: Final = {"entrance": 1, "sarcophagus": 1, "red": 5, "blue": 5, "white": 5, "yellow": 4, "green": 4}


def _datum(space: Mapping[str, Any], _index: Mapping[str, int]) -> int:
    """Return the colour of a treasure."""
    colour = space.get("colour")
    return COLOURS.index(colour) if colour else NONE


def _load_tools() -> BoardTools:
    from riverlight.games.pyramid import board_checks, scenery, template  # noqa: PLC0415  (slow to import)

    return BoardTools(board_checks.find_problems, template.make_spaces, scenery.SCENERY)


def _load_light_rules() -> LightRules:
    from shared_rules import pyramid_lights  # noqa: PLC0415  (slow to import)

    return pyramid_lights


BOARDS: Final = BoardKind(
    game="pyramid",
    space_kinds=SPACE_KINDS,
    panels=("tomb", "shrine"),
    size_mm=(520, 450),
    datum=_datum,
    load_tools=_load_tools,
    load_light_rules=_load_light_rules,
    counts=COUNTS,
    layout="grid",
    wiring="rows",
    colours=COLOURS,
    directions=tuple(DIRECTIONS),
    is_two_sided=True,
    sensed_kinds=tuple(SPACE_KINDS),
)
