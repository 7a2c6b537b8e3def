"""95 % confidence intervals of means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["Interval", "mean_interval"]

_NORMAL: Final = 1.96


class Interval(NamedTuple):
    """A mean, and the ends of its 95 % confidence interval; both equal the mean if there are too few values."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


def mean_interval(groups: Sequence[Sequence[float]]) -> Interval:
    """Return the mean of all values with its confidence interval.

    Args:
        groups: values that are correlated within a group, such as games of one seed, but independent between groups.
            Not empty.
    """
    count, values = len(groups), sum(map(len, groups))
    mean = sum(map(sum, groups)) / values
    if count < 2:
        return Interval(mean, mean, mean)
    squares = sum((sum(group) - len(group) * mean) ** 2 for group in groups)
    error = math.sqrt(squares * count / (count - 1)) / values
    # Student's t by the first terms of its expansion, accurate to 1 % from 6 groups on.
    reach = (_NORMAL + (_NORMAL**3 + _NORMAL) / (4 * (count - 1))) * error
    return Interval(mean, mean - reach, mean + reach)
