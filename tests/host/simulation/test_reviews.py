"""A finished game is gone through seat by seat: what cost most by what was known then, and what was luck."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.errors import SecretError
from riverlight.games.bots import STRONG, Effort, choice_of
from riverlight.games.generator import CURRENT
from riverlight.games.registry import game_named
from riverlight.games.simulate import bots_for
from riverlight.simulation.reviews import SeatReview, review_seat, tasks_for
from riverlight.table.record import Store
from riverlight.table.review import review_lines, review_tasks
from riverlight.table.session import Table

QUICK = Effort(STRONG, None, 2)


def played(name: str, strong: tuple[int, ...], seed: int) -> tuple[list[tuple[int, str]], Any]:
    """Return the moves of a game of three, by strong bots on those seats, at random elsewhere; and its last state."""
    game, chance = game_named(name), random.Random(seed)
    state: Any = game.new(game.app_options, 3, seed)
    bots = bots_for(game, state, strong, dict.fromkeys(strong, QUICK))
    moves = []
    while acting := state.to_act():
        seat, move = acting[0], state.automatic()
        for watching, bot in bots.items():
            bot.watch(state.view(watching))
        if move is None and seat in bots:
            move = state.parse_move(choice_of(bots[seat], state, seat).move)
        elif move is None:
            move = chance.choice(state.legal(seat))
        moves.append((seat, state.move_text(move)))
        state.apply(seat, move)
    return moves, state


def reviewed(name: str, moves: list[tuple[int, str]], seed: int, seats: list[int]) -> list[SeatReview]:
    game = game_named(name)
    tasks = tasks_for(game, shipped(name), game.app_options, 3, seed, CURRENT, moves, seats, QUICK)
    return [SeatReview.from_outcome(json.loads(json.dumps(review_seat(task)))) for task in tasks]


def test_who_plays_as_the_strong_bot_would_loses_nothing_and_others_do() -> None:
    moves, _ = played("pyramid", (1,), 4)
    own, random_one = reviewed("pyramid", moves, 4, [1, 2])
    assert own.decisions == own.best > 10
    assert (own.cost, own.worst) == (0, [])
    assert random_one.cost > 0
    assert 1 <= len(random_one.worst) <= 5
    costs = [decision.cost for decision in random_one.worst]
    assert costs == sorted(costs, reverse=True)
    for decision in random_one.worst:
        assert moves[decision.move] == (2, decision.played)
        assert decision.better != decision.played
        assert decision.why.endswith(".")


def test_the_tricks_that_the_hands_should_win_add_up_to_those_dealt_as_those_won_do() -> None:
    moves, _ = played("canyon", (0,), 5)
    reviews = reviewed("canyon", moves, 5, [0, 1, 2])
    luck = [review.luck for review in reviews]
    assert None not in luck
    expected, won = (sum(each[place] for each in luck if each) for place in (0, 1))
    assert expected == pytest.approx(won, abs=0.1)
    assert won == sum(text.startswith("play ") for _, text in moves) / 3


def test_a_review_needs_a_game_in_which_nothing_is_secret_and_is_told_as_text(tmp_path: Path) -> None:
    game = game_named("niagara")
    with Store(tmp_path) as store:
        table = Table.new(store, "niagara", game.app_options, ("Ada", "Ben", "Cleo"), 6)
        table.enter(0, "paddle 3")
        with pytest.raises(SecretError, match="still secret"):
            review_tasks(table.history, QUICK)
        moves, _ = played("niagara", (0, 1, 2), 6)
        finished = Table.from_moves(store, table.head, moves)
        tasks = review_tasks(finished.history, QUICK)
        reviews = [SeatReview.from_outcome(review_seat(task)) for task in tasks[:1]]
        lines = review_lines(finished.head, reviews)
    assert [task.number for task in tasks] == [0, 1, 2]
    assert lines[0].startswith("Ada: ")
    assert "decisions as good as the best" in lines[0]
