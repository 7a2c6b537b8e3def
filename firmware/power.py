"""How much current a chain of lights may draw, and how far a frame must be dimmed to keep to it.

The model: each light draws ``idle_ma`` while dark, and each of its colours a current of its own at full light, in
proportion below. Currents are counted in 255ths of a milliampere, so that a step of a colour is a whole number.

A limit that followed each frame would pump: a blinking light would make all the others breathe against it. So the limit
falls at once to what a frame needs, stays for two seconds after the last frame that needed it, and then rises slowly.
"""

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

CHANNEL_MA = (16, 11, 15, 15)
"""Milliamperes of red, green, blue and white at full light."""

IDLE_MA = const(1)
"""Milliamperes of a dark light."""

SUPPLY_MA = const(250)
"""What the host's USB port is asked for, in milliamperes."""

PICO_MA = const(40)
"""What of it the Pico, keypad and reader keep for themselves, in milliamperes."""

FULL_SCALE = const(16384)
"""A multiplier of light that dims nothing."""

_HOLD_MS = const(2000)


class Limiter:
    """Keeps one chain's frames within its budget.

    Args:
        lights: how many lights the chain has.
        budget_ma: what they may draw together.
        channel_ma: milliamperes of red, green, blue and, for chains that have it, white, each at full light.
        idle_ma: milliamperes of a dark light.

    Raises:
        ValueError: when the budget does not even hold the dark chain.
    """

    estimate_ma: int
    """Milliamperes that the frame last sent draws by the model, rounded up."""

    scale_permille: int
    """How much of the brightness asked for is left, 1000 when nothing is taken."""

    is_roomy: bool
    """Whether the frame last admitted fits even with every colour of every light rounded up."""

    def __init__(
        self, lights: int, budget_ma: int, channel_ma: "tuple[int, ...]" = CHANNEL_MA, idle_ma: int = IDLE_MA
    ) -> None:
        self.budget_ma = budget_ma
        self._red, self._green, self._blue = channel_ma[:3]
        self._white = channel_ma[3] if len(channel_ma) > 3 else 0
        self._idle = lights * idle_ma * 255
        # Diffused colours exceed the sum of their levels by less than one step each.
        step = self._red + self._green + self._blue + self._white
        self._room = budget_ma * 255 - self._idle - step
        if self._room < 0:
            raise ValueError(
                "%d lights draw %d mA even when dark, their budget is %d mA: give them a supply of their own "
                "and set budget_ma." % (lights, lights * idle_ma, budget_ma)
            )
        self._rounding = lights * step // 2 + 1
        # Room and demand lose so many low bits before they are divided that 30 bits hold the dividend.
        self._shift = 0
        while self._room >> self._shift > 0xFFFF:
            self._shift += 1
        self._ceiling = FULL_SCALE
        self._hold_ms = 0
        self.estimate_ma = lights * idle_ma
        self.scale_permille = 1000
        self.is_roomy = True

    def admit(self, sums: "Sequence[int]", multiplier: int, elapsed_ms: int) -> int:
        """Return the multiplier that the next frame is to use: ``multiplier``, or less.

        Args:
            sums: of the levels (256ths of a step) of red, green, blue and white over the chain, at full scale.
            multiplier: the scale that the brightness asks for, 0 to :data:`FULL_SCALE`.
            elapsed_ms: milliseconds since the frame before; more than 1000 count as 1000.
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
        # Twice the light in a second, which is slow enough to pass unseen.
        self._ceiling += (self._ceiling * elapsed_ms >> 10) + 1
        if self._ceiling > needed:
            self._ceiling = needed

    def record(self, sums: "Sequence[int]") -> None:
        """Take the sums of the steps of red, green, blue and white that a frame sends; set :attr:`estimate_ma`."""
        steps = self._red * sums[0] + self._green * sums[1] + self._blue * sums[2] + self._white * sums[3]
        self.estimate_ma = (self._idle + steps + 254) // 255


def share_out(chains: "dict[str, dict[str, Any]]", supply_ma: int = SUPPLY_MA) -> "dict[str, int]":
    """Return each chain's budget in milliamperes; budgets stay apart: one chain's light never changes another's.

    A chain with a ``budget_ma`` of its own keeps it: it is the word of whoever built its supply. The others share what
    the Pico leaves of the supply, each in proportion to its number of lights.

    Args:
        chains: for each name a dictionary with ``lights`` and perhaps ``budget_ma``.
        supply_ma: what the supply gives to the Pico and the chains that name no budget.
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
