"""Preview of a chain of lights: averages dithered frames and maps them to sRGB.

Between two brightness steps the strip alternates between both, sixty times a second, and people see the mean of eight
frames. That mean, linear in power, is converted to an sRGB value of the same perceived brightness.

Eyes also adapt to the dark. A strip with low brightness, or limited by its power budget, is shown with one gain for all
lights, at which the brightest of the last seconds has full brightness: hues and differences stay.
"""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["MEMORY_S", "LightPreview", "between_looks_s"]

_BETWEEN_LOOKS_S: Final = 0.05  # at most 20 frames a second
_A_WATCHER_S: Final = 0.001  # fewer of them with many pages: each page costs time

_FRAMES: Final = 8
MEMORY_S: Final = 0.15
"""Older frames are dropped, except the last: a static image is not sent again and again."""


_FULL: Final = 255 * _FRAMES
_MOST_GAIN: Final = 2.7  # a strip at its default brightness, limited to 60 %
_OF_LATE_S: Final = 4.0  # longer than the dark part of any blinking light
_ADAPTATION_S: Final = 1.5


def _on_screen(eighths: int) -> int:
    power = eighths / _FULL
    seen = 12.92 * power if power <= 0.0031308 else 1.055 * power ** (1 / 2.4) - 0.055
    return round(255 * seen)


_ON_SCREEN: Final = bytes(_on_screen(eighths) for eighths in range(_FULL + 1))
"""For each power, in eighths of a strip's step: the sRGB value that looks the same."""


class LightPreview:
    """The preview of one chain. Frames may be added in another thread than the one that renders."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, bytes]] = deque(maxlen=_FRAMES)
        self._peaks: deque[tuple[float, float]] = deque()
        self._gain = 0.0
        self._looked_s = 0.0

    def see(self, at_s: float, colours: bytes) -> None:
        """Add a frame: red, green, blue of each light as sent, at ``at_s`` seconds on a monotonic clock."""
        self._frames.append((at_s, colours))

    def render(self, at_s: float) -> bytes:
        """Return red, green, blue of each light for a screen; empty before the first frame."""
        frames = list(self._frames)
        last = [colours for _, colours in frames[-1:]]
        fresh = [colours for seen_s, colours in frames if at_s - seen_s < MEMORY_S] or last
        if not fresh:
            return b""
        powers = [sum(column) * _FRAMES / len(fresh) for column in zip(*fresh, strict=False)]
        gain = self._adapted(at_s, max(powers, default=0.0))
        return bytes(_ON_SCREEN[min(_FULL, int(power * gain))] for power in powers)

    def _adapted(self, at_s: float, peak: float) -> float:
        """Return the gain: it falls at once if a light is too bright, and rises slowly."""
        self._peaks.append((at_s, peak))
        while at_s - self._peaks[0][0] > _OF_LATE_S:
            self._peaks.popleft()
        brightest = max(power for _, power in self._peaks)
        wanted = min(_MOST_GAIN, _FULL / brightest) if brightest else _MOST_GAIN
        share = min(1.0, (at_s - self._looked_s) / _ADAPTATION_S)
        is_first = self._gain == 0
        self._gain = wanted if is_first or wanted < self._gain else self._gain + share * (wanted - self._gain)
        self._looked_s = at_s
        return self._gain


def between_looks_s(pages: int) -> float:
    """Return the seconds between two previews with so many pages open."""
    return max(_BETWEEN_LOOKS_S, _A_WATCHER_S * pages)
