"""Which interpreter runs the firmware: candidates prove themselves, names prove nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from riverlight.devices import interpreter


def script(tmp_path: Path, answer: str) -> tuple[str, ...]:
    """Return a command that takes whatever comes and gives one answer, as if from a raw REPL."""
    path = tmp_path / "candidate"
    path.write_text(f"import sys, time\nprint({answer!r}, end=chr(4) * 2, flush=True)\ntime.sleep(30)\n")
    return sys.executable, str(path)


@pytest.mark.skipif(not interpreter.candidates(), reason="no candidate is on this machine")
def test_a_real_micropython_is_found() -> None:
    found = interpreter.find()
    assert found.is_micropython
    assert found.name.startswith("MicroPython 1.")
    assert "heapsize=224K" in found.command


@pytest.mark.parametrize(
    "answer",
    [
        "riverlight micropython 1 27 42\r\n",  # too old
        "riverlight cpython 3 12 42\r\n",
        "OK\x04SyntaxError: invalid micropython decorator\r\n",  # no viper
        "",
    ],
)
def test_what_does_not_prove_itself_is_passed_over(tmp_path: Path, answer: str) -> None:
    assert interpreter.probe(script(tmp_path, answer)) is None


def test_what_proves_itself_is_taken(tmp_path: Path) -> None:
    found = interpreter.probe(script(tmp_path, "OKriverlight micropython 1 30 42\r\n"))
    assert found is not None
    assert found.name == "MicroPython 1.30"


def test_what_is_no_program_or_says_nothing_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "PROBE_SECONDS", 0.2)
    assert interpreter.probe((str(tmp_path / "nothing"),)) is None
    assert interpreter.probe((sys.executable, "-c", "import time; time.sleep(30)")) is None


def test_without_any_micropython_cpython_does_it_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "candidates", list)
    interpreter.find.cache_clear()
    try:
        found = interpreter.find()
    finally:
        interpreter.find.cache_clear()
    assert found == interpreter.CPYTHON
    assert found.name.startswith("CPython 3.")
