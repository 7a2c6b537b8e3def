"""A harness for a PIO program: a strict assembler, an eight-word FIFO fed by a late DMA, a waveform reader.

The emulator's own FIFO is endless, so a program that fails when words come late would pass in it. Here the FIFO holds
eight words, as the Pico's does when both halves are joined, and words arrive when the DMA brings them. A second, small
interpreter, held to the emulator edge by edge, makes runs of thousands of frames possible.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from pioemu import State, emulate
from riverlight.devices import pico_shims

ROOT = Path(__file__).parents[2]
FIFO_WORDS = 8
LATCH_NS = 300_000


# --- Assembling ---------------------------------------------------------------------------------------------------


class _Word:
    def __init__(self, bits: int, target: str | None = None) -> None:
        self.bits = bits
        self.target = target
        self.side_value: int | None = None
        self.delay_ticks = 0

    def side(self, value: int) -> _Word:
        self.side_value = value
        return self

    def __getitem__(self, ticks: int) -> _Word:
        self.delay_ticks = ticks
        return self


@dataclass(frozen=True)
class Program:
    """Machine words, and all settings of the state machine."""

    words: tuple[int, ...]
    wrap_target: int
    wrap: int
    settings: dict[str, Any]


def assemble(function: FunctionType, settings: dict[str, Any]) -> Program:
    """Assemble as the Pico's ``asm_pio`` does: the function sees the assembler's names and nothing else.

    Only what a one-pin output program uses is known: side-set on each word, jumps, ``out``, ``set``.
    """
    program: list[_Word] = []
    labels: dict[str, int] = {}
    wraps = {"target": 0, "wrap": -1}
    conditions = {"not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "not_osre": 7}
    registers = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4}

    def put(bits: int, target: str | None = None) -> _Word:
        program.append(_Word(bits, target))
        return program[-1]

    def jmp(condition: Any, target: str | None = None) -> _Word:
        return put(0, condition) if target is None else put(conditions[condition] << 5, target)

    names: dict[str, Any] = {
        "wrap_target": lambda: wraps.update(target=len(program)),
        "wrap": lambda: wraps.update(wrap=len(program) - 1),
        "label": lambda name: labels.__setitem__(name, len(program)),
        "jmp": jmp,
        "out": lambda target, count: put(0x6000 | registers[target] << 5 | count & 31),
        "set": lambda target, value: put(0xE000 | registers[target] << 5 | value),
        "nop": lambda: put(0xA042),
        **{name: name for name in (*conditions, *registers)},
    }
    FunctionType(function.__code__, {"__builtins__": {}, **names})()
    words = []
    for word in program:
        assert word.side_value is not None, "each word sets the pin"
        assert 0 <= word.delay_ticks <= 15, "one side-set bit leaves four bits of delay"
        address = 0 if word.target is None else labels[word.target]
        words.append(word.bits | address | word.side_value << 12 | word.delay_ticks << 8)
    return Program(tuple(words), wraps["target"], wraps["wrap"], settings)


def firmware_program() -> Program:
    """Return ``draw_frames`` of the firmware, assembled here from its own source."""
    pico_shims.install()
    caught: dict[str, Any] = {}

    def asm_pio(**settings: Any) -> Callable[[FunctionType], FunctionType]:
        caught["settings"] = settings

        def keep(function: FunctionType) -> FunctionType:
            caught["function"] = function
            return function

        return keep

    real = sys.modules["rp2"]
    stand_in = ModuleType("rp2")
    stand_in.__dict__.update(real.__dict__, asm_pio=asm_pio)
    pico_shims.load("firmware.ticks")
    sys.modules["rp2"] = stand_in
    try:
        path = ROOT / "firmware" / "pio_chain.py"
        specification = importlib.util.spec_from_file_location("pio_chain_source", path)
        assert specification is not None
        assert specification.loader is not None
        specification.loader.exec_module(importlib.util.module_from_spec(specification))
    finally:
        sys.modules["rp2"] = real
    return assemble(caught["function"], caught["settings"])


# --- Running ------------------------------------------------------------------------------------------------------


class StarvingDma:
    """Brings words to the FIFO, each ``lateness(index)`` ticks after it could.

    Attributes:
        dry_waits: how many times the state machine stood still for want of a word.
    """

    def __init__(self, words: Sequence[int], lateness: Callable[[int], int] | None = None) -> None:
        self._words = words
        self._lateness = lateness or (lambda _index: 0)
        self._next = 0
        self._had_room = True
        self._ready_at = self._lateness(0)
        self.dry_waits = 0

    def serve(self, fifo: deque[int], clock: int) -> None:
        """Put into ``fifo`` what has arrived by ``clock`` and finds room."""
        while not self.is_done and clock >= self._ready_at:
            if len(fifo) == FIFO_WORDS:
                self._had_room = False
                return
            fifo.append(self._words[self._next])
            self._next += 1
            if not self.is_done:
                self._ready_at = (self._ready_at if self._had_room else clock) + self._lateness(self._next)
            self._had_room = True

    @property
    def is_done(self) -> bool:
        """Whether every word is in the FIFO."""
        return self._next == len(self._words)


Edges = list[tuple[int, int]]
"""The wave: (tick, level) for each change, low before the first."""


def draw(program: Program, bits: int, dma: StarvingDma, *, idle_ticks: int = 4000) -> Edges:
    """Run ``program`` on the words of ``dma`` until it has stood still for ``idle_ticks`` with none left.

    Args:
        program: as :func:`assemble` makes it.
        bits: the state machine's ``pull_thresh``.
        dma: brings the words.
        idle_ticks: more than the pause after a frame.
    """
    fifo: deque[int] = deque()
    dma.serve(fifo, 0)
    edges: Edges = []
    level = 0
    still_since: int | None = None
    steps = emulate(
        list(program.words),
        stop_when=lambda _opcode, _state: False,
        initial_state=State(transmit_fifo=fifo),
        auto_pull=bool(program.settings["autopull"]),
        pull_threshold=bits,
        shift_osr_right=False,
        side_set_base=0,
        side_set_count=1,
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
    )
    for before, after in steps:
        if after.pin_values & 1 != level:
            level = after.pin_values & 1
            edges.append((before.clock, level))
        if after.program_counter != before.program_counter or not _is_dry(before, bits):
            still_since = None
        elif still_since is None:
            still_since = before.clock
            dma.dry_waits += not dma.is_done
        elif dma.is_done and after.clock - still_since > idle_ticks:
            return edges
        dma.serve(after.transmit_fifo, after.clock)
        assert len(after.transmit_fifo) <= FIFO_WORDS
    raise AssertionError("the emulator met a word that it does not know")


def _is_dry(state: State, bits: int) -> bool:
    return state.output_shift_register.counter >= bits and not state.transmit_fifo


_OUT, _SET, _JMP = 3, 7, 0
_ALWAYS, _X_DEC, _Y_DEC = 0, 2, 4
_X, _Y = 1, 2


def draw_quickly(program: Program, bits: int, dma: StarvingDma) -> Edges:
    """Draw as :func:`draw` does, by an interpreter of the few words that programs of one pin here use.

    Written from the RP2040 data sheet, section 3.4; it ends when the words do.
    """
    steps = [(word >> 13, word >> 5 & 7, word & 31, word >> 12 & 1, 1 + (word >> 8 & 15)) for word in program.words]
    fifo: deque[int] = deque()
    edges: Edges = []
    clock = level = pc = contents = 0
    shifted = 32
    dry_at = -2
    registers = [0, 0, 0]
    while True:
        dma.serve(fifo, clock)
        kind, field, value, side, ticks = steps[pc]
        if side != level:
            level = side
            edges.append((clock, level))
        following = program.wrap_target if pc == program.wrap else pc + 1
        if kind == _OUT:
            if shifted >= bits:
                if fifo:
                    contents, shifted = fifo.popleft(), 0
                elif dma.is_done:
                    return edges
                else:
                    dma.dry_waits += dry_at != clock - 1
                    dry_at = clock
                clock += 1  # the word arrives in this tick, and is shifted out from the next one on
                continue
            count = value or 32
            registers[field] = contents >> (32 - count)
            contents = contents << count & 0xFFFFFFFF
            shifted += count
            if shifted >= bits and fifo:
                contents, shifted = fifo.popleft(), 0
        elif kind == _SET:
            registers[field] = value
        else:
            assert kind == _JMP
            register = {_ALWAYS: 0, _X_DEC: _X, _Y_DEC: _Y}[field]
            if field == _ALWAYS or registers[register]:
                following = value
            if field != _ALWAYS:
                if value == pc:  # a jump to itself counts its register down to nothing
                    clock += registers[register] * ticks
                    registers[register] = 0
                    following = pc + 1
                registers[register] = (registers[register] - 1) & 0xFFFFFFFF
        clock += ticks
        pc = following


# --- Reading the wave ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Timing:
    """A part's data sheet, in nanoseconds: (least, most) for the high and low time of a 0 and a 1."""

    name: str
    high_0: tuple[int, int]
    low_0: tuple[int, int]
    high_1: tuple[int, int]
    low_1: tuple[int, int]
    reset_ns: int


TIMINGS = (
    Timing("WS2812B", (250, 550), (700, 1000), (650, 950), (300, 600), 50_000),
    Timing("WS2812B-V5", (220, 380), (580, 1000), (580, 1000), (580, 1000), 280_000),
    Timing("SK6812", (150, 450), (750, 1050), (450, 750), (450, 750), 80_000),
)


@dataclass(frozen=True)
class Clock:
    """A state machine's clock: every tick falls on a cycle of the system clock, with its fractional divider."""

    system_hz: int
    asked_hz: int

    def ns(self, tick: int) -> float:
        """Return the time of ``tick``, as the divider's accumulator places it."""
        divider_256 = self.system_hz * 256 // self.asked_hz
        return (tick * divider_256 >> 8) * 1e9 / self.system_hz


@dataclass
class Reading:
    """What a chain of lights would have understood.

    Attributes:
        frames: for each latch, the bits received.
        gaps_ns: the low time at each latch.
        strays: pulses and pauses outside the data sheet, in words.
        longest_wait_ns: the longest low time between two bits of one frame.
    """

    frames: list[str]
    gaps_ns: list[float]
    strays: list[str]
    longest_wait_ns: float


def read_wave(edges: Edges, clock: Clock, timing: Timing, *, may_wait: bool = False) -> Reading:
    """Read ``edges`` as a light of ``timing`` does: each bit by its high time, a latch by a long low time.

    Args:
        edges: the wave, ending low.
        clock: turns ticks into time.
        timing: the part.
        may_wait: whether low times may be longer than the table's, as they are when words come late.
    """
    frames, gaps, strays = [""], [], []
    longest_wait = 0.0
    for index in range(0, len(edges) - 1, 2):
        (rise, up), (fall, down) = edges[index : index + 2]
        assert (up, down) == (1, 0), "edges alternate"
        high = clock.ns(fall) - clock.ns(rise)
        bit = int(high > (timing.high_0[1] + timing.high_1[0]) / 2)
        least, most = timing.high_1 if bit else timing.high_0
        if not least <= high <= most:
            strays.append(f"bit {index // 2} is high for {high:.0f} ns")
        frames[-1] += str(bit)
        if index + 2 >= len(edges):
            break
        low = clock.ns(edges[index + 2][0]) - clock.ns(fall)
        if low >= timing.reset_ns:
            frames.append("")
            gaps.append(low)
            continue
        longest_wait = max(longest_wait, low)
        least, most = timing.low_1 if bit else timing.low_0
        if low < least or (low > most and not may_wait):
            strays.append(f"bit {index // 2} is followed by {low:.0f} ns low")
    return Reading(frames, gaps, strays, longest_wait)


def bits_of_words(words: Iterable[int], bits: int) -> str:
    """Return the upper ``bits`` bits of each word, in the order of the wire."""
    return "".join(format(word, "032b")[:bits] for word in words)


def colours(bits: str, order: str) -> list[SimpleNamespace]:
    """Return the colours of a chain whose lights read ``bits``: attributes named by the letters of ``order``."""
    assert len(bits) % (8 * len(order)) == 0, "whole lights only"
    lights = []
    for start in range(0, len(bits), 8 * len(order)):
        steps = [int(bits[start + 8 * place : start + 8 * place + 8], 2) for place in range(len(order))]
        lights.append(SimpleNamespace(**dict(zip(order, steps, strict=True))))
    return lights
