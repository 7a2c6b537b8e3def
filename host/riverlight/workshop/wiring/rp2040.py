"""Pin functions of the Pico.

From Raspberry Pi's *RP2040 Datasheet*, section 1.4.3 (GPIO functions), and *Raspberry Pi Pico Datasheet*, chapter 2
(header pins). Pins have the names on the board: ``GP22``, ``GND38`` for the ground at pin 38, ``VBUS``.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ANALOGUE", "GROUNDS", "HEADER", "can_do", "gpio_of", "jobs_of"]

HEADER: Final = (
    *("GP0", "GP1", "GND3", "GP2", "GP3", "GP4", "GP5", "GND8", "GP6", "GP7"),
    *("GP8", "GP9", "GND13", "GP10", "GP11", "GP12", "GP13", "GND18", "GP14", "GP15"),
    *("GP16", "GP17", "GND23", "GP18", "GP19", "GP20", "GP21", "GND28", "GP22", "RUN"),
    *("GP26", "GP27", "GND33", "GP28", "VREF", "3V3", "3V3_EN", "GND38", "VSYS", "VBUS"),
)
"""The forty pins from pin 1: twenty down the left side, seen with the USB socket on top, twenty up the right side."""

GROUNDS: Final = tuple(pin for pin in HEADER if pin.startswith("GND"))

ANALOGUE: Final = (26, 27, 28)
"""The header's ADC pins."""

_SPI_SIGNALS: Final = ("MISO", "CS", "SCK", "MOSI")
"""The four signals of the SPI blocks in the order in which they repeat along the pins (RX, CSn, SCK, TX there)."""


def gpio_of(pin: str) -> int | None:
    """Return the GPIO number of a header pin; None if it is not a GPIO."""
    return int(pin[2:]) if pin.startswith("GP") else None


def jobs_of(gpio: int) -> frozenset[str]:
    """Return the functions of a GPIO: IO, PIO, PWM, ADC, and its SPI signal, as ``SPI0 SCK``."""
    spi = f"SPI{gpio // 8 % 2} {_SPI_SIGNALS[gpio % 4]}"
    return frozenset({"IO", "PIO", "PWM", spi} | ({"ADC"} if gpio in ANALOGUE else set()))


def can_do(pin: str, job: str) -> bool:
    """Return whether a header pin has a function."""
    gpio = gpio_of(pin)
    return gpio is not None and pin in HEADER and job in jobs_of(gpio)
