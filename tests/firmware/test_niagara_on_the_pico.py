"""Niagara's own lights on the Pico: gems, weather and ends have distinct patterns; the flow is animated."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from riverlight.boards import shipped
from riverlight.games.niagara.lights import pack

from firmware import render
from shared_rules import roles
from tests.firmware.drawn import LIGHTS, values_over
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench


def falls(levels: list[int]) -> int:
    """Return how often a light gets darker than half way between its brightest and its darkest."""
    half = (max(levels) + min(levels)) // 2
    return sum(before > half >= after for before, after in pairwise(levels))


@pytest.mark.parametrize("colour", range(5))
def test_a_gem_is_told_by_its_colour_and_by_its_number_of_dips(colour: int) -> None:
    """NIA-2: nobody needs to see colours to tell a ruby from a sapphire."""
    seen = values_over(3072, 8, roles.CARGO, 7 << 5 | 1 << colour)
    assert max(seen, key=sum) == roles.GEM_COLOURS[colour]
    assert falls([sum(each) for each in [seen[-1], *seen]]) == colour + 1


def test_gems_of_several_colours_at_a_site_take_turns_each_with_its_own_dips() -> None:
    """NIA-13."""
    seen = values_over(9216, 8, roles.SITE, 7 << 5 | 0b10101)
    for turn, colour in enumerate((0, 2, 4)):
        part = seen[turn * 384 : (turn + 1) * 384]
        assert max(part, key=sum) == roles.GEM_COLOURS[colour]
        assert falls([sum(each) for each in [part[-1], *part]]) == colour + 1


def test_a_site_grows_dimmer_with_every_gem_taken() -> None:
    levels = [max(sum(each) for each in values_over(3072, 64, roles.SITE, count << 5 | 1)) for count in range(1, 8)]
    assert levels == sorted(set(levels))


def test_the_river_runs_the_quicker_the_wetter_the_weather() -> None:
    """NIA-6, NIA-18: the speed of the current shows what the weather adds to the flow."""
    waves = [falls([each[2] for each in values_over(32768, 16, roles.RIVER, weather + 1)]) for weather in (-1, 0, 1, 2)]
    assert waves == [2, 6, 14, 26]


def test_the_river_runs_on_without_a_jump_when_its_clock_comes_round() -> None:
    values = bytearray(3 * LIGHTS)
    drawn = render.Renderer(values, bytes(range(LIGHTS)), bytes(range(LIGHTS)))
    drawn.take(bytearray([roles.RIVER, 3] * LIGHTS))
    before = None
    for ms in range((1 << 20) - 200, (1 << 20) + 200, 4):
        drawn.draw(ms, False, False)
        if before is not None:
            assert max(abs(one - other) for one, other in zip(before, values, strict=True)) <= 2
        before = bytes(values)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ends_with_a_load_a_theft_or_neither_blink_the_same_number_in_their_own_way(number: int) -> None:
    """NIA-12, NIA-15: short blinks, long blinks, or a light with short dips."""
    cycles = {roles.END: 400 * number + 800, roles.STEAL_END: 800 * number + 800, roles.LOAD_END: 3072}
    lit = {}
    for role, cycle in cycles.items():
        seen = [sum(each) for each in values_over(cycle, 8, role, number)]
        assert falls([seen[-1], *seen]) == number
        lit[role] = sum(level > max(seen) // 2 for level in seen) / len(seen)
    assert lit[roles.END] < 0.31 < lit[roles.STEAL_END] < 0.6 < lit[roles.LOAD_END]


def test_the_pico_plays_the_flow_by_itself_from_one_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NIA-19: the crest lights M1 first, a disc later every 50 ms, and the host sends nothing meanwhile."""
    monkeypatch.chdir(tmp_path)
    put_board(tmp_path, shipped("niagara").blob)
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    quiet = {"k": "----", "x": "7" * 25, "w": 0, "d": 0, "a": 0, "s": 255, "q": 0, "n": 0, "m": 0}
    packed = pack({"c": "0000", **quiet, "f": "l", "o": "0000"})
    bench.send({"t": "show", "p": "main", "r": 1, "g": "niagara", "d": packed})
    panel = bench.app._stage.panel("main")
    assert panel is not None
    crests = []
    for _ in range(60):
        bench.run(10)
        picture = panel._picture if panel._passage is not None else panel._goal
        crests.append([space for space in range(11) if picture[2 * space] == roles.CREST])
    passed = [crest[0] for at, crest in enumerate(crests) if crest and crest != crests[at - 1]]
    assert passed == [1, 2, 3, 4, 5, 6, 7, 10]
    assert crests[-1] == []
