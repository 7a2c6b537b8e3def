"""The proposed order of a chain: every space once, started and ended where asked, short, never across itself."""

import random
from itertools import combinations, pairwise

import pytest
from riverlight.boards import shipped
from riverlight.boards.places import usual_gap
from riverlight.workshop.wiring_order import WAYS, length_mm, propose_order

GAMES = ("canyon", "niagara", "pyramid")


def places_of(game):
    return [tuple(space["at_mm"]) for space in shipped(game).document["spaces"]]


def chance_places(count, seed):
    dice = random.Random(seed)
    return [(dice.uniform(0, 700), dice.uniform(0, 500)) for _ in range(count)]


def crossings(places, order):
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    hops = [(places[one], places[other]) for one, other in pairwise(order)]
    return [
        (one, other)
        for one, other in combinations(hops, 2)
        if side(*one, other[0]) * side(*one, other[1]) < 0 and side(*other, one[0]) * side(*other, one[1]) < 0
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_every_space_is_visited_once(game, way):
    places = places_of(game)
    assert sorted(propose_order(places, way)) == list(range(len(places)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("start", "end"), [(None, None), (0, None), (None, 7), (0, 7), (7, 0)])
def test_the_short_way_begins_and_ends_where_asked_and_never_crosses_itself(game, start, end):
    places = places_of(game)
    order = propose_order(places, "short", start, end)
    assert start is None or order[0] == start
    assert end is None or order[-1] == end
    assert crossings(places, order) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_short_way_through_places_by_chance_crosses_nowhere(seed):
    places = chance_places(60, seed)
    order = propose_order(places)
    assert sorted(order) == list(range(60))
    assert crossings(places, order) == []


def test_the_short_way_through_few_places_is_nearly_the_shortest_there_is():
    from itertools import permutations

    for seed in range(4):
        places = chance_places(7, seed)
        least = min(length_mm(places, order) for order in permutations(range(7)))
        assert length_mm(places, propose_order(places)) <= 1.05 * least


def test_the_short_way_is_shorter_than_the_file_of_the_shipped_map():
    board = shipped("canyon")
    filed = sorted(range(len(board.space_ids)), key=lambda number: board.document["spaces"][number]["leds"]["main"][0])
    places = places_of("canyon")
    assert length_mm(places, propose_order(places)) <= length_mm(places, filed)


def test_rows_run_to_and_fro_from_the_corner_of_the_start():
    grid = [(30 * column, 30 * row) for row in range(3) for column in range(4)]
    assert propose_order(grid, "rows", 0) == (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11)
    assert propose_order(grid, "rows", 11) == (11, 10, 9, 8, 4, 5, 6, 7, 3, 2, 1, 0)
    assert propose_order(grid, "columns", 3) == (3, 7, 11, 10, 6, 2, 1, 5, 9, 8, 4, 0)


@pytest.mark.parametrize("way", WAYS)
def test_no_place_and_one_place_are_orders_too(way):
    assert propose_order([], way) == ()
    assert propose_order([(1, 2)], way) == (0,)


@pytest.mark.parametrize("way", WAYS)
def test_places_on_one_line_or_on_one_spot_do_no_harm(way):
    assert sorted(propose_order([(10, 10)] * 3, way)) == [0, 1, 2]
    line = [(40, 0), (0, 0), (20, 0)]
    assert propose_order(line, way) in ((1, 2, 0), (0, 2, 1))


def test_the_usual_gap_is_the_median_to_the_nearest():
    assert usual_gap([(0, 0), (10, 0), (40, 0)]) == 10
    assert usual_gap([(0, 0)]) == 0
