"""A passive buzzer: a tick for an accepted key press, a low tone for a refusal.

It is silent on boards where a sound could reveal a secret (PYR-18).
"""

from machine import PWM, Pin

from firmware import pins
from firmware.ticks import ticks_diff
from shared_rules.compat import const

_TICK_HZ = const(2400)
_TICK_MS = const(15)
_REFUSED_HZ = const(220)
_REFUSED_MS = const(180)
_HALF = const(32768)  # a duty cycle of 50 %: the loudest


class Buzzer:
    """The buzzer; no method blocks.

    Attributes:
        is_allowed: whether it may sound.
    """

    def __init__(self) -> None:
        self.is_allowed = True
        self._pwm = PWM(Pin(pins.BUZZER, Pin.OUT, value=0))
        self._since_ms = 0
        self._length_ms = 0

    def tick(self, now_ms: int) -> None:
        """Sound the tick for an accepted press."""
        self._sound(_TICK_HZ, _TICK_MS, now_ms)

    def refuse(self, now_ms: int) -> None:
        """Sound the low tone for a refusal."""
        self._sound(_REFUSED_HZ, _REFUSED_MS, now_ms)

    def _sound(self, hertz: int, length_ms: int, now_ms: int) -> None:
        if self.is_allowed:
            self._pwm.freq(hertz)
            self._pwm.duty_u16(_HALF)
            self._since_ms = now_ms
            self._length_ms = length_ms

    def pump(self, now_ms: int) -> None:
        """Stop a sound whose time is up."""
        if self._length_ms > 0 and ticks_diff(now_ms, self._since_ms) >= self._length_ms:
            self.stop()

    def stop(self) -> None:
        """Stop the sound."""
        self._length_ms = 0
        self._pwm.duty_u16(0)
