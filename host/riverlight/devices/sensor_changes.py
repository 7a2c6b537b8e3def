"""What a device's sensors see: each change once and in order, acknowledged when it is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["SensorChanges"]


class SensorChanges:
    """Follows the ``sense`` and ``sensed`` lines of a device.

    Args:
        on_sense: called with the positions at which a magnet rests, bit n for position n, after each change; None where
            nobody wants them.
    """

    def __init__(self, on_sense: Callable[[int], None] | None) -> None:
        self._on_sense = on_sense
        self._boot = ""
        self._number = 0
        self._occupied = 0

    def take(self, message: Mapping[str, Any]) -> dict[str, object] | None:
        """Take a line; return the ``seen`` line to be sent, None for none.

        A ``sensed`` line, which follows each ``hello``, holds everything up to its number. A ``sense`` line of another
        start, or with one missing before it, is passed over: the device sends all of them again.

        Raises:
            RiverlightError: whatever on_sense raises; the change counts as not taken.
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
