"""The magnets on a simulated board: the spaces of each panel that have one."""

from __future__ import annotations

from collections.abc import Iterable

from riverlight.boards import Board
from riverlight.boards.sensors import sensor_spaces
from riverlight.devices.simulated import SimulatedPico

__all__ = ["Magnets"]


class Magnets:
    """The magnets over the sensors of a simulated Pico.

    Args:
        pico: the simulated Pico.
        board: the board with the sensors.
    """

    def __init__(self, pico: SimulatedPico, board: Board) -> None:
        self._pico = pico
        names = [name for name, _ in board.core.panels]
        self._at = {
            panel: {space: position for position, space in sensor_spaces(board, panel).items()} for panel in names
        }
        self._lying: dict[str, set[str]] = {panel: set() for panel in names}

    def lay(self, panel: str, spaces: Iterable[str]) -> None:
        """Put magnets on these spaces of a panel, and on no others."""
        self._lying[panel] = {space for space in spaces if space in self._at[panel]}
        self._feel()

    def move(self, panel: str, space: str, *, is_put: bool) -> bool:
        """Put a magnet on a space, or lift the one there; return False if there is no sensor, or no magnet."""
        if space not in self._at[panel] or is_put == (space in self._lying[panel]):
            return False
        (self._lying[panel].add if is_put else self._lying[panel].discard)(space)
        self._feel()
        return True

    def spaces(self, panel: str) -> list[str]:
        """Return the spaces of a panel that have a magnet."""
        return sorted(self._lying[panel])

    def _feel(self) -> None:
        occupied = 0
        for panel, lying in self._lying.items():
            for space in lying:
                occupied |= 1 << self._at[panel][space]
        self._pico.set_magnets(occupied)
