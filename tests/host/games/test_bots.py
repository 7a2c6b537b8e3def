"""Bots: they move legally from their own view alone, quickly, and win most games against chance."""

from __future__ import annotations

import random

import pytest
from riverlight.games.chance import uniform
from riverlight.games.contract import TABLE
from riverlight.games.registry import GAMES, game_named
from riverlight.games.simulate import bots_for, play_out

from tests.calls import counted_calls

FROM_THE_APP = {
    "canyon": {"cards": "app"},
    "niagara": {"cards": "app", "fork": "random"},
    "pyramid": {"cards": "app", "dice": "app"},
}
ROLES = [
    ("canyon", 4, (0,)),
    ("niagara", 4, (0,)),
    ("pyramid", 4, (0,)),
    ("pyramid", 4, (1, 2, 3)),
]


@pytest.mark.parametrize(("name", "seats", "with_bots"), [role for role in ROLES if role[0] in GAMES])
def test_bots_win_four_games_in_five_against_chance(name: str, seats: int, with_bots: tuple[int, ...]) -> None:
    """Of 200 seeded games; in Canyon and Niagara the bot sits at each place in turn."""
    game = game_named(name)
    won = 0
    for number in range(200):
        turned = with_bots if name == "pyramid" else tuple((seat + number) % seats for seat in with_bots)
        state = game.new(FROM_THE_APP[name], seats, number)
        play_out(state, bots_for(game, state, turned), uniform, random.Random(number))
        result = state.result()
        won += bool(result and set(result.winners) & set(turned))
    assert won >= 160


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_bots_play_every_house_rule_and_give_a_reason(name: str, seed: int) -> None:
    """With real cards and dice too, where they know less; a reason is one sentence."""
    game = game_named(name)
    choose = random.Random(f"{name} {seed}")
    options = {option.name: choose.choice(option.values) for option in game.options}
    if options.get("cards") == "app":
        options.pop("entry", None)
    state = game.new(options, choose.choice([count for count in game.seat_counts if count > 2]), seed)
    bots = bots_for(game, state, range(state.seats))
    for _ in range(1500):
        acting = state.to_act()
        if not acting:
            break
        automatic = state.automatic()
        if automatic is not None:
            state.apply(TABLE, automatic)
        elif acting[0] == TABLE:
            state.apply(TABLE, choose.choice(state.legal(TABLE)))
        else:
            legal = [state.move_data(move) for move in state.legal(acting[0])]
            texts = [move.text for move in legal]
            chosen = bots[acting[0]].choose(state.view(acting[0]), legal)
            assert chosen.why.endswith(".")
            state.apply(acting[0], state.legal(acting[0])[texts.index(chosen.move)])
        for seat, bot in bots.items():
            bot.watch(state.view(seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_chooses_alike_whatever_it_may_not_know(name: str) -> None:
    """Its choice is a function of its views: the same views give the same moves."""
    game = game_named(name)
    games = []
    for _ in range(2):
        state = game.new(FROM_THE_APP[name], 4, 5)
        play_out(state, bots_for(game, state, range(4)), uniform, random.Random(5))
        games.append(state.key())
    assert games[0] == games[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_takes_a_small_part_of_its_200_ms(name: str) -> None:
    """Counted in calls, a third of a microsecond each on a usual laptop."""
    game = game_named(name)
    state = game.new(FROM_THE_APP[name], 4, 3)
    with counted_calls() as calls:
        decisions = play_out(state, bots_for(game, state, range(4)), uniform, random.Random(3))
    assert calls.made / decisions < 100_000
