"""Sensor changes of a device: each handled once, in order, and acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["SensorChanges"]


class SensorChanges:
    """Handles the ``sense`` and ``sensed`` lines of a device.

    Args:
        on_sense: called with the magnets' positions, bit n for position n, after each change; None ignores them.
    """

    def __init__(self, on_sense: Callable[[int], None] | None) -> None:
        self._on_sense = on_sense
        self._boot = ""
        self._number = 0
        self._occupied = 0

    def handle(self, message: Mapping[str, Any]) -> dict[str, object] | None:
        """Handle a line; return the ``seen`` line to send, None for none.

        A ``sensed`` line, which follows each ``hello``, includes all changes up to its number. A ``sense`` line of
        another boot, or after a missing one, is ignored: the device sends all of them again.

        Raises:
            RiverlightError: whatever on_sense raises; the change is not acknowledged.
        """
        boot, number, occupied = str(message["b"]), int(message["n"]), self._occupied
        if message["t"] == "sensed":
            try:
                occupied = int.from_bytes(bytes.fromhex(str(message["d"])), "little")
            except ValueError:
                return None
        elif boot != self._boot or number > self._number + 1:
            return None
        elif number <= self._number:
            return {"t": "seen", "b": boot, "n": self._number}
        else:
            bit = 1 << int(message["p"])
            occupied = occupied | bit if message["s"] else occupied & ~bit
        if self._on_sense is not None:
            self._on_sense(occupied)
        self._boot, self._number, self._occupied = boot, number, occupied
        return {"t": "seen", "b": boot, "n": number}
