"""What a built board draws, and what supply, fuse and wire follow.

Three figures a chain: *typical*, what a game draws; *limited*, what the firmware's limiter lets any frame draw, by the
model of ``firmware.power``; *worst*, all lights full white with no limiter, which only a fault brings about.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from firmware import power
from riverlight.wiring.electrical import fuse_for, supply_for, wire_for
from riverlight.wiring.model import Build, Chain

__all__ = [
    "LIMIT_MA",
    "TYPICAL_MA",
    "USB_MA",
    "Budget",
    "Choice",
    "budget_of",
    "budgets_ma",
    "choice_for",
    "total_of",
]

TYPICAL_MA: Final = 1.6
"""Of a light over a game, in milliamperes, one of them while dark: the mean of the estimates that the simulated Pico's
pulses tell during ``riverlight demo canyon --seed 3``, 150 lights at brightness 160, before any limiting."""

LIMIT_MA: Final = 10
"""Of a light, on a supply of its own: six times what a game draws, and enough for full brightness in daylight."""

USB_MA: Final = 500
"""What a USB port gives a device at most (USB 2.0, section 7.2.1)."""

_WORST_MA: Final = sum(power.CHANNEL_MA[:3]) + power.IDLE_MA


class Budget(NamedTuple):
    """Milliamperes at 5 V."""

    typical: int
    limited: int
    worst: int


class Choice(NamedTuple):
    """What a supply of its own needs, in amperes and square millimetres."""

    supply_a: float
    fuse_a: float
    area_mm2: float


def budgets_ma(lights: tuple[int, ...], is_usb: bool) -> tuple[int, ...]:
    """Return what each chain may draw, given the lights of all.

    On USB power they share what the Pico leaves of the firmware's own limit, as :func:`firmware.power.share_out` does;
    else each gets :data:`LIMIT_MA` a light, rounded up to a tenth of an ampere.
    """
    if is_usb:
        return tuple(power.share_out({str(n): {"lights": count} for n, count in enumerate(lights)}).values())
    return tuple(-(-count * LIMIT_MA // 100) * 100 for count in lights)


def budget_of(chain: Chain) -> Budget:
    """Return what a chain draws."""
    return Budget(
        typical=min(round(chain.lights * TYPICAL_MA), chain.budget_ma),
        limited=chain.budget_ma,
        worst=chain.lights * _WORST_MA,
    )


def total_of(build: Build) -> Budget:
    """Return what the board draws from the supply of its lights; the Pico is on it on USB power alone."""
    own = power.PICO_MA if build.is_usb else 0
    budgets = [budget_of(chain) for chain in build.chains]
    return Budget(*(sum(budget[place] for budget in budgets) + own for place in range(3)))


def choice_for(limited_ma: int) -> Choice:
    """Return the supply, the fuse and the wire for what all chains may draw together."""
    fuse_a = fuse_for(limited_ma)
    return Choice(supply_for(limited_ma), fuse_a, wire_for(fuse_a))
