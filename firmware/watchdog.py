"""The watchdog: resets the Pico if the main loop does not feed it for 8 s.

A hard Timer, not ``machine.WDT``: that one cannot be stopped, and would reset a Pico at its REPL or during an update.

It also controls who handles Ctrl-C. MicroPython raises KeyboardInterrupt at any point of the program. In the callback
of a hard Timer it would be lost, and the rp2 port would not restart that Timer. So while the loop is alive, Ctrl-C is
an ordinary input byte, handled by the loop. Only if the loop hangs is it given back to MicroPython.
"""

import machine
import micropython
from machine import Timer

from firmware.ticks import ticks_diff, ticks_ms
from shared_rules.compat import const

SILENCE_MS = const(8000)
_PERIOD_MS = const(250)
_HANGS_MS = const(500)  # longer than a flash write
_CTRL_C = const(3)
_NO_KEY = const(-1)


def give_back_ctrl_c() -> None:
    """Let MicroPython raise KeyboardInterrupt for Ctrl-C, as at its REPL."""
    micropython.kbd_intr(_CTRL_C)


class Watchdog:
    """The watchdog; feed it while it runs."""

    def __init__(self) -> None:
        self._fed_at_ms = 0
        self._is_hanging = False
        self._timer = Timer(-1)
        self._look_callback = self._look  # bound once: a hard Timer must not allocate

    def start(self) -> None:
        """Start watching, and disable MicroPython's Ctrl-C."""
        micropython.kbd_intr(_NO_KEY)
        self.feed()
        self._timer.init(mode=Timer.PERIODIC, period=_PERIOD_MS, callback=self._look_callback, hard=True)

    def stop(self) -> None:
        """Stop watching; call :func:`give_back_ctrl_c` once all other Timers are stopped."""
        self._timer.deinit()

    def feed(self) -> None:
        """Report that the loop is alive."""
        self._fed_at_ms = ticks_ms()
        if self._is_hanging:
            self._is_hanging = False
            micropython.kbd_intr(_NO_KEY)

    def _look(self, _timer: Timer) -> None:
        silence_ms = ticks_diff(ticks_ms(), self._fed_at_ms)
        if silence_ms >= SILENCE_MS:
            machine.reset()
        elif silence_ms >= _HANGS_MS and not self._is_hanging:
            self._is_hanging = True
            give_back_ctrl_c()
