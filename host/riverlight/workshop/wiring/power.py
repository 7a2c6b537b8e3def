"""What a built board draws, and what supply, fuses and wire follow.

One model with the firmware: budgets, idle current and the current of each colour go to the Pico as settings, and the
Pico's own limiter (``firmware.power``) decides whether a chain fits. Three figures a chain: *typical*, what a game
draws; *limited*, what the limiter lets any frame draw; *worst*, all lights at full white without the limiter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from firmware import power
from riverlight.errors import BoardError
from riverlight.workshop.wiring.electrical import TRUNK_MARGIN, fuse_for, supply_for, wire_for
from riverlight.workshop.wiring.model import Build, Chain
from riverlight.workshop.wiring.sensors import three_volts_ma

__all__ = [
    "LIMIT_MA",
    "PLANNED_MA",
    "USB_MA",
    "Budget",
    "budget_of",
    "budgets_ma",
    "channels_ma",
    "fuse_of",
    "light_ma_of",
    "refuse_overload",
    "supply_of",
    "total_of",
]

PLANNED_MA: Final[Mapping[int, int]] = {3: 60, 4: 80}
"""Milliamperes of a light at full white by its number of colours, as the trade plans: 20 a colour (WS2812B, SK6812RGBW
data sheets: 12 to 20). A build with a measured figure uses that."""

TYPICAL_SHARE: Final = 0.6 / sum(power.CHANNEL_MA[:3])
"""The share of its full white that a light averages over a game: the mean of the estimates that the simulated Pico
reports during ``riverlight demo canyon --seed 3``, 150 lights at brightness 160, before any limiting."""

LIMIT_MA: Final = 10
"""Of a light, on a supply of its own: several times what a game draws, and enough for full brightness in daylight."""

USB_MA: Final = 500
"""What a USB port gives a device at most (USB 2.0, section 7.2.1)."""


class Budget(NamedTuple):
    """Milliamperes at 5 V."""

    typical: int
    limited: int
    worst: int


def light_ma_of(order: str, measured_ma: int = 0) -> int:
    """Return the milliamperes of one light at full white: the measured figure, or the planning figure of its kind."""
    return measured_ma or PLANNED_MA[len(order)]


def channels_ma(order: str, light_ma: int) -> tuple[int, ...]:
    """Return what the settings say of red, green, blue and white, together no less than ``light_ma``.

    The colours keep the proportions of the firmware's defaults.
    """
    usual = power.CHANNEL_MA[: len(order)]
    scaled = [ceil(part * max(0, light_ma - power.IDLE_MA) / sum(usual)) for part in power.CHANNEL_MA]
    return tuple(max(power.LEAST_CHANNEL_MA, part) for part in scaled)


def budgets_ma(lights: tuple[int, ...], is_usb: bool) -> tuple[int, ...]:
    """Return what each chain may draw, given the lights of all.

    On USB power they share what the Pico leaves of the firmware's own limit, as :func:`firmware.power.share_out` does;
    else each gets :data:`LIMIT_MA` a light, rounded up to a tenth of an ampere.
    """
    if is_usb:
        return tuple(power.share_out({str(n): {"lights": count} for n, count in enumerate(lights)}).values())
    return tuple(-(-count * LIMIT_MA // 100) * 100 for count in lights)


def refuse_overload(chains: Mapping[str, Mapping[str, Any]], supply_ma: int, channel_ma: Sequence[int]) -> None:
    """Refuse chains that the Pico's limiter would refuse, in its own words; see :func:`firmware.power.make_limiters`.

    Raises:
        BoardError: when a budget does not hold even the dark chain.
    """
    try:
        power.make_limiters(
            {name: {**chain, "channel_ma": tuple(channel_ma)} for name, chain in chains.items()}, supply_ma
        )
    except ValueError as error:
        raise BoardError(str(error)) from error


def budget_of(chain: Chain) -> Budget:
    """Return what a chain draws."""
    typical = power.IDLE_MA + TYPICAL_SHARE * (chain.light_ma - power.IDLE_MA)
    return Budget(
        typical=min(round(chain.lights * typical), chain.budget_ma),
        limited=chain.budget_ma,
        worst=chain.lights * chain.light_ma,
    )


def total_of(build: Build) -> Budget:
    """Return what the board draws from the supply of its lights, and the Pico with it where it lives on the same."""
    own = power.PICO_MA + ceil(three_volts_ma(build.parts)) if build.is_usb or build.is_one_supply else 0
    budgets = [budget_of(chain) for chain in build.chains]
    return Budget(*(sum(budget[place] for budget in budgets) + own for place in range(3)))


def fuse_of(chain: Chain) -> float:
    """Return the amperes of the fuse of each feed of a chain, which carries its equal part or its nearest lights'."""
    return fuse_for(max(chain.shares_ma))


def supply_of(chains: Sequence[Chain], own_ma: int) -> tuple[float, float]:
    """Return the amperes of the supply for all chains, and the cross section of the unfused wires from it."""
    supply_a = supply_for(sum(chain.budget_ma for chain in chains) + own_ma, max(map(fuse_of, chains)))
    return supply_a, wire_for(supply_a * TRUNK_MARGIN)
