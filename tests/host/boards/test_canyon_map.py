"""The Canyon map that Riverlight ships is sound, and better than sound: long, with islands and bottlenecks."""

from itertools import combinations, pairwise
from math import dist

import pytest
from riverlight.boards import check, shipped
from riverlight.boards.drawing.contours import area
from riverlight.games.canyon.scenery import make_landscape

from shared_rules.board import CANYON, distances

BOARD = shipped("canyon")
SPACES = {space["id"]: space for space in BOARD.document["spaces"]}
ROWS = dict(zip(SPACES, distances(BOARD.core), strict=True))
BOTTLENECKS = [{"f1"}, {"l1", "m3"}, {"q1"}]
"""From the start down: a gate of one space, two channels next to an island, another gate."""


def of_kind(*kinds):
    return [name for name, space in SPACES.items() if space["kind"] in kinds]


def is_closed_by(canoes):
    """Return whether no start is left from which a landing can be reached past ``canoes``."""
    reached = set(of_kind("start"))
    queue = list(reached)
    for name in queue:
        for other in SPACES[name]["touches"]:
            kind = SPACES[other]["kind"]
            if kind == "landing":
                return False
            if kind in ("water", "current", "cave") and other not in reached | canoes:
                reached.add(other)
                queue.append(other)
    return True


def test_the_shipped_map_has_no_fault():
    assert check(BOARD.document) == []
    assert BOARD.core.game == CANYON


def test_it_has_between_90_and_130_spaces():
    assert 90 <= len(SPACES) <= 130


def test_every_start_is_as_far_from_the_landings_as_any_other_26_to_30_steps():
    assert {ROWS[name] for name in of_kind("start")} == {27}


def test_the_cave_jetty_lies_just_above_the_current():
    assert [ROWS[name] for name in of_kind("cave")] == [9]


def test_every_row_has_its_letter_from_a_at_the_start_to_z_at_the_landings():
    for name in of_kind("water", "current"):
        assert name[0] == "abcdefghijklmnopqrstuvwxyz"[26 - ROWS[name]]
        assert name[1:].isdigit()


@pytest.mark.parametrize("canoes", BOTTLENECKS, ids=["upper gate", "island", "lower gate"])
def test_one_or_two_canoes_close_each_bottleneck_and_fewer_do_not(canoes):
    assert is_closed_by(canoes)
    for fewer in combinations(sorted(canoes), len(canoes) - 1):
        assert not is_closed_by(set(fewer))


def test_the_bottlenecks_lie_in_three_parts_of_the_river():
    rows = [max(ROWS[name] for name in canoes) for canoes in BOTTLENECKS]
    assert all(upper - lower >= 4 for upper, lower in pairwise(rows))


def test_no_single_canoe_closes_the_river_anywhere_else():
    gates = [name for name in of_kind("water", "current") if is_closed_by({name})]
    assert gates == ["f1", "q1"]


def test_islands_lie_in_the_river():
    (banks,) = make_landscape(BOARD).contours([0])
    islands = sorted(area(points) for points in banks)[:-1]
    assert len([size for size in islands if size > 200]) >= 4


def test_neighbouring_spaces_lie_evenly_20_to_40_mm_apart():
    places = {name: space["at_mm"] for name, space in SPACES.items()}
    for name, place in places.items():
        nearest = min(dist(place, other) for others, other in places.items() if others != name)
        assert 30 <= nearest <= (50 if SPACES[name]["kind"] in ("landing", "waterfall") else 40)


def test_spaces_touch_what_lies_beside_them():
    for space in SPACES.values():
        assert 1 <= len(space["touches"]) <= 8
        for other in space["touches"]:
            assert dist(space["at_mm"], SPACES[other]["at_mm"]) <= 55


def test_the_arrows_bend_gently_toward_the_waterfall():
    for name in of_kind("current"):
        flow = SPACES[name]["flow"]
        assert ROWS[flow] <= ROWS[name] or SPACES[flow]["kind"] == "waterfall"


def test_the_chain_of_lights_runs_along_the_river_without_long_leads():
    lights = sorted((light, space["at_mm"]) for space in SPACES.values() for light in space["leds"]["main"])
    assert [light for light, _ in lights] == list(range(len(lights)))
    assert max(dist(place, following) for (_, place), (_, following) in pairwise(lights)) <= 60
    assert {len(space["leds"]["main"]) for name, space in SPACES.items() if name != "fall"} == {1}


def test_every_space_keeps_clear_of_the_edge():
    width, height = BOARD.size_mm
    for space in SPACES.values():
        x, y = space["at_mm"]
        assert 25 <= x <= width - 25
        assert 25 <= y <= height - 25
