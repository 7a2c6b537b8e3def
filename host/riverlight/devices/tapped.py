"""A simulated Pico whose frames go to lights somewhere else, beside whoever watches them."""

from __future__ import annotations

from collections.abc import Callable

from riverlight.devices.simulated import Frame, SimulatedPico

__all__ = ["TappedPico", "shifts_of"]


class TappedPico(SimulatedPico):
    """The firmware in a process of its own; :meth:`draw` gets each of its frames before whoever watches."""

    _see: Callable[[int, Frame], None] | None = None

    def draw(self, chain: int, words: Frame) -> bool:
        """Bring a frame to the lights; return whether it is to be shown to whoever watches, too."""
        raise NotImplementedError

    @property
    def on_frame(self) -> Callable[[int, Frame], None]:
        """What is called with each frame: it goes to the lights, then to whoever set this."""
        return self._pass

    @on_frame.setter
    def on_frame(self, see: Callable[[int, Frame], None] | None) -> None:
        self._see = see

    def _pass(self, chain: int, words: Frame) -> None:
        if self.draw(chain, words) and self._see is not None:
            self._see(chain, words)


def shifts_of(order: str) -> tuple[int, ...]:
    """Return where red, green, blue and, for lights that have it, white stand in the words of a frame."""
    return tuple(24 - 8 * order.index(letter) for letter in ("RGBW" if "W" in order else "RGB"))
