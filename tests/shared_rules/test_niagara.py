"""Niagara's paddling and flow against a reference implementation, and the examples of the rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from riverlight.games.niagara.moves import CODEC, plan_of
from riverlight.games.niagara.turns import outcomes

from shared_rules import niagara as river
from shared_rules import niagara_flow as flow
from tests.oracle import niagara_turn as oracle

PLACES = river.PLACE_NAMES
COLOURS = river.COLOURS
GEMS = (*COLOURS, None, None, None)


def random_position(choose: random.Random) -> tuple[list[int], list[int], list[int]]:
    seats = choose.randint(2, 5)
    sites = [0] * 25
    hidden = choose.random() < 0.5
    for colour in range(5):
        for _ in range(7):
            sites[(choose.randrange(5) if hidden and choose.random() < 0.3 else colour) * 5 + colour] += 1
    canoes = [choose.randrange(11) for _ in range(2 * seats)]
    cargo = [river.NO_GEM] * (2 * seats)
    for canoe, place in enumerate(canoes):
        if river.SHORE < place < river.LOST and choose.random() < 0.5:
            colour = choose.randrange(5)
            sites[colour * 6] -= sites[colour * 6] > 0
            cargo[canoe] = colour
    if choose.random() < 0.2:
        sites[choose.randrange(25)] = 0
    return canoes, cargo, sites


@cache
def pairs_in_words(names: tuple[str | None, ...], numbers: tuple[int, ...]) -> tuple[tuple[str | None, ...], ...]:
    return tuple((names[first], names[second]) for first, second in zip(numbers[::2], numbers[1::2], strict=True))


@cache
def gems_in_words(counts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sorted(gem for gem, count in zip(COLOURS, counts, strict=True) for _ in range(count)))


def sites_in_words(counts: Sequence[int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple([(name, gems_in_words(tuple(counts[5 * site : 5 * site + 5]))) for site, name in enumerate(COLOURS)])


def in_words(canoes: Sequence[int], cargo: Sequence[int], sites: Sequence[int], scored: Sequence[int] = ()) -> Any:
    return oracle.Position(
        pairs_in_words(PLACES, tuple(canoes)),  # type: ignore[arg-type]
        pairs_in_words(GEMS, tuple(cargo)),  # type: ignore[arg-type]
        sites_in_words(sites),
        tuple(sorted(COLOURS[gem] for gem in scored)),
    )


@pytest.mark.parametrize("seed", range(40))
def test_whole_turns_agree_with_the_literal_reading(seed: int) -> None:
    """NIA-8 to NIA-16 on 20,000 random positions, every outcome once."""
    choose = random.Random(seed)
    for _ in range(500):
        canoes, cargo, sites = random_position(choose)
        seat, card = choose.randrange(len(canoes) >> 1), choose.randint(1, 6)
        turns = outcomes(canoes, cargo, sites, seat, card)
        reached = [in_words(*turn[1:]) for turn in turns]
        distinct = set(reached)
        assert len(distinct) == len(reached)
        assert distinct == oracle.turn_outcomes(in_words(canoes, cargo, sites), seat, card)


def test_of_the_orders_that_come_to_the_same_the_first_canoe_goes_first() -> None:
    """NIA-8: each outcome once, by the moves that stand first."""
    sites = [7 if gem == site else 0 for site in range(5) for gem in range(5)]
    canoes = [river.M1 + 1, river.M1 + 3, river.SHORE, river.SHORE]
    turns = outcomes(canoes, [river.NO_GEM] * 4, sites, 0, 1)
    assert [[CODEC.text(move) for move in turn.moves] for turn in turns] == [
        [f"canoe 1 {first}", f"canoe 2 {second}"]
        for first in ("up to M1", "down to M3")
        for second in ("up to M3", "down to M5")
    ]


def test_each_load_and_each_unload_counts() -> None:
    """NIA-12: before the steps and after them."""
    for unload_first, load_first, unload_last, load_last in itertools.product((0, 1), repeat=4):
        gems = [2 if loads else river.NO_GEM for loads in (load_first, load_last)]
        plan = river.pack(unload_first, gems[0], river.UP, river.M1, unload_last, gems[1])
        assert river.acts(plan) == unload_first + load_first + unload_last + load_last


def from_the_shore(card: int) -> set[str]:
    sites = [7 if gem == site else 0 for site in range(5) for gem in range(5)]
    turns = outcomes([0] * 6, [river.NO_GEM] * 6, sites, 0, card)
    return {CODEC.text(move) for turn in turns for move in turn.moves}


def test_the_three_examples_of_a_six_from_the_shore() -> None:
    """NIA-17, NIA-9, NIA-10: a diamond by four steps and a load; sapphires by six; no steps after a load."""
    ways = from_the_shore(6)
    assert "canoe 1 down to M4 load clear" in ways
    assert {"canoe 1 left to L6", "canoe 1 right to R6"} <= ways
    assert not any("M3" in way for way in ways)
    assert len(ways) == 6


def test_the_fork_is_offered_only_where_it_matters() -> None:
    """NIA-10: over the fall it is the same whichever arm led there."""
    plans = river.plans(river.M5, river.NO_GEM, 3, [0] * 5)
    assert sorted(PLACES[river.end(plan)] for plan in plans) == ["M2", "lost"]


def test_gems_pass_between_canoes_by_stealing_alone() -> None:
    """NIA-14, NIA-15: an empty canoe coming up takes a gem; one going down takes none, nor from its own seat."""
    canoes = [river.M1 + 3, river.M1 + 1, river.M1 + 1, river.SHORE]
    cargo = [river.NO_GEM, 0, 3, river.NO_GEM]
    plans = river.with_steals(river.plans(river.M1 + 3, river.NO_GEM, 2, [0] * 5), 0, river.NO_GEM, canoes, cargo)
    assert sorted(river.steals_from(plan) for plan in plans) == [2, 15, 15, 15]
    down = river.with_steals(river.plans(river.M1, river.NO_GEM, 1, [0] * 5), 0, river.NO_GEM, canoes, cargo)
    assert {river.steals_from(plan) for plan in down} == {15}


@pytest.mark.parametrize("weather", [-1, 0, 1, 2])
@pytest.mark.parametrize("min_flow", [0, 1])
def test_flow_for_every_weather_and_set_of_cards(weather: int, min_flow: int) -> None:
    """NIA-18: the lowest number plus the weather, never under ``min_flow``; clouds alone: the weather above 0."""
    for cards in itertools.combinations_with_replacement(range(7), 3):
        numbers = [card for card in cards if card]
        expected = max(min(numbers) + weather, min_flow) if numbers else max(weather, 0)
        assert flow.flow_steps(list(cards), weather, min_flow) == expected


def test_the_most_that_can_still_flow_is_what_the_sealed_cards_allow() -> None:
    """NIA-18, NIA-25: the danger is the worst over every way to play the cards not yet revealed."""
    for revealed in itertools.product(range(7), repeat=2):
        for weather in (-1, 0, 1, 2):
            for unrevealed in (0, 1, 2):
                worst = 0
                for rest in itertools.product(range(7), repeat=unrevealed):
                    raised = min(2, weather + rest.count(0))
                    worst = max(worst, flow.flow_steps([*revealed, *rest], raised, 0))
                assert flow.most_flow(list(revealed), unrevealed, weather, 0) == worst


@pytest.mark.parametrize("arm", [river.LEFT, river.RIGHT])
def test_a_step_of_flow_moves_the_main_river_and_one_arm(arm: int) -> None:
    """NIA-19, NIA-1: every main disc, the chosen arm, and nothing in the other."""
    for place, name in enumerate(PLACES):
        assert PLACES[flow.flow_one(place, arm)] == oracle.flowed(name, "LR"[arm])


def test_the_way_between_two_places_follows_the_river() -> None:
    """NIA-10: step by step, in one arm; over the fall from above the fork by the left one."""
    for start in range(10):
        for ended in range(11):
            if min(start, ended) in (river.L6, river.L7) and max(start, ended) in (river.R6, river.R7):
                continue  # no canoe goes from arm to arm
            names = [PLACES[place] for place in river.way(start, ended)]
            assert (names[0], names[-1]) == (PLACES[start], PLACES[ended])
            for before, after in itertools.pairwise(names):
                assert after in oracle.DOWNSTREAM.get(before, ()) or oracle.UPSTREAM.get(before) == after
    assert [PLACES[place] for place in river.way(river.M5, river.LOST)] == ["M5", "L6", "L7", "lost"]


def test_plans_have_a_text_of_their_own() -> None:
    """Each plan of every place, cargo and card reads back from its text; who goes up or down comes elsewhere."""
    full = [31] * 5
    for place in range(10):
        for carries in (*range(5), river.NO_GEM):
            for card in range(1, 7):
                found = river.plans(place, carries, card, full)
                assert len(set(found)) == len(found)
                assert all((river.direction(plan) == river.REST) == (river.end(plan) == place) for plan in found)
                assert all(plan_of(CODEC.parse(CODEC.text((1 << 26) | plan))) == plan for plan in found)
