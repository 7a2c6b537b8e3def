"""Ten thousand random frames through every entry point, on both interpreters: in budget, no heap growth, same words."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from riverlight.devices import pico_shims

from tests.firmware import leds_drive

ROOT = Path(__file__).parents[2]
FRAMES = 15_000  # of which some are skipped: nothing changed

leds, power = pico_shims.load("firmware.leds", "firmware.power")


@cache
def seen_by_micropython() -> list[dict[str, Any]]:
    pytest.importorskip("micropython_unix", reason="there is no MicroPython interpreter for this machine")
    script = str(Path(leds_drive.__file__))
    shims = str(Path(pico_shims.__file__).parent)
    run = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-X", "heapsize=224K", script, shims, str(ROOT), str(FRAMES)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@cache
def seen_by_cpython(case: int) -> dict[str, Any]:
    return leds_drive.drive(leds, power, FRAMES, *leds_drive.CASES[case])


@pytest.mark.parametrize("case", range(3))
def test_every_frame_keeps_to_the_budget_and_tells_what_it_draws(case: int) -> None:
    """Field report 19: the current is recomputed from each frame's words."""
    _, _, budget_ma = leds_drive.CASES[case]
    for seen in (seen_by_cpython(case), seen_by_micropython()[case]):
        assert seen["sent"] > 10_000
        assert seen["worst_ua"] <= budget_ma * 1000
        assert seen["told_wrong"] == 0
        assert seen["dithered"] > FRAMES // 4
        assert seen["sent"] - seen["dithered"] > FRAMES // 10
        assert seen["late"] > 0
    limited = seen_by_cpython(case)["limited"]
    assert limited == 0 if case == 1 else limited > FRAMES // 4


@pytest.mark.parametrize("case", range(3))
def test_a_limited_chain_uses_its_budget(case: int) -> None:
    _, _, budget_ma = leds_drive.CASES[case]
    if case != 1:
        assert seen_by_cpython(case)["worst_ua"] > (budget_ma - 1) * 1000


@pytest.mark.parametrize("case", range(3))
def test_nothing_is_allocated_in_a_frame_and_memory_stays_flat(case: int) -> None:
    """Field report 21: the heap is locked in each of the frames, and no larger after thousands more of them."""
    assert seen_by_micropython()[case]["grown_bytes"] <= 0


@pytest.mark.parametrize("case", range(3))
def test_compiled_and_plain_functions_make_the_same_words(case: int) -> None:
    assert seen_by_micropython()[case]["digest"] == seen_by_cpython(case)["digest"]
