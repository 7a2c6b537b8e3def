"""How long keys and lines take between a person, the firmware and the host: over the simulated Pico's real line.

The firmware runs under MicroPython on this machine, so its own computing is quicker than on a Pico; the waits that its
loop makes (scan, debounce, frame) are a Pico's.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from riverlight.devices import interpreter
from riverlight.devices.client import DeviceClient
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico

from firmware import pins
from tests.tools.bench.rows import Row, skipped

ESTIMATE = "estimate: the waits are a Pico's, the computing is this machine's, quicker than a Pico's"
TRIES = 40
LINES = 400
BUDGET_MS = 25
PATIENCE_S = 5.0
BELAY_MS = 4.2  # belay's mean round trip, as its readme gives it

_LIGHTS = 120
_GAP_S = 0.06
_FIVE = (pins.ROWS[1], pins.COLUMNS[1])


def _key_to_line_ms(pico: SimulatedPico, client: DeviceClient) -> list[float]:
    """Close a key's contact at odd moments; return the milliseconds up to its line."""
    times = []
    for turn in range(TRIES):
        time.sleep(_GAP_S + turn * 0.0007)
        began = time.perf_counter()
        pico.hold(_FIVE)
        assert client.press(PATIENCE_S) is not None
        times.append((time.perf_counter() - began) * 1e3)
        pico.let_go(_FIVE)
    return times


def _line_to_frame_ms(pico: SimulatedPico, client: DeviceClient) -> list[float]:
    """Ask for one light after the other; return the milliseconds up to the frame that shows it."""
    shown: list[float] = []
    wanted = 0

    def see(_chain: int, words: object) -> None:
        if words[wanted + 1] and not words[_LIGHTS - wanted]:  # type: ignore[index]
            shown.append(time.perf_counter())

    times = []
    for turn in range(TRIES):
        wanted = turn
        time.sleep(turn * 0.0007)
        pico.on_frame = see
        del shown[:]
        began = time.perf_counter()
        client.probe(p="main", i=turn, c=0xFFFFFF)
        deadline = began + PATIENCE_S
        while not shown:
            assert time.perf_counter() < deadline
            time.sleep(0.0005)
        times.append((shown[0] - began) * 1e3)
        pico.on_frame = None
    return times


def _round_trips_per_second(client: DeviceClient) -> float:
    began = time.perf_counter()
    for _ in range(LINES):
        client.pulse()
    return LINES / (time.perf_counter() - began)


def rows() -> Iterator[Row]:
    """Yield the time from key to line, from line to frame, and the lines answered in a second."""
    found = interpreter.find()
    if not found.is_micropython:
        yield skipped("key to line, line to frame", "no MicroPython is installed")
        return
    with tempfile.TemporaryDirectory() as name:
        settings = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": _LIGHTS}]}
        (Path(name) / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        with SimulatedPico(Path(name)) as pico, DeviceClient(open_serial(pico.port), pico.port) as client:
            client.hello(PATIENCE_S)
            time.sleep(0.5)  # by then frames come at their full rate
            keys, frames = _key_to_line_ms(pico, client), _line_to_frame_ms(pico, client)
            rate = _round_trips_per_second(client)
    for what, times in (("key to line", keys), ("line to frame", frames)):
        remark = f"{ESTIMATE}; median; the longest of {TRIES} was {max(times):.1f} ms; at most {BUDGET_MS} ms"
        yield Row(what, f"{median(times):.1f} ms", remark=remark)
    yield Row("line and answer", f"{1000 / rate:.2f} ms", f"{BELAY_MS} ms", f"1/{rate * BELAY_MS / 1000:.1f}", "belay")
    yield Row("lines answered a second", f"{rate:.0f}", remark=f"one after the other, {LINES} of them")
