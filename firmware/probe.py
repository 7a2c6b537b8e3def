"""Lights lit by hand, one by one or all of a panel, while a person looks whether each of them works."""

from firmware.ticks import ticks_diff
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HOLD_MS = const(5000)
"""A panel that is asked nothing more goes back to what it showed after this time."""


class Probe:
    """What ``probe`` lines ask the panels to show."""

    def __init__(self) -> None:
        self._panel = ""
        self._light = -1
        self._colour = 0
        self._since_ms = 0

    def take(self, message: "dict[str, Any]", now_ms: int) -> None:
        """Take a ``probe``: ``p`` the panel, ``i`` the light, -1 for all, ``c`` the colour as 0xRRGGBB.

        One without a panel, or with what cannot be, ends what the last one asked for.
        """
        panel, light, colour = message.get("p"), message.get("i"), message.get("c")
        self._panel = ""
        if isinstance(panel, str) and isinstance(light, int) and isinstance(colour, int):
            self._panel = panel
            self._light = light
            self._colour = colour & 0xFFFFFF
            self._since_ms = now_ms

    def paint(self, panel: str, values: bytearray, now_ms: int) -> bool:
        """Write the light asked for into ``values``; return False when nothing is asked of this panel."""
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
