"""The parts of the Pico's ``machine`` that the firmware uses, based on :mod:`clock` and :mod:`matrix`."""

import clock
import matrix

PWRON_RESET = 1
WDT_RESET = 3

cause = PWRON_RESET
"""The value of :func:`reset_cause`; may be set before the firmware starts."""

identity = b"\xe6\x61\x64\x08\x43\x2f\x5a\x21"
"""The value of :func:`unique_id`."""

# Made in advance: the watchdog resets from a hard Timer, which must not allocate.
_RESET = SystemExit("machine.reset")


def reset():
    """Restart the board: raises a SystemExit that the caller handles as a restart."""
    raise _RESET


def soft_reset():
    """Restart the interpreter only, so that the port stays: raises another SystemExit."""
    raise SystemExit("machine.soft_reset")


def reset_cause():
    """Return the cause of the last reset."""
    return cause


def unique_id():
    """Return the board's 8-byte id."""
    return identity


def freq():
    """Return the CPU frequency in Hz."""
    return 125000000


mem16 = {0x50100090: 1 << 10}
"""16-bit registers; the USB controller always has a packet for the host, because nothing here models its reads."""

on_bitstream = None
"""Called with the pin number and the bytes that :func:`bitstream` sends."""


def bitstream(pin, encoding, timing, data):  # noqa: ARG001 - only one encoding and one kind of strip are known here
    """Send bytes bit by bit, as LED strips receive them."""
    if on_bitstream is not None:
        on_bitstream(pin.id, data)


spi_device = None
"""The device on SPI 0: ``transfer(out, into)`` receives bytes and meanwhile fills ``into``, None for a write.

It reads its chip select in :mod:`matrix`. Without a device the line reads 0.
"""


sensors = bytearray(32)
"""A bit for each position of the sensor chain on SPI 0: 1 for a magnet."""


class SPI:
    """A hardware SPI connected to :data:`spi_device` or the sensor chain."""

    def __init__(self, id, **settings):  # noqa: A002, ARG002
        self.id = id

    def readinto(self, into):
        """Read the sensor chain: a magnet pulls its input low."""
        for at in range(len(into)):
            into[at] = sensors[at] ^ 255

    def write_readinto(self, out, into):
        """Send ``out`` and store the bytes received in ``into``."""
        if spi_device is not None:
            spi_device.transfer(out, into)
        else:
            for at in range(len(into)):
                into[at] = 0

    def write(self, out):
        """Send ``out``."""
        if spi_device is not None:
            spi_device.transfer(out, None)


tones = []
"""The settings of all PWM pins ever used: [pin, frequency in Hz, duty of 65535]."""


class PWM:
    """A PWM pin."""

    def __init__(self, pin, freq=0, duty_u16=0):
        self._tone = [pin.id, freq, duty_u16]
        tones.append(self._tone)

    def freq(self, hertz):
        """Set the frequency."""
        self._tone[1] = hertz

    def duty_u16(self, duty):
        """Set the duty cycle, of 65535; 0 is silence."""
        self._tone[2] = duty

    def deinit(self):
        """Release the pin."""
        self._tone[2] = 0


_PULLS = {None: matrix.FLOATING, 1: matrix.HIGH, 2: matrix.LOW}


class Pin:
    """A pin of the simulated board; its wiring is in :mod:`matrix`."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):  # noqa: A002 - the Pico's own name
        self.id = id
        self.mode = self.IN
        if mode != -1 or pull != -1 or value is not None:
            self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        """Set mode, pull and value; omitted ones are unchanged."""
        if mode != -1:
            self.mode = mode
            if mode == self.IN:
                matrix.drive[self.id] = matrix.FLOATING
        if pull != -1:
            matrix.pull[self.id] = _PULLS[pull]
        if value is not None:
            self.value(value)
        elif mode == self.OUT:
            self.value(0)

    def value(self, level=None):
        """Return the level read, or set the output level; an open drain set to 1 floats."""
        if level is None:
            return matrix.level(self.id)
        if self.mode == self.IN:
            return None
        if level:
            matrix.drive[self.id] = matrix.FLOATING if self.mode == self.OPEN_DRAIN else matrix.HIGH
        else:
            matrix.drive[self.id] = matrix.LOW
        return None

    __call__ = value

    def on(self):
        """Drive high."""
        self.value(1)

    def off(self):
        """Drive low."""
        self.value(0)


class Timer:
    """A software timer. Hard callbacks run with the heap locked if the interpreter supports that."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **settings):  # noqa: A002 - the Pico's own name
        if id != -1:
            raise ValueError("Timer doesn't exist")
        self._alarm = None
        if settings:
            self.init(**settings)

    def init(self, *, mode=PERIODIC, period=-1, freq=-1, callback=None, hard=False):
        """Start: ``period`` in milliseconds or ``freq`` in Hz; ``callback(timer)``."""
        self.deinit()
        period_us = 1000000 // freq if freq > 0 else period * 1000
        if period_us <= 0:
            raise ValueError("a Timer needs a period of 1 ms or more, or a freq")
        repeat_us = period_us if mode == self.PERIODIC else 0
        self._alarm = clock.call_at(clock.now_us() + period_us, callback, self, repeat_us, hard)

    def deinit(self):
        """Stop the timer; no effect if it is stopped."""
        if self._alarm is not None:
            clock.cancel(self._alarm)
            self._alarm = None
