"""A simulated Pico whose frames also go to real lights."""

from __future__ import annotations

from collections.abc import Callable

from riverlight.devices.simulated import Frame, SimulatedPico

__all__ = ["TappedPico", "shifts_of"]


class TappedPico(SimulatedPico):
    """The firmware in a separate process; :meth:`draw` receives each frame before the observer."""

    _see: Callable[[int, Frame], None] | None = None

    def draw(self, chain: int, words: Frame) -> bool:
        """Send a frame to the lights; return whether the observer gets it too."""
        raise NotImplementedError

    @property
    def on_frame(self) -> Callable[[int, Frame], None]:
        """The observer, called with each frame after it was sent to the lights."""
        return self._pass

    @on_frame.setter
    def on_frame(self, see: Callable[[int, Frame], None] | None) -> None:
        self._see = see

    def _pass(self, chain: int, words: Frame) -> None:
        if self.draw(chain, words) and self._see is not None:
            self._see(chain, words)


def shifts_of(order: str) -> tuple[int, ...]:
    """Return the bit shifts of red, green, blue and, if present, white in the words of a frame."""
    return tuple(24 - 8 * order.index(letter) for letter in ("RGBW" if "W" in order else "RGB"))
