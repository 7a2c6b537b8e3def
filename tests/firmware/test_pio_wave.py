"""The waveform of LED data: timing within the data sheets, intact with late words, 300 µs reset after each frame."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from types import FunctionType

import adafruit_pioasm
import pytest
from riverlight.devices import pico_shims

from tests.firmware.pio_harness import (
    LATCH_NS,
    TIMINGS,
    Clock,
    Edges,
    Program,
    StarvingDma,
    assemble,
    bits_of_words,
    colours,
    draw,
    draw_quickly,
    firmware_program,
    read_wave,
)

(pio_chain,) = pico_shims.load("firmware.pio_chain")

PROGRAM = firmware_program()
CLOCKS = [Clock(hz, pio_chain.TICKS_PER_SECOND) for hz in (125_000_000, 133_000_000, 150_000_000, 200_000_000)]
PICO = CLOCKS[0]
COUNTS = (1, 2, 3, 4, 5, 8, 9, 10, 64, 150)
TICK_NS = 118

SAME_PROGRAM = """
.program draw_frames
.side_set 1
.fifo tx
.out 32 left auto 24
.wrap_target
    out y, 32        side 0
bit:
    out x, 1         side 0 [4]
    jmp x--, one     side 1 [2]
    jmp y--, bit     side 0 [2]
    jmp latch        side 0
one:
    jmp y--, bit     side 1 [2]
latch:
    set x, 4         side 0
hold:
    set y, 31        side 0
low:
    jmp y--, low     side 0 [15]
    jmp x--, hold    side 0
.wrap
"""


def frame_words(lights: int, bits: int, seed: int) -> list[int]:
    """Return a frame of random colours, its head before it."""
    chance = random.Random(seed)
    frame = list(pio_chain.new_frame(lights, bits))
    return frame[:1] + [chance.getrandbits(bits) << (32 - bits) for _ in range(lights)]


def test_two_assemblers_and_the_simulated_pico_make_the_same_words() -> None:
    """Ours sees only the names that the Pico's asm_pio gives, so the source is what the Pico accepts."""
    other = adafruit_pioasm.Program(SAME_PROGRAM)
    assert PROGRAM.words == tuple(other.assembled)
    assert PROGRAM.words == tuple(pio_chain.draw_frames.words)
    assert (PROGRAM.wrap_target, PROGRAM.wrap) == (other.pio_kwargs["wrap_target"], other.pio_kwargs["wrap"])
    assert other.pio_kwargs["auto_pull"] is PROGRAM.settings["autopull"] is True
    assert other.pio_kwargs["pull_threshold"] == PROGRAM.settings["pull_thresh"] == 24
    assert PROGRAM.settings["out_shiftdir"] == 0, "to the left: the highest bit goes first"
    assert PROGRAM.settings["fifo_join"] == 1, "eight words to send"


def test_four_chains_share_one_program_in_one_block() -> None:
    assert len(PROGRAM.words) <= 32


@pytest.mark.parametrize("bits", [24, 32])
@pytest.mark.parametrize("lights", COUNTS)
def test_every_bit_keeps_to_every_table(lights: int, bits: int) -> None:
    """High and low times, of a 0 and a 1, for each part, at each system clock, divider steps included."""
    words = frame_words(lights, bits, lights)
    edges = draw_soon(PROGRAM, bits, StarvingDma(words), lights)
    for timing in TIMINGS:
        for clock in CLOCKS:
            reading = read_wave(edges, clock, timing)
            assert reading.strays == []
            assert reading.frames == [bits_of_words(words[1:], bits)]


def test_a_bit_takes_eleven_ticks_and_a_one_is_twice_as_long_high() -> None:
    edges = draw(PROGRAM, 24, StarvingDma([23, 0x00FF0000]))
    rises = [tick for tick, level in edges if level]
    highs = [edges[i + 1][0] - edges[i][0] for i in range(0, len(edges), 2)]
    assert {after - before for before, after in itertools.pairwise(rises)} == {11}
    assert highs == [3] * 8 + [6] * 8 + [3] * 8
    assert abs(PICO.ns(1000) / 1000 - TICK_NS) < 0.01
    assert 1200 < 11 * TICK_NS < 1350


@pytest.mark.parametrize("lights", COUNTS)
def test_the_wire_rests_300_us_between_frames_however_fast_they_come(lights: int) -> None:
    """Field report 18: both frames are there at once, the program alone makes the gap."""
    first, second = frame_words(lights, 24, 1), frame_words(lights, 24, 2)
    edges = draw_soon(PROGRAM, 24, StarvingDma(first + second), lights)
    for timing in TIMINGS:
        for clock in CLOCKS:
            reading = read_wave(edges, clock, timing)
            assert reading.frames == [bits_of_words(first[1:], 24), bits_of_words(second[1:], 24)]
            assert len(reading.gaps_ns) == 1
            assert LATCH_NS <= reading.gaps_ns[0] < LATCH_NS * 1.05


def test_sixty_frames_a_second_leave_the_wire_idle_most_of_the_time() -> None:
    edges = draw_quickly(PROGRAM, 24, StarvingDma(frame_words(150, 24, 3)))
    assert PICO.ns(edges[-1][0]) + LATCH_NS < 5_100_000


def draw_soon(program: Program, bits: int, dma: StarvingDma, lights: int) -> Edges:
    """Draw: a long frame by the quick interpreter, which is compared with the emulator below."""
    return (draw if lights <= 10 else draw_quickly)(program, bits, dma)


def late_by(seed: int, *ticks: int) -> Callable[[int], int]:
    chance = random.Random(seed)
    return lambda _index: chance.choice(ticks)


@pytest.mark.parametrize(("lights", "bits"), [*((lights, 24) for lights in COUNTS), (4, 32), (9, 32), (64, 32)])
def test_late_words_only_lengthen_the_pause_between_lights(lights: int, bits: int) -> None:
    """Field reports 16 and 17: the FIFO runs dry again and again, no bit is stretched, every colour is right."""
    words = frame_words(lights, bits, lights) + frame_words(lights, bits, lights + 1)
    # A light takes 264 or 352 ticks: late by up to 1000 ticks, 118 µs, most words come after they are wanted.
    dma = StarvingDma(words, late_by(lights, 200, 400, 700, 1000))
    reading = read_wave(draw_soon(PROGRAM, bits, dma, lights), PICO, TIMINGS[1], may_wait=True)
    assert reading.strays == []
    assert reading.frames == [bits_of_words(words[1 : lights + 1], bits), bits_of_words(words[lights + 2 :], bits)]
    assert reading.gaps_ns[0] >= LATCH_NS
    if lights >= 5:
        assert dma.dry_waits > 1, "this DMA was meant to starve the wire"
        assert reading.longest_wait_ns > 10_000


def test_the_fifo_hides_a_dma_that_is_late_by_less_than_its_depth() -> None:
    """Seven words ahead are 217 µs: another DMA channel or the processor on the bus never shows on the wire."""
    lights = 64
    words = frame_words(lights, 24, 5)
    dma = StarvingDma(words, lambda index: 1700 if index in (20, 40) else 0)
    reading = read_wave(draw(PROGRAM, 24, dma), PICO, TIMINGS[0])
    assert reading.strays == []
    assert reading.frames == [bits_of_words(words[1:], 24)]


@pytest.mark.parametrize("bits", [24, 32])
@pytest.mark.parametrize("late_ticks", [(0,), (0, 300, 900)])
def test_the_quick_interpreter_draws_what_the_emulator_draws(bits: int, late_ticks: tuple[int, ...]) -> None:
    for lights in (1, 2, 9, 20):
        words = frame_words(lights, bits, lights) + frame_words(lights, bits, lights + 1)
        slow = draw(PROGRAM, bits, StarvingDma(words, late_by(lights, *late_ticks)))
        quick = draw_quickly(PROGRAM, bits, StarvingDma(words, late_by(lights, *late_ticks)))
        assert quick == slow


def test_ten_thousand_frames_under_traffic_are_all_read_right() -> None:
    """Field report 16: pauses just short of the strictest part's reset, wherever they fall, harm no frame."""
    chance = random.Random(16)
    part = TIMINGS[0]
    longest = int(part.reset_ns / TICK_NS) - 40
    bad = 0
    for batch in range(100):
        frames = [frame_words(chance.choice((1, 1, 2, 2, 3, 4, 9)), 24, 100 * batch + each) for each in range(100)]
        words = [word for frame in frames for word in frame]
        dma = StarvingDma(words, lambda _index: chance.choice((0, 300, chance.randrange(longest))))
        reading = read_wave(draw_quickly(PROGRAM, 24, dma), PICO, part, may_wait=True)
        assert reading.strays == []
        assert min(reading.gaps_ns) >= LATCH_NS
        bad += reading.frames != [bits_of_words(frame[1:], 24) for frame in frames]
    assert bad == 0


def test_colours_are_read_back_in_the_order_of_the_wire() -> None:
    """Field report 22: the wave is decoded here, from the program itself, by the data sheets' own times."""
    words = [23, 0x0A141E00]
    reading = read_wave(draw(PROGRAM, 24, StarvingDma(words)), PICO, TIMINGS[0])
    (light,) = colours(reading.frames[0], "GRB")
    assert (light.R, light.G, light.B) == (20, 10, 30)


# --- The harness would have noticed -------------------------------------------------------------------------------


def _waits_high() -> None:
    wrap_target()  # noqa: F821
    label("bit")  # noqa: F821
    out(x, 1).side(1)[2]  # noqa: F821
    jmp(x_dec, "one").side(0)[2]  # noqa: F821
    jmp("bit").side(0)[4]  # noqa: F821
    label("one")  # noqa: F821
    jmp("bit").side(1)[2]  # noqa: F821
    wrap()  # noqa: F821


def _with_no_rest() -> None:
    wrap_target()  # noqa: F821
    out(x, 1).side(0)[4]  # noqa: F821
    jmp(x_dec, "one").side(1)[2]  # noqa: F821
    jmp("zero").side(0)[2]  # noqa: F821
    label("one")  # noqa: F821
    nop().side(1)[2]  # noqa: F821
    label("zero")  # noqa: F821
    nop().side(0)  # noqa: F821
    wrap()  # noqa: F821


def faulty(function: FunctionType) -> Program:
    return assemble(function, {"autopull": True})


def test_the_harness_finds_a_program_that_waits_with_the_line_high() -> None:
    words = [0] * 20
    late = StarvingDma(words, lambda _index: 600)
    reading = read_wave(draw(faulty(_waits_high), 24, late), PICO, TIMINGS[1], may_wait=True)
    assert any("high" in stray for stray in reading.strays)


def test_the_harness_finds_a_program_that_joins_two_frames() -> None:
    first, second = frame_words(9, 24, 1)[1:], frame_words(9, 24, 2)[1:]
    reading = read_wave(draw(faulty(_with_no_rest), 24, StarvingDma(first + second)), PICO, TIMINGS[0], may_wait=True)
    assert len(reading.frames) == 1
