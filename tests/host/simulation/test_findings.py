"""Statistics of many games: confidence intervals, wins by level and place, whether places are equal."""

from __future__ import annotations

import random

import pytest
from riverlight.games.registry import game_named
from riverlight.simulation import findings
from riverlight.simulation.intervals import Interval, mean_interval
from riverlight.simulation.runs import Outcome


def played(levels: list[str], winners: list[int], pair: int, scores: tuple[float, ...] = ()) -> Outcome:
    return {
        "levels": levels,
        "winners": winners,
        "pair": pair,
        "scores": list(scores or (0.0,) * len(levels)),
        "rounds": 9,
        "way": "single",
        "events": {"fell": pair},
    }


def test_an_interval_holds_the_true_mean_in_19_of_20_runs() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(1000):
        found = mean_interval([[chance.random()] for _ in range(12)])
        held += found.low <= 0.5 <= found.high
    assert 935 <= held <= 965


def test_values_of_one_group_count_as_one_and_a_single_group_has_no_width() -> None:
    assert mean_interval([[0.0, 1.0], [0.0, 1.0]]) == Interval(0.5, 0.5, 0.5)
    assert mean_interval([[0.0, 1.0]]) == Interval(0.5, 0.5, 0.5)
    assert str(mean_interval([[0.25]])) == "0.250 (0.250 to 0.250)"


def test_wins_by_level_are_those_of_one_player_and_shared_wins_count_in_part() -> None:
    games = [
        played(["strong", "easy", "easy"], [0], 0, (1.0, 2.0, 4.0)),
        played(["easy", "strong", "easy"], [0, 1], 0),
        played(["strong", "easy", "easy"], [2], 1),
        played(["easy", "strong", "easy"], [1], 1),
    ]
    strong, easy = findings.by_level(game_named("canyon"), games)
    assert (strong.name, strong.players, strong.wins.mean) == ("strong", 1, 0.625)
    assert (easy.name, easy.players, easy.wins.mean) == ("easy", 2, pytest.approx(0.1875))
    assert easy.score.mean == pytest.approx(0.75)


def test_where_some_sit_apart_the_wins_of_a_side_are_told_together() -> None:
    games = [played(["strong", "easy", "easy"], [winner], winner) for winner in (0, 1, 2, 1)]
    hunters, mummy = findings.by_level(game_named("pyramid"), games)
    assert (hunters.name, hunters.wins.mean) == ("others together, easy", 0.75)
    assert mummy.name == "mummy, strong"


def test_uneven_wins_are_told_from_chance() -> None:
    """The tails of chi square are those of the tables."""
    for value, degrees in ((3.841, 1), (5.991, 2), (7.815, 3), (9.488, 4), (11.070, 5)):
        assert findings._chi_square_tail(value, degrees) == pytest.approx(0.05, abs=1e-4)
    even = [played(["easy"] * 3, [number % 3], number) for number in range(60)]
    uneven = [played(["easy"] * 3, [0 if number % 2 else number % 3], number) for number in range(60)]
    assert findings.unfairness(even, range(3)) == 1
    assert findings.unfairness(uneven, range(3)) < 0.001
    assert findings.unfairness([played(["easy"] * 3, [], 0)], range(3)) == 1
    assert [round(each.wins.mean, 2) for each in findings.by_place(even)] == [0.33, 0.33, 0.33]


def test_lengths_ends_and_events_are_counted() -> None:
    games = [played(["easy"], [0], number) for number in range(4)]
    assert findings.lengths(games) == {9: 4}
    assert findings.outcomes(games) == {"single": 4}
    assert findings.per_game(games)["fell"].mean == 1.5
