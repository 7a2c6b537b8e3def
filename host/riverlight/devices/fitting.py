"""What a simulated Pico has to be wired with for a board: its chains of lights, a second keypad, the peek key."""

from __future__ import annotations

from typing import Any

from firmware.settings import Settings
from shared_rules.board import Board

__all__ = ["fits", "settings_for"]


def settings_for(board: Board | None) -> dict[str, Any]:
    """Return the settings of a Pico made for ``board``: the usual ones where its one chain is long enough.

    A board with two sides (Pyramid's) has a chain and a keypad for each, the table's first, and the peek key.
    """
    chosen = Settings()
    if board is not None and board.panels and not fits(chosen, board):
        lights = {name: max(1, len(strip)) for name, strip in board.panels}
        chosen.chains = [{"panel": name, "lights": lights[name], "order": "GRB", "budget_ma": 0} for name in lights]
        chosen.second_keypad = chosen.peek_key = len(board.panels) > 1
    return chosen.document()


def fits(chosen: Settings, board: Board) -> bool:
    """Return whether a Pico with these settings has all lights of ``board``."""
    lights = {chain["panel"]: chain["lights"] for chain in chosen.chains}
    return all(lights.get(name, 0) >= len(strip) for name, strip in board.panels)
