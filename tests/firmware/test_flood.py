"""Positions that arrive faster than their searches finish: the newest wins, and nothing old stays lit."""

from __future__ import annotations

import json
from pathlib import Path

import clock
import pytest
from riverlight.boards import shipped
from riverlight.devices.displayed_positions import expected_digest
from riverlight.devices.fitting import settings_for

from firmware.stage import Panel
from shared_rules import roles
from shared_rules.board import WATER
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench

STEP_US = 1600
"""What a step of a search may take on a Pico."""


@pytest.mark.parametrize("gap_ms", [0, 5, 20, 40])
def test_the_last_of_a_flood_of_positions_is_lit_within_200_ms_and_no_end_of_one_before(
    gap_ms: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    board = shipped("canyon").core
    put_board(tmp_path, bytes(board.blob))
    (tmp_path / "settings.json").write_text(json.dumps(settings_for(board)))
    step = Panel.step

    def slow_step(panel: Panel) -> str:
        clock.advance(STEP_US)
        return step(panel)

    monkeypatch.setattr(Panel, "step", slow_step)
    bench = Bench()
    bench.run(400)
    water = [space for space in range(board.n) if board.kinds[space] == WATER]
    panel = bench.app._stage.panel("main")
    assert panel is not None
    for revision in range(1, 13):
        position = {"g": "canyon", "c": [water[revision], water[40]], "s": 0, "a": 2, "n": 6, "m": 0}
        bench.send({"t": "show", "p": "main", "r": revision, **position})
        bench.run(gap_ms)
        if panel.is_busy:
            assert not {roles.END, roles.STAY} & set(panel._goal[::2]), "an end of another position"
    sent_at = clock.now
    bench.run(300)
    lit = bench.said("lit")[-1]
    assert (lit["r"], lit["d"]) == (12, expected_digest(board, position))
    assert bench.said_at("lit")[-1] - sent_at <= 200_000
