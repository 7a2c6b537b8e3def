"""Niagara's events and refusals name the seat, the canoe, the gem and the victim that they are about."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Event
from riverlight.games.niagara import moves as m
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
from tests.host.games.states import play, texts


def told(events: Iterable[Event], *wanted: str) -> list[tuple[str, int, tuple[object, ...]]]:
    """Return name, seat and data of the events of these names."""
    return [(event.type.name, event.seat, event.data) for event in events if event.type.name in wanted]


def test_the_river_tells_whose_canoe_it_took_and_with_which_gem() -> None:
    """NIA-21: all canoes of the disc, by seat and number."""
    state = new_game()
    placed(state, {1: "L7", 2: "L7", 5: "L7"}, {5: PINK, 2: BLUE})
    state.phase, state.flow_left = "flow", 1
    events = play(state, "fork left")
    assert told(events, "lost") == [("lost", 0, (1, NO_GEM)), ("lost", 1, (0, BLUE)), ("lost", 2, (1, PINK))]
    assert conserved(state)


@pytest.mark.parametrize("fallen", [2, 3])
@pytest.mark.parametrize("gem", range(5))
@pytest.mark.parametrize("owner", range(3))
def test_a_canoe_comes_back_for_nothing_where_its_own_seat_has_no_gem(owner: int, gem: int, fallen: int) -> None:
    """NIA-23: whatever others have ashore; one gem of any colour is enough to buy it with."""
    state = new_game()
    placed(state, {fallen: "R7", 5 - fallen: "lost"})
    scored(state, owner, {gem: 1})
    state.phase, state.flow_left = "flow", 1
    events = play(state, "fork right")
    assert told(events, "returned") == ([] if owner == 1 else [("returned", 1, (fallen - 2,))])
    assert state.canoes[fallen] == (river.LOST if owner == 1 else river.SHORE)


@pytest.mark.parametrize(
    ("place", "carried", "card", "text", "gem"),
    [
        ("L7", VIOLET, 1, "canoe 2 down to lost", VIOLET),
        ("L7", NO_GEM, 1, "canoe 2 down to lost", NO_GEM),
        ("M5", VIOLET, 5, "canoe 2 unload down to lost", NO_GEM),
        ("M5", NO_GEM, 6, "canoe 2 load yellow down to lost", YELLOW),
        ("L7", VIOLET, 5, "canoe 2 unload load pink down to lost", PINK),
    ],
)
def test_a_canoe_paddled_over_the_fall_loses_the_gem_that_it_then_had(
    place: str, carried: int, card: int, text: str, gem: int
) -> None:
    """NIA-11, NIA-21: not the one that it put down before."""
    state = new_game()
    placed(state, {1: place}, {} if carried == NO_GEM else {1: carried})
    play(state, f"paddle {card}")
    assert told(play(state, text), "lost") == [("lost", 0, (1, gem))]
    assert conserved(state)


@pytest.mark.parametrize(("victim", "text"), [(2, "B1"), (3, "B2"), (4, "C1"), (5, "C2")])
def test_a_theft_tells_both_canoes_and_the_gem(victim: int, text: str) -> None:
    """NIA-15."""
    state = new_game()
    placed(state, {1: "M5", victim: "M3"}, {victim: CLEAR})
    play(state, "paddle 2")
    events = play(state, f"canoe 2 up to M3 steal {text}")
    assert told(events, "stole") == [("stole", 0, (1, CLEAR, victim >> 1, victim & 1))]


@pytest.mark.parametrize(
    ("place", "carried", "card", "text", "expected"),
    [
        ("M4", VIOLET, 4, "unload load clear at M4", [("unloaded", VIOLET, 4), ("loaded", CLEAR, 4)]),
        ("M5", CLEAR, 4, "up to M3 unload", [("unloaded", CLEAR, 3)]),
        ("M5", CLEAR, 6, "up to M3 unload load violet", [("unloaded", CLEAR, 3), ("loaded", VIOLET, 3)]),
        ("M5", NO_GEM, 3, "load yellow up to M4", [("loaded", YELLOW, 5)]),
    ],
)
def test_loads_and_unloads_are_told_with_the_place_where_they_were_done(
    place: str, carried: int, card: int, text: str, expected: list[tuple[str, int, int]]
) -> None:
    """NIA-12: before the steps or after them."""
    state = new_game()
    placed(state, {1: place}, {} if carried == NO_GEM else {1: carried})
    play(state, f"paddle {card}")
    events = play(state, f"canoe 2 {text}")
    assert told(events, "unloaded", "loaded") == [(name, 0, (1, gem, at)) for name, gem, at in expected]


def reason(state: NiagaraState, seat: int, move: int) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.verify(seat, move)
    return str(caught.value.reason)


def test_at_an_end_of_its_track_the_weather_only_goes_back() -> None:
    """NIA-6: at the lower end as at the upper one."""
    for weather in (0, 1):
        state = new_game()
        state.weather = weather
        play(state, "paddle cloud")
        assert texts(state) == ["weather down", "weather up"]
    for weather, back, on in ((-1, "weather up", "weather down"), (2, "weather down", "weather up")):
        state = new_game()
        state.weather = weather
        play(state, "paddle cloud")
        assert texts(state) == [back]
        assert "end of its track" in reason(state, 0, state.parse_move(on))
        assert "changes the weather by one step" in reason(state, 0, state.parse_move("done"))


def test_a_used_card_is_named() -> None:
    """NIA-5."""
    state = new_game()
    state.used[0] = 0b1111011 | 1 << river.CLOUD
    for card in (1, 3, 4, 5, 6):
        assert reason(state, 0, state.parse_move(f"paddle {card}")).startswith(f"The {card} is already used")
    assert reason(state, 0, state.parse_move("paddle cloud")).startswith("The cloud is already used")
    for no_card in (-1, 7):
        assert reason(state, 0, no_card) == "Enter the paddle card that was revealed: a number or the cloud."


def test_a_refusal_names_the_canoe_and_what_keeps_it() -> None:
    """NIA-8, NIA-21: of any seat."""
    state = new_game()
    placed(state, {4: "M2", 5: "lost"})
    play(state, "paddle 1", "canoe 2 down to M1", "paddle 1", "canoe 1 down to M1", "paddle 1")
    assert reason(state, 2, state.parse_move("canoe 2 up to M1")) == "Canoe 2 is lost."
    assert "Canoe 1 has 1 point " in reason(state, 2, state.parse_move("canoe 1 up to shore"))
    state = new_game()
    placed(state, {4: "M2", 5: "M4"})
    play(state, "paddle 1", "canoe 2 down to M1", "paddle 1", "canoe 1 down to M1", "paddle 1", "canoe 1 down to M3")
    assert reason(state, 2, state.parse_move("canoe 1 down to M4")) == "Canoe 1 has already moved this turn."
    state = new_game()
    placed(state, {1: "M2"})
    play(state, "paddle 1")
    assert reason(state, 0, state.parse_move("canoe 2 up to M2")).startswith("Canoe 2 has 1 point ")
    state = new_game()
    placed(state, {0: "M1"})
    play(state, "paddle 1", "canoe 1 up to shore")
    assert reason(state, 0, state.parse_move("canoe 1 down to M1")) == "Canoe 1 stays ashore this turn."


def test_each_site_is_looked_at_for_its_own_gems() -> None:
    """NIA-12: where all else lies everywhere."""
    state = new_game()
    placed(state, {0: "L7"})
    state.sites = [1] * 25
    state.sites[PINK * 5 + VIOLET] = 0
    state.note_sites()
    play(state, "paddle 2")
    assert "no violet gem is at the pink site" in reason(state, 0, state.parse_move("canoe 1 load violet at L7"))


def test_what_cannot_be_done_after_the_steps_is_told_of_the_place_where_they_end() -> None:
    """NIA-12, NIA-13: not of the place where they start."""
    for gem, text, expected in (
        (NO_GEM, "load pink", "Canoe 1 cannot load: no pink gem is at the violet site."),
        (NO_GEM, "unload", "Canoe 1 has no gem to unload."),
        (VIOLET, "unload", "Canoe 1 cannot unload a violet gem at its own site."),
        (BLUE, "load violet", "Canoe 1 already carries a gem, and has room for only one."),
    ):
        state = new_game()
        placed(state, {0: "M2"}, {} if gem == NO_GEM else {0: gem})
        play(state, "paddle 3")
        assert reason(state, 0, state.parse_move(f"canoe 1 down to M3 {text}")) == expected


def test_only_the_seat_in_turn_paddles() -> None:
    """NIA-4, NIA-7: what would be legal for it, too."""
    state = new_game()
    placed(state, {0: "M2", 2: "M2"})
    play(state, "paddle 1")
    move = state.parse_move("canoe 1 up to M1")
    state.verify(0, move)
    assert "another player's turn" in reason(state, 1, move)
    assert "another player's turn" in reason(state, TABLE, move)


def test_a_seat_is_told_that_it_has_chosen_and_the_table_that_it_is_not_asked() -> None:
    """NIA-4."""
    state = new_game(cards="app")
    state.apply(0, 4)
    assert "has already chosen" in reason(state, 0, 5)
    assert "another player's turn" in reason(state, TABLE, 5)
    assert [len(state.legal(seat)) for seat in (TABLE, 0, 1, 2, 3)] == [0, 0, 7, 7, 0]


def test_a_gem_that_is_not_ashore_is_named() -> None:
    """NIA-22."""
    for gem, name in enumerate(river.COLOURS):
        state = new_game()
        placed(state, {0: "lost"})
        scored(state, 0, {(gem + 1) % 5: 1})
        play(state, "paddle 3")
        assert reason(state, 0, state.parse_move(f"buy {name}")) == f"There is no {name} gem ashore to pay with."
        assert reason(state, 0, state.parse_move("done")).startswith("Buy a lost canoe back")


def test_no_number_that_is_no_move_upsets_a_purchase() -> None:
    """NIA-22."""
    state = new_game()
    placed(state, {0: "lost"})
    scored(state, 0, {VIOLET: 1})
    play(state, "paddle 3")
    for move in range(m.FORK + 8):
        if move not in state.legal(0):
            assert reason(state, 0, move)
