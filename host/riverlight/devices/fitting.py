"""The settings that a simulated Pico needs for a board: light chains, second keypad, peek key, sensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.settings import Settings
from riverlight.languages.text import text
from shared_rules.board import Board

__all__ = ["fits", "lights_sentences", "missing_lights", "sensors_sentences", "settings_for"]


def settings_for(board: Board | None) -> dict[str, Any]:
    """Return the settings of a Pico made for ``board``: the defaults if their one chain is long enough.

    A board with two sides (Pyramid's) has a chain and a keypad for each, the table's first, and the peek key; one with
    sensors has their chain.
    """
    chosen = Settings()
    if board is not None and board.panels and not fits(chosen, board):
        lights = {name: max(1, len(strip)) for name, strip in board.panels}
        chosen.chains = [{"panel": name, "lights": lights[name], "order": "GRB", "budget_ma": 0} for name in lights]
        chosen.second_keypad = chosen.peek_key = len(board.panels) > 1
        chosen.sensors = len(board.sensors) // 2
    return chosen.document()


def fits(chosen: Settings, board: Board) -> bool:
    """Return whether a Pico with these settings has all lights and sensors of ``board``."""
    has_lights = not missing_lights({chain["panel"]: chain["lights"] for chain in chosen.chains}, board)
    return has_lights and 2 * chosen.sensors >= len(board.sensors)


def missing_lights(lights: Mapping[str, int], board: Board) -> list[tuple[str, int, int]]:
    """Return (panel, lights available, lights needed) of each panel with too few lights."""
    return [(name, lights.get(name, 0), len(strip)) for name, strip in board.panels if lights.get(name, 0) < len(strip)]


def lights_sentences(lights: Mapping[str, int], board: Board) -> list[str]:
    """Return the warnings about missing lights; a game can be played without them."""
    return [
        text(
            "The device has {lights} lights on panel {panel}, but the map needs {needed}: the missing ones stay dark.",
            lights=has,
            panel=panel,
            needed=needed,
        )
        if has
        else text(
            "The device has no panel {panel}, but the map needs {needed} lights there: that part stays dark.",
            panel=panel,
            needed=needed,
        )
        for panel, has, needed in missing_lights(lights, board)
    ]


def sensors_sentences(sensors: int, board: Board) -> list[str]:
    """Return the warning if the device reads fewer sensors than the board has; the rest is entered by keys."""
    needed = len(board.sensors) // 2
    if sensors >= needed:
        return []
    return [
        text(
            "The device reads {sensors} sensors, but the map needs {needed}: set sensors in its settings. Until then, "
            "enter those moves by keys.",
            sensors=sensors,
            needed=needed,
        )
    ]
