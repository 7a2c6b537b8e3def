"""Niagara's canoes clause by clause: which move, how far, what they load, unload and steal, and why not."""

from __future__ import annotations

import random

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.niagara import moves as m

from shared_rules import niagara as river
from tests.host.games.niagara_states import (
    BLUE,
    CLEAR,
    NO_GEM,
    PINK,
    VIOLET,
    conserved,
    new_game,
    placed,
    scored,
)
from tests.host.games.states import names, play, refused, texts


def test_with_both_canoes_ashore_exactly_one_is_launched() -> None:
    """NIA-8."""
    state = new_game()
    play(state, "paddle 2")
    assert texts(state) == ["canoe 1 down to M2", "canoe 2 down to M2"]
    assert refused(state, "done") == "NIA-8"
    play(state, "canoe 2 down to M2")
    assert state.to_act() == (1,)


def test_the_canoe_afloat_has_to_move_and_the_one_ashore_may() -> None:
    """NIA-8: in either order."""
    state = new_game()
    placed(state, {0: "M2"})
    play(state, "paddle 1")
    assert texts(state) == ["canoe 1 up to M1", "canoe 1 down to M3", "canoe 2 down to M1"]
    twin = state.copy()
    play(twin, "canoe 2 down to M1")
    assert refused(twin, "done") == "NIA-8"
    assert refused(twin, "canoe 2 down to M2") == "NIA-8"
    play(state, "canoe 1 up to M1")
    assert texts(state) == ["done", "canoe 2 down to M1"]
    play(state, "done")
    assert state.to_act() == (1,)


def test_both_canoes_afloat_have_to_move() -> None:
    """NIA-8, NIA-9: each with all its points."""
    state = new_game()
    placed(state, {0: "M2", 1: "M4"})
    play(state, "paddle 1", "canoe 2 up to M3")
    assert refused(state, "done") == "NIA-8"
    assert texts(state) == ["canoe 1 up to M1", "canoe 1 down to M3"]


def test_a_number_with_no_canoe_left_moves_nothing_and_counts_for_the_flow() -> None:
    """NIA-8, NIA-18."""
    state = new_game(fork="alternate")
    placed(state, {0: "lost", 1: "lost"})
    scored(state, 0, {VIOLET: 1})
    play(state, "paddle 1", "keep")
    assert state.to_act() == (1,)
    play(state, "paddle 4", "canoe 1 down to M4", "paddle 4", "canoe 1 down to M4")
    assert state.flow_left == 1


def test_all_points_are_used_even_over_the_fall() -> None:
    """NIA-11, NIA-21, NIA-10: what would stop short is refused; the lost gem goes home."""
    state = new_game()
    placed(state, {0: "L7"}, {0: VIOLET})
    play(state, "paddle 6")
    assert refused(state, "canoe 1 up to M2") == "NIA-11"
    events = play(state, "canoe 1 down to lost")
    assert names(events)[:2] == ["paddled", "lost"]
    assert state.canoes[0] == river.LOST
    assert conserved(state)


def test_loading_takes_two_points_before_or_after_the_steps() -> None:
    """NIA-12: load and move, move and load; never steps on both sides of a load."""
    state = new_game()
    placed(state, {0: "M3", 1: "M1"})
    play(state, "paddle 4")
    ways = [text for text in texts(state) if text.startswith("canoe 1")]
    assert "canoe 1 load violet up to M1" in ways
    assert "canoe 1 down to M5 load yellow" in ways
    assert refused(state, "canoe 1 load violet up to M1 unload") == "NIA-12"
    play(state, "canoe 1 load violet up to M1")
    assert state.cargo[0] == VIOLET
    assert conserved(state)


def test_an_empty_site_has_nothing_to_load() -> None:
    """NIA-12."""
    state = new_game()
    placed(state, {0: "M3"})
    state.sites[VIOLET * 6] = 0
    state.note_sites()
    play(state, "paddle 2")
    assert refused(state, "canoe 1 load violet at M3") == "NIA-12"
    assert "canoe 1 load violet at M3" not in texts(state)


def test_a_gem_is_not_put_down_at_its_own_site() -> None:
    """NIA-13: elsewhere it is; what is then loaded is of a different colour."""
    state = new_game()
    placed(state, {0: "M3", 1: "M4"}, {0: VIOLET, 1: VIOLET})
    play(state, "paddle 4")
    assert not any("unload at M3" in text or "unload up" in text for text in texts(state) if text[6] == "1")
    assert "canoe 2 unload load clear at M4" in texts(state)
    assert "canoe 2 unload load violet at M4" not in texts(state)
    play(state, "canoe 2 unload load clear at M4")
    assert state.sites[CLEAR * 5 + VIOLET] == 1
    assert conserved(state)


def test_gems_change_hands_by_stealing_alone() -> None:
    """NIA-14, NIA-15: upstream, empty, on the same disc, all points used."""
    state = new_game()
    placed(state, {0: "M5", 2: "M3", 3: "M3"}, {2: BLUE, 3: PINK})
    play(state, "paddle 2")
    stealing = [text for text in texts(state) if "steal" in text]
    assert stealing == ["canoe 1 up to M3 steal B1", "canoe 1 up to M3 steal B2"]
    events = play(state, stealing[1])
    assert "stole" in names(events)
    assert (state.cargo[0], state.cargo[3]) == (PINK, NO_GEM)
    assert conserved(state)


def test_a_canoe_that_unloaded_may_steal() -> None:
    """NIA-15: here before its steps."""
    state = new_game()
    placed(state, {0: "M5", 2: "M3"}, {0: VIOLET, 2: BLUE})
    play(state, "paddle 4")
    assert "canoe 1 unload up to M3 steal B1" in texts(state)


@pytest.mark.parametrize("card", range(1, 7))
def test_a_canoe_may_do_what_the_movement_rules_say_of_its_river(card: int) -> None:
    """NIA-9 to NIA-16: whatever lies at the sites and in other canoes."""
    choose = random.Random(card)
    for _ in range(60):
        state = new_game()
        state.sites = [choose.choice((0, 0, 1, 5)) for _ in range(25)]
        state.canoes = [choose.randrange(river.M1, river.LOST) for _ in state.canoes]
        state.cargo = [choose.choice((*range(5), NO_GEM, NO_GEM)) for _ in state.cargo]
        state.note_sites()
        play(state, f"paddle {card}")
        masks = river.masks(state.sites)
        expected = [
            m.canoe_move(number, plan)
            for number in (0, 1)
            for plan in river.with_steals(
                river.plans(state.canoes[number], state.cargo[number], card, masks),
                0,
                state.cargo[number],
                state.canoes,
                state.cargo,
            )
        ]
        assert list(state.legal(0)) == sorted(expected)


def test_landing_scores_the_gem_and_the_canoe_stays_ashore() -> None:
    """NIA-16: also when it loaded before its steps; points left are lost; no launch again in this turn."""
    state = new_game()
    placed(state, {0: "M3"})
    play(state, "paddle 6")
    events = play(state, "canoe 1 load violet up to shore")
    assert "scored" in names(events)
    assert state.scored[:5] == [1, 0, 0, 0, 0]
    left_over = texts(state)
    assert left_over[0] == "done"
    assert {text[:7] for text in left_over[1:]} == {"canoe 2"}
    assert refused(state, "canoe 1 down to M5") == "NIA-8"


@pytest.mark.parametrize(
    ("canoes", "cargo", "card", "text", "clause", "words"),
    [
        ({0: "M2"}, {}, 3, "canoe 1 load violet down to M3", "NIA-12", "cannot load or unload at M2"),
        ({0: "M3"}, {}, 4, "canoe 1 load violet up to M1 unload", "NIA-12", "before or after moving, not both"),
        ({0: "M3"}, {}, 2, "canoe 1 unload at M3", "NIA-12", "no gem to unload"),
        ({0: "M3"}, {0: VIOLET}, 2, "canoe 1 unload at M3", "NIA-13", "at its own site"),
        ({0: "M3"}, {0: CLEAR}, 2, "canoe 1 load violet at M3", "NIA-12", "room for only one"),
        ({0: "M3"}, {0: CLEAR}, 4, "canoe 1 unload load clear at M3", "NIA-13", "a different colour"),
        ({0: "M3"}, {}, 2, "canoe 1 load pink at M3", "NIA-12", "no pink gem is at the violet site"),
        ({0: "M3"}, {}, 4, "canoe 1 load violet up to shore", "NIA-11", "4 points minus 2 for loading or unloading"),
        ({0: "M5"}, {}, 3, "canoe 1 up to M3", "NIA-11", "3 points and must use them all"),
        ({0: "M3", 2: "M5"}, {2: BLUE}, 2, "canoe 1 down to M5 steal B1", "NIA-15", "after a step upstream"),
        ({0: "M5", 2: "M3"}, {0: PINK, 2: BLUE}, 2, "canoe 1 up to M3 steal B1", "NIA-15", "on the river and empty"),
        ({0: "M5", 1: "M3"}, {1: BLUE}, 2, "canoe 1 up to M3 steal A2", "NIA-15", "only from other players"),
        ({0: "M5", 2: "M2"}, {2: BLUE}, 2, "canoe 1 up to M3 steal B1", "NIA-15", "on the same disc"),
        ({0: "M5", 2: "M3"}, {}, 2, "canoe 1 up to M3 steal B1", "NIA-15", "that canoe has no gem"),
        ({0: "M5"}, {}, 2, "canoe 1 up to M3 steal E1", "NIA-15", "on the same disc"),
    ],
)
def test_a_canoe_is_refused_with_the_reason_that_keeps_it(
    canoes: dict[int, str], cargo: dict[int, int], card: int, text: str, clause: str, words: str
) -> None:
    """NIA-11 to NIA-15, each in a sentence of its own."""
    state = new_game()
    placed(state, canoes, cargo)
    play(state, f"paddle {card}")
    with pytest.raises(IllegalMove, match=words) as caught:
        play(state, text)
    assert caught.value.clause == clause


def test_both_canoes_on_one_disc_fall_together_and_one_comes_back() -> None:
    """NIA-21, NIA-23."""
    state = new_game()
    placed(state, {0: "L7", 1: "L7"}, {0: BLUE, 1: PINK})
    state.phase, state.flow_left = "flow", 1
    events = play(state, "fork left")
    assert names(events)[:4] == ["flowed", "lost", "lost", "returned"]
    assert [river.PLACE_NAMES[place] for place in state.canoes[:2]] == ["shore", "lost"]
    assert conserved(state)
