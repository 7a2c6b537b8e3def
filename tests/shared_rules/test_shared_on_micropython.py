"""The same rules on the Pico's interpreter, within the Pico's heap."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared_rules import canyon_scenarios

ROOT = Path(__file__).parents[2]


def test_both_interpreters_come_to_equal_digests() -> None:
    pytest.importorskip("micropython_unix", reason="there is no MicroPython for this machine")
    script = ROOT / "tests" / "shared_rules" / "canyon_scenarios.py"
    run = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-X", "heapsize=224K", str(script), str(ROOT)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    told = dict(row.split() for row in run.stdout.splitlines())
    assert told == {scenario.__name__: scenario() for scenario in canyon_scenarios.SCENARIOS}
