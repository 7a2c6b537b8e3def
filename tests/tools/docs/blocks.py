"""Which parts of the pages are generated, and how they are inserted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from riverlight.games.registry import GAMES

from tests.tools.docs import lights, protocol, rules, sensors, settings

__all__ = ["BLOCKS", "PAGES", "refreshed"]

PAGES: Final = sorted((Path(__file__).parents[3] / "docs").glob("*.md"))

_BLOCK: Final = re.compile(r"(<!-- made: ([a-z -]+) -->\n).*?(<!-- end -->)", re.DOTALL)

BLOCKS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"lights {game}": partial(lights.roles_table, game) for game in GAMES},
    **{f"seats {game}": partial(lights.seats_line, game) for game in GAMES},
    "gems": lights.gems_line,
    **{f"options {game}": partial(rules.options_table, game) for game in GAMES},
    "lines to a device": partial(protocol.lines, is_to_device=True),
    "lines from a device": partial(protocol.lines, is_to_device=False),
    **{f"position {game}": partial(protocol.position, game) for game in GAMES},
    "positions of niagara": protocol.niagara_bytes,
    "positions of pyramid": protocol.pyramid_bytes,
    "settings": settings.settings_table,
    "sensor parts": sensors.parts_table,
    "sensor pins": sensors.pico_table,
    "sensor inputs": sensors.inputs_table,
    "sensor current": sensors.current_line,
}
"""What makes each part, by its name."""


def refreshed(text: str) -> str:
    """Return a page with each of its made parts as it is made now."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{BLOCKS[found[2]]()}\n{found[3]}", text)
