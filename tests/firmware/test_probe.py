"""Test lights, and the firmware's answers to probes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware import root_main
from tests.firmware.pico_bench import Bench


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.chdir(tmp_path)
    chains = [{"panel": "shrine", "lights": 3}, {"panel": "tomb", "lights": 4}]
    (tmp_path / "settings.json").write_text(json.dumps({"riverlight_settings": 1, "chains": chains}))
    return Bench()


def values(bench: Bench) -> list[list[tuple[int, int, int]]]:
    return [list(chain) for chain in bench.app.chains()]


def test_one_light_is_lit_and_the_rest_of_its_panel_is_dark(bench: Bench) -> None:
    bench.send({"t": "probe", "n": 4, "p": "tomb", "i": 2, "c": 0xFF8001})
    bench.run(60)
    shrine, tomb = values(bench)
    assert tomb == [(0, 0, 0), (0, 0, 0), (255, 128, 1), (0, 0, 0)]
    assert shrine[0][2] > 0, "the other panel goes on as it was"
    assert bench.said("probed")[0]["n"] == 4


def test_white_of_lights_with_four_colours_is_their_white_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chains = [{"panel": "main", "lights": 3, "order": "GRBW", "budget_ma": 500}]
    (tmp_path / "settings.json").write_text(json.dumps({"riverlight_settings": 1, "chains": chains}))
    bench = Bench()
    bench.send({"t": "probe", "n": 1, "p": "main", "i": -1, "c": 0xFFFFFF})
    bench.run(200)
    lights = bench.frames[-1][2][1:]
    assert len(lights) == 3
    assert all(word >> 8 == 0 and word & 255 for word in lights)


def test_all_lights_of_a_panel_are_lit_until_five_seconds_have_passed_or_another_probe_comes(bench: Bench) -> None:
    bench.send({"t": "probe", "n": 1, "p": "tomb", "i": -1, "c": 0x00FF00})
    bench.run(4900)
    assert values(bench)[1] == [(0, 255, 0)] * 4
    bench.run(200)
    assert values(bench)[1][0][2] > 0
    bench.send({"t": "probe", "n": 1, "p": "tomb", "i": -1, "c": 0x00FF00})
    bench.run(60)
    bench.send({"t": "probe", "n": 2})
    bench.run(60)
    assert values(bench)[1][0] != (0, 255, 0)


@pytest.mark.parametrize("wrong", [{"p": 3}, {"p": "tomb", "i": "x"}, {"p": "tomb", "i": 0, "c": None}, {"n": "x"}])
def test_a_probe_that_makes_no_sense_lights_nothing_and_is_answered(bench: Bench, wrong: dict[str, object]) -> None:
    bench.send({"t": "probe", "n": 1, **wrong})
    bench.run(60)
    assert len(bench.said("probed")) == 1
    assert values(bench)[1][0][2] > 0


def test_a_probe_tells_the_interpreter_and_where_the_firmware_stands(bench: Bench, tmp_path: Path) -> None:
    bench.send({"t": "probe", "n": 1})
    bench.run(60)
    told = bench.said("probed")[0]
    assert told["m"].count(".") == 2
    assert (told["s"], told["y"]) == ("", 0)
    (tmp_path / "slot").write_text("b 0 a")
    bench.app._start = root_main.Start()
    bench.send({"t": "probe", "n": 2})
    bench.run(60)
    assert (bench.said("probed")[1]["s"], bench.said("probed")[1]["y"]) == ("b", 1)


def test_each_pulse_tells_the_current_of_each_panel_and_how_far_it_is_limited(bench: Bench) -> None:
    """Faults that others met: the brightness seems dead above the limit of current."""
    bench.app._chains["tomb"].brightness = 255
    bench.send({"t": "beat", "n": 1})
    bench.run(300)
    assert bench.said("pulse")[0]["ma"]["tomb"][1] == 1000
    bench.app._chains["tomb"]._limiter._room = 20 * 255
    bench.send({"t": "probe", "n": 1, "p": "tomb", "i": -1, "c": 0xFFFFFF})
    bench.run(300)
    bench.send({"t": "beat", "n": 2})
    bench.run(60)
    estimate_ma, permille = bench.said("pulse")[1]["ma"]["tomb"]
    assert 10 < estimate_ma <= 24
    assert 50 < permille < 200
    assert bench.said("pulse")[1]["ma"]["shrine"][1] == 1000, "one panel's light never changes another's"
