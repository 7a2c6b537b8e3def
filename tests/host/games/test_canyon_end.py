"""How Canyon ends: coming home, surplus, pace, sharing (CAN-22, CAN-23)."""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.contract import SPECTATOR, Result

from tests.host.games.rivers import STARTS, at_move, do, names, river, stands, texts

# Three landings in a row below five rows of open water.
BAY = river(STARTS, "~~~~~~", "~~~~~~", "~~~~~~", "~~~~~~", "C.LLL.")


def finish(canoes: list[str], paces: list[int], tricks: list[int], ends: list[str]) -> Result | None:
    """Move each canoe to its end, ``stay`` or a space, and return the result."""
    state = at_move(BAY, canoes, paces, tricks)
    for seat, end in enumerate(ends):
        do(state, f"{seat} {end}")
    return state.result()


def test_any_landing_within_reach_may_be_chosen_and_the_rest_is_surplus() -> None:
    """CAN-22: no exact count; the surplus is counted from the shortest way to the landing chosen."""
    state = at_move(BAY, ["r4c2", "r1c0", "r1c1"], [10, 10, 10], [3, 3, 2])
    assert texts(state, 0) == ["move r5c2", "move r5c3", "move r5c4"]
    for landing, surplus in (("r5c2", 2), ("r5c3", 2), ("r5c4", 1)):
        chosen = state.copy()
        events = do(chosen, f"0 move {landing}")
        assert names(events) == ["moved", "home"]
        assert events[1].data == (landing, surplus)
        assert chosen.view(SPECTATOR)["home"] == [landing, None, None]
        assert chosen.result() is None


def test_a_canoe_at_home_holds_its_landing() -> None:
    """CAN-22: with all landings held the river is closed."""
    state = at_move(BAY, ["r4c2", "r4c3", "r4c4", "r3c5"], [10, 10, 10, 10], [2, 2, 2, 2])
    do(state, "0 move r5c2")
    assert texts(state, 1) == ["move r5c3", "move r5c4"]
    do(state, "1 move r5c3")
    assert texts(state, 2) == ["move r5c4"]
    with pytest.raises(IllegalMove, match="r5c3 is taken by seat B's canoe"):
        do(state, "2 move r5c3")
    do(state, "2 move r5c4")
    assert texts(state, 3) == ["move r4c3", "move r4c4", "move r4c5"]
    assert stands(state) == ["r5c2", "r5c3", "r5c4", "r3c5"]
    do(state, "3 move r4c4")
    assert state.result() == Result((0, 1, 2), "shared")


def test_the_round_is_played_to_its_end_before_anyone_wins() -> None:
    """CAN-23: a later seat with more to spare beats the first one home."""
    state = at_move(BAY, ["r3c2", "r4c3", "r1c1"], [10, 10, 10], [2, 3, 3])
    do(state, "0 move r5c2")
    assert state.to_act() == (1,)
    assert state.result() is None
    do(state, "1 move r5c3")
    events = do(state, "2 move r4c2")
    assert names(events) == ["moved", "over"]
    assert (events[1].seat, events[1].data) == (-1, ((1,), "surplus"))
    assert state.result() == Result((1,), "surplus")
    assert state.to_act() == ()
    assert state.view(SPECTATOR)["winners"] == [1]
    assert state.view(SPECTATOR)["way"] == "surplus"
    assert state.view(SPECTATOR)["activity"]["kind"] == "over"
    for seat in (-1, 0, 1, 2):
        assert state.legal(seat) == ()
        with pytest.raises(IllegalMove, match="The game is over") as refused:
            do(state, f"{'table' if seat < 0 else seat} stay")
        assert refused.value.clause == "CAN-23"


def test_who_alone_comes_home_wins() -> None:
    """CAN-23."""
    ends = ["move r5c2", "move r3c2", "stay"]
    assert finish(["r3c2", "r1c3", "r1c0"], [10, 10, 10], [2, 2, 0], ends) == Result((0,), "single")


def test_with_equal_surplus_the_higher_pace_wins_met_or_not() -> None:
    """CAN-23: seat 1 missed its pace of 7."""
    ends = ["move r5c2", "move r5c3", "stay"]
    assert finish(["r4c2", "r4c3", "r1c0"], [5, 7, 9], [2, 2, 0], ends) == Result((1,), "pace")


def test_with_equal_surplus_and_pace_the_win_is_shared() -> None:
    """CAN-23: by those two only, not by a third who came home with less to spare and a higher pace."""
    ends = ["move r5c2", "move r5c3", "move r5c4"]
    assert finish(["r4c2", "r4c3", "r4c4"], [5, 5, 9], [3, 3, 2], ends) == Result((0, 1), "shared")
