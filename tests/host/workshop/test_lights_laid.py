"""Lights are laid along an order of spaces: cut apart, as one strip, on a panel; and what the wire then loses."""

import pytest
from riverlight.boards import check, shipped
from riverlight.errors import BoardError
from riverlight.workshop.lights import LIGHTS_MAX, Laying, Matrix, assign_lights, chain_of, spaces_along
from riverlight.workshop.new import blank_board
from riverlight.workshop.wiring.electrical import ohms
from riverlight.workshop.wiring.lengths import DROP_VOLTS, WIRE_OHM, drops, wire_of
from riverlight.workshop.wiring_order import propose_order


def line(*places, panel="main"):
    """A board of spaces on a line, the x of each in mm, its lights in the order of the list."""
    spaces = [
        {"id": f"s{number}", "kind": "water", "at_mm": [x, 50], "touches": [], "leds": {panel: [number]}}
        for number, x in enumerate(places)
    ]
    return {**blank_board("canyon", "line", "Line", (900, 100)), "spaces": spaces}


def lights(document, panel="main"):
    return {space["id"]: space["leds"].get(panel) for space in document["spaces"]}


def test_lights_apart_follow_each_other_whatever_lies_between():
    board = assign_lights(line(0, 40, 300), "main", ["s2", "s0", "s1"], Laying())
    assert lights(board) == {"s2": [0], "s0": [1], "s1": [2]}
    assert "panels" not in board


def test_a_space_may_have_several_lights_and_some_more_than_others():
    board = assign_lights(line(0, 40, 300), "main", ["s0", "s1", "s2"], Laying(each=2), {"s1": 3})
    assert lights(board) == {"s0": [0, 1], "s1": [2, 3, 4], "s2": [5, 6]}


def test_a_strip_laid_whole_leaves_the_lights_between_to_spare():
    board = assign_lights(line(0, 100, 150, 190), "main", ["s0", "s1", "s2", "s3"], Laying("strip", a_metre=60))
    assert lights(board) == {"s0": [0], "s1": [6], "s2": [9], "s3": [11]}
    assert board["panels"] == {"main": 12}
    assert chain_of(board, "main")[5:8] == [None, "s1", None]


def test_a_strip_with_two_lights_a_space_lies_with_its_middle_on_it():
    board = assign_lights(line(0, 100), "main", ["s0", "s1"], Laying("strip", each=2, a_metre=60))
    assert lights(board) == {"s0": [0, 1], "s1": [6, 7]}


def test_a_strip_too_coarse_for_its_spaces_is_refused_with_both_their_names():
    with pytest.raises(BoardError, match=r"30 lights per metre has no room for the lights of s0 and s1, 14 mm apart"):
        assign_lights(line(0, 14), "main", ["s0", "s1"], Laying("strip", a_metre=30))


def test_a_panel_of_lights_gives_each_space_the_light_under_it():
    matrix = Matrix(columns=4, rows=2, pitch_mm=20, at_mm=(0, 40))
    board = assign_lights(line(1, 59, 42), "main", ["s0", "s1", "s2"], Laying("matrix", matrix=matrix))
    assert lights(board) == {"s0": [0], "s1": [3], "s2": [2]}
    assert board["panels"] == {"main": 8}


def test_every_second_row_of_a_panel_runs_back():
    assert Matrix(3, 2, 10).places() == [(0, 0), (10, 0), (20, 0), (20, 10), (10, 10), (0, 10)]
    assert Matrix(2, 2, 10, (5, 5), is_zigzag=False).places() == [(5, 5), (15, 5), (5, 15), (15, 15)]


def test_a_space_far_from_the_panel_of_lights_is_named():
    with pytest.raises(BoardError, match="The panel of 4 × 2 lights has no free light near s1"):
        assign_lights(line(0, 500), "main", ["s0", "s1"], Laying("matrix", matrix=Matrix(4, 2, 10, (0, 50))))


def test_other_chains_of_the_board_stay_as_they_are():
    board = shipped("pyramid").document
    order = list(reversed(spaces_along(board, "tomb")))
    changed = assign_lights(board, "tomb", order, Laying())
    assert spaces_along(changed, "tomb") == order
    assert spaces_along(changed, "shrine") == spaces_along(board, "shrine")
    assert check(changed) == []


def test_a_chain_longer_than_a_pico_drives_is_refused():
    with pytest.raises(BoardError, match=f"at most {LIGHTS_MAX} lights; this one would have 320"):
        assign_lights(line(*range(0, 800, 40)), "main", [f"s{number}" for number in range(20)], Laying(each=16))


@pytest.mark.parametrize("count", [0, 17])
def test_a_space_has_between_one_and_sixteen_lights_of_a_chain(count):
    with pytest.raises(BoardError, match=f"s0 would have {count}"):
        assign_lights(line(0), "main", ["s0"], Laying(), {"s0": count})


@pytest.mark.parametrize("game", ["canyon", "niagara", "pyramid"])
@pytest.mark.parametrize("laying", [Laying(), Laying(each=2), Laying("strip", a_metre=60)])
def test_a_shipped_board_laid_anew_is_still_sound(game, laying):
    board = shipped(game)
    places = [tuple(space["at_mm"]) for space in board.document["spaces"]]
    order = [board.space_ids[number] for number in propose_order(places)]
    for panel, _ in board.core.panels:
        assert check(assign_lights(board.document, panel, order, laying)) == []


def test_the_drop_along_a_chain_fed_at_one_end_adds_up_hop_by_hop():
    assert drops([1, 1, 1], (0,), 0.1) == pytest.approx([0, 0.3, 0.5, 0.6])


def test_a_chain_fed_at_both_ends_loses_most_in_its_middle():
    assert drops([1, 1, 1], (0, 3), 0.1) == pytest.approx([0, 0.1, 0.1, 0])


def test_a_chain_fed_in_its_middle_loses_to_both_sides():
    assert drops([1, 1, 1, 1], (2,), 0.1) == pytest.approx([0.3, 0.2, 0, 0.2, 0.3])


def test_the_wire_of_a_chain_is_the_wire_of_the_build_guide():
    assert pytest.approx(2 * ohms(0.34, 1000), rel=0.01) == WIRE_OHM


def test_enough_feeds_are_proposed_that_no_light_lacks_more_than_a_third_of_a_volt():
    board = shipped("canyon").document
    for supply_ma, is_strip in ((250, False), (4000, False), (10_000, True)):
        wire = wire_of(board, "main", supply_ma, is_strip=is_strip)
        assert wire.fed_drop_volts <= DROP_VOLTS
        assert wire.feeds[0] == 0
        assert len(wire.feeds) == 1 or wire.drop_volts > DROP_VOLTS


def test_the_length_of_the_wire_is_the_way_from_space_to_space():
    wire = wire_of(line(0, 30, 100), "main", 250, is_strip=False)
    assert (wire.lights, wire.length_mm, wire.longest_mm) == (3, 100, 70)
    assert wire.current_ma == 3 * 60


def test_a_board_without_lights_has_a_wire_of_nothing():
    wire = wire_of(line(0, 30), "tomb", 250, is_strip=False)
    assert (wire.lights, wire.length_mm, wire.feeds, wire.drop_volts) == (0, 0, (), 0)
