"""Test lights: light one or all lights of a panel on request; report device facts."""

import sys

from firmware.ticks import ticks_diff
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.reader import Reader
    from firmware.root_main import Start

HOLD_MS = const(5000)
"""A panel returns to its normal display this long after the last request."""


class Probe:
    """The state of ``probe`` requests."""

    def __init__(self) -> None:
        self._panel = ""
        self._light = -1
        self._colour = 0
        self._since_ms = 0

    def take(self, message: "dict[str, Any]", now_ms: int) -> None:
        """Handle a ``probe``: panel ``p``, light ``i`` (-1: all), colour ``c`` (0xRRGGBB).

        A probe without a panel, or with an invalid field, ends the previous one.
        """
        panel, light, colour = message.get("p"), message.get("i"), message.get("c")
        self._panel = ""
        if isinstance(panel, str) and isinstance(light, int) and isinstance(colour, int):
            self._panel = panel
            self._light = light
            self._colour = colour & 0xFFFFFF
            self._since_ms = now_ms

    def answer(self, message: "dict[str, Any]", start: "Start | None", reader: "Reader | None") -> "dict[str, object]":
        """Return the ``probed`` line that answers a ``probe``."""
        return {
            "t": "probed",
            "n": message.get("n") if isinstance(message.get("n"), int) else 0,
            "m": ".".join([str(part) for part in sys.implementation.version[:3]]),
            "s": "" if start is None else start.slot,
            "r": "none" if reader is None else "ready" if reader.is_there else "missing",
            "y": 0 if start is None or not start.is_on_trial else 1,
        }

    def paint(self, panel: str, values: bytearray, now_ms: int) -> bool:
        """Write the test light into ``values``; return False if this panel has none."""
        if panel != self._panel:
            return False
        if ticks_diff(now_ms, self._since_ms) >= HOLD_MS:
            self._panel = ""
            return False
        for at in range(0, len(values), 3):
            is_lit = self._light < 0 or at == 3 * self._light
            colour = self._colour if is_lit else 0
            values[at] = colour >> 16
            values[at + 1] = colour >> 8 & 255
            values[at + 2] = colour & 255
        return True
