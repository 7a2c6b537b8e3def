"""Niagara clause by clause: set-up, cards, weather, flow, loss, goals, and what others may know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from riverlight.errors import IllegalMove, MoveTextError, OptionError
from riverlight.games.contract import SPECTATOR, TABLE
from riverlight.games.game import visible_events
from riverlight.games.niagara import GAME, course
from riverlight.games.niagara.chance_player import choose
from riverlight.games.niagara.state import NiagaraState

from shared_rules import niagara as river
from tests.host.games.niagara_states import (
    BLUE,
    CLEAR,
    NO_GEM,
    PINK,
    VIOLET,
    YELLOW,
    conserved,
    new_game,
    placed,
    scored,
)
from tests.host.games.states import names, play, refused, texts


def test_the_set_up() -> None:
    """NIA-1, NIA-2, NIA-3: canoes ashore, seven gems of its colour at each site, weather 0, life ring with seat 0."""
    seen = new_game(5).view(SPECTATOR)
    assert seen["canoes"] == [["shore", "shore"]] * 5
    assert seen["sites"] == {colour: {colour: 7} for colour in river.COLOURS}
    assert (seen["weather"], seen["life_ring"]) == (0, 0)
    assert [river.SITE_OF[place] for place in range(1, 10)] == [255, 255, VIOLET, CLEAR, YELLOW, BLUE, PINK, BLUE, PINK]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_other_numbers_of_people_are_refused(seats: int) -> None:
    """NIA-3."""
    with pytest.raises(OptionError, match="2 to 5 players"):
        new_game(seats)


def test_two_people_play_two_colours_each_in_alternation() -> None:
    """NIA-27: four seats with their own goals; refused when the option is off."""
    state = new_game(2)
    assert (state.seats, state.owners) == (4, (0, 1, 0, 1))
    with pytest.raises(OptionError, match="NIA-27"):
        new_game(2, two_colours="off")


def test_cards_are_sealed_and_revealed_in_turn_from_the_life_ring() -> None:
    """NIA-4, NIA-26: nobody acts before all have chosen; then each seat reveals and acts at once."""
    state = new_game(cards="app")
    assert state.to_act() == (0, 1, 2)
    assert names(list(state.apply(1, 3))) == ["sealed", "chosen"]
    state.apply(0, 2)
    events = list(state.apply(2, 5))
    assert names(events) == ["sealed", "chosen", "revealed"]
    assert (state.to_act(), state.view(SPECTATOR)["revealed"]) == ((0,), [2, None, None])
    play(state, "canoe 1 down to M2")
    assert (state.to_act(), state.view(SPECTATOR)["revealed"]) == ((1,), [2, 3, None])


def test_a_chosen_card_cannot_be_chosen_again() -> None:
    """NIA-4."""
    state = new_game(cards="app")
    state.apply(0, 4)
    with pytest.raises(IllegalMove, match="has already chosen"):
        state.apply(0, 4)


def test_used_cards_stay_out_until_all_seven_are_used() -> None:
    """NIA-5: and then all come back. NIA-26: one used in this cycle is refused."""
    state = new_game(fork="alternate")
    for number in range(7):
        while state.phase != "reveal" or state.seat != 0:
            state = after_any_move(state, number)
        assert texts(state) == [f"paddle {card}" if card else "paddle cloud" for card in range(number, 7)]
        if number:
            assert refused(state, "paddle cloud") == "NIA-5"
        state.apply(0, number)
    while state.phase != "reveal" or state.seat != 0:
        state = after_any_move(state, 6)
    assert len(state.legal(0)) == 7


def after_any_move(state: NiagaraState, chance: int) -> NiagaraState:
    seat = state.to_act()[0]
    legal = state.legal(seat)
    state.apply(seat, legal[chance % len(legal)] if state.phase != "reveal" else legal[0])
    return state


def test_the_cloud_moves_the_weather_and_no_canoe() -> None:
    """NIA-6: one step either way, and at an end of the track only back."""
    state = new_game()
    placed(state, {0: "M3"})
    play(state, "paddle cloud")
    assert texts(state) == ["weather down", "weather up"]
    assert refused(state, "canoe 1 up to M2") == "NIA-6"
    play(state, "weather up")
    assert state.weather == 1
    state.weather = 2
    play(state, "paddle cloud")
    assert texts(state) == ["weather down"]
    assert refused(state, "weather up") == "NIA-6"


def test_the_river_flows_after_all_turns_and_the_life_ring_goes_left() -> None:
    """NIA-7."""
    state = new_game(fork="alternate")
    events = play(state, "paddle 1", "canoe 1 down to M1", "paddle 2", "canoe 1 down to M2", "paddle 1")
    events += play(state, "canoe 1 down to M1")
    assert names(events)[-1] == "flow"
    play(state, "fork left")
    assert [river.PLACE_NAMES[place] for place in state.canoes[::2]] == ["M2", "M3", "M2"]
    assert (state.life_ring, state.to_act()) == (1, (1,))


def test_every_weather_and_card_gives_its_flow_in_play() -> None:
    """NIA-18: the weather counts as it stands after all turns."""
    state = new_game(fork="alternate")
    play(state, "paddle 2", "canoe 1 down to M2", "paddle cloud", "weather up", "paddle 5", "canoe 1 down to M5")
    assert state.flow_left == 3


def test_clouds_alone_flow_as_far_as_the_weather_is_above_zero() -> None:
    """NIA-18."""
    state = new_game()
    play(state, "paddle cloud", "weather up", "paddle cloud", "weather down", "paddle cloud", "weather down")
    assert (state.round, state.weather) == (2, -1)


def test_a_canoe_in_the_other_arm_does_not_move() -> None:
    """NIA-19, NIA-21: canoes on one disc fall together and every gem goes home."""
    state = new_game()
    placed(state, {0: "L7", 2: "L7", 4: "R7", 1: "M5"}, {0: BLUE, 2: PINK, 4: PINK})
    state.phase, state.flow_left, state.seat = "flow", 1, 0
    events = play(state, "fork left")
    assert names(events).count("lost") == 2
    assert [river.PLACE_NAMES[state.canoes[canoe]] for canoe in (0, 2, 4, 1)] == ["lost", "lost", "R7", "L6"]
    assert conserved(state)


def test_which_arm_a_disc_takes_is_entered_in_turn_or_drawn() -> None:
    """NIA-20: observed offers both and presets the side not taken last; the first preset is left."""
    observed = new_game()
    observed.phase, observed.flow_left = "flow", 2
    assert (texts(observed), observed.view(SPECTATOR)["fork_preset"]) == (["fork left", "fork right"], "left")
    play(observed, "fork left")
    assert observed.view(SPECTATOR)["fork_preset"] == "right"
    assert observed.automatic() is None
    sides = []
    for fork in ("alternate", "random"):
        state = new_game(fork=fork)
        state.flow_left = 6
        course.next_step(state, [])
        while state.phase == "flow":
            automatic = state.automatic()
            assert automatic is not None
            assert state.legal(TABLE) == (automatic,)
            sides.append(state.move_text(automatic))
            state.apply(TABLE, automatic)
    assert sides[:6] == ["fork left", "fork right"] * 3
    assert len(set(sides[6:])) == 2


def test_a_lost_canoe_is_bought_back_after_revealing_for_any_gem() -> None:
    """NIA-22: one a turn, before acting; it counts as ashore at once."""
    state = new_game()
    placed(state, {0: "lost", 1: "lost"})
    scored(state, 0, {VIOLET: 1, PINK: 2})
    play(state, "paddle 3")
    assert texts(state) == ["buy violet", "buy pink", "keep"]
    assert refused(state, "buy clear") == "NIA-22"
    play(state, "buy pink")
    assert texts(state) == ["canoe 1 down to M3"]
    assert conserved(state)


def test_buying_back_before_the_cards() -> None:
    """NIA-22, ``card_phase``: from the life ring clockwise, then the cards are chosen."""
    state = new_game(cards="app", buy_back="card_phase")
    placed(state, {2: "lost", 4: "lost"})
    scored(state, 1, {VIOLET: 1})
    scored(state, 2, {VIOLET: 1})
    course.begin_round(state, [])
    assert state.to_act() == (1,)
    play(state, "buy violet")
    assert state.to_act() == (2,)
    play(state, "keep")
    assert state.to_act() == (0, 1, 2)


def test_a_seat_without_canoes_and_gems_gets_one_back_for_nothing() -> None:
    """NIA-23: at once; it takes no further part in the turn."""
    state = new_game()
    placed(state, {0: "L7", 1: "lost"})
    play(state, "paddle 2")
    events = play(state, "canoe 1 down to lost")
    assert names(events)[:3] == ["paddled", "lost", "returned"]
    assert (state.canoes[0], state.to_act()) == (river.SHORE, (1,))


@pytest.mark.parametrize(
    ("before", "gem", "way"),
    [
        ({VIOLET: 3}, VIOLET, "four_of_a_kind"),
        ({VIOLET: 1, CLEAR: 1, YELLOW: 1, BLUE: 1}, PINK, "five_different"),
        ({VIOLET: 3, CLEAR: 3}, YELLOW, "seven"),
    ],
)
def test_each_goal_ends_the_game_after_its_round(before: dict[int, int], gem: int, way: str) -> None:
    """NIA-24: the round is played to its end, the river flows, then the game is over."""
    state = new_game(fork="alternate")
    scored(state, 0, before)
    placed(state, {0: "M1", 1: "M1"}, {0: gem})
    events = play(state, "paddle 1", "canoe 1 up to shore")
    assert "goal" in names(events)
    assert state.result() is None
    play(state, "canoe 2 down to M2", "paddle 1", "canoe 1 down to M1", "paddle 1", "canoe 1 down to M1", "fork left")
    assert (state.result(), state.to_act()) == (((0,), way), ())
    assert refused_when_over(state) == "NIA-24"


def refused_when_over(state: NiagaraState) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.verify(0, 3)
    return caught.value.clause


@pytest.mark.parametrize(
    ("tie", "gems", "winners", "way"),
    [
        ("shared", {BLUE: 4}, (0, 1), "shared"),
        ("most_gems_then_first", {BLUE: 4, PINK: 1}, (1,), "most_gems"),
        ("most_gems_then_first", {BLUE: 4}, (0,), "first"),
    ],
)
def test_several_seats_that_meet_a_goal(tie: str, gems: dict[int, int], winners: tuple[int, ...], way: str) -> None:
    """NIA-24."""
    state = new_game(tie=tie)
    scored(state, 0, {VIOLET: 4})
    scored(state, 1, gems)
    course.note_goal(state, 0, [])
    course.note_goal(state, 1, [])
    course.end_round(state, [])
    assert state.result() == (winners, way)


def test_a_goal_once_met_stays_met() -> None:
    """NIA-24: a gem paid later does not undo it."""
    state = new_game()
    scored(state, 0, {VIOLET: 4})
    course.note_goal(state, 0, [])
    state.scored[VIOLET] -= 1
    course.end_round(state, [])
    assert state.result() == ((0,), "four_of_a_kind")


def random_options(choose_option: random.Random) -> dict[str, str]:
    return {option.name: choose_option.choice(option.values) for option in GAME.options if option.name != "two_colours"}


@pytest.mark.parametrize("seed", range(12))
def test_gems_discs_canoes_and_cards_are_conserved(seed: int) -> None:
    """NIA-1, NIA-2, NIA-5: 35 gems, two canoes a seat, seven cards a cycle, in every state of a whole game."""
    option_choice = random.Random(seed)
    state = GAME.new(random_options(option_choice), option_choice.choice((2, 3, 4, 5)), seed)
    chance = seed
    while state.to_act():
        seat = state.to_act()[-1]
        chance, move = choose(state, seat, chance)
        state.apply(seat, move)
        assert conserved(state)
        assert len(state.canoes) == 2 * state.seats
        assert min(state.sites + state.scored) >= 0
        assert all(0 <= used < 128 for used in state.used)
        for canoe, gem in enumerate(state.cargo):
            assert gem == NO_GEM or river.SHORE < state.canoes[canoe] < river.LOST
    assert state.result() is not None


def _refusal_text(state: NiagaraState, seat: int, move: int) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.apply(seat, move)
    return str(caught.value)


@pytest.mark.parametrize("seed", range(6))
def test_exchanging_sealed_cards_changes_nothing_for_others(seed: int) -> None:
    """NIA-25: two sealed cards exchanged give every other viewer the same bytes, events and refusals."""
    state = new_game(4, seed, cards="app", fork="alternate")
    chance = seed
    checked = 0
    while state.to_act() and checked < 20:
        if state.phase == "cards" and state.to_act() == (0, 1, 2, 3):
            first, second = state.legal(1)[0], state.legal(1)[-1]
            outcomes: list[list[Any]] = []
            for card in (first, second):
                twin = state.copy()
                events = list(twin.apply(1, card))
                outcomes.append(
                    [
                        [json.dumps(twin.view(viewer)) for viewer in (0, 2, 3, SPECTATOR, "main")],
                        [visible_events(GAME, events, viewer) for viewer in (0, 2, 3, SPECTATOR, "main")],
                        [len(twin.legal(seat)) for seat in (0, 2, 3)],
                        _refusal_text(twin, 1, card),
                    ]
                )
            assert outcomes[0] == outcomes[1] or first == second
            checked += 1
        seat = state.to_act()[0]
        chance, move = choose(state, seat, chance)
        state.apply(seat, move)


def test_what_moved_last_is_told_until_people_move_on() -> None:
    """NIA-19: the way of a canoe, the arms of a flow with what stood where before it; nothing older."""
    state = new_game(fork="alternate")
    placed(state, {0: "R7", 2: "M5"})
    play(state, "paddle 3")
    assert state.view(SPECTATOR)["last_way"] is None
    play(state, "canoe 1 up to M4")
    assert state.view(SPECTATOR)["last_way"] == [0, 0, ["R7", "R6", "M5", "M4"]]
    play(state, "done", "paddle 6", "canoe 1 down to lost")
    assert state.view(SPECTATOR)["last_way"] == [1, 0, ["M5", "L6", "L7", "lost"]]
    play(state, "canoe 2 right to R6", "paddle 4", "canoe 2 down to M4")
    assert state.view(SPECTATOR)["last_way"] == [2, 1, ["shore", "M1", "M2", "M3", "M4"]]
    play(state, "fork left", "fork right", "fork left")
    seen = state.view(SPECTATOR)
    assert seen["last_way"] == [2, 1, ["shore", "M1", "M2", "M3", "M4"]]
    assert seen["last_flow"] == {
        "arms": ["left", "right", "left"],
        "before": [["M4", "shore"], ["lost", "R6"], ["shore", "M4"]],
    }
    assert seen["canoes"] == [["R6", "shore"], ["lost", "R7"], ["shore", "R6"]]
    play(state, "paddle 1")
    assert (state.view(SPECTATOR)["last_way"], state.view(SPECTATOR)["last_flow"]) == (None, None)


def test_each_step_that_people_enter_is_told_alone() -> None:
    """NIA-20: observed."""
    state = new_game()
    placed(state, {0: "M4"})
    state.phase, state.flow_left = "flow", 2
    play(state, "fork right")
    assert state.view(SPECTATOR)["last_flow"]["arms"] == ["right"]
    play(state, "fork left")
    last = state.view(SPECTATOR)["last_flow"]
    assert (last["arms"], last["before"][0]) == (["left"], ["M5", "shore"])


def test_the_danger_is_the_most_that_public_facts_allow() -> None:
    """NIA-18, NIA-25: a cloud in hand has to move the weather, so at its upper end it can only lower it."""
    state = new_game()
    play(state, "paddle 2", "canoe 1 down to M2")
    assert state.view(SPECTATOR)["danger"] == 4
    state.weather = 2
    play(state, "paddle cloud")
    assert state.view(SPECTATOR)["danger"] == 4
    play(state, "weather down", "paddle cloud")
    assert state.view(SPECTATOR)["danger"] == 4
    play(state, "weather down")
    assert (state.flow_left, state.view(SPECTATOR)["danger"]) == (2, 2)


def test_covered_cards_show_only_when_the_option_says_so() -> None:
    """NIA-5, NIA-25."""
    for history, is_shown in (("hidden", False), ("shown", True)):
        state = new_game(card_history=history)
        play(state, "paddle 1", "canoe 1 down to M1")
        assert ("used" in state.view(SPECTATOR)) is is_shown


@pytest.mark.parametrize(
    "text",
    ["canoe 3 up to M1", "canoe 1 up to M9", "canoe 1 load gold up to M1", "canoe 1 up to M1 steal Z9", "paddle 7"],
)
def test_what_is_no_move_gets_a_sentence(text: str) -> None:
    with pytest.raises(MoveTextError, match=r"xpected|canoe 1 and canoe 2"):
        new_game().parse_move(text)
