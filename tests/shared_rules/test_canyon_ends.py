"""Legal ends of a canoe: the examples of the rules, drawn; each is checked by the reference implementation too."""

from __future__ import annotations

import pytest

from shared_rules.canyon import EXACT, NEAREST
from tests.shared_rules.picture import Picture

BOTH = pytest.mark.parametrize("movement", [EXACT, NEAREST])


def test_a_point_is_a_step_to_any_neighbour() -> None:
    """CAN-13: also sideways and over corners; CAN-16: the nearest, all points used."""
    open_water = Picture("A~~~\n~~~~\n~~~~\n~~~~\nLLL#")
    assert open_water.ends("A", 1) == {(1, 0), (1, 1)}
    assert open_water.ends("A", 2) == {(2, 0), (2, 1), (2, 2)}


def test_a_canoe_passes_an_island_on_the_slant_although_that_blocks_the_next() -> None:
    """CAN-15."""
    assert Picture("#B#\n#A#\n~##\n~~~\nLLL").ends("A", 1) == {(2, 0)}


def test_blocked_ahead_with_three_points_it_goes_back_and_round_to_beside_the_canoe_in_front() -> None:
    """CAN-15."""
    assert Picture("~~~\nA#~\nB#~\n~~~\nLLL").ends("A", 3) == {(2, 2)}


@BOTH
def test_a_row_closed_by_mountain_canoe_island_canoe_lets_nobody_move(movement: int) -> None:
    """CAN-15."""
    river = Picture("~A~~\n#B#C\n~~~~\nLLL#")
    for points in range(12):
        assert river.ends("A", points, movement) == {(0, 1)}


@BOTH
def test_nobody_sits_in_a_narrow_passage_when_a_nearer_end_exists(movement: int) -> None:
    """CAN-15 and CAN-16: no point is given up."""
    assert Picture("#B#\n#A#\n#~#\n~~~\n~~~\nLLL").ends("A", 2, movement) == {(3, 0), (3, 1), (3, 2)}


def test_with_one_point_and_the_front_blocked_it_steps_aside_or_back() -> None:
    """CAN-15: no point forgone outranks nearest while the river is open further round."""
    assert Picture("~~~~\n~A#~\n#B#~\n~~~~\nLLL~").ends("A", 1) == {(1, 0)}
    assert Picture("~~~~\n#A#~\n#B#~\n~~~~\nLLL~").ends("A", 1) == {(0, 0), (0, 1), (0, 2)}


def test_the_same_canoe_stays_when_a_bottleneck_rows_ahead_is_closed() -> None:
    """CAN-15: the whole river counts."""
    assert Picture("~~~~\n#A#~\n#B#~\n~~~~\n##C#\nLLL~").ends("A", 1) == {(1, 1)}
    assert Picture("~~~~\n#A#~\n#B#~\n~~~~\n##~#\nLLL~").ends("A", 1) == {(0, 0), (0, 1), (0, 2)}


def test_a_start_space_closes_the_river_as_a_canoe_does() -> None:
    """CAN-14, CAN-15: the only way to the landing leads over it, so the canoe moves as near as it can."""
    river = Picture("s######\n#######\n#~~####\n~######\n#A~~s~L")
    assert river.ends("A", 3) == {(4, 3)}
    assert Picture("s######\n#######\n#~~####\n~######\n#A~~~~L").ends("A", 3) == {(4, 4)}


def test_points_are_used_up_where_it_is_nearest_not_farther_back() -> None:
    """CAN-15: in a pocket before the canoe in front, though all that is as far as the points lies behind."""
    river = Picture("~~~~~\nA###~\n~~##~\nBC##~\n~~##~\nL###L")
    assert river.ends("A", 2) == {(2, 0), (2, 1)}


def test_nearest_lets_points_lie_where_exact_goes_back() -> None:
    """CAN-15: the house rule."""
    assert Picture("~~~~\n#A#~\n#B#~\n~~~~\nLLL~").ends("A", 1, NEAREST) == {(1, 1)}


def test_the_house_rule_is_1_on_the_wire_and_the_rule_0() -> None:
    """CAN-15: a position contains a number, the same on every side."""
    assert (EXACT, NEAREST) == (0, 1)


def test_all_points_are_used_even_when_that_leads_away() -> None:
    """CAN-15: in a dead end with an open river behind."""
    pocket = Picture("~~~~\nA##~\n~##~\nB##~\n~~~~\nLLL#")
    assert pocket.ends("A", 1) == {(2, 0)}
    assert pocket.ends("A", 2) == {(0, 0), (0, 1), (0, 2)}
    assert pocket.ends("A", 3) == {(1, 3)}


def test_no_move_enters_a_start_space_or_the_waterfall() -> None:
    """CAN-14: a canoe only leaves its start space, also the one next to it."""
    assert Picture("As\n#~\n#~\nLL", on={"A": "s"}).ends("A", 1) == {(1, 1)}
    assert Picture("As~\n##~\nLLL", on={"A": "s"}).ends("A", 1) == {(0, 0)}
    assert Picture("A#\nW~\n#~\nLL").ends("A", 1) == {(1, 1)}
    assert Picture("A##\nW##\nLL#").ends("A", 3) == {(0, 0)}


def test_the_cave_is_entered_crossed_and_shared() -> None:
    """CAN-14 and CAN-20: with a canoe in it, and by a canoe that starts there."""
    narrow = Picture("#A#\n#B#\n#~#\nLLL", on={"B": "J"})
    assert narrow.ends("A", 1) == {(1, 1)}
    assert narrow.ends("A", 2) == {(2, 1)}
    assert narrow.ends("B", 1) == {(2, 1)}
    both = Picture("#~#\n#B#\n#~#\nLLL", on={"B": "J"})
    both.canoes[0] = both.canoes[1]
    assert both.ends("A", 1) == {(2, 1)}


def test_a_space_is_not_come_to_twice_nor_the_own_space_again() -> None:
    """CAN-14: hemmed in behind, the only way of three steps is the straight one."""
    dead_end = Picture("A~##\n###~\n####\nLLLL")
    assert dead_end.ends("A", 3) == {(0, 0)}
    assert Picture("#A~\n#~#\n#~#\nLLL").ends("A", 2) == {(2, 1)}


@BOTH
def test_a_landing_needs_no_exact_count_and_any_within_reach_may_be_chosen(movement: int) -> None:
    """CAN-22."""
    river = Picture("~~A~~~~\n~~~~~~~\nLL####L")
    assert river.ends("A", 1, movement) == {(1, 1), (1, 2)}
    assert river.ends("A", 2, movement) == {(2, 0), (2, 1)}
    assert river.ends("A", 4, movement) == {(2, 0), (2, 1), (2, 6)}
    assert river.ends("A", 11, movement) == {(2, 0), (2, 1), (2, 6)}


def test_a_landing_held_by_a_canoe_is_not_free_and_ends_the_way_of_others() -> None:
    """CAN-15 and CAN-22: all landings held, the river is closed."""
    held = {"B": "L", "C": "L", "D": "L"}
    assert Picture("A\n~\nL").ends("A", 5) == {(2, 0)}
    assert Picture("#A#\n~~~\nBCD", on=held).ends("A", 3) == {(1, 0), (1, 1), (1, 2)}
    assert Picture("#A#\n~~~\nBLD", on=held).ends("A", 3) == {(2, 1)}
    assert Picture("A\nL\n~\nL").ends("A", 3) == {(1, 0)}


def test_a_canoe_at_home_stays() -> None:
    """CAN-22: a way stops at a landing."""
    assert Picture("~~\nAL", on={"A": "L"}).ends("A", 4) == {(1, 0)}


@BOTH
def test_without_points_a_canoe_stays(movement: int) -> None:
    """CAN-12 and CAN-16: pace missed and no trick."""
    assert Picture("A~\n~~\nLL").ends("A", 0, movement) == {(0, 0)}


@BOTH
def test_from_water_that_no_landing_touches_nothing_is_nearer(movement: int) -> None:
    """CAN-15: d(s) is infinite."""
    assert Picture("A~~#\n####\nLLL#").ends("A", 2, movement) == {(0, 0)}


def test_in_a_closed_river_surplus_is_lost() -> None:
    """CAN-15: as near as it gets in at most that many steps."""
    closed = Picture("A~~\n~~~\n#~#\nBCD\n~~~\nLLL")
    assert closed.ends("A", 11) == {(2, 1)}
    assert closed.ends("A", 1) == {(1, 0), (1, 1)}


def test_distance_ignores_canoes() -> None:
    """CAN-15: the space behind a wall of canoes is as near as without them."""
    assert Picture("#A##\n~#~#\nB##~\nL##~\n###L").ends("A", 1) == {(1, 0)}


def test_into_the_current_a_canoe_moves_with_all_its_points() -> None:
    """CAN-17: arrows change nothing for a move that starts off them; CAN-18: nor for a bonus on them."""
    river = Picture("#A#\n#~#\nv~v\nv~v\nvBv\n~~~\nLLL", on={"B": "v"})
    assert river.ends("A", 3) == {(3, 0), (3, 1), (3, 2)}
    assert river.ends("B", 1) == {(5, 0), (5, 1), (5, 2)}
    assert river.ends("B", 3) == {(6, 0), (6, 1), (6, 2)}


def test_a_bonus_that_leads_nowhere_leaves_the_canoe_standing() -> None:
    """CAN-18: it stays where CAN-15 lets it stay, and does not drift."""
    assert Picture("A\nB\nL", on={"A": "v", "B": "v"}).ends("A", 3) == {(0, 0)}


def test_a_canoe_pushed_before_its_turn_starts_from_where_it_came_to() -> None:
    """CAN-21."""
    river = Picture("A#\nB#\n~~\n~~\nLL", on={"A": "v", "B": "v"})
    assert river.drifted("A") == [(1, 0), (2, 0)]
    river.canoes = [river.index[(1, 0)], river.index[(2, 0)]]
    assert river.ends("B", 1) == {(3, 0), (3, 1)}
