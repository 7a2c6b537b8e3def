"""Ticks in ms or µs, which wrap around: calculate only with these functions."""

from time import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us

__all__ = ["sleep_us", "ticks_add", "ticks_diff", "ticks_ms", "ticks_us"]
