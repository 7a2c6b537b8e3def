"""The current: drift, pushes and the waterfall, drawn; each is checked by the reference implementation too."""

from __future__ import annotations

from shared_rules import canyon
from shared_rules.board import CURRENT as CURRENT_KIND
from shared_rules.board import LANDING, Board
from tests.shared_rules.canyon_scenarios import compiled
from tests.shared_rules.picture import Picture

CURRENT = dict.fromkeys("ABCDEF", "v")


def test_a_canoe_drifts_one_space_along_its_arrow() -> None:
    """CAN-18."""
    assert Picture("A~\nv~\nWL", on={"A": "v"}).drifted("A") == [(1, 0)]
    assert Picture("A~\n~>\nWL", on={"A": "\\"}).drifted("A") == [(1, 1)]


def test_a_canoe_in_the_way_is_pushed_along_its_own_arrow_and_so_on() -> None:
    """CAN-19: a chain of four round a bend; the one next to it is left alone."""
    river = Picture("A#E\nB##\n#CD\n##v\n##W", on={"A": "v", "B": "\\", "C": ">", "D": "v", "E": "v"})
    assert river.drifted("A") == [(1, 0), (2, 1), (2, 2), (3, 2), (0, 2)]
    assert river.drifted("C") == [(0, 0), (1, 0), (2, 2), (3, 2), (0, 2)]
    assert [moved[0] for moved in canyon.drift(river.board, river.canoes, 1)] == [1, 2, 3]


def test_a_chain_that_would_come_ashore_stays_whole() -> None:
    """CAN-19: an arrow onto land, at the head of the chain or at once."""
    river = Picture("A\nB\nC\n~", on={"A": "v", "B": "v", "C": "<"})
    assert river.drifted("A") == [(0, 0), (1, 0), (2, 0)]
    assert river.drifted("C") == [(0, 0), (1, 0), (2, 0)]


def test_a_chain_that_would_push_one_off_a_space_without_an_arrow_stays_whole() -> None:
    """CAN-19: from water, and from a landing."""
    assert Picture("A\nB\nC\n~", on={"A": "v", "B": "v"}).drifted("A") == [(0, 0), (1, 0), (2, 0)]
    assert Picture("A\nB", on={"A": "v", "B": "L"}).drifted("A") == [(0, 0), (1, 0)]


def test_a_full_ring_of_arrows_turns_one_on() -> None:
    """CAN-19: only a board that fails the linter has one."""
    assert Picture("AB\nDC", on={"A": ">", "B": "v", "C": "<", "D": "^"}).drifted("B") == [
        (0, 1),
        (1, 1),
        (1, 0),
        (0, 0),
    ]


def test_a_chain_that_runs_into_a_full_ring_from_outside_stays() -> None:
    """CAN-19: no place gets free in the ring."""
    river = Picture("EAB\n#DC", on={"A": ">", "B": "v", "C": "<", "D": "^", "E": ">"})
    assert river.drifted("E") == [(0, 1), (0, 2), (1, 2), (1, 1), (0, 0)]


def test_over_the_waterfall_a_canoe_comes_to_the_cave() -> None:
    """CAN-20: the one that drifts, and one that is pushed, before its own turn or after."""
    assert Picture("J~\nA~\nWL", on={"A": "v"}).drifted("A") == [(0, 0)]
    assert Picture("J~\nA~\nB~\nWL", on=CURRENT).drifted("A") == [(2, 0), (0, 0)]
    assert Picture("J~\nA~\nB~\nWL", on=CURRENT).drifted("B") == [(1, 0), (0, 0)]


def test_the_cave_takes_any_number_of_canoes() -> None:
    """CAN-20."""
    river = Picture("C~\nA~\nB~\nWL", on={"A": "v", "B": "v", "C": "J"})
    assert river.drifted("A") == [(2, 0), (0, 0), (0, 0)]
    assert canyon.drift(river.board, river.canoes, 0) == ((0, 2, 4), (1, 4, 0))


def test_the_cave_has_no_arrow() -> None:
    """CAN-20: who stands in it stays where its pace is missed and the house rule makes it current."""
    assert Picture("A~\nvL\nW#", on={"A": "J"}).drifted("A") == [(0, 0)]


def test_an_arrow_into_the_cave_pushes_nobody() -> None:
    """CAN-20: even with a canoe in it."""
    assert Picture("A~\nBL", on={"A": "v", "B": "J"}).drifted("A") == [(1, 0), (1, 0)]


def test_canoes_that_are_not_on_the_board_are_left_out() -> None:
    """CAN-19: a seat that has not placed its canoe is no obstacle."""
    assert Picture("A\nv\nC\nW", on={"A": "v", "C": "v"}).drifted("A") == [(1, 0), None, (2, 0)]


def test_a_fall_on_a_board_without_a_cave_stays() -> None:
    """CAN-20: there is no place to come out at; only a board that fails the linter lacks a cave."""
    assert Picture("A\nW", on={"A": "v"}).drifted("A") == [(0, 0)]


def test_an_arrow_that_leads_to_its_own_space_moves_nobody() -> None:
    """CAN-19: only a board that fails the linter has one; nothing is reported as moved."""
    board = Board(compiled([CURRENT_KIND, LANDING], [[1], [0]], {0: 0}))
    assert canyon.drift(board, [0], 0) == ()
