"""The Pico's ``time`` on the virtual clock: sleeps, and ticks that wrap at 2**30."""

import clock

_HALF = (clock.TICKS_MASK + 1) // 2


def ticks_us():
    """Return the microseconds since the start, wrapping."""
    return clock.now_us() & clock.TICKS_MASK


def ticks_ms():
    """Return the milliseconds since the start, wrapping."""
    return clock.now_us() // 1000 & clock.TICKS_MASK


def ticks_add(ticks, delta):
    """Return ``ticks`` moved by ``delta``."""
    return (ticks + delta) & clock.TICKS_MASK


def ticks_diff(end, start):
    """Return the signed distance from ``start`` to ``end``."""
    return ((end - start + _HALF) & clock.TICKS_MASK) - _HALF


def sleep_us(us):
    """Wait."""
    until_us = clock.now_us() + us
    while clock.now_us() < until_us:
        clock.wait(until_us)


def sleep_ms(ms):
    """Wait."""
    sleep_us(ms * 1000)


def sleep(seconds):
    """Wait."""
    sleep_us(int(seconds * 1000000))


def time():
    """Return whole seconds since the start: a Pico without a host has no date."""
    return clock.now_us() // 1000000
