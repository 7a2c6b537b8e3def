"""The search inside one block, against enumeration of all paths."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from shared_rules.block_search import searched
from shared_rules.board import NONE
from shared_rules.canyon import finish
from tests.shared_rules.canyon_scenarios import grid

STEPS_TO_ENTRY = 3
"""From the start, wherever that is: the search only gets steps from there."""


def a_graph(chance: random.Random) -> list[list[int]]:
    if chance.random() < 0.4:
        cells = [(row, column) for row in range(3) for column in range(chance.randint(2, 4))]
        return grid(cells, corners=chance.random() < 0.5)
    size = chance.randint(2, 10)
    touches: list[set[int]] = [set() for _ in range(size)]
    for one in range(1, size):
        for other in chance.sample(range(one), min(one, chance.choice((1, 2, 3)))):
            touches[one].add(other)
            touches[other].add(one)
    return [sorted(near) for near in touches]


def steps_from(touches: list[list[int]], free: set[int], entry: int) -> bytearray:
    """Return the fewest steps to each free space and to the entry, NONE where no way leads."""
    steps = bytearray([NONE] * len(touches))
    steps[entry] = STEPS_TO_ENTRY
    reached = [entry]
    for space in reached:
        for other in touches[space]:
            if other in free and steps[other] == NONE:
                steps[other] = steps[space] + 1
                reached.append(other)
    return steps


def simple_ways(touches: list[list[int]], free: set[int], way: tuple[int, ...], end: int) -> Iterator[tuple[int, ...]]:
    if way[-1] == end:
        yield way
        return
    for other in touches[way[-1]]:
        if other in free and other not in way:
            yield from simple_ways(touches, free, (*way, other), end)


@pytest.mark.parametrize("seed", range(8))
def test_a_way_of_each_length_is_found_just_where_there_is_one(seed: int) -> None:
    """CAN-15: over free spaces alone, none twice, in exactly so many steps."""
    chance = random.Random(seed)
    for _ in range(30):
        touches = a_graph(chance)
        entry, end = chance.sample(range(len(touches)), 2)
        free = {space for space in range(len(touches)) if space != entry and (chance.random() < 0.85 or space == end)}
        marks = bytearray(space in free for space in range(len(touches)))
        steps = steps_from(touches, free, entry)
        there_are = {len(way) - 1 for way in simple_ways(touches, free, (entry,), end)}
        around = tuple(bytes(near) for near in touches)
        for length in range(2, len(touches) + 2):
            way = finish(searched(around, bytearray(marks), steps, entry, end, length))
            assert (way is not None) == (length in there_are), (touches, free, entry, end, length)
            if way is not None:
                assert (way[0], way[-1], len(way)) == (entry, end, length + 1)
                assert set(way[1:]) <= free
                assert len(set(way)) == len(way)
                assert all(after in touches[before] for before, after in pairwise(way))


def test_a_block_of_254_spaces_is_searched() -> None:
    """The most that a board can have, each next to two others: the one way of each length round the ring."""
    around = tuple(bytes(sorted(((space - 1) % 254, (space + 1) % 254))) for space in range(254))
    steps = bytearray(min(space, 254 - space) for space in range(254))
    for end, length, there_is in ((100, 100, True), (100, 154, True), (100, 102, False), (127, 127, True)):
        marks = bytearray([1]) * 254
        marks[0] = 0
        way = finish(searched(around, marks, steps, 0, end, length))
        assert (way is not None) is there_is


def pauses(touches: list[list[int]], shut: set[int], entry: int, end: int, length: int) -> int:
    """Return how often a search pauses: it does so at each space that it looks at, and at each step."""
    free = {space for space in range(len(touches)) if space != entry and space not in shut}
    marks = bytearray(space in free for space in range(len(touches)))
    around = tuple(bytes(near) for near in touches)
    return sum(1 for _ in searched(around, marks, steps_from(touches, free, entry), entry, end, length))


def test_where_only_sides_touch_no_way_of_the_wrong_parity_is_begun() -> None:
    """Such a search would try some twenty thousand steps."""
    touches = grid([(row, column) for row in range(5) for column in range(5)], corners=False)
    assert pauses(touches, set(), 13, 4, 16) <= 4 * 25


def test_a_way_is_given_up_when_nothing_unused_leads_to_the_end_any_more() -> None:
    """Such a search would try some twenty thousand steps."""
    touches = grid([(row, column) for row in range(3) for column in range(6)], corners=True)
    assert pauses(touches, {4, 10}, 17, 11, 13) <= 5 * 18


def test_spaces_from_which_the_end_is_too_far_are_not_looked_at() -> None:
    """On open water, on a way straight on: those of the way alone, three times, and its steps."""
    touches = grid([(row, column) for row in range(15) for column in range(15)], corners=False)
    assert pauses(touches, set(), 112, 118, 6) <= 5 * 7
