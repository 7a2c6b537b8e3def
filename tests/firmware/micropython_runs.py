"""Runs a scenario under a real MicroPython with no more heap than a Pico's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from riverlight.devices import pico_shims

ROOT = Path(__file__).parents[2]
SHIMS = Path(pico_shims.__file__).parent


def run(name: str, folder: Path, told: str = "") -> dict[str, Any]:
    """Run a scenario in ``folder``, which may read what it is ``told``; return what it printed last."""
    pytest.importorskip("micropython_unix", reason="no MicroPython on this machine")
    paths = f"import sys; sys.path[:0] = [{str(SHIMS)!r}, {str(ROOT)!r}]"
    start = f"{paths}; import firmware.loading; firmware.loading.begin(); import tests.firmware.scenarios.{name}"
    command = [sys.executable, "-m", "micropython_unix", "-X", "heapsize=224K", "-c", start]
    done = subprocess.run(command, cwd=folder, input=told, capture_output=True, text=True, timeout=120)
    last = done.stdout.splitlines()[-1] if done.stdout else ""
    assert last.startswith("{"), done.stdout[-2000:] + done.stderr[-2000:]
    measures: dict[str, Any] = json.loads(last)
    return measures
