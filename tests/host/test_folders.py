"""Folders that pass: each goes with its process, however that ends, and none that somebody uses."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from riverlight.devices.simulated import SimulatedPico
from riverlight.folders import PassingFolder, hold

DEADLINE_S = 60.0

HOST = """
import json, sys, time
from riverlight.devices.simulated import SimulatedPico
from riverlight.folders import PassingFolder

with PassingFolder("demo") as folder, SimulatedPico() as pico:
    print(json.dumps([str(folder.path), str(pico.folder), pico.process_id]), flush=True)
    time.sleep(600)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary ones, for this process and those that it starts."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def wait_until(is_so: Callable[[], bool]) -> None:
    ends_at = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < ends_at
        time.sleep(0.02)


def lives(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{process_id}/stat").exists() or ") Z " not in Path(f"/proc/{process_id}/stat").read_text()


def test_a_folder_and_its_lock_go_in_the_end(temporary: Path) -> None:
    with PassingFolder("pico") as folder:
        (folder.path / "main.py").write_text("x")
        assert {path.suffix for path in temporary.iterdir()} == {"", ".lock"}
    assert list(temporary.iterdir()) == []
    folder.close()


def test_one_that_is_forgotten_goes_too(temporary: Path) -> None:
    folder = PassingFolder("pico")
    assert folder.path.is_dir()
    del folder
    gc.collect()
    assert list(temporary.iterdir()) == []


def test_what_somebody_holds_stays_and_what_nobody_holds_goes(temporary: Path) -> None:
    living = PassingFolder("pico")
    left = temporary / "riverlight-pico-left"
    left.mkdir()
    (left / "settings.json").write_text("{}")
    left.with_suffix(".lock").touch()
    stranger = temporary / "riverlight-pico-without_a_lock"
    stranger.mkdir()
    another = PassingFolder("mpy")
    names = {path.name for path in temporary.iterdir() if path.is_dir()}
    assert names == {living.path.name, another.path.name, stranger.name}
    for folder in (living, another):
        folder.close()


@pytest.mark.skipif(sys.platform == "win32", reason="this system always has locks")
def test_where_the_system_has_no_locks_folders_of_others_stay(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with PassingFolder("pico") as others:
        monkeypatch.setitem(sys.modules, "fcntl", None)
        PassingFolder("pico").close()
        assert others.path.is_dir()
    assert list(temporary.iterdir()) == []


def test_a_lock_is_held_by_one_alone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    one, other = (os.open(path, os.O_RDWR) for _ in range(2))
    hold(one)
    with pytest.raises((BlockingIOError, PermissionError)):
        hold(other)
    os.close(one)
    hold(other)
    os.close(other)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills otherwise")
def test_a_host_that_was_killed_leaves_no_process_and_the_next_start_clears_its_folders(temporary: Path) -> None:
    """Its simulated Pico ends by itself: its terminal is gone."""
    with subprocess.Popen([sys.executable, "-c", HOST], stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        demo, flash, process_id = json.loads(host.stdout.readline())
        wait_until((Path(flash) / "main.py").exists)
        with PassingFolder("pico"):
            assert Path(flash).is_dir(), "its host lives"
        host.kill()
    wait_until(lambda: not lives(process_id))
    assert Path(flash).is_dir()
    with SimulatedPico() as pico:
        assert not Path(flash).exists()
        assert not Path(demo).exists()
        assert pico.folder.is_dir()
    assert list(temporary.iterdir()) == []
