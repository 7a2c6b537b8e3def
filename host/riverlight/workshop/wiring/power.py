"""The current of a build, and the supply, fuses and wire that it needs.

The model is shared with the firmware: budgets, idle current and the current of each colour are sent to the Pico as
settings, and the Pico's limiter (``firmware.power``) decides whether a chain fits. Three figures for each chain:
*typical*, in a game; *limited*, the limiter's maximum for any frame; *worst*, all lights at full white without the
limiter.
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
"""Current in mA of a light at full white by its number of colours; the usual planning figure is 20 a colour (WS2812B,
SK6812RGBW data sheets: 12 to 20). A build with a measured figure uses that instead."""

TYPICAL_SHARE: Final = 0.6 / sum(power.CHANNEL_MA[:3])
"""The average share of full white during a game: the mean of the estimates that the simulated Pico reports during
``riverlight demo canyon --seed 3``, 150 lights at brightness 160, before limiting."""

LIMIT_MA: Final = 10
"""For each light, on a separate supply: several times the current of a game, and full brightness in daylight."""

USB_MA: Final = 500
"""The most current that a USB port supplies (USB 2.0, section 7.2.1)."""


class Budget(NamedTuple):
    """Current in mA at 5 V."""

    typical: int
    limited: int
    worst: int


def light_ma_of(order: str, measured_ma: int = 0) -> int:
    """Return the current in mA of one light at full white: measured, or the planning figure of its kind."""
    return measured_ma or PLANNED_MA[len(order)]


def channels_ma(order: str, light_ma: int) -> tuple[int, ...]:
    """Return the settings' currents of red, green, blue and white, in total at least ``light_ma``.

    The colours have the proportions of the firmware's defaults.
    """
    usual = power.CHANNEL_MA[: len(order)]
    scaled = [ceil(part * max(0, light_ma - power.IDLE_MA) / sum(usual)) for part in power.CHANNEL_MA]
    return tuple(max(power.LEAST_CHANNEL_MA, part) for part in scaled)


def budgets_ma(lights: tuple[int, ...], is_usb: bool) -> tuple[int, ...]:
    """Return the current limit of each chain, given the numbers of lights.

    On USB power they share the firmware's limit less the Pico's own current, as :func:`firmware.power.share_out`; else
    each gets :data:`LIMIT_MA` a light, rounded up to a tenth of an ampere.
    """
    if is_usb:
        return tuple(power.share_out({str(n): {"lights": count} for n, count in enumerate(lights)}).values())
    return tuple(-(-count * LIMIT_MA // 100) * 100 for count in lights)


def refuse_overload(chains: Mapping[str, Mapping[str, Any]], supply_ma: int, channel_ma: Sequence[int]) -> None:
    """Refuse chains that the Pico's limiter would refuse, in its own words; see :func:`firmware.power.make_limiters`.

    Raises:
        BoardError: a budget is too small even for the dark chain.
    """
    try:
        power.make_limiters(
            {name: {**chain, "channel_ma": tuple(channel_ma)} for name, chain in chains.items()}, supply_ma
        )
    except ValueError as error:
        raise BoardError(str(error)) from error


def budget_of(chain: Chain) -> Budget:
    """Return the current of a chain."""
    typical = power.IDLE_MA + TYPICAL_SHARE * (chain.light_ma - power.IDLE_MA)
    return Budget(
        typical=min(round(chain.lights * typical), chain.budget_ma),
        limited=chain.budget_ma,
        worst=chain.lights * chain.light_ma,
    )


def total_of(build: Build) -> Budget:
    """Return the current from the lights' supply, with the Pico's if it is powered from the same."""
    own = power.PICO_MA + ceil(three_volts_ma(build.parts)) if build.is_usb or build.is_one_supply else 0
    budgets = [budget_of(chain) for chain in build.chains]
    return Budget(*(sum(budget[place] for budget in budgets) + own for place in range(3)))


def fuse_of(chain: Chain) -> float:
    """Return the rating in amperes of the fuse of each feed, which carries an equal share or its nearest lights'."""
    return fuse_for(max(chain.shares_ma))


def supply_of(chains: Sequence[Chain], own_ma: int) -> tuple[float, float]:
    """Return the rating of the supply for all chains, and the cross section of the unfused wires from it."""
    supply_a = supply_for(sum(chain.budget_ma for chain in chains) + own_ma, max(map(fuse_of, chains)))
    return supply_a, wire_for(supply_a * TRUNK_MARGIN)
