"""Niagara's kind of board: one river that all boards share, with gem sites, a weather track and berths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from riverlight.boards.kinds import BoardKind, BoardTools, LightRules
from riverlight.languages.text import text
from shared_rules.board import NONE
from shared_rules.niagara import COLOURS

__all__ = ["BOARDS", "SPACE_KINDS"]

SPACE_KINDS: Final = {
    "shore": text("shore"),
    "river": text("river"),
    "fall": text("fall"),
    "site": text("site"),
    "weather": text("weather"),
    "berth": text("berth"),
}

_WEATHER: Final = {"weather_m1": "−1", "weather_0": "0", "weather_1": "+1", "weather_2": "+2"}
_LONGEST_LABEL: Final = 2


def _datum(space: Mapping[str, Any], _index: Mapping[str, int]) -> int:
    """Return the colour of a gem site."""
    site = space.get("site")
    return COLOURS.index(site) if site else NONE


def _label(space: Mapping[str, Any]) -> str:
    """Return the letter of a gem site, the weather of a track space, or the name of a place on the river."""
    if space["kind"] == "site":
        return str(space["site"][0].upper())
    if space["kind"] == "weather":
        return _WEATHER.get(space["id"], "W")
    return space["id"] if len(space["id"]) <= _LONGEST_LABEL else ""


def _load_tools() -> BoardTools:
    from riverlight.games.niagara import board_checks, scenery, template  # noqa: PLC0415  (slow to import)

    return BoardTools(board_checks.find_problems, template.make_spaces, scenery.SCENERY)


def _load_light_rules() -> LightRules:
    from shared_rules import niagara_lights  # noqa: PLC0415  (slow to import)

    return niagara_lights


BOARDS: Final = BoardKind(
    game="niagara",
    space_kinds=SPACE_KINDS,
    panels=("main",),
    size_mm=(640, 590),
    datum=_datum,
    load_tools=_load_tools,
    load_light_rules=_load_light_rules,
    layout="fixed",
    label=_label,
    colours=tuple(COLOURS),
)
