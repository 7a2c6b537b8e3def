"""The part of the Pico's PIO assembler that the firmware uses: the instructions ``jmp``, ``out`` and ``set``."""

from array import array

from rp2 import PIOASMError, Program

_CONDITIONS = {"x_dec": 2, "y_dec": 4}
_PLACES = {"pins": 0, "x": 1, "y": 2}


def assemble(function, settings):
    """Return the :class:`rp2.Program` of a function written for ``asm_pio``, whose arguments ``settings`` are.

    Raises:
        PIOASMError: it is too long, or a delay does not fit.
    """
    lines = _Lines()
    names = function.__globals__
    before = names.copy()
    names.update(lines.names())
    try:
        function()
    finally:
        names.clear()
        names.update(before)
    side = settings.get("sideset_init")
    side_count = 0 if side is None else len(side) if isinstance(side, (tuple, list)) else 1
    return lines.program(side_count, settings)


class _Line:
    def __init__(self, word, label):
        self.word = word
        self.label = label
        self.level = None
        self.cycles = 0

    def side(self, level):
        self.level = level
        return self

    def __getitem__(self, cycles):
        self.cycles = cycles
        return self


class _Lines:
    def __init__(self):
        self.lines = []
        self.labels = {}
        self.start = 0
        self.end = None

    def add(self, word, label=None):
        self.lines.append(_Line(word, label))
        return self.lines[-1]

    def jmp(self, condition, label=None):
        if label is None:
            return self.add(0, condition)
        return self.add(_CONDITIONS[condition] << 5, label)

    def names(self):
        names = {
            "label": self.label,
            "wrap_target": self.wrap_target,
            "wrap": self.wrap,
            "jmp": self.jmp,
            "out": lambda place, count: self.add(0x6000 | _PLACES[place] << 5 | count & 31),
            "set": lambda place, value: self.add(0xE000 | _PLACES[place] << 5 | value & 31),
        }
        for table in (_CONDITIONS, _PLACES):
            for name in table:
                names[name] = name
        return names

    def label(self, name):
        self.labels[name] = len(self.lines)

    def wrap_target(self):
        self.start = len(self.lines)

    def wrap(self):
        self.end = len(self.lines) - 1

    def program(self, side_count, settings):
        optional = side_count > 0 and any([line.level is None for line in self.lines])
        bits = side_count + (1 if optional else 0)
        words = array("H")
        for line in self.lines:
            if line.cycles >= 1 << (5 - bits):
                raise PIOASMError("a delay of %d does not fit beside %d side bits" % (line.cycles, bits))
            word = line.word | line.cycles << 8
            if line.level is not None:
                word |= line.level << (13 - bits)
                if optional:
                    word |= 1 << 12
            if line.label is not None:
                word |= self.labels[line.label]
            words.append(word)
        if len(words) > 32:
            raise PIOASMError("a program has at most 32 words, this one %d" % len(words))
        return Program(words, self.start, len(words) - 1 if self.end is None else self.end, settings)
