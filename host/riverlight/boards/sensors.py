"""Sensors under the spaces: which spaces have one, and their wiring order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from riverlight.boards.files import Board
from riverlight.boards.kinds import kind_for

__all__ = ["SENSORS_MOST", "assign_sensors", "has_sensors", "propose_sensors", "sensor_spaces", "with_sensors"]

SENSORS_MOST: Final = 256
"""Maximum positions of a chain: 32 shift registers."""

_CHIP: Final = 8

Document = Mapping[str, Any]


def propose_sensors(document: Document) -> dict[str, Any]:
    """Return the document with sensors under all spaces where pieces can rest.

    The chain follows the lights, panel after panel; each panel starts at a new shift register, so that no register
    serves two sides of a board. Spaces beyond ``SENSORS_MOST`` positions get no sensor.
    """
    kinds = kind_for(document["game"]).sensed_kinds
    spaces = document["spaces"]
    panels = list(dict.fromkeys(panel for space in spaces for panel in space.get("leds", {})))
    positions: dict[str, dict[str, int]] = {}
    at = 0
    for panel in panels:
        at += -at % _CHIP
        shown = [space for space in spaces if space["kind"] in kinds and panel in space.get("leds", {})]
        for space in sorted(shown, key=lambda space: int(min(space["leds"][panel]))):
            if at < SENSORS_MOST:
                positions.setdefault(space["id"], {})[panel] = at
                at += 1
    return assign_sensors(document, positions)


def assign_sensors(document: Document, positions: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """Return the document with these sensors only: for each space id, the chain position by panel."""
    spaces = [{name: value for name, value in space.items() if name != "sensor"} for space in document["spaces"]]
    return {
        **document,
        "spaces": [
            {**space, "sensor": positions[space["id"]]} if space["id"] in positions else space for space in spaces
        ],
    }


def with_sensors(board: Board) -> Board:
    """Return the board, with the proposed sensors if it has none."""
    return board if has_sensors(board) else Board(propose_sensors(board.document))


def has_sensors(board: Board) -> bool:
    """Return whether any space of the board has a sensor."""
    return len(board.core.sensors) > 0


def sensor_spaces(board: Board, panel: str) -> dict[int, str]:
    """Return the space of each chain position that belongs to ``panel``."""
    places = bytes(board.core.sensors)
    names = [name for name, _ in board.core.panels]
    return {
        at: board.space_ids[space]
        for at, (of, space) in enumerate(zip(places[::2], places[1::2], strict=True))
        if of < len(names) and names[of] == panel
    }
