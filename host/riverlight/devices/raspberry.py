"""A LED strip on a Raspberry Pi's own pin, driven through ``adafruit-circuitpython-neopixel``.

The firmware's files compute the frames, with gamma, dithering and current limit, as on a Pico, in a separate process,
so that serving pages never makes the lights stutter. This process writes each frame to the pin. ``docs/raspberry.md``
explains the wiring and the permissions.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from riverlight.devices.simulated import Frame, settings_in
from riverlight.devices.tapped import TappedPico, shifts_of
from riverlight.errors import DeviceError
from riverlight.extras import install_command
from riverlight.languages.text import text
from shared_rules.board import Board

__all__ = ["RaspberryStrip"]

_PACKAGES = ("adafruit-circuitpython-neopixel", "rpi_ws281x", "gpiod")
"""The packages of the extra ``raspberry``; Blinka needs the last two on a Pi but does not depend on them."""

_PIN = "D18"
"""Adafruit's name of the pin: GPIO 18, on the Pi's hardware PWM."""

_PIN_ERRORS = (AttributeError, OSError, RuntimeError, ValueError)
"""Errors of Blinka and rpi_ws281x for an unusable pin, at the first frame or any later one."""


class RaspberryStrip(TappedPico):
    """One chain of lights on GPIO 18; close it, or use it as a context manager.

    Args:
        folder: stores the strip's settings (``settings.json``, as on a Pico) and its board.

    Raises:
        DeviceError: a package is missing, this is not a Raspberry Pi, the pin cannot be used, or the settings define
            several chains.
    """

    def __init__(self, folder: Path) -> None:
        chains = settings_in(folder).chains
        if len(chains) > 1:
            raise DeviceError(f"A Raspberry Pi's own pins drive one chain; {folder / 'settings.json'} names several.")
        order: str = chains[0]["order"]
        self._shifts = shifts_of(order)
        self._failure = ""
        self._pixels = _make_pixels(chains[0]["lights"], order)
        super().__init__(folder)

    @property
    def port(self) -> str:
        """The port for ``open_serial``.

        Raises:
            DeviceError: the pin could not be written; with the reason.
        """
        if self._failure:
            raise DeviceError(self._failure)
        return super().port

    def wire_for(self, board: Board) -> None:
        """Do nothing: this strip's wiring is real."""

    def draw(self, chain: int, words: Frame) -> bool:  # noqa: ARG002  (it has one chain)
        """Write a frame to the pin."""
        pixels = self._pixels
        if self._failure:
            return False
        try:
            for light, word in enumerate(words[1 : len(pixels) + 1]):  # the first word is the number of bits
                pixels[light] = tuple(word >> shift & 255 for shift in self._shifts)
            pixels.show()
        except _PIN_ERRORS as error:
            self._failure = _pin_failure(error)
            self.pull()  # a dark strip must not look like a working device
            return False
        return True

    def close(self) -> None:
        """Turn the lights off, end the process, release the pin; closing again has no effect."""
        super().close()
        pixels, self._pixels = self._pixels, ()
        if pixels:
            with suppress(*_PIN_ERRORS):  # deinit writes a dark frame first
                pixels.deinit()


def _make_pixels(lights: int, order: str) -> Any:
    """Return the strip, turned off by a first frame, which alone shows whether the pin can be used."""
    try:
        board, neopixel = import_module("board"), import_module("neopixel")
    except NotImplementedError as error:  # raised by Blinka on any other computer
        raise DeviceError(f"This computer has no pins for a strip of lights ({error}): use a Raspberry Pi.") from error
    except (ImportError, RuntimeError) as error:  # a package is missing, or one that Blinka needs on this model
        raise DeviceError(
            text(
                "The pins cannot be used ({reason}). Install what they need with: {command}",
                reason=_one_line(error),
                command=install_command(*_PACKAGES),
            )
        ) from error
    try:
        pin = getattr(board, _PIN)
        pixels = neopixel.NeoPixel(pin, lights, bpp=len(order), brightness=1.0, auto_write=False, pixel_order=order)
        pixels.show()
    except _PIN_ERRORS as error:
        raise DeviceError(_pin_failure(error)) from error
    return pixels


def _pin_failure(error: Exception) -> str:
    return text(
        "The pin {pin} cannot be used ({reason}). GPIO 18 needs root: start Riverlight with sudo, and see "
        "docs/raspberry.md.",
        pin=_PIN,
        reason=_one_line(error),
    )


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".!")
