"""The parts of the Pico's ``rp2`` that the firmware uses: the PIO assembler, state machines, DMA.

A DMA transfer to a state machine calls :data:`on_frame` with ``(state_machine_id, words)`` when it is triggered, and
stays active for the time that the state machine takes to send them, less the FIFO's depth. The PIO program is not run
here: a test verifies its wave form in a PIO emulator, from the words that this assembler makes.
"""

from array import array

import clock

on_frame = None
"""Called with each frame: a sequence of 32-bit words, valid until it returns."""

_FIFO_WORDS = 8
_BIT_NS = 1250


class PIOASMError(Exception):
    """A PIO program that cannot be assembled."""


class PIO:
    """Constants, and one of the two PIO blocks."""

    JOIN_NONE = 0
    JOIN_TX = 1
    JOIN_RX = 2
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    IN_LOW = 0
    IN_HIGH = 1
    OUT_LOW = 2
    OUT_HIGH = 3

    def __init__(self, id):  # noqa: A002 - the Pico's own name
        self.id = id

    def remove_program(self, program=None):
        """Free the program's memory."""


class Program:
    """An assembled program: ``words`` (array of 16 bits), its wrap, and the arguments of asm_pio."""

    def __init__(self, words, wrap_target, wrap, side_count, side_optional, settings):
        self.words = words
        self.wrap_target = wrap_target
        self.wrap = wrap
        self.side_count = side_count
        self.side_optional = side_optional
        self.settings = settings


class _Instruction:
    def __init__(self, word, condition_of_jump=None):
        self.word = word
        self.label = condition_of_jump
        self.side_value = None
        self.delay_cycles = 0

    def side(self, value):
        self.side_value = value
        return self

    def delay(self, cycles):
        self.delay_cycles = cycles
        return self

    __getitem__ = delay


_JUMPS = {"not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "not_osre": 7}
_IN_SOURCES = {"pins": 0, "x": 1, "y": 2, "null": 3, "isr": 6, "osr": 7}
_OUT_TARGETS = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6, "exec": 7}
_MOV_TARGETS = {"pins": 0, "x": 1, "y": 2, "exec": 4, "pc": 5, "isr": 6, "osr": 7}
_MOV_SOURCES = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
_SET_TARGETS = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_WAITS = {"gpio": 0, "pin": 1, "irq": 2}


class _Assembler:
    def __init__(self):
        self.instructions = []
        self.labels = {}
        self.wrap_target_at = 0
        self.wrap_at = None

    def add(self, word, label=None):
        instruction = _Instruction(word, label)
        self.instructions.append(instruction)
        return instruction

    def jmp(self, condition, label=None):
        if label is None:
            return self.add(0, condition)
        return self.add(_JUMPS[condition] << 5, label)

    def names(self):
        add = self.add
        names = {
            "label": self.label,
            "wrap_target": self.wrap_target,
            "wrap": self.wrap,
            "jmp": self.jmp,
            "nop": lambda: add(0xA042),
            "wait": lambda level, source, index: add(0x2000 | level << 7 | _WAITS[source] << 5 | index),
            "in_": lambda source, count: add(0x4000 | _IN_SOURCES[source] << 5 | count & 31),
            "out": lambda target, count: add(0x6000 | _OUT_TARGETS[target] << 5 | count & 31),
            "push": lambda *flags: add(0x8000 | sum(flags or (0x20,)) & 0x60),
            "pull": lambda *flags: add(0x8080 | sum(flags or (0x20,)) & 0x60),
            "mov": lambda target, source: add(0xA000 | _MOV_TARGETS[target] << 5 | self.source(source)),
            "set": lambda target, value: add(0xE000 | _SET_TARGETS[target] << 5 | value & 31),
            "invert": lambda source: _MOV_SOURCES[source] | 8,
            "reverse": lambda source: _MOV_SOURCES[source] | 16,
            "block": 0x20,
            "noblock": 0x80,  # outside the mask above: the bit means "not blocking" inverted
            "iffull": 0x40,
            "ifempty": 0x40,
        }
        for table in (_JUMPS, _IN_SOURCES, _OUT_TARGETS, _MOV_TARGETS, _MOV_SOURCES, _WAITS):
            for name in table:
                names[name] = name
        return names

    def source(self, source):
        return source if isinstance(source, int) else _MOV_SOURCES[source]

    def label(self, name):
        self.labels[name] = len(self.instructions)

    def wrap_target(self):
        self.wrap_target_at = len(self.instructions)

    def wrap(self):
        self.wrap_at = len(self.instructions) - 1

    def program(self, side_count, settings):
        optional = side_count > 0 and any([step.side_value is None for step in self.instructions])
        side_bits = side_count + (1 if optional else 0)
        words = array("H")
        for step in self.instructions:
            if step.delay_cycles >= 1 << (5 - side_bits):
                raise PIOASMError("a delay of %d does not fit beside %d side bits" % (step.delay_cycles, side_bits))
            word = step.word | step.delay_cycles << 8
            if step.side_value is not None:
                word |= step.side_value << (13 - side_bits)
                if optional:
                    word |= 1 << 12
            if step.label is not None:
                word |= self.labels[step.label]
            words.append(word)
        if len(words) > 32:
            raise PIOASMError("a program has at most 32 words, this one %d" % len(words))
        wrap = len(words) - 1 if self.wrap_at is None else self.wrap_at
        return Program(words, self.wrap_target_at, wrap, side_count, optional, settings)


def asm_pio(**settings):
    """Assemble the decorated function; return a :class:`Program`."""

    def assemble(function):
        assembler = _Assembler()
        names = function.__globals__
        kept = names.copy()
        names.update(assembler.names())
        try:
            function()
        finally:
            names.clear()
            names.update(kept)
        side = settings.get("sideset_init")
        side_count = 0 if side is None else len(side) if isinstance(side, (tuple, list)) else 1
        return assembler.program(side_count, settings)

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
        self._until_us = 0

    def pack_ctrl(self, default=None, **fields):
        """Return the fields packed: only the DREQ number and the size, which are all that tests check."""
        if fields.get("size", 2) != 2:
            raise ValueError("LED words are 32 bits: size must be 2, not %d" % fields["size"])
        return (default or 0) | 1 | fields.get("treq_sel", 0x3F) << 15 | (1 << 4 if fields.get("inc_read", True) else 0)

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set the given fields; ``trigger=True`` starts the transfer."""
        self._see_that_it_is_open()
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
        self._see_that_it_is_open()
        if value is not None:
            if value:
                self._start()
            else:
                self._until_us = 0
        return clock.now_us() < self._until_us

    def close(self):
        """Release the channel."""
        if self.channel is not None:
            self._free.append(self.channel)
            self.channel = None

    def _see_that_it_is_open(self):
        if self.channel is None:
            raise ValueError("this DMA channel has been closed")

    def _start(self):
        machine_id = self.write.id
        if self.ctrl >> 15 & 0x3F != (machine_id >> 2 << 3 | machine_id & 3):
            raise ValueError("the DMA waits for another request than that of state machine %d" % machine_id)
        bits = self.write.settings.get("pull_thresh", self.write.program.settings.get("pull_thresh", 32))
        drawn = self.count - _FIFO_WORDS
        self._until_us = clock.now_us() + (drawn * bits * _BIT_NS // 1000 if drawn > 0 else 1)
        if on_frame is not None:
            on_frame(machine_id, memoryview(self.read)[: self.count])
