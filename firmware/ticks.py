"""Time in whole numbers of milli- or microseconds that wrap at 2**30: add and compare them by these alone."""

from time import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us

__all__ = ["sleep_us", "ticks_add", "ticks_diff", "ticks_ms", "ticks_us"]
