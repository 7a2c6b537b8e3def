"""The free heap of a Pico after loading the firmware."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from firmware import loading
from tests.firmware.micropython_runs import run


def test_the_firmware_loads_into_the_heap_of_a_pico_and_leaves_half_of_it_in_one_piece(tmp_path: Path) -> None:
    """Loaded from its sources, which needs far more room than the compiled files of a real Pico do."""
    told = run("room_left", tmp_path)
    assert told["in use"] <= 110_000
    assert told["largest"] >= 65_536


def test_collections_are_left_to_the_loop_when_loading_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(gc, "threshold", told.append, raising=False)
    loading.begin()
    loading.end()
    assert told == [8192, -1]
