"""The Pico's part of the light roles: ``shared_rules/roles.py``, written from ``roles.toml``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Final

from riverlight.light_roles import Colour, LightRole, load_light_roles

import shared_rules

__all__ = ["PATH", "pico_roles"]

PATH: Final = Path(shared_rules.__file__).with_name("roles.py")

_SOURCES: Final = {
    "own": "the table's colour",
    "seat": "the seat in the detail's upper three bits",
    "seats": "every seat in the detail, a mask of six bits",
    "gems": "every gem in the detail by turns, a mask of five bits; the upper three: of 7, how bright",
}
_LONGEST_COMMENT: Final = 85
_HEAD: Final = '''"""What a light can mean: the light roles. Generated from roles.toml by `make docs`: do not edit.

A *role frame* is a bytearray of two bytes a space: the role, then its detail. The games' ``lights`` modules fill it,
the firmware's renderer turns it into colours, and its digest shows whether host and Pico mean the same.
"""

from shared_rules.compat import const
'''


def pico_roles() -> str:
    """Return the text of the module."""
    roles, patterns, seats, gems = load_light_roles()
    rows = []
    for role in roles:
        source = "own" if not isinstance(role.colour, str) else "seat" if role.colour == "mummy" else role.colour
        red, green, blue = (0, 0, 0) if isinstance(role.colour, str) else role.colour
        rows.append(f"    ({red}, {green}, {blue}, {source.upper()}, {role.pattern.upper()}),  # {role.name}")
    parts = [
        _HEAD,
        "# Patterns: what a light does over time.",
        *_numbered(patterns.items()),
        "\n# Where the colour comes from.",
        *_numbered(_SOURCES.items()),
        "\n# Roles.",
        *_numbered((role.name, _comment(role)) for role in roles),
        _palette("SEAT_COLOURS", seats.values(), seats),
        _palette("GEM_COLOURS", gems),
        "\n# role: (red, green, blue, where the colour comes from, pattern); each at full brightness\nTABLE = (",
        *rows,
        ")\n",
    ]
    return "\n".join(parts)


def _comment(role: LightRole) -> str:
    meaning = next(iter(role.meanings.values()))
    comment = f"{meaning}; detail: {role.detail}" if role.detail else meaning
    return comment if len(comment) < _LONGEST_COMMENT else f"detail: {role.detail}"


def _numbered(named: Iterable[tuple[str, str]]) -> list[str]:
    return [
        f"{name.upper()} = const({number})" + (f"  # {comment}" if comment else "")
        for number, (name, comment) in enumerate(named)
    ]


def _palette(name: str, colours: Iterable[Colour], titles: Iterable[str] = ()) -> str:
    rows = [f"    {colour}," + (f"  # {title}" if title else "") for colour, title in zip_longest(colours, titles)]
    return "\n".join([f"\n{name} = (", *rows, ")"])
