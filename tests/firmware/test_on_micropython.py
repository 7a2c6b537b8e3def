"""The firmware under a real MicroPython with no more heap than a Pico's."""

from __future__ import annotations

from pathlib import Path

from shared_rules.digest import digest
from tests.firmware.flash import put_board
from tests.firmware.micropython_runs import run
from tests.firmware.test_stage import blob, role_frame, show


def digest_of_toy_frame() -> str:
    return digest(role_frame(show(0, [20, 21], ends=12)))


def test_thirty_seconds_of_frames_allocate_nothing(tmp_path: Path) -> None:
    """Faults that others met: per-frame allocation until memory is full."""
    put_board(tmp_path, blob())
    told = run("quiet_frames", tmp_path)
    assert told["ms"] >= 2000 * 17
    assert told["after"] == told["before"]


def test_all_that_can_come_in_one_run_on_the_heap_of_a_pico(tmp_path: Path) -> None:
    """Faults that others met: Ctrl-C, noise, the watchdog. Keys, lights and searches keep their times meanwhile."""
    (tmp_path / "compiled.board").write_bytes(blob())
    told = run("whole_run", tmp_path)
    assert told["hash before"] == ""
    assert told["hash after"] == told["hash expected"]
    assert told["keys"] == 40
    assert told["worst key us"] <= 25_000
    assert told["worst show us"] <= 25_000
    assert told["worst gap us"] <= 17_000
    assert told["lit"] == {"t": "lit", "p": "main", "r": 39, "d": digest_of_toy_frame()}
    assert told["bad"] > 0
    assert told["free"] > 0
    assert told["in use"] <= 150 * 1024
    assert told["grown"] <= 256
    assert told["ctrl-c"] == told["ctrl-c after crash"] == "KeyboardInterrupt"
    assert told["timers after ctrl-c"] == 0
    assert told["crash"].startswith("IndexError: ")
    assert "whole_run.py" in told["crash"]
    assert told["watchdog"] == "SystemExit"
