"""Current limiter: estimate a frame's current, and dim it to the chain's budget.

The model: each light draws ``idle_ma`` while dark, plus a current per colour proportional to its level. Currents are
counted in 255ths of a milliampere, so that a step of a colour is an integer.

A limit that followed each frame would pump: a blinking light would modulate all others. So the limit drops at once to
what a frame needs, holds for two seconds after the last frame that needed it, and then rises slowly.
"""

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

CHANNEL_MA = (16, 11, 15, 15)
"""Milliamperes of red, green, blue and white at full light."""

LEAST_CHANNEL_MA = const(3)
"""Minimum plausible current per colour at full light; less would make the estimate useless."""

IDLE_MA = const(1)
"""Milliamperes of a dark light."""

SUPPLY_MA = const(250)
"""Default supply: the budget on the host's USB port, in milliamperes."""

PICO_MA = const(40)
"""The share of Pico, keypad and reader in the supply, in milliamperes."""

FULL_SCALE = const(16384)
"""The multiplier for no dimming."""

_HOLD_MS = const(2000)


class Limiter:
    """Limits the frames of one chain to its budget.

    Args:
        lights: number of lights of the chain.
        budget_ma: their maximum total current.
        channel_ma: milliamperes of red, green, blue and, if present, white, each at full light.
        idle_ma: milliamperes of a dark light.

    Raises:
        ValueError: if the budget is less than the current of the dark chain.
    """

    estimate_ma: int
    """Estimated current of the last frame in milliamperes, rounded up."""

    scale_permille: int
    """The share of the requested brightness that is left, 1000 without dimming."""

    is_roomy: bool
    """Whether the last admitted frame fits even if every colour of every light is rounded up."""

    def __init__(
        self, lights: int, budget_ma: int, channel_ma: "tuple[int, ...]" = CHANNEL_MA, idle_ma: int = IDLE_MA
    ) -> None:
        self.budget_ma = budget_ma
        self._red, self._green, self._blue = channel_ma[:3]
        self._white = channel_ma[3] if len(channel_ma) > 3 else 0
        self._idle = lights * idle_ma * 255
        # With error diffusion each colour exceeds the sum of its levels by less than one step.
        step = self._red + self._green + self._blue + self._white
        self._room = budget_ma * 255 - self._idle - step
        if self._room < 0:
            raise ValueError(
                "%d lights draw %d mA even when dark, their budget is %d mA: give them a supply of their own "
                "and set budget_ma." % (lights, lights * idle_ma, budget_ma)
            )
        self._rounding = lights * step // 2 + 1
        # Low bits that room and demand lose before the division, so that the dividend fits into 30 bits.
        self._shift = 0
        while self._room >> self._shift > 0xFFFF:
            self._shift += 1
        self._ceiling = FULL_SCALE
        self._hold_ms = 0
        self.estimate_ma = lights * idle_ma
        self.scale_permille = 1000
        self.is_roomy = True

    def admit(self, sums: "Sequence[int]", multiplier: int, elapsed_ms: int) -> int:
        """Return the multiplier of the next frame: ``multiplier`` or less.

        Args:
            sums: full-scale levels (256ths of a step) of red, green, blue and white, summed over the chain.
            multiplier: the requested scale, 0 to :data:`FULL_SCALE`.
            elapsed_ms: milliseconds since the previous frame; more than 1000 count as 1000.
        """
        demand = (
            self._red * ((sums[0] >> 8) + 1)
            + self._green * ((sums[1] >> 8) + 1)
            + self._blue * ((sums[2] >> 8) + 1)
            + self._white * ((sums[3] >> 8) + 1)
        )
        fit = FULL_SCALE
        if demand > self._room:
            fit = ((self._room >> self._shift) << 14) // ((demand >> self._shift) + 1)
        needed = fit if fit < multiplier else FULL_SCALE
        if needed <= self._ceiling and needed < FULL_SCALE:
            self._ceiling = needed
            self._hold_ms = _HOLD_MS
        elif self._ceiling < FULL_SCALE:
            self._release(needed, elapsed_ms)
        if multiplier > self._ceiling:
            self.is_roomy = False
            self.scale_permille = self._ceiling * 1000 // multiplier
            return self._ceiling
        drawn = ((demand >> 8) + 1) * ((multiplier >> 6) + 1)
        self.is_roomy = drawn + self._rounding <= self._room
        self.scale_permille = 1000
        return multiplier

    def _release(self, needed: int, elapsed_ms: int) -> None:
        if elapsed_ms > 1000:
            elapsed_ms = 1000
        if self._hold_ms > 0:
            self._hold_ms -= elapsed_ms
            return
        # Doubles in a second, too slow to be noticed.
        self._ceiling += (self._ceiling * elapsed_ms >> 10) + 1
        if self._ceiling > needed:
            self._ceiling = needed

    def record(self, sums: "Sequence[int]") -> None:
        """Set :attr:`estimate_ma` from the sums of the steps of a frame's colours."""
        steps = self._red * sums[0] + self._green * sums[1] + self._blue * sums[2] + self._white * sums[3]
        self.estimate_ma = (self._idle + steps + 254) // 255


def share_out(chains: "dict[str, dict[str, Any]]", supply_ma: int = SUPPLY_MA) -> "dict[str, int]":
    """Return the budget of each chain in milliamperes.

    Budgets are fixed, so that one chain's light never changes another's. A ``budget_ma`` in the settings is kept; the
    other chains share the supply, less the Pico's part, in proportion to their number of lights.

    Args:
        chains: for each name a dictionary with ``lights`` and optionally ``budget_ma``.
        supply_ma: the supply of the Pico and the chains without ``budget_ma``.
    """
    budgets = {}
    sharing = 0
    for name, chain in chains.items():
        budget_ma = chain.get("budget_ma")
        if budget_ma is None:
            sharing += chain["lights"]
        else:
            budgets[name] = budget_ma
    for name, chain in chains.items():
        if name not in budgets:
            budgets[name] = (supply_ma - PICO_MA) * chain["lights"] // sharing
    return budgets


def make_limiters(chains: "dict[str, dict[str, Any]]", supply_ma: int = SUPPLY_MA) -> "dict[str, Limiter]":
    """Return each chain's limiter, by name; see :func:`share_out` for their budgets.

    Args:
        chains: for each name a dictionary with ``lights`` and optionally ``order``, ``budget_ma``, ``channel_ma`` and
            ``idle_ma``.
        supply_ma: the supply of the Pico and the chains without ``budget_ma``.

    Raises:
        ValueError: if a budget is less than the current of the dark chain.
    """
    budgets = share_out(chains, supply_ma)
    limiters = {}
    for name, chain in chains.items():
        limiters[name] = Limiter(
            chain["lights"],
            budgets[name],
            chain.get("channel_ma", CHANNEL_MA)[: len(chain.get("order", "GRB"))],  # white only if present
            chain.get("idle_ma", IDLE_MA),
        )
    return limiters
