"""The parts of the Pico's ``rp2`` that the firmware uses: the PIO assembler, state machines, DMA.

A DMA transfer to a state machine calls :data:`on_frame` with ``(state_machine_id, words)`` when it is triggered, and
stays active for the time that the state machine takes to send them, less the FIFO's depth. The PIO program is not run
here: a test verifies its wave form in a PIO emulator, from the words that this assembler makes.
"""

import sys

import clock

on_frame = None
"""Called with each frame: a sequence of 32-bit words, valid until it returns."""

assembler = None
"""The module that assembles, where it is loaded at the start because it cannot be imported later."""

_FIFO_WORDS = 8
_BIT_NS = 1250


class PIOASMError(Exception):
    """A PIO program that cannot be assembled."""


class PIO:
    """The constants that the firmware uses, and one of the two PIO blocks."""

    JOIN_TX = 1
    SHIFT_LEFT = 0
    OUT_LOW = 2

    def __init__(self, id):  # noqa: A002 - the Pico's own name
        self.id = id

    def remove_program(self, program=None):
        """Free the program's memory."""


class Program:
    """An assembled program: ``words`` (array of 16 bits), its wrap, and the arguments of asm_pio."""

    def __init__(self, words, wrap_target, wrap, settings):
        self.words = words
        self.wrap_target = wrap_target
        self.wrap = wrap
        self.settings = settings


def asm_pio(**settings):
    """Assemble the decorated function; return a :class:`Program`."""

    def assemble(function):
        if assembler is not None:
            return assembler.assemble(function, settings)
        import pio_assembler  # noqa: PLC0415 - in a Pico's ROM: here it must not stay on the heap

        try:
            return pio_assembler.assemble(function, settings)
        finally:
            if sys.implementation.name == "micropython":
                del sys.modules["pio_assembler"]

    return assemble


class StateMachine:
    """One of the eight state machines: stores its settings."""

    def __init__(self, id, program=None, **settings):  # noqa: A002 - the Pico's own name
        if not 0 <= id < 8:
            raise ValueError("StateMachine out of range")
        self.id = id
        self._active = 0
        if program is not None:
            self.init(program, **settings)

    def init(self, program, freq=-1, **settings):
        """Set the program, the clock in Hz and the pins."""
        self.program = program
        self.freq = freq
        self.settings = settings

    def active(self, value=None):
        """Start or stop; return whether it runs."""
        if value is not None:
            self._active = 1 if value else 0
        return bool(self._active)

    def restart(self):
        """Restart at the program's first word."""


class DMA:
    """One of the twelve DMA channels."""

    _free = list(range(12))

    def __init__(self):
        if not self._free:
            raise OSError(16)
        self.channel = self._free.pop(0)
        self.read = self.write = None
        self.count = 0
        self.ctrl = 0
        self.until_us = 0

    def pack_ctrl(self, default=None, **fields):
        """Return the fields packed: only the DREQ number and the size, which are all that tests check."""
        if fields.get("size", 2) != 2:
            raise ValueError("LED words are 32 bits: size must be 2, not %d" % fields["size"])
        return (default or 0) | 1 | fields.get("treq_sel", 0x3F) << 15 | (1 << 4 if fields.get("inc_read", True) else 0)

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set the given fields; ``trigger=True`` starts the transfer."""
        self._check()
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self.count = count
        if ctrl is not None:
            self.ctrl = ctrl
        if trigger:
            self._start()

    def active(self, value=None):
        """Return whether the transfer runs; ``active(1)`` starts it again, ``active(0)`` stops it."""
        self._check()
        if value is not None:
            if value:
                self._start()
            else:
                self.until_us = 0
        return clock.now_us() < self.until_us

    def close(self):
        """Release the channel."""
        if self.channel is not None:
            self._free.append(self.channel)
            self.channel = None

    def _check(self):
        if self.channel is None:
            raise ValueError("this DMA channel has been closed")

    def _start(self):
        number = self.write.id
        if self.ctrl >> 15 & 0x3F != (number >> 2 << 3 | number & 3):
            raise ValueError("the DMA waits for another request than that of state machine %d" % number)
        bits = self.write.settings.get("pull_thresh", self.write.program.settings.get("pull_thresh", 32))
        drawn = self.count - _FIFO_WORDS
        self.until_us = clock.now_us() + (drawn * bits * _BIT_NS // 1000 if drawn > 0 else 1)
        if on_frame is not None:
            on_frame(number, memoryview(self.read)[: self.count])
