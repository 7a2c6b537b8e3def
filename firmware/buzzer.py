"""A passive buzzer: a tick for a press that is taken, a low tone for what is refused.

It is silent on a board whose secrets a sound could tell (PYR-18).
"""

from machine import PWM, Pin

from firmware import pins
from firmware.ticks import ticks_diff
from shared_rules.compat import const

_TICK_HZ = const(2400)
_TICK_MS = const(15)
_REFUSED_HZ = const(220)
_REFUSED_MS = const(180)
_HALF = const(32768)  # of the time high: the loudest


class Buzzer:
    """The buzzer; nothing here waits.

    Attributes:
        is_allowed: whether it may sound at all.
    """

    def __init__(self) -> None:
        self.is_allowed = True
        self._pwm = PWM(Pin(pins.BUZZER, Pin.OUT, value=0))
        self._since_ms = 0
        self._length_ms = 0

    def tick(self, now_ms: int) -> None:
        """Tell that a press was taken."""
        self._sound(_TICK_HZ, _TICK_MS, now_ms)

    def refuse(self, now_ms: int) -> None:
        """Tell that something was refused."""
        self._sound(_REFUSED_HZ, _REFUSED_MS, now_ms)

    def _sound(self, hertz: int, length_ms: int, now_ms: int) -> None:
        if self.is_allowed:
            self._pwm.freq(hertz)
            self._pwm.duty_u16(_HALF)
            self._since_ms = now_ms
            self._length_ms = length_ms

    def pump(self, now_ms: int) -> None:
        """Be silent again when the sound has lasted long enough."""
        if self._length_ms > 0 and ticks_diff(now_ms, self._since_ms) >= self._length_ms:
            self.stop()

    def stop(self) -> None:
        """Be silent."""
        self._length_ms = 0
        self._pwm.duty_u16(0)
