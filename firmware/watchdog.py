"""The watchdog: restarts the Pico when the main loop has been silent for 8 s.

A hard Timer, not ``machine.WDT``: that one cannot be stopped, and would restart a Pico at its REPL or in an update.
"""

import machine
from machine import Timer

from firmware.ticks import ticks_diff, ticks_ms
from shared_rules.compat import const

SILENCE_MS = const(8000)
_PERIOD_MS = const(500)


class Watchdog:
    """Has to be fed while it runs."""

    def __init__(self) -> None:
        self._fed_at_ms = 0
        self._timer = Timer(-1)
        self._look_callback = self._look  # made once: a hard Timer must not allocate

    def start(self) -> None:
        """Begin to watch."""
        self.feed()
        self._timer.init(mode=Timer.PERIODIC, period=_PERIOD_MS, callback=self._look_callback, hard=True)

    def stop(self) -> None:
        """Watch no more."""
        self._timer.deinit()

    def feed(self) -> None:
        """Say that the loop is alive."""
        self._fed_at_ms = ticks_ms()

    def _look(self, _timer: Timer) -> None:
        if ticks_diff(ticks_ms(), self._fed_at_ms) >= SILENCE_MS:
            machine.reset()
