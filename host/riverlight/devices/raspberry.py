"""A strip on a Raspberry Pi's own pins, driven through ``adafruit-circuitpython-neopixel``.

The firmware's files make the frames, with their curve, dithering and limit of current, as on a Pico: in a process of
their own, so that a page that is being served never makes the lights stutter. This process hands each frame to the pin.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from riverlight.devices.simulated import Frame, SimulatedPico, settings_in
from riverlight.errors import DeviceError
from shared_rules.board import Board

__all__ = ["NEEDS_EXTRA", "RaspberryStrip"]

NEEDS_EXTRA = (
    "A strip on the Raspberry Pi's own pins needs its library: install it with pip install 'riverlight[neopixel]'."
)

_PIN = "D18"
"""The pin as Adafruit names it: GPIO 18, on the Pi's hardware PWM."""


class RaspberryStrip(SimulatedPico):
    """One chain of lights on GPIO 18; close it, or use it as a context manager.

    Args:
        folder: keeps the strip's settings (``settings.json``, as on a Pico) and its board.

    Raises:
        DeviceError: when the library is not there, this is no Raspberry Pi, or the settings name several chains.
    """

    def __init__(self, folder: Path) -> None:
        chains = settings_in(folder).chains
        if len(chains) > 1:
            raise DeviceError(f"A Raspberry Pi's own pins drive one chain; {folder / 'settings.json'} names several.")
        order: str = chains[0]["order"]
        self._shifts = tuple(24 - 8 * order.index(letter) for letter in ("RGBW" if "W" in order else "RGB"))
        self._see: Callable[[int, Frame], None] | None = None
        self._pixels = _make_pixels(chains[0]["lights"], order)
        super().__init__(folder)

    def wire_for(self, board: Board) -> None:
        """Stay as it is: this strip is of wire."""

    # Whoever watches the frames sees them beside the strip, not in its place.

    @property
    def on_frame(self) -> Callable[[int, Frame], None]:
        """What is called with each frame: it goes to the strip, then to whoever set this."""
        return self._draw

    @on_frame.setter
    def on_frame(self, see: Callable[[int, Frame], None] | None) -> None:
        self._see = see

    def _draw(self, chain: int, words: Frame) -> None:
        pixels = self._pixels
        for light, word in enumerate(words[1 : len(pixels) + 1]):  # the first word counts the bits
            pixels[light] = tuple(word >> shift & 255 for shift in self._shifts)
        pixels.show()
        if self._see is not None:
            self._see(chain, words)

    def close(self) -> None:
        """Put the lights out, end the process, give the pin back; closing again changes nothing."""
        super().close()
        pixels, self._pixels = self._pixels, ()
        if pixels:
            pixels.deinit()


def _make_pixels(lights: int, order: str) -> Any:
    try:
        board, neopixel = import_module("board"), import_module("neopixel")
    except ImportError as error:
        raise DeviceError(NEEDS_EXTRA) from error
    except (NotImplementedError, RuntimeError) as error:  # what Blinka says on any other computer
        raise DeviceError(f"This computer has no pins for a strip of lights ({error}): use a Raspberry Pi.") from error
    try:
        pin = getattr(board, _PIN)
        return neopixel.NeoPixel(pin, lights, bpp=len(order), brightness=1.0, auto_write=False, pixel_order=order)
    except (AttributeError, OSError, RuntimeError, ValueError) as error:
        raise DeviceError(f"The pin {_PIN} cannot be used ({error}): it needs the rights of root.") from error
