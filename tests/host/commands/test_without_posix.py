"""Every command works on a system without POSIX, as Windows is, or says in a sentence what does not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("without_posix.py")
WORKING = (
    "boards list",
    "boards check canyon",
    "device list",
    "device watch --press 1 --seconds 2",
    "demo niagara --seed 3 --json",
    "selfplay canyon --games 2 --seed 1",
    "games list",
    "play canyon --no-browser --http-port 0",
    "play canyon --port COM3 --no-browser --http-port 0",
)


def test_every_command_works_without_the_modules_that_windows_lacks(tmp_path: Path) -> None:
    lines = [*WORKING, "doctor", "device install --port COM3"]
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path / "data")],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert "Traceback" not in run.stderr, run.stderr
    answers = dict(zip(lines, map(json.loads, run.stdout.splitlines()), strict=True))
    for line in WORKING:
        assert answers[line][0] == 0, (line, answers[line])
    assert '"t":"key"' in answers["device watch --press 1 --seconds 2"][1]
    played = json.loads(answers["demo niagara --seed 3 --json"][1])
    assert (played["refused_keys"], played["sync_mismatches"], played["result"]["way"]) == (0, 0, "seven")
    assert "CPython" in answers["device list"][1]
    assert "The simulated Pico works" in answers["doctor"][1]
    assert "COM3" in answers["device install --port COM3"][1]
    assert "DeviceError" in answers["device install --port COM3"][1]
