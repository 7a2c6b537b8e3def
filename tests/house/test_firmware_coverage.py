"""What runs on the Pico is tested line by line: a second run of some of its tests covers nearly all of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEAST_PERCENT = 95.0

# Tests that together pass through nearly all of it; what the others run can only be more.
FILES = (
    *("board_store", "boot", "free_play", "keypad", "leds_chain", "leds_light", "main_loop", "outbox", "power"),
    *("probe", "reader", "render", "sensors", "settings", "stage"),
)

# Those that look long at a few lines.
LONG = (
    "allocates",
    "bouncing",
    "first_seconds",
    "fits_the_heap",
    "half_a_minute",
    "healthy_loop",
    "held",
    "hold_together",
    "keep_their_times",
    "means_nothing",
    "tells_nothing",
    "three_times_a_second",
    "whatever_the_host",
)


def test_at_least_95_of_100_lines_of_the_firmware_are_run_by_its_tests(tmp_path: Path) -> None:
    pytest.importorskip("coverage", reason="coverage is not installed")
    coverage = [sys.executable, "-m", "coverage"]
    data = f"--data-file={tmp_path / 'coverage'}"
    # No interpreter of this run's own may be measured along, nor its worker's name be taken over.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST_"))}
    run = subprocess.run(
        [
            *(*coverage, "run", data, "--include=firmware/*", "-m", "pytest", "-q", "-p", "no:xdist"),
            *(f"tests/firmware/test_{name}.py" for name in FILES),
            *("-k", " and ".join(f"not {word}" for word in LONG), f"--basetemp={tmp_path / 'tests'}"),
        ],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    told = subprocess.run(
        [*coverage, "json", data, "-q", "-o", "-"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    found = json.loads(told.stdout)
    measured = {Path(name).name for name in found["files"]}
    assert {path.name for path in (ROOT / "firmware").glob("*.py")} <= measured, "a file that no test loads"
    thin = {
        name: [round(file["summary"]["percent_covered"]), file["missing_lines"]]
        for name, file in found["files"].items()
        if file["summary"]["percent_covered"] < LEAST_PERCENT
    }
    assert found["totals"]["percent_covered"] >= LEAST_PERCENT, thin
