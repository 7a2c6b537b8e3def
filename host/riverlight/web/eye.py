"""What an eye makes of a chain of lights.

Between two steps of a light's brightness the strip is sent now the one, now the other, sixty times a second: an eye
sees the mean of eight frames. A screen is told that mean, and in the measure of the eye, not of the power.
"""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["MEMORY_S", "Eye"]

_FRAMES: Final = 8
MEMORY_S: Final = 0.15
"""Frames older than this are forgotten, all but the last: a picture that stands still is not sent again and again."""


def _on_screen(eighths: int) -> int:
    power = eighths / (255 * _FRAMES)
    seen = 12.92 * power if power <= 0.0031308 else 1.055 * power ** (1 / 2.4) - 0.055
    return round(255 * seen)


_ON_SCREEN: Final = bytes(_on_screen(eighths) for eighths in range(255 * _FRAMES + 1))
"""For each power in eighths of a strip's step: the value of an sRGB screen that looks the same."""


class Eye:
    """Watches one chain. Frames may come in another thread than the one that looks."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, bytes]] = deque(maxlen=_FRAMES)

    def see(self, at_s: float, colours: bytes) -> None:
        """Take a frame: red, green, blue of each light as sent, at ``at_s`` seconds on a clock that only goes on."""
        self._frames.append((at_s, colours))

    def look(self, at_s: float) -> bytes:
        """Return red, green, blue of each light for a screen; nothing before the first frame."""
        frames = list(self._frames)
        last = [colours for _, colours in frames[-1:]]
        fresh = [colours for seen_s, colours in frames if at_s - seen_s < MEMORY_S] or last
        if not fresh:
            return b""
        count = len(fresh)
        return bytes(_ON_SCREEN[sum(column) * _FRAMES // count] for column in zip(*fresh, strict=False))
