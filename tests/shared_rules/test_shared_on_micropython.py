"""The same rules on the Pico's interpreter, within the Pico's heap."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.shared_rules import canyon_scenarios, niagara_scenarios, pyramid_scenarios

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "scenarios", [canyon_scenarios, niagara_scenarios, pyramid_scenarios], ids=lambda module: module.__name__
)
def test_both_interpreters_come_to_equal_digests(scenarios: Any) -> None:
    pytest.importorskip("micropython_unix", reason="there is no MicroPython for this machine")
    script = Path(scenarios.__file__)
    run = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-X", "heapsize=224K", str(script), str(ROOT)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    told = dict(row.split() for row in run.stdout.splitlines())
    assert told == {scenario.__name__: scenario() for scenario in scenarios.SCENARIOS}
