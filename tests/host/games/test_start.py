"""A game's description on the set-up page, and the options that follow from what people have."""

import random

import pytest
from riverlight.games.bots import choice_of
from riverlight.games.contract import TABLE
from riverlight.games.registry import GAMES
from riverlight.games.simulate import bots_for
from riverlight.games.start import KITS


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_the_options_that_follow_from_what_people_have_are_options_of_the_game(game):
    values = {option.name: option.values for option in game.options}
    assert all(game.start.on_screen[name] in values[name] for name in game.start.on_screen)
    assert [bool(game.start.options(kit)) for kit in KITS] == [False, False, True]
    assert game.start.about
    assert game.start.minutes > 0


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_with_nothing_but_a_screen_nobody_is_asked_what_real_cards_dice_or_discs_did(game):
    for people in game.seat_counts:
        state = game.new(game.start.options("app"), people, people)
        bots, chance = bots_for(game, state, range(state.seats)), random.Random(people)
        while acting := state.to_act():
            if TABLE in acting:
                automatic = state.automatic()
                assert automatic is not None, (game.name, people, state.key())
                state.apply(TABLE, automatic)
            else:
                seat = chance.choice(acting)
                state.apply(seat, state.parse_move(choice_of(bots[seat], state, seat).move))
            for seat, bot in bots.items():
                bot.watch(state.view(seat))
