"""Bots keep to the house rules of their game: they follow what can be, and their games come to an end."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.games.bots import Bot, choice_of
from riverlight.games.contract import TABLE, State
from riverlight.games.pyramid.bot import wanted_treasures
from riverlight.games.registry import game_named
from riverlight.games.simulate import bots_for

from shared_rules.board import NONE

MOST_ROUNDS = {"canyon": 60, "niagara": 60, "pyramid": 60}
"""The longest of these games take less than half as many."""

IRRELEVANT = {"cards", "dice", "entry", "mummy_aid", "mummy_light", "two_colours"}
"""What bots need from the app, and what only people see."""


def house_rules(name: str) -> Iterator[dict[str, str]]:
    """Yield every combination of the house rules that can matter to a bot."""
    options = [option for option in game_named(name).options if option.name not in IRRELEVANT]
    for values in itertools.product(*(option.values for option in options)):
        yield {**game_named(name).app_options, **dict(zip((option.name for option in options), values, strict=True))}


def sampled(name: str, most: int) -> list[dict[str, str]]:
    """Return so many of the combinations, evenly spread; all if there are fewer."""
    every = list(house_rules(name))
    return random.Random(name).sample(every, min(most, len(every)))


def play(name: str, state: Any, bots: Mapping[int, Bot], seed: int) -> Iterator[State]:
    """Play on, each seat by its bot or else by the chance player, and yield the state after each move."""
    player, chance, choose = game_named(name).chance_player, seed, random.Random(seed)
    while state.to_act() and state.round < MOST_ROUNDS[name]:
        automatic = state.automatic()
        if automatic is not None:
            state.apply(TABLE, automatic)
        else:
            seat = choose.choice(state.to_act())
            if seat in bots:
                move = state.parse_move(choice_of(bots[seat], state, seat).move)
            else:
                chance, move = player(state, seat, chance)
            state.apply(seat, move)
        for seat, bot in bots.items():
            bot.watch(state.view(seat))
        yield state


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("is_hunted_by_chance", [False, True])
def test_the_mummy_never_rules_out_where_a_hunter_stands(seats: int, is_hunted_by_chance: bool) -> None:
    """With every combination of house rules, from its own view alone (PYR-19), against bots and chance players.

    A hunter that never sits still teaches most: the aid of the engine is held to the same.
    """
    for seed, options in enumerate(house_rules("pyramid")):
        if seats > 2 and options["two_player_cards"] != "shared":
            continue
        state: Any = game_named("pyramid").new({**options, "mummy_aid": "on"}, seats, seed)
        bots = bots_for(game_named("pyramid"), state, [0] if is_hunted_by_chance else range(seats))
        mummy: Any = bots[0]
        for _ in play("pyramid", state, bots, seed):
            for hunter, possible, aid in zip(state.hunters, mummy.possible_spaces, state.guesses, strict=True):
                assert hunter == NONE or possible >> hunter & 1, (options, seed)
                assert hunter == NONE or aid >> hunter & 1, (options, seed)


@pytest.mark.parametrize(
    ("name", "seats"), [("pyramid", 2), ("pyramid", 3), ("pyramid", 5), ("niagara", 3), ("canyon", 4)]
)
def test_games_of_bots_end_with_every_house_rule(name: str, seats: int) -> None:
    for seed, options in enumerate(sampled(name, 64 if name == "pyramid" else 16)):
        state: Any = game_named(name).new(options, seats, seed)
        for _ in play(name, state, bots_for(game_named(name), state, range(seats)), seed):
            pass
        assert state.result() is not None, (options, seed)


def test_a_hunter_goes_for_the_cards_of_the_marker_in_turn_alone() -> None:
    """Where two people's markers have five cards each (PYR-17), the other's treasures are no use to it."""
    pyramid = game_named("pyramid")
    state: Any = pyramid.new({**pyramid.app_options, "two_player_cards": "per_marker"}, 2, 4)
    state.apply(TABLE, state.automatic())
    for marker in (0, 1):
        state.marker = marker
        assert sorted(wanted_treasures(shipped("pyramid"), state.view(1))) == sorted(state.cards[marker])
        assert not set(state.cards[0]) & set(state.cards[1])


def test_niagaras_bot_counts_on_the_least_flow() -> None:
    """With ``min_flow`` 1 the river flows even where the weather would hold it (NIA-18)."""
    for min_flow, flows in (("0", False), ("1", True)):
        state: Any = game_named("niagara").new({**game_named("niagara").app_options, "min_flow": min_flow}, 3, 4)
        bot: Any = bots_for(game_named("niagara"), state, [0])[0]
        view = {**state.view(0), "weather": -3}
        assert (bot._expected_flow(view) == 1) is flows
