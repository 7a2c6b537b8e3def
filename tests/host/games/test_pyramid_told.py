"""Pyramid's events, refusals and guesses say exactly what happened, to whom, and what is still possible."""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Event
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.state import PyramidState

from shared_rules import pyramid as maze
from shared_rules.board import NONE
from tests.host.games.pyramid_states import (
    CORE,
    ENTRANCE,
    IDS,
    before_a_treasure,
    beside,
    mummy_next_to,
    new_game,
    open_spaces,
    way_to,
)
from tests.host.games.states import names, play, texts


def data(events: list[Event], name: str) -> list[tuple[int, tuple[object, ...]]]:
    """Return seat and data of each event of this name."""
    return [(event.seat, event.data) for event in events if event.type.name == name]


def reason(state: PyramidState, seat: int, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.verify(seat, state.parse_move(text))
    return str(caught.value.reason)


def test_a_hunter_that_takes_no_dice_back_passes_to_the_next() -> None:
    """PYR-7: with all dice set aside; reported to everyone, by its marker."""
    state = new_game(4)
    state.set_aside = 5
    state.marker = 1
    assert texts(state) == ["reset", "pass"]
    assert data(play(state, "pass"), "passed") == [(2, (1,))]
    assert (state.to_act(), state.phase) == ((3,), "start")


def test_a_throw_is_told_as_entered_or_as_the_apps_own() -> None:
    """PYR-20: only the app's own shows what cannot be unseen."""
    assert names(play(new_game(), "throw", "roll 1 2 3 4 A")) == ["roll_entered"]
    thrown = new_game(dice="app")
    play(thrown, "throw")
    assert names(list(thrown.apply(TABLE, thrown.automatic() or 0)))[0] == "rolled"


def test_the_last_walk_is_forgotten_when_mummies_are_set_aside() -> None:
    """PYR-12, PYR-6: that everybody may know."""
    state = new_game()
    play(state, mummy_next_to(state, 1), "throw")
    assert state.view(0)["last_caught"] == 1
    events = play(state, "roll 1 2 M 4 M")
    assert data(events, "set_aside") == [(TABLE, (2,))]
    assert (state.view(0)["walk"], state.view(0)["last_caught"]) == ([], None)


def test_a_catch_in_a_hunters_own_turn_is_forgotten_when_the_mummy_rolls() -> None:
    """PYR-12, PYR-15: where that hunter was the last one and has left, nothing else comes between."""
    state = new_game(3)
    state.set_aside = 1
    state.marker = 1
    step = mummy_next_to(state, 1, amulets=1)
    state.phase = "start"
    play(state, "reset", step)
    assert (state.phase, state.view(0)["last_caught"]) == ("mummy_roll", 1)
    play(state, "roll 2")
    assert (state.view(0)["last_caught"], state.view(0)["walk"]) == (None, [IDS[state.mummy]])
    assert state.last_caught == new_game(3).last_caught, "as if it had never been, in the digest too"


def test_a_catch_is_forgotten_when_the_mummy_walks_again_at_once() -> None:
    """PYR-12, PYR-5: the next hunter takes the dice back before anything else is known."""
    state = new_game()
    state.set_aside = 2
    play(state, mummy_next_to(state, 1))
    assert state.view(0)["last_caught"] == 1
    assert data(play(state, "reset"), "reset") == [(1, (2,))]
    assert state.view(0)["last_caught"] is None


@pytest.mark.parametrize("face", ["1", "4", "arrow"])
def test_the_die_that_was_chosen_is_told_by_its_face(face: str) -> None:
    """PYR-7, PYR-18: to everybody."""
    state = new_game()
    play(state, "throw", f"roll {face[0].upper()} M M M M")
    assert data(play(state, f"die {face}"), "die") == [(1, (0, face))]


def test_the_end_is_told_with_the_winner_and_the_way() -> None:
    """PYR-16."""
    state = new_game()
    state.taken = 3
    assert data(play(state, mummy_next_to(state, 0)), "over") == [(TABLE, ((0,), "amulets"))]
    state, space = before_a_treasure()
    state.held[0] = (1, 0, 0, 0, 0)
    assert data(play(state, f"move {IDS[space]} play"), "over") == [(TABLE, ((1,), "treasures"))]


def test_with_real_cards_a_colour_that_is_held_no_more_cannot_be_played() -> None:
    """PYR-20: on no space of that colour; of another colour it can."""
    for held, is_offered in (((0, 1, 1, 1, 1), False), ((1, 0, 0, 0, 0), True)):
        state, space = before_a_treasure(cards="physical")
        state.held[0] = held
        assert (f"move {IDS[space]} play" in texts(state)) is is_offered


def test_a_mummy_that_stops_has_no_steps_left() -> None:
    """PYR-12: and its path is reported as far as it went."""
    state = new_game()
    mummy_next_to(state, 1)
    assert names(play(state, "stop")) == ["stopped", "round"]
    assert (state.steps_left, state.view(0)["steps_left"]) == (0, 0)


def test_a_refusal_says_whose_turn_it_is() -> None:
    """PYR-4, PYR-12."""
    state = new_game()
    assert "moves after the hunters" in reason(state, 0, "stop")
    assert "another player's turn" in reason(state, 2, "throw")
    assert "another player's turn" in reason(state, TABLE, "roll 1")


def test_a_mummys_refusal_tells_a_wall_from_what_is_no_step() -> None:
    """PYR-12."""
    state = new_game()
    state.phase, state.steps_left = "mummy", 3
    state.mummy = next(space for space in open_spaces() if len(CORE.around[space]) == 1)
    shut = {f"step {way}" for way in maze.DIRECTIONS} - set(texts(state))
    assert len(shut) == 3
    for text in shut:
        assert "cannot step there" in reason(state, 0, text)
    for text in ("throw", "die 1", "die arrow", f"move {IDS[0]}"):
        assert reason(state, 0, text).startswith("The mummy steps")


def test_a_refusal_of_a_start_says_why_not_that() -> None:
    """PYR-5, PYR-6."""
    state = new_game()
    assert reason(state, 1, "reset") == "No dice are set aside."
    assert reason(state, 1, "pass").startswith("Start your turn with a roll")
    state.set_aside = 4
    assert texts(state) == ["throw", "reset"]
    state.set_aside = 5
    assert reason(state, 1, "throw").startswith("All dice are set aside")
    play(state, "reset")
    state.phase = "mummy_roll"
    with pytest.raises(IllegalMove, match="1, 2 or 3"):
        state.verify(TABLE, state.parse_move("reset"))


def test_a_die_is_refused_for_not_showing_or_for_leading_nowhere() -> None:
    """PYR-7: each of the five."""
    state = new_game()
    dead_end = next(space for space in open_spaces() if len(CORE.around[space]) == 1)
    state.hunters[0], state.mummy = dead_end, CORE.around[dead_end][0]
    play(state, "throw", "roll 1 2 A M M")
    assert reason(state, 1, "die 1") == "You cannot move with die 1."
    assert reason(state, 1, "die arrow") == "You cannot move with die A."
    assert reason(state, 1, "die 3") == "No die shows 3."
    state = new_game()
    play(state, "throw", "roll 1 2 3 4 M")
    assert reason(state, 1, "die arrow") == "No die shows A."
    for text in ("throw", "stop", f"move {IDS[0]}"):
        assert reason(state, 1, text) == "Choose one of the dice, or roll again."


def test_only_a_treasure_played_is_told_to_be_played_by_itself() -> None:
    """PYR-10, PYR-8: an end that is none, and what is no end at all, are refused for that."""
    state, space = before_a_treasure(treasure="mandatory")
    assert reason(state, 1, f"move {IDS[space]} play").startswith("A treasure that you reach is played automatically")
    far = next(each for each in open_spaces() if f"move {IDS[each]}" not in texts(state))
    for text in (f"move {IDS[far]}", "die 1", "pass", "roll 1"):
        assert reason(state, 1, text) == "You cannot get there with die 1."


# The aid (PYR-19)


def possible(state: PyramidState, marker: int) -> set[int]:
    return {IDS.index(name) for name in state.view(0)["possible"][marker]}


def test_at_first_each_hunter_can_only_be_at_the_entrance() -> None:
    """PYR-19, PYR-4."""
    state = new_game(mummy_aid="on")
    assert possible(state, 0) == possible(state, 1) == {ENTRANCE}


def test_after_a_number_a_hunter_is_where_it_leads_from_where_it_could_be() -> None:
    """PYR-19, PYR-8: others left out of account, for they may be anywhere."""
    state = new_game(mummy_aid="on")
    play(state, "throw", "roll 3 3 3 3 3", "die 3")
    play(state, texts(state)[0])
    assert possible(state, 0) == set(maze.walk_ends(CORE, ENTRANCE, 3, state.mummy, False))
    assert possible(state, 1) == {ENTRANCE}


def test_after_an_arrow_a_hunter_is_on_a_line_as_far_as_the_mummy() -> None:
    """PYR-19, PYR-9: any space of it, for another hunter may have stopped it; none behind the mummy."""
    for start in open_spaces():
        for direction in range(4):
            line = maze.line(CORE, start, direction, False)
            if len(line) >= 3:
                found = set(aid.spaces(CORE, aid.after_die(CORE, aid.only(start), maze.ARROW, line[1], False)))
                others = {space for way in range(4) if way != direction for space in maze.line(CORE, start, way, False)}
                assert found - others == {line[0]}
                return
    raise AssertionError("the shipped maze has a line of three")


def test_no_hunter_is_where_the_mummy_has_walked() -> None:
    """PYR-19, PYR-13: it would have been caught; the space behind stays possible."""
    state = new_game(3, mummy_aid="on")
    everywhere = sum(1 << space for space in open_spaces())
    state.guesses = [everywhere, everywhere]
    state.hunters = [ENTRANCE, ENTRANCE]
    state.phase, state.steps_left = "mummy", 3
    state.mummy = open_spaces()[20]
    state.walk = [state.mummy]
    first = beside(state.mummy)
    play(state, way_to(state.mummy, first))
    assert possible(state, 0) == possible(state, 1) == set(open_spaces()) - {first}


def test_after_a_catch_all_know_where_that_hunter_is_and_that_no_other_was_there() -> None:
    """PYR-19, PYR-13, PYR-14."""
    state = new_game(4, mummy_aid="on", respawn="entrance")
    everywhere = sum(1 << space for space in open_spaces())
    state.guesses = [everywhere] * 3
    step = mummy_next_to(state, 1)
    prey = state.hunters[1]
    play(state, step)
    assert possible(state, 1) == {ENTRANCE}
    assert possible(state, 0) == possible(state, 2) == set(open_spaces()) - {prey}


def test_a_hunter_that_has_left_can_be_nowhere() -> None:
    """PYR-19, PYR-15."""
    state = new_game(4, mummy_aid="on")
    play(state, mummy_next_to(state, 1, amulets=1))
    assert (state.hunters[1], possible(state, 1)) == (NONE, set())


def test_a_treasure_played_shows_where_its_hunter_is() -> None:
    """PYR-19, PYR-10."""
    state = new_game(3, mummy_aid="on")
    space = next(space for space in range(CORE.n) if CORE.kinds[space] == 1)
    state.hunters[0] = beside(space)
    state.guesses[0] = sum(1 << each for each in open_spaces())
    play(state, "throw", "roll 1 1 1 1 1", "die 1", f"move {IDS[space]} play")
    assert possible(state, 0) == {space}
