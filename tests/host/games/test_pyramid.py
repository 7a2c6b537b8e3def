"""Pyramid clause by clause: dice, hunters, treasures, the mummy, catches, ends, and the option of each."""

from __future__ import annotations

import random

import pytest
from riverlight.errors import IllegalMove, MoveTextError, OptionError
from riverlight.games.contract import SPECTATOR, TABLE
from riverlight.games.pyramid import GAME
from riverlight.games.pyramid.moves import ROLLS, faces_of
from riverlight.games.pyramid.state import PyramidState

from shared_rules.board import NONE
from tests.host.games.pyramid_states import (
    BOARD,
    CORE,
    ENTRANCE,
    IDS,
    SARCOPHAGUS,
    before_a_treasure,
    beside,
    mummy_next_to,
    new_game,
    open_spaces,
    way_to,
)
from tests.host.games.states import names, play, refused, texts


def test_both_sides_have_the_same_maze_and_walls_hold_both_ways() -> None:
    """PYR-1: every exit leads back."""
    for space in range(CORE.n):
        for direction in range(4):
            other = CORE.neighbours[space * 4 + direction]
            assert other == NONE or CORE.neighbours[other * 4 + (direction ^ 2)] == space


def test_the_dice_have_their_faces() -> None:
    """PYR-2: 252 rolls of five dice with six faces; the mummy's die shows 1, 2 or 3."""
    assert len(ROLLS[5]) == 252
    assert {face for roll in ROLLS[5] for face in faces_of(roll)} == {1, 2, 3, 4, 5, 6}
    state = new_game()
    state.phase = "mummy_roll"
    assert texts(state) == ["roll 1", "roll 2", "roll 3"]
    assert refused(state, "roll 4") == "PYR-2"


def test_each_hunter_is_dealt_one_card_of_each_colour() -> None:
    """PYR-3: all different, each on a treasure space of its colour; others do not see them."""
    state = new_game(5, cards="app")
    events = state.apply(TABLE, state.automatic() or 0)
    assert names(list(events)) == ["dealt"] * 4
    assert [event.seat for event in events] == [1, 2, 3, 4]
    dealt = [card for hand in state.cards for card in hand]
    assert len(set(dealt)) == 20
    for hand in state.cards:
        assert sorted(CORE.data[card] for card in hand) == [0, 1, 2, 3, 4]
    assert "cards" not in state.view("tomb")
    assert len(state.view(1)["cards"][0]) == 5
    assert not GAME.may_see(events[0], 2)


def test_the_set_up() -> None:
    """PYR-4: hunters at the entrance with three amulets, the mummy in the sarcophagus."""
    state = new_game(4)
    assert (state.hunters, state.mummy, state.amulets) == ([ENTRANCE] * 3, SARCOPHAGUS, [3, 3, 3])
    assert state.to_act() == (1,)


@pytest.mark.parametrize("seats", [1, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    """PYR-16."""
    with pytest.raises(OptionError, match="2 to 5 players"):
        new_game(seats)


def test_taking_the_dice_back_lets_the_mummy_walk_first() -> None:
    """PYR-5: as many steps as dice were set aside, then all five are rolled."""
    state = new_game()
    state.set_aside = 2
    assert texts(state) == ["throw", "reset"]
    events = play(state, "reset")
    assert names(events) == ["reset"]
    assert (state.to_act(), state.steps_left, state.set_aside) == ((0,), 2, 0)
    play(state, "stop", "throw")
    assert state.thrown == 5
    assert state.to_act() == (TABLE,)


def test_no_dice_aside_none_to_take_back() -> None:
    """PYR-5."""
    assert refused(new_game(), "reset") == "PYR-5"


@pytest.mark.parametrize(("amulets", "seat"), [(3, 1), (1, 2)])
def test_a_hunter_caught_in_its_own_turn_goes_on_unless_that_was_its_last_amulet(amulets: int, seat: int) -> None:
    """PYR-5, PYR-13, PYR-15."""
    state = new_game(4)
    state.set_aside = 1
    step = mummy_next_to(state, 0, amulets)
    state.phase = "start"
    play(state, "reset", step)
    assert state.to_act() == (seat,)
    assert state.phase == "start"
    assert state.hunters[0] == (SARCOPHAGUS if amulets == 3 else NONE)


def test_mummy_faces_are_set_aside_at_once_and_stay_for_everybody() -> None:
    """PYR-6: at every roll."""
    state = new_game()
    play(state, "throw", "roll 1 2 M A M")
    assert (state.set_aside, state.faces) == (2, (1, 2, 5))
    play(state, "reroll 1 2 A", "roll M 3 3")
    assert (state.set_aside, state.faces) == (3, (3, 3))
    end = next(text for text in texts(state) if text.startswith("die"))
    play(state, end, texts_after(state, end))
    assert (state.to_act(), state.set_aside) == ((2,), 3)
    play(state, "throw")
    assert state.thrown == 2


def texts_after(state: PyramidState, die: str) -> str:
    twin = state.copy()
    play(twin, die)
    return next(text for text in texts(twin) if not CORE.kinds[BOARD.index[text.split()[1]]])


def test_which_dice_may_be_thrown_again() -> None:
    """PYR-6: all that remain, or with ``select`` any of them."""
    for option, count in (("all", 1), ("select", 7)):
        state = new_game(reroll=option)
        play(state, "throw", "roll 1 2 A M M")
        assert len([text for text in texts(state) if text.startswith("reroll")]) == count
    assert refused(new_game_at_choice("all"), "reroll 1") == "PYR-6"


def new_game_at_choice(option: str) -> PyramidState:
    state = new_game(reroll=option)
    play(state, "throw", "roll 1 2 A M M")
    return state


def test_a_die_with_a_legal_end_has_to_be_chosen() -> None:
    """PYR-7: passing is refused then, and so is a die that does not show."""
    state = new_game_at_choice("all")
    assert refused(state, "pass") == "PYR-7"
    assert refused(state, "die 4") == "PYR-7"
    assert texts(state)[:1] == ["die 1"]


def test_with_no_die_left_the_hunter_passes() -> None:
    """PYR-7: after a roll of mummies, and when none was left before it."""
    state = new_game()
    play(state, "throw", "roll M M M M M")
    assert texts(state) == ["pass"]
    play(state, "pass")
    assert texts(state) == ["reset", "pass"]
    assert refused(state, "throw") == "PYR-6"


def test_without_a_legal_end_the_hunter_throws_again_or_passes() -> None:
    """PYR-7: shut in by the mummy."""
    state = new_game()
    dead_end = next(space for space in open_spaces() if len(CORE.around[space]) == 1)
    state.hunters[0] = dead_end
    state.mummy = CORE.around[dead_end][0]
    play(state, "throw", "roll 1 2 A M M")
    assert texts(state) == ["pass", "reroll 1 2 A"]


def test_an_end_that_the_die_does_not_reach_is_refused() -> None:
    """PYR-8, PYR-9, PYR-11."""
    state = new_game_at_choice("all")
    play(state, "die 1")
    assert refused(state, f"move {IDS[ENTRANCE]}") == "PYR-8"
    other = new_game_at_choice("all")
    play(other, "die arrow")
    assert refused(other, f"move {IDS[SARCOPHAGUS]}") == "PYR-9"


def test_a_treasure_that_is_reached_may_be_played_openly() -> None:
    """PYR-10, PYR-3: the mummy learns its space and the colour is held no more."""
    state, space = before_a_treasure()
    assert {f"move {IDS[space]}", f"move {IDS[space]} play"} <= set(texts(state))
    events = play(state, f"move {IDS[space]} play")
    assert names(events) == ["moved", "treasure"]
    assert GAME.may_see(events[1], 0)
    assert not GAME.may_see(events[0], 0)
    assert state.view(0)["played"] == [[IDS[space], "red", 0]]
    assert state.view(0)["held"][0]["red"] == 0
    assert state.to_act() == (2,)


def test_a_card_may_be_kept() -> None:
    """PYR-10: and nobody is asked a second time, so no pause reveals a treasure (PYR-18)."""
    state, space = before_a_treasure()
    assert names(play(state, f"move {IDS[space]}")) == ["moved"]
    assert (state.to_act(), state.played) == ((2,), [])


def test_a_reached_treasure_is_played_by_itself_where_the_option_says_that_it_must() -> None:
    """PYR-10: so that the choices reveal no card; with real cards only its hunter knows."""
    state, space = before_a_treasure(treasure="mandatory")
    assert refused(state, f"move {IDS[space]} play") == "PYR-10"
    assert names(play(state, f"move {IDS[space]}")) == ["moved", "treasure"]
    without, space = before_a_treasure(treasure="mandatory", holds=False)
    assert names(play(without, f"move {IDS[space]}")) == ["moved"]
    real, space = before_a_treasure(treasure="mandatory", cards="physical")
    assert {f"move {IDS[space]}", f"move {IDS[space]} play"} <= set(texts(real))


def test_the_treasure_of_another_card_cannot_be_played() -> None:
    """PYR-10: what follows from a hand is shown to its seat alone (PYR-18)."""
    state, space = before_a_treasure(holds=False)
    with pytest.raises(IllegalMove, match="cannot play the treasure there") as caught:
        play(state, f"move {IDS[space]} play")
    assert (caught.value.clause, caught.value.only_seat) == ("PYR-10", True)
    assert f"move {IDS[space]}" in texts(state)


def test_with_real_cards_any_space_of_a_held_colour_is_accepted_once() -> None:
    """PYR-20."""
    state, space = before_a_treasure(cards="physical")
    play(state, f"move {IDS[space]} play")
    assert state.is_played(space)
    state.hunters = [ENTRANCE, beside(space)]
    play(state, "throw", "roll 1 1 1 1 1", "die 1")
    assert refused(state, f"move {IDS[space]} play") == "PYR-10"


@pytest.mark.parametrize(("option", "is_open"), [("off", False), ("on", True)])
def test_the_way_back_is_shut_unless_the_option_opens_it(option: str, is_open: bool) -> None:
    """PYR-11."""
    state = new_game(reenter_safe=option)
    state.hunters[0] = CORE.around[ENTRANCE][0]
    state.mummy = open_spaces()[30]
    play(state, "throw", "roll 1 1 1 1 1", "die 1")
    assert (f"move {IDS[ENTRANCE]}" in texts(state)) is is_open


def test_the_mummy_walks_step_by_step_as_far_as_die_and_dice_aside_say() -> None:
    """PYR-12: the dice stay aside; it may stop at any time."""
    state = new_game()
    state.phase, state.set_aside = "mummy_roll", 2
    events = play(state, "roll 3")
    assert (state.steps_left, state.set_aside) == (5, 2)
    assert names(events) == ["mummy_roll_entered"]
    play(state, texts(state)[1], "stop")
    assert (state.to_act(), state.round, len(state.walk)) == ((1,), 2, 2)


def test_the_last_walk_is_told_until_the_next_thing_that_all_may_know() -> None:
    """PYR-12, PYR-18: what hunters do unseen does not end it."""
    state = new_game()
    play(state, mummy_next_to(state, 1), "throw", "roll 1 2 A A 4")
    assert (len(state.view(0)["walk"]), state.view(0)["last_caught"]) == (2, 1)
    play(state, "die 1")
    assert (state.view(0)["walk"], state.view(0)["steps"], state.view(0)["last_caught"]) == ([], 0, None)


def test_a_step_and_a_treasure_show_what_cannot_be_unseen() -> None:
    """PYR-12, PYR-10: so they are not undone without asking."""
    assert {event_type.name for event_type in GAME.event_types if event_type.reveals} == {
        "dealt",
        "rolled",
        "mummy_rolled",
        "stepped",
        "treasure",
    }


def test_walls_and_safe_spaces_stop_the_mummy() -> None:
    """PYR-12, PYR-4."""
    state = new_game()
    state.phase, state.steps_left = "mummy", 3
    state.mummy = CORE.around[SARCOPHAGUS][0]
    back = way_to(state.mummy, SARCOPHAGUS)
    assert back not in texts(state)
    assert refused(state, back) == "PYR-12"


def test_a_catch_ends_the_walk_and_takes_an_amulet() -> None:
    """PYR-13."""
    state = new_game()
    events = play(state, mummy_next_to(state, 1))
    assert names(events) == ["stepped", "caught", "round"]
    assert (state.amulets, state.taken, state.to_act()) == ([3, 2], 1, (1,))


@pytest.mark.parametrize(("option", "place"), [("dungeon", SARCOPHAGUS), ("entrance", ENTRANCE)])
def test_where_a_caught_hunter_starts_again(option: str, place: int) -> None:
    """PYR-14."""
    state = new_game(respawn=option)
    play(state, mummy_next_to(state, 1))
    assert state.hunters[1] == place


def test_the_third_amulet_takes_a_hunter_off_the_board() -> None:
    """PYR-15: its cards stay unseen and its turns are over."""
    state = new_game(4, cards="app")
    state.apply(TABLE, state.automatic() or 0)
    hand = state.cards[0]
    events = play(state, mummy_next_to(state, 0, amulets=1))
    assert names(events) == ["stepped", "caught", "left_game", "round"]
    assert (state.hunters[0], state.cards[0]) == (NONE, hand)
    assert state.to_act() == (2,)


@pytest.mark.parametrize(("seats", "needed"), [(2, 3), (3, 4), (4, 6), (5, 7)])
def test_how_many_amulets_the_mummy_needs(seats: int, needed: int) -> None:
    """PYR-16, PYR-17."""
    state = new_game(seats)
    state.taken = needed - 2
    play(state, mummy_next_to(state, 0))
    assert state.result() is None
    play(state, mummy_next_to(state, 1))
    assert state.result() == ((0,), "amulets")
    assert refused_when_over(state) == "PYR-16"


def refused_when_over(state: PyramidState) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.verify(1, state.parse_move("throw"))
    return caught.value.clause


def test_the_fifth_treasure_wins_at_once() -> None:
    """PYR-16."""
    state, space = before_a_treasure()
    state.held[0] = (1, 0, 0, 0, 0)
    play(state, f"move {IDS[space]} play")
    assert (state.result(), state.to_act()) == (((1,), "treasures"), ())


@pytest.mark.parametrize(("option", "holders"), [("shared", 1), ("per_marker", 2)])
def test_two_people_play_ten_cards_with_two_hunters(option: str, holders: int) -> None:
    """PYR-17: a whole turn each in a fixed order; all ten have to be played."""
    state = new_game(2, cards="app", two_player_cards=option)
    state.apply(TABLE, state.automatic() or 0)
    assert (len(state.hunters), state.owners) == (2, (1, 1))
    assert [len(hand) for hand in state.cards] == [10 // holders] * holders
    play(state, "throw", "roll M M M M M", "pass")
    assert (state.to_act(), state.marker) == ((1,), 1)


@pytest.mark.parametrize("option", ["shared", "per_marker"])
def test_two_hunters_win_with_the_last_of_ten_cards(option: str) -> None:
    """PYR-17."""
    state, space = before_a_treasure(seats=2, two_player_cards=option)
    state.held = [(1, 0, 0, 0, 0), (0, 0, 0, 0, 1)][: len(state.held)]
    play(state, f"move {IDS[space]} play")
    assert (state.result() is None) == (option == "per_marker")


def test_the_mummys_side_does_not_see_which_part_of_a_turn_a_hunter_is_in() -> None:
    """PYR-18: throwing, choosing, moving look the same; the chosen die's face is announced."""
    state = new_game()
    seen = [state.view(0)]
    for text in ("throw", "roll 1 2 A A 4"):
        play(state, text)
        seen.append(state.view(0))
    assert seen[0] == seen[1] == seen[2]
    play(state, "die 2")
    assert state.view(0)["die"] == "2"
    for viewer in (0, SPECTATOR, "shrine"):
        assert not {"hunters", "faces", "ends", "cards"} & set(state.view(viewer))


@pytest.mark.parametrize("seed", range(6))
def test_the_aid_never_leaves_out_where_a_hunter_is(seed: int) -> None:
    """PYR-19: whatever happened, each hunter is among its possible spaces; without the option there are none."""
    choose = random.Random(seed)
    state = new_game(choose.choice((2, 3, 5)), seed, mummy_aid="on", cards="app", dice="app")
    for _ in range(400):
        if not state.to_act():
            break
        seat = state.to_act()[0]
        state.apply(seat, choose.choice(state.legal(seat)))
        for marker, space in enumerate(state.hunters):
            assert space == NONE or IDS[space] in state.view(0)["possible"][marker]
    assert "possible" not in new_game().view(0)


def test_real_dice_are_entered_and_the_apps_own_are_thrown() -> None:
    """PYR-20."""
    real, thrown = new_game(), new_game(dice="app")
    play(real, "throw")
    play(thrown, "throw")
    assert (len(real.legal(TABLE)), real.automatic()) == (252, None)
    assert thrown.legal(TABLE) == (thrown.automatic(),)
    assert refused(real, "roll 1 2") == "PYR-6"


@pytest.mark.parametrize(
    "text", ["", "die 7", "roll 1 2 Z", "roll 1 1 1 1 1 1", "move z99", "move", "step x", "reroll M"]
)
def test_what_is_no_move_gets_a_sentence(text: str) -> None:
    with pytest.raises(MoveTextError, match="Expected"):
        new_game().parse_move(text)
