"""Light roles for each activity, and the animation of a canoe."""

from __future__ import annotations

from typing import Any

import pytest
from riverlight.boards import shipped

from shared_rules import canyon_lights as lights
from shared_rules import roles
from shared_rules.board import LANDING, NONE, START, WATER, Board
from tests.shared_rules.canyon_scenarios import compiled
from tests.shared_rules.picture import Picture

ALL_KINDS = Picture("As\nv~\nJ~\nWL", on={"A": "s"})


def shown(board: Any, position: dict[str, Any], *, in_full: bool = True) -> dict[int, tuple[int, int]]:
    """Return role and detail of each space; only what stands where when not ``in_full``."""
    frame = bytearray(b"\xaa" * (2 * board.n))
    lights.pieces(board, position, frame)
    if in_full:
        assert all(step is None for step in lights.choices(board, position, frame))
    return {space: (frame[2 * space], frame[2 * space + 1]) for space in range(board.n)}


def at_rest(*canoes: int, **more: Any) -> dict[str, Any]:
    return {"c": list(canoes), "s": NONE, "a": lights.REST, "n": 0, "m": 0} | more


def test_the_river_shows_what_each_space_is() -> None:
    kinds = [roles.START, roles.START, roles.CURRENT, roles.WATER, roles.CAVE, roles.WATER, roles.WATERFALL]
    assert shown(ALL_KINDS.board, at_rest(NONE)) == dict(enumerate([(role, 0) for role in [*kinds, roles.LANDING]]))


def test_canoes_stand_steady_and_share_the_cave() -> None:
    """CAN-20: the lights of all in it take turns."""
    frame = shown(ALL_KINDS.board, at_rest(4, 3, 4, NONE, 4, 1))
    assert frame[4] == (roles.CANOE, 0b010101)
    assert frame[3] == (roles.CANOE, 0b000010)
    assert frame[1] == (roles.CANOE, 0b100000)


def test_the_canoe_whose_turn_it_is_breathes() -> None:
    frame = shown(ALL_KINDS.board, at_rest(3, 5, s=1))
    assert frame[5] == (roles.CANOE_TO_ACT, 1 << 5)
    assert frame[3] == (roles.CANOE, 1)


def test_free_start_spaces_are_numbered_for_the_canoe_to_place() -> None:
    """CAN-3."""
    board = shipped("canyon").core
    starts = [space for space, kind in enumerate(board.kinds) if kind == START]
    frame = shown(board, at_rest(starts[1], NONE, NONE, s=2, a=lights.PLACE))
    ends = {space: detail for space, (role, detail) in frame.items() if role == roles.END}
    assert ends == {space: 2 << 5 | number + 1 for number, space in enumerate(starts[:1] + starts[2:])}


def test_ends_are_numbered_in_the_order_of_their_spaces() -> None:
    """CAN-15: lit in the second stage only; the first one has no search."""
    river = Picture("A~~~\n~~~~\n~~~~\n~~~~\nLLL#")
    position = at_rest(*river.canoes, s=0, a=lights.CHOOSE, n=2)
    frame = shown(river.board, position)
    assert [frame[river.index[cell]] for cell in ((2, 0), (2, 1), (2, 2))] == [(roles.END, n) for n in (1, 2, 3)]
    assert frame[river.index[(0, 0)]] == (roles.CANOE_TO_ACT, 0)
    assert all(role != roles.END for role, _ in shown(river.board, position, in_full=False).values())


def test_a_canoe_that_must_stay_is_told_so() -> None:
    """CAN-15 and CAN-16."""
    river = Picture("A\nB\nL")
    assert shown(river.board, at_rest(*river.canoes, s=0, a=lights.CHOOSE, n=3))[0] == (roles.STAY, 1)
    assert shown(river.board, at_rest(*river.canoes, s=1, a=lights.CHOOSE, n=0))[1] == (roles.STAY, 1 << 5 | 1)


def test_movement_nearest_is_lit_as_such() -> None:
    """CAN-15."""
    river = Picture("~~~~\n#A#~\n#B#~\n~~~~\nLLL~")
    position = at_rest(*river.canoes, s=0, a=lights.CHOOSE, n=1)
    assert roles.STAY in {role for role, _ in shown(river.board, position | {"m": 1}).values()}
    assert roles.STAY not in {role for role, _ in shown(river.board, position).values()}


def test_more_ends_than_blinks_can_tell_keep_the_last_number() -> None:
    """A number has five bits; no river is that wide, but a board file may be."""
    board = Board(compiled([WATER] * 41 + [LANDING], [list(range(1, 41)), *[[0, 41]] * 40, list(range(1, 41))]))
    frame = shown(board, at_rest(0, s=0, a=lights.CHOOSE, n=1))
    assert [frame[space] for space in range(1, 41)] == [(roles.END, min(number, 31)) for number in range(1, 41)]


def test_a_drift_marks_who_is_pushed_and_who_falls() -> None:
    """CAN-19 and CAN-20."""
    river = Picture("J~\nA~\nB~\nC~\nWL", on=dict.fromkeys("ABC", "v"))
    frame = shown(river.board, at_rest(*river.canoes, s=0, a=lights.DRIFT))
    column = [frame[river.index[(row, 0)]] for row in (1, 2, 3)]
    assert column == [(roles.CANOE_TO_ACT, 0), (roles.PUSHED, 1 << 5), (roles.FALLING, 2 << 5)]
    frame = shown(river.board, at_rest(*river.canoes, s=2, a=lights.DRIFT))
    column = [frame[river.index[(row, 0)]] for row in (1, 2, 3)]
    assert column == [(roles.CANOE, 1), (roles.CANOE, 2), (roles.FALLING, 2 << 5)]


def test_a_drift_that_cannot_move_shows_that_the_canoe_stays() -> None:
    """CAN-19."""
    river = Picture("A\nB\n~", on={"A": "v"})
    frame = shown(river.board, at_rest(*river.canoes, s=0, a=lights.DRIFT))
    assert [frame[0], frame[1]] == [(roles.STAY, 1), (roles.CANOE, 2)]


def test_when_the_game_is_over_the_winners_breathe_at_home() -> None:
    """CAN-23: all of them when they share it."""
    river = Picture("~AB\nCLL", on={"C": "L"})
    frame = shown(river.board, at_rest(4, 5, 3, a=lights.OVER, w=[0, 2]))
    assert [frame[4], frame[5], frame[3]] == [(roles.HOME, 0), (roles.CANOE, 2), (roles.HOME, 2 << 5)]


def test_spaces_of_another_board_light_nothing() -> None:
    """A position that does not fit shows in the digest, never as a crash."""
    frame = shown(ALL_KINDS.board, at_rest(200, 3, s=1, a=lights.CHOOSE, n=1))
    assert frame[3] == (roles.CANOE_TO_ACT, 1 << 5)
    for activity in (lights.CHOOSE, lights.DRIFT):
        for seat in (0, 2, NONE):
            frame = shown(ALL_KINDS.board, at_rest(200, 3, s=seat, a=activity, n=1))
            assert [space for space, (role, _) in frame.items() if role >= roles.CANOE] == [3]


@pytest.mark.parametrize("steps", range(1, 12))
def test_a_glide_takes_150_to_400_ms_and_is_quickest_in_the_middle(steps: int) -> None:
    board = shipped("canyon").core
    spaces = list(range(10, 10 + steps + 1))
    position = at_rest(spaces[-1], 40, 41, v=[0, *spaces])
    frame = bytearray(2 * board.n)
    lights.pieces(board, position, frame)
    durations_ms, seen = [], []
    for duration_ms in lights.passage(board, position, frame):
        durations_ms.append(duration_ms)
        seen.append([space for space in range(board.n) if frame[2 * space] == roles.CANOE and frame[2 * space + 1] & 1])
    assert seen == [[space] for space in spaces[:-1]]
    assert sum(durations_ms) == min(400, max(150, 120 * steps))
    assert durations_ms[0] >= durations_ms[steps // 2] <= durations_ms[-1]


def test_a_glide_through_the_cave_leaves_who_stands_there() -> None:
    """CAN-14."""
    position = at_rest(5, 4, v=[0, 3, 4, 5])
    frame = bytearray(2 * ALL_KINDS.board.n)
    pictures = [bytes(frame) for _ in lights.passage(ALL_KINDS.board, position, frame)]
    assert [picture[8:10] for picture in pictures] == [bytes((roles.CANOE, 2)), bytes((roles.CANOE, 3))]


def test_each_picture_of_a_glide_shows_the_canoe_farther_on_and_all_else_as_it_is() -> None:
    """CAN-14: over start, current, water and through the cave where another stands."""
    board = ALL_KINDS.board
    way = [1, 2, 3, 4, 5]
    frame = bytearray(2 * board.n)
    pictures = [bytes(frame) for _ in lights.passage(board, at_rest(5, 4, 0, v=[0, *way]), frame)]
    expected = []
    for space in way[:-1]:
        standing = bytearray(2 * board.n)
        lights.pieces(board, at_rest(space, 4, 0), standing)
        expected.append(bytes(standing))
    assert pictures == expected


def test_each_activity_has_the_number_that_a_position_tells() -> None:
    assert (lights.REST, lights.PLACE, lights.CHOOSE, lights.DRIFT, lights.OVER) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("v", [None, [], [0], [0, 3]])
def test_without_a_way_nothing_glides(v: list[int] | None) -> None:
    position = at_rest(3) if v is None else at_rest(3, v=v)
    assert list(lights.passage(ALL_KINDS.board, position, bytearray(16))) == []
