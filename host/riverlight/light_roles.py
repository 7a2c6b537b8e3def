"""Light roles from ``shared_rules/roles.toml``, the source of the Pico's table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from riverlight.pico_packages import PICO_FOLDER

__all__ = ["Colour", "LightRole", "LightRoles", "load_light_roles"]

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

_FIELDS: Final = ("name", "colour", "pattern", "flashes", "letter", "detail", "on", "alike")


class LightRole(NamedTuple):
    """A light role; ``shared_rules/roles.toml`` documents the fields.

    ``meanings`` maps each panel where the role can occur to its meaning; the key is the panel's name, or the game's
    name if it has only one panel.
    """

    number: int
    name: str
    colour: Colour | str
    pattern: str
    letter: str
    detail: str
    flashes: int
    on: tuple[str, ...]
    alike: Mapping[str, str]
    meanings: Mapping[str, str]


class LightRoles(NamedTuple):
    """Roles by number, descriptions of patterns, the lights that pieces can have by name, and the colours of gems."""

    roles: tuple[LightRole, ...]
    patterns: Mapping[str, str]
    seats: Mapping[str, Colour]
    gems: tuple[Colour, ...]


@cache
def load_light_roles() -> LightRoles:
    """Load the light roles."""
    table = tomllib.loads((PICO_FOLDER / "shared_rules" / "roles.toml").read_text("utf-8"))
    palette = table["palette"]
    seats = {light["name"]: _colour(light["colour"]) for light in palette["seats"]}
    gems = tuple(map(_colour, palette["gems"]))
    return LightRoles(tuple(map(_role, range(len(table["role"])), table["role"])), table["patterns"], seats, gems)


def _colour(parts: Sequence[int]) -> Colour:
    red, green, blue = parts
    return (red, green, blue)


def _role(number: int, row: Mapping[str, Any]) -> LightRole:
    colour = row["colour"]
    return LightRole(
        number,
        row["name"],
        colour if isinstance(colour, str) else _colour(colour),
        row["pattern"],
        row["letter"],
        row.get("detail", ""),
        row.get("flashes", 0),
        tuple(row.get("on", ())),
        row.get("alike", {}),
        {panel: text for key, text in row.items() if key not in _FIELDS for panel in key.split()},
    )
