"""The short soak: a few whole games of each kind with damaged lines and lost hosts, boards and phones."""

from __future__ import annotations

from collections import Counter

import pytest
from riverlight.games.registry import GAMES

from tests.tools.soak.checks import FEWEST_GAMES, FLAT_BYTES, HeapSample, Life, SoakFailure, longest_life
from tests.tools.soak.lane import Lane
from tests.tools.soak.plan import CALM, ROUGH, SHORT, WHOLE, is_rough, plan_of, short_plans


@pytest.mark.parametrize("kind", GAMES)
def test_whole_games_come_through_all_that_goes_wrong_with_hosts_boards_wires_and_phones(kind: str) -> None:
    counts: Counter[str] = Counter()
    plans = short_plans(kind, seed=1)
    with Lane(kind, counts) as lane:
        for plan in plans:
            lane.play(plan)
    assert counts["games"] == len(plans)
    assert counts["positions answered for"] >= 10
    assert counts["lights out of step"] == 0


def test_the_short_form_has_each_way_each_wire_and_each_end_of_a_host_or_a_board() -> None:
    short = [trial for trials in SHORT.values() for trial in trials]
    long = [*CALM, *ROUGH]
    for facet in ("way", "wire", "fault"):
        assert {getattr(trial, facet) for trial in short} >= {getattr(trial, facet) for trial in long} - {"dies"}


def test_the_same_seed_plans_the_same_games() -> None:
    assert [plan_of("niagara", number, 7) for number in range(40)] == [
        plan_of("niagara", number, 7) for number in range(40)
    ]
    assert plan_of("niagara", 3, 7) != plan_of("niagara", 3, 8)


def test_games_that_let_a_board_live_are_planned_beside_those_that_do_not() -> None:
    plans = {number: plan_of("pyramid", number, 1).trial for number in range(160)}
    assert {trial for number, trial in plans.items() if is_rough(number)} == {*ROUGH, WHOLE}
    assert {trial for number, trial in plans.items() if not is_rough(number)} == {*CALM, WHOLE}


def samples(boot: str, count: int, lost_bytes: int) -> list[HeapSample]:
    """Return the report of a board that loses ``lost_bytes`` over its life."""
    return [HeapSample(boot, 70_000 - lost_bytes * at // count) for at in range(count)]


def test_a_heap_that_fills_slowly_is_found_and_a_life_too_short_is_not_judged() -> None:
    flat = samples("aa", 2 * FEWEST_GAMES, 0)
    assert longest_life([*samples("bb", FEWEST_GAMES - 1, 9 * FLAT_BYTES), *flat]) == Life(
        2 * FEWEST_GAMES, 70_000, 70_000
    )
    assert longest_life(samples("bb", FEWEST_GAMES - 1, 0)) is None
    with pytest.raises(SoakFailure, match="never given back"):
        longest_life([*flat, *samples("cc", FEWEST_GAMES, 2 * FLAT_BYTES)])
