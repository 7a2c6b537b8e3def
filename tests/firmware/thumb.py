"""Runs viper functions as the Pico's processor does: the machine code of mpy-cross, on 32 bits, counting cycles.

On a 64-bit machine MicroPython's viper is 64 bits wide and hides an overflow; here a register has 32. The cycles are
those of a Cortex-M0+ with its code and data in memory that does not wait (ARM's technical reference manual, table 3-1),
as on the RP2040, whose multiplier takes one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

CLOCK_HZ = 125_000_000

_CODE = 0x20000000
_STACK = 0x20010000
_TABLES = 0x20010000
_BUFFERS = 0x20011000
_HELPERS = 0xF0000000
_RETURN = 0xFFFFFFFE
_TO_NATIVE, _TO_OBJECT = 3, 4  # where py/nativeglue.h has them among the helpers
_VIPER = 2
_WORD = 0xFFFFFFFF


# --- Finding the code in an .mpy file -----------------------------------------------------------------------------


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 4

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        value = 0
        while True:
            (byte,) = self.take(1)
            value = value << 7 | byte & 127
            if byte < 128:
                return value

    def constant(self) -> None:
        (kind,) = self.take(1)
        if kind == 10:  # a tuple
            for _ in range(self.number()):
                self.constant()
        elif kind > 4:  # anything with a length; strings and bytes end in a zero
            self.take(self.number() + (kind in (5, 6)))

    def codes(self) -> Iterator[bytes]:
        head = self.number()
        kind, has_children, length = head & 3, head & 4, head >> 3
        code = self.take(length)
        if kind:
            self.number()
        if kind == _VIPER:
            yield code
        if has_children:
            for _ in range(self.number()):
                yield from self.codes()


def viper_functions(mpy: bytes) -> list[bytes]:
    """Return the machine code of each viper function of an .mpy file, in the order of the source."""
    assert mpy[:2] == b"M\x06", "an .mpy file of version 6"
    reader = _Reader(mpy)
    names, constants = reader.number(), reader.number()
    for _ in range(names):
        length = reader.number()
        if not length & 1:
            reader.take((length >> 1) + 1)
    for _ in range(constants):
        reader.constant()
    return list(reader.codes())


# --- Running it ---------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """What a call came to.

    Attributes:
        result: the number returned.
        cycles: of the processor's clock.
    """

    result: int
    cycles: int


def _signed(value: int) -> int:
    return value - (1 << 32) if value & 0x80000000 else value


class Processor:
    """Registers, flags and memory; knows the instructions that MicroPython's emitter writes."""

    def __init__(self) -> None:
        self.memory = bytearray(0x20000)
        self.registers = [0] * 16
        self.negative = self.zero = self.carry = self.overflow = False
        self.cycles = 0

    def load(self, address: int, size: int) -> int:
        """Return the number of ``size`` bytes at ``address``."""
        at = address - _CODE
        assert 0 <= at <= len(self.memory) - size, f"a read at {address:#x}"
        assert address % size == 0, "an M0+ reads aligned words only"
        return int.from_bytes(self.memory[at : at + size], "little")

    def store(self, address: int, size: int, value: int) -> None:
        """Write the low ``size`` bytes of ``value``."""
        at = address - _CODE
        assert 0 <= at <= len(self.memory) - size, f"a write at {address:#x}"
        assert address % size == 0, "an M0+ writes aligned words only"
        self.memory[at : at + size] = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")

    def call(self, code: bytes, *arguments: int | bytearray | array[int]) -> Run:
        """Run a viper function; buffers are copied in, and back when it returns."""
        self.memory[: len(code)] = code
        places: list[tuple[int, bytearray | array[int]]] = []
        values = []
        free = _BUFFERS
        for argument in arguments:
            if isinstance(argument, int):
                values.append(argument)
                continue
            raw = memoryview(argument).cast("B")
            self.memory[free - _CODE : free - _CODE + len(raw)] = raw
            places.append((free, argument))
            values.append(free)
            free += (len(raw) + 15) & ~15
        # The function object leads to its module's context, that to the constants, the first of them to the helpers.
        context, constants, helpers, passed = _TABLES, _TABLES + 0x100, _TABLES + 0x200, _TABLES + 0x800
        for at in range(0, 0x80, 4):
            self.store(context + at, 4, context if at == 4 else constants)
            self.store(constants + at, 4, helpers)
        for at in range(0x100):
            self.store(helpers + 4 * at, 4, _HELPERS + 8 * at | 1)
        for at, value in enumerate(values):
            self.store(passed + 4 * at, 4, value)
        self.registers[:4] = [context, len(values), 0, passed]
        self.registers[13], self.registers[14], self.registers[15] = _STACK, _RETURN, _CODE
        self.cycles = 0
        while self.registers[15] != _RETURN:
            if self.registers[15] >= _HELPERS:
                self._help((self.registers[15] - _HELPERS) // 8)
            else:
                self._step()
        for place, argument in places:
            raw = memoryview(argument).cast("B")
            raw[:] = self.memory[place - _CODE : place - _CODE + len(raw)]
        return Run(_signed(self.registers[0]), self.cycles)

    def _help(self, number: int) -> None:
        # Objects stand for themselves here, so turning them into numbers and back changes nothing.
        assert number in (_TO_NATIVE, _TO_OBJECT), f"a call of helper {number}: not in an inner loop, surely"
        self.registers[15] = self.registers[14] & ~1

    # One method for each of the encodings' groups; the group is in the highest bits.

    def _step(self) -> None:
        at = self.registers[15]
        word = self.load(at, 2)
        self.registers[15] = at + 2
        self.cycles += 1
        group = word >> 12
        if group <= 1:
            self._shift_or_add(word)
        elif group <= 3:
            self._immediate(word)
        elif word >> 10 == 0b010000:
            self._arithmetic(word)
        elif word >> 10 == 0b010001:
            self._high(word)
        elif word >> 11 == 0b01001:
            self._put(word >> 8 & 7, self.load((at + 4 & ~3) + (word & 255) * 4, 4), 1)
        elif group == 5:
            self._by_register(word)
        elif group <= 9:
            self._by_offset(word)
        elif group == 10:
            base = self.registers[13] if word & 0x800 else at + 4 & ~3
            self.registers[word >> 8 & 7] = base + (word & 255) * 4
        elif group == 11:
            self._stack(word)
        elif group == 13:
            self._branch_if(word, at)
        elif word >> 11 == 0b11100:
            offset = (word & 0x7FF) - ((word & 0x400) << 1)
            self._jump(at + 4 + offset * 2, 1)
        else:
            raise AssertionError(f"an instruction that is not known: {word:#06x}")

    def _put(self, register: int, value: int, more_cycles: int = 0) -> None:
        self.registers[register] = value & _WORD
        self.cycles += more_cycles

    def _jump(self, target: int, more_cycles: int) -> None:
        self.registers[15] = target & ~1
        self.cycles += more_cycles

    def _flags(self, value: int) -> int:
        value &= _WORD
        self.zero, self.negative = value == 0, value >> 31 == 1
        return value

    def _add(self, left: int, right: int, carry: int) -> int:
        total = left + right + carry
        value = self._flags(total)
        self.carry = total > _WORD
        self.overflow = ~(left ^ right) & (left ^ value) & 0x80000000 != 0
        return value

    def _subtract(self, left: int, right: int) -> int:
        return self._add(left, ~right & _WORD, 1)

    def _shift_or_add(self, word: int) -> None:
        source, target = self.registers[word >> 3 & 7], word & 7
        operation, amount = word >> 11, word >> 6 & 31
        if operation == 3:
            right = amount & 7 if word & 0x400 else self.registers[amount & 7]
            is_minus = word & 0x200
            self.registers[target] = self._subtract(source, right) if is_minus else self._add(source, right, 0)
        elif operation == 0:
            self.registers[target] = self._flags(source << amount)
        elif operation == 1:
            self.registers[target] = self._flags(source >> (amount or 32))
        else:
            self.registers[target] = self._flags(_signed(source) >> (amount or 32))

    def _immediate(self, word: int) -> None:
        register, value = word >> 8 & 7, word & 255
        operation = word >> 11 & 3
        if operation == 0:
            self.registers[register] = self._flags(value)
        elif operation == 1:
            self._subtract(self.registers[register], value)
        elif operation == 2:
            self.registers[register] = self._add(self.registers[register], value, 0)
        else:
            self.registers[register] = self._subtract(self.registers[register], value)

    def _arithmetic(self, word: int) -> None:
        target, right = word & 7, self.registers[word >> 3 & 7]
        left = self.registers[target]
        operation = word >> 6 & 15
        shift = min(right & 255, 32)
        if operation == 10:
            self._subtract(left, right)
            return
        results = {
            0: lambda: self._flags(left & right),
            1: lambda: self._flags(left ^ right),
            2: lambda: self._flags(left << shift),
            3: lambda: self._flags(left >> shift),
            4: lambda: self._flags(_signed(left) >> shift),
            9: lambda: self._subtract(0, right),
            12: lambda: self._flags(left | right),
            13: lambda: self._flags(left * right),
            14: lambda: self._flags(left & ~right),
            15: lambda: self._flags(~right),
        }
        self.registers[target] = results[operation]()

    def _high(self, word: int) -> None:
        operation, source = word >> 8 & 3, self.registers[word >> 3 & 15]
        target = word & 7 | word >> 4 & 8
        if operation == 0:
            self._put(target, self.registers[target] + source)
        elif operation == 1:
            self._subtract(self.registers[target], source)
        elif operation == 2:
            self._put(target, source)
        else:
            if word & 0x80:
                self.registers[14] = self.registers[15] | 1
            self._jump(source, 1)

    def _by_register(self, word: int) -> None:
        address = self.registers[word >> 3 & 7] + self.registers[word >> 6 & 7] & _WORD
        target = word & 7
        operation = word >> 9 & 7
        size = (4, 2, 1)[operation & 3] if operation < 3 else (4, 2, 1)[(operation - 4) & 3]
        if operation < 3:
            self.store(address, size, self.registers[target])
        else:
            assert operation in (4, 5, 6), "signed loads are not the emitter's"
            self.registers[target] = self.load(address, size)
        self.cycles += 1

    def _by_offset(self, word: int) -> None:
        group, offset = word >> 12, word >> 6 & 31
        target, base = word & 7, self.registers[word >> 3 & 7]
        size = {6: 4, 7: 1, 8: 2, 9: 4}[group]
        if group == 9:
            target, base, offset = word >> 8 & 7, self.registers[13], word & 255
        if word & 0x800:
            self.registers[target] = self.load(base + offset * size, size)
        else:
            self.store(base + offset * size, size, self.registers[target])
        self.cycles += 1

    def _stack(self, word: int) -> None:
        if word >> 8 == 0xB0:
            offset = (word & 127) * 4
            self.registers[13] += -offset if word & 0x80 else offset
            return
        if word == 0xBF00:
            return
        names = [register for register in range(8) if word >> register & 1]
        if word >> 9 == 0xB4 >> 1:
            if word & 0x100:
                names.append(14)
            self.registers[13] -= 4 * len(names)
            for at, name in enumerate(names):
                self.store(self.registers[13] + 4 * at, 4, self.registers[name])
        else:
            assert word >> 9 == 0xBC >> 1, f"an instruction that is not known: {word:#06x}"
            if word & 0x100:
                names.append(15)
                self.cycles += 2
            for at, name in enumerate(names):
                self.registers[name] = self.load(self.registers[13] + 4 * at, 4)
            self.registers[13] += 4 * len(names)
            self.registers[15] &= ~1
        self.cycles += len(names)

    def _branch_if(self, word: int, at: int) -> None:
        holds = (
            self.zero,
            self.carry,
            self.negative,
            self.overflow,
            self.carry and not self.zero,
            self.negative == self.overflow,
            self.negative == self.overflow and not self.zero,
        )
        condition = word >> 8 & 15
        assert condition < 14, "neither undefined nor a system call"
        if holds[condition >> 1] != bool(condition & 1):
            offset = (word & 255) - ((word & 128) << 1)
            self._jump(at + 4 + offset * 2, 1)
