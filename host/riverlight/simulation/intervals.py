"""How certain a mean is: intervals that hold the true value in 95 of 100 runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["Interval", "mean_interval"]

_NORMAL: Final = 1.96


class Interval(NamedTuple):
    """A mean, and the ends of its 95 % interval; both are the mean where there are too few values to tell."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


def mean_interval(groups: Sequence[Sequence[float]]) -> Interval:
    """Return the mean of all values with its interval.

    Args:
        groups: values that belong together, as those of games of one seed: between groups they are independent. Not
            empty.
    """
    count, values = len(groups), sum(map(len, groups))
    mean = sum(map(sum, groups)) / values
    if count < 2:
        return Interval(mean, mean, mean)
    squares = sum((sum(group) - len(group) * mean) ** 2 for group in groups)
    error = math.sqrt(squares * count / (count - 1)) / values
    # Student's t by the first terms of its expansion, good to 1 % from 6 groups on.
    reach = (_NORMAL + (_NORMAL**3 + _NORMAL) / (4 * (count - 1))) * error
    return Interval(mean, mean - reach, mean + reach)
