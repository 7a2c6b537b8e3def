"""Canyon's canoes as the engine moves them: points, ends, current, pushes, the fall (CAN-11 to CAN-21).

What the legal ends are is proved in ``tests/shared_rules``; here, that the engine asks for the right ones.
"""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.contract import SPECTATOR

from tests.host.games.rivers import STARTS, at_move, do, names, river, stands, texts

# The starts touch the first row of water; the landing is at the bottom right.
OPEN = river(STARTS, "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "C....L")

# Three columns of current run up to the fall in row 2; the cave lies beside row 2.
RAPIDS = river(STARTS, "~~~~~~", "~~~WC~", "~~~^~~", "~~~^~~", "~~~^<~", "~~~^~~", "...L..")


@pytest.mark.parametrize(
    ("pace", "won", "points"),
    [(2, 3, 3), (1, 1, 3), (0, 0, 1), (4, 2, 2), (2, 2, 5), (3, 3, 6), (8, 8, 11), (0, 1, 1), (1, 0, 0), (10, 8, 8)],
)
def test_points_are_tricks_and_a_bonus_for_the_pace_met(pace: int, won: int, points: int) -> None:
    """CAN-12: 0 met gives 1 more, 1 met 2 more, any higher pace met 3 more; eleven at most."""
    state = at_move(OPEN, ["r1c0", "r1c3", "r1c5"], [pace, 10, 10], [won, 8 - won, 0])
    assert state.view(SPECTATOR)["points"][0] == points
    assert state.view(SPECTATOR)["activity"] == {"kind": "ends", "seat": 0, "points": points}


def test_the_start_seat_moves_first_and_the_dealer_last() -> None:
    """CAN-11."""
    state = at_move(OPEN, ["r1c0", "r1c2", "r1c4", "r2c5"], [10, 10, 10, 10], [2, 2, 2, 2])
    for seat in range(4):
        assert state.to_act() == (seat,)
        assert state.view(SPECTATOR)["moved"] == [other < seat for other in range(4)]
        with pytest.raises(IllegalMove, match="to move its canoe, not seat") as refused:
            state.apply((seat + 1) % 4, state.legal(seat)[0])
        assert refused.value.clause == "CAN-11"
        state.apply(seat, state.legal(seat)[0])
    assert state.round == 2


def test_a_step_goes_in_any_of_eight_directions() -> None:
    """CAN-13: diagonally as well as straight; the board file defines what touches."""
    state = at_move(OPEN, ["r5c0", "r1c1", "r1c2"], [10, 10, 10], [2, 3, 3])
    assert texts(state, 0) == ["move r7c2"]
    (event,) = do(state, "0 move r7c2")
    assert (event.type.name, event.data) == ("moved", ("r5c0", "r7c2", 2))
    assert state.view(SPECTATOR)["last_way"] == [0, "r5c0", "r6c1", "r7c2"]


def test_the_last_way_is_that_of_the_last_canoe_moved() -> None:
    """CAN-13: looked at or not between the moves."""
    state = at_move(OPEN, ["r5c0", "r5c3", "r1c2"], [10, 10, 10], [1, 1, 6])
    do(state, "0 move r6c1")
    assert state.view(SPECTATOR)["last_way"] == [0, "r5c0", "r6c1"]
    do(state, "1 move r6c4")
    assert state.view(SPECTATOR)["last_way"] == [1, "r5c3", "r6c4"]


def test_a_move_never_enters_starts_the_fall_or_a_canoes_space() -> None:
    """CAN-14: the refusal says which."""
    state = at_move(RAPIDS, ["r1c2", "r2c2", "r1c4"], [10, 10, 10], [1, 3, 4])
    expected = " or ".join(texts(state, 0))
    for target, reason in (
        ("r2c2", "r2c2 is taken by seat B's canoe"),
        ("r0c2", "No move enters a start space"),
        ("r2c3", "No move enters the waterfall"),
    ):
        with pytest.raises(IllegalMove) as refused:
            do(state, f"0 move {target}")
        assert refused.value.clause == "CAN-14"
        assert refused.value.reason == f"{reason}: expected {expected}; got move {target}."


def test_the_cave_may_be_entered_and_shared() -> None:
    """CAN-14."""
    cave = river(STARTS, "~..", "~..", ".C.", ".~.", ".~.", ".L.")
    state = at_move(cave, ["r2c0", "r3c1", "r1c0"], [10, 10, 10], [1, 0, 0])
    assert texts(state, 0) == ["move r3c1"]
    do(state, "0 move r3c1")
    assert stands(state) == ["r3c1", "r3c1", "r1c0"]


def test_with_the_river_open_every_point_is_used_though_it_leads_no_nearer() -> None:
    """CAN-15: blocked ahead, one point goes aside; with the option nearest the canoe stays."""
    canoes = ["r5c0", "r6c1", "r1c0"]
    exact = at_move(OPEN, canoes, [10, 10, 10], [1, 3, 4])
    assert texts(exact, 0) == ["move r5c1", "move r6c0"]
    assert exact.view(SPECTATOR)["ends"] == ["r5c1", "r6c0"]
    do(exact, "0 move r6c0")
    assert stands(exact)[0] == "r6c0"
    nearest = at_move(OPEN, canoes, [10, 10, 10], [1, 3, 4], movement="nearest")
    assert texts(nearest, 0) == ["stay"]


def test_with_the_river_closed_a_canoe_that_comes_no_nearer_stays() -> None:
    """CAN-15: the refusal says why."""
    narrow = river(STARTS, "~~~", "~~~", ".~.", ".~.", ".LC")
    state = at_move(narrow, ["r2c0", "r3c1", "r1c0"], [10, 10, 10], [1, 3, 0])
    assert texts(state, 0) == ["stay"]
    with pytest.raises(
        IllegalMove, match="blocked and nothing nearer is free: expected stay; got move r2c1"
    ) as refused:
        do(state, "0 move r2c1")
    assert refused.value.clause == "CAN-15"
    (event,) = do(state, "0 stay")
    assert (event.type.name, event.data) == ("stayed", ("r2c0", 1))


def test_points_are_not_given_up_by_choice() -> None:
    """CAN-16: with an end to go to, staying is refused, and so is drifting."""
    state = at_move(OPEN, ["r5c0", "r1c1", "r1c2"], [10, 10, 10], [1, 3, 4])
    with pytest.raises(
        IllegalMove, match="You cannot choose to give up points: expected move r6c1; got stay"
    ) as refused:
        do(state, "0 stay")
    assert refused.value.clause == "CAN-16"
    with pytest.raises(IllegalMove, match="A canoe drifts only on the current after a missed pace") as refused:
        do(state, "0 drift")
    assert refused.value.clause == "CAN-18"
    with pytest.raises(IllegalMove, match="Expected move r6c1, got pace 3"):
        do(state, "0 pace 3")
    with pytest.raises(IllegalMove, match="r6c0 is not as near as possible with 1 point: expected move r6c1"):
        do(state, "0 move r6c0")


def test_a_canoe_without_points_stays_and_says_so() -> None:
    """CAN-12: a seat that won nothing and missed its pace confirms that it stays."""
    state = at_move(OPEN, ["r5c0", "r1c1", "r1c2"], [1, 10, 10], [0, 4, 4])
    assert texts(state, 0) == ["stay"]
    assert state.view(SPECTATOR)["ends"] == ["r5c0"]
    with pytest.raises(IllegalMove, match="There are no points to move with: expected stay; got move r6c1") as refused:
        do(state, "0 move r6c1")
    assert refused.value.clause == "CAN-12"
    (event,) = do(state, "0 stay")
    assert (event.type.name, event.data) == ("stayed", ("r5c0", 0))
    assert state.view(SPECTATOR)["last_way"] is None


def test_a_canoe_that_enters_the_current_uses_all_its_points() -> None:
    """CAN-17: pace missed, three tricks, three steps, two of them over arrows."""
    run = river(STARTS, "~~~", "~~~", ".^C", ".^.", ".^.", ".^.", ".L.")
    state = at_move(run, ["r2c1", "r1c0", "r1c1"], [10, 10, 10], [3, 3, 2])
    assert state.view(SPECTATOR)["activity"] == {"kind": "ends", "seat": 0, "points": 3}
    assert texts(state, 0) == ["move r5c1"]


@pytest.mark.parametrize(
    ("pace", "won", "points"), [(2, 2, 3), (0, 0, 1), (2, 4, None), (4, 4, 3), (1, 1, 2), (1, 0, None), (10, 0, None)]
)
def test_on_the_current_only_the_bonus_counts_and_a_missed_pace_drifts(pace: int, won: int, points: int | None) -> None:
    """CAN-18: the vectors of the rule text."""
    state = at_move(RAPIDS, ["r4c3", "r1c5", "r1c4"], [pace, 10, 10], [won, 8 - won, 0])
    activity = state.view(SPECTATOR)["activity"]
    if points is None:
        assert activity == {"kind": "drift", "seat": 0, "points": 0}
        assert texts(state, 0) == ["drift"]
        with pytest.raises(
            IllegalMove, match=f"missed its pace of {pace} with {won} won: expected drift; got stay"
        ) as refused:
            do(state, "0 stay")
        assert refused.value.clause == "CAN-18"
        (event,) = do(state, "0 drift")
        assert (event.type.name, event.data) == ("drifted", ("r4c3", "r3c3"))
        assert state.view(SPECTATOR)["last_way"] == [0, "r4c3", "r3c3"]
    else:
        assert activity == {"kind": "ends", "seat": 0, "points": points}
        assert "drift" not in texts(state, 0)


def test_a_canoe_that_met_its_pace_but_cannot_come_nearer_does_not_drift() -> None:
    """CAN-18, decided: it stays."""
    narrow = river(STARTS, "~~.", ".W.", ".^C", ".^.", ".^.", ".L.")
    state = at_move(narrow, ["r4c1", "r5c1", "r1c0"], [0, 10, 10], [0, 8, 0])
    assert texts(state, 0) == ["stay"]
    (event,) = do(state, "0 stay")
    assert (event.type.name, event.data) == ("stayed", ("r4c1", 1))


def test_a_drift_pushes_each_canoe_along_its_own_arrow_moved_or_not() -> None:
    """CAN-19: also canoes that have moved already this round."""
    state = at_move(RAPIDS, ["r4c3", "r5c3", "r5c4"], [0, 1, 1], [0, 8, 0])
    do(state, "0 " + texts(state, 0)[0])
    state.canoes[0] = state.setup.board.index["r4c3"]
    events = do(state, "1 drift")
    assert [(event.type.name, event.seat, event.data) for event in events] == [
        ("drifted", 1, ("r5c3", "r4c3")),
        ("pushed", 0, ("r4c3", "r3c3")),
    ]
    events = do(state, "2 drift")
    assert [(event.type.name, event.seat, event.data) for event in events[:1]] == [("drifted", 2, ("r5c4", "r5c3"))]
    assert stands(state) == ["r3c3", "r4c3", "r5c3"]


def test_a_chain_that_would_go_ashore_stays_whole() -> None:
    """CAN-19: only a board with a fault has such arrows; nobody is left without a move."""
    faulty = river(STARTS, "~~~~~", "~~~~C", "~~~<L", "~W...")
    state = at_move(faulty, ["r3c3", "r3c2", "r1c0"], [1, 1, 1], [0, 8, 0])
    assert texts(state, 0) == ["stay"]
    with pytest.raises(IllegalMove, match="with 0 won: expected stay; got drift"):
        do(state, "0 drift")
    (event,) = do(state, "0 stay")
    assert (event.type.name, event.data) == ("stayed", ("r3c3", 0))
    assert stands(state)[:2] == ["r3c3", "r3c2"]


def test_who_falls_comes_to_the_cave_and_loses_a_turn_still_to_come() -> None:
    """CAN-20: the pushed one too; any number share the jetty; next round they move again, by an ordinary move."""
    state = at_move(RAPIDS, ["r4c3", "r3c3", "r1c5"], [1, 0, 1], [0, 0, 1])
    events = do(state, "0 drift")
    assert [(event.type.name, event.seat, event.data) for event in events] == [
        ("drifted", 0, ("r4c3", "r3c3")),
        ("fell", 1, ("r3c3", "r2c4")),
    ]
    assert state.view(SPECTATOR)["moved"] == [True, True, False]
    assert state.to_act() == (2,)
    assert names(state.apply(2, state.legal(2)[0])) == ["moved", "round"]
    assert stands(state)[1] == "r2c4"

    alone = at_move(RAPIDS, ["r3c3", "r2c4", "r1c5"], [1, 0, 1], [0, 0, 8])
    (event,) = do(alone, "0 drift")
    assert (event.type.name, event.seat, event.data) == ("fell", 0, ("r3c3", "r2c4"))
    assert stands(alone)[:2] == ["r2c4", "r2c4"]
    assert alone.view(SPECTATOR)["activity"] == {"kind": "ends", "seat": 1, "points": 1}


@pytest.mark.parametrize(
    ("cave", "pace", "won", "points"),
    [("off", 1, 2, 2), ("off", 2, 2, 5), ("on", 2, 2, 3), ("on", 1, 2, 0), ("on", 0, 0, 1)],
)
def test_the_cave_is_ordinary_water_or_counts_the_bonus_only(cave: str, pace: int, won: int, points: int) -> None:
    """CAN-20, option cave_is_current: with it, a missed pace stays."""
    state = at_move(RAPIDS, ["r2c4", "r1c0", "r1c1"], [pace, 10, 10], [won, 8 - won, 0], cave_is_current=cave)
    assert state.view(SPECTATOR)["activity"] == {"kind": "ends", "seat": 0, "points": points}
    if points == 0:
        assert texts(state, 0) == ["stay"]
        with pytest.raises(IllegalMove, match="There are no points to move with") as refused:
            do(state, "0 move r3c4")
        assert refused.value.clause == "CAN-20"


def test_a_canoe_pushed_before_its_turn_moves_from_where_it_was_pushed_to() -> None:
    """CAN-21."""
    state = at_move(RAPIDS, ["r5c3", "r4c3", "r1c5"], [1, 1, 10], [0, 1, 7])
    do(state, "0 drift")
    assert stands(state)[:2] == ["r4c3", "r3c3"]
    assert state.to_act() == (1,)
    assert state.view(SPECTATOR)["activity"] == {"kind": "ends", "seat": 1, "points": 2}
    (event, *_rest) = do(state, "1 " + texts(state, 1)[0])
    assert event.data[0] == "r3c3"
