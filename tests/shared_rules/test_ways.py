"""Simple paths of an exact length, and the cost of their search."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from riverlight.boards import shipped

from shared_rules import canyon, ways
from shared_rules.board import WATER, WATERFALL, Board, distances
from shared_rules.ways import Ways
from tests.shared_rules.canyon_scenarios import HARDEST, Chance, crowd, grid, river

LINES_MOST = 100
"""Lines of Python that a generator may run between two yields: each takes 8 to 14 µs on the Pico, which has 2 ms."""


def longer_ways(touches: list[list[int]], way: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    yield way
    if len(way) <= most:
        for other in touches[way[-1]]:
            if other not in way:
                yield from longer_ways(touches, (*way, other), most)


def a_graph(chance: random.Random) -> list[list[int]]:
    if chance.random() < 0.5:
        rows, columns = chance.choice(((3, 4), (2, 7), (4, 4)))
        cells = [(r, c) for r in range(rows) for c in range(columns) if chance.random() < 0.85]
        return grid(cells, corners=chance.random() < 0.6)
    size = chance.randint(2, 15)
    touches: list[set[int]] = [set() for _ in range(size)]
    for one in range(1, size):
        for other in chance.sample(range(one), min(one, chance.choice((1, 1, 2)))):
            touches[one].add(other)
            touches[other].add(one)
    return [sorted(near) for near in touches]


@pytest.mark.parametrize("seed", range(10))
def test_every_length_to_every_space_is_found_just_where_there_is_one(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        touches = a_graph(chance)
        if not touches:
            continue
        most = chance.randint(1, 9)
        there_are = {(way[-1], len(way) - 1) for way in longer_ways(touches, (0,), most)}
        marks = bytearray([WATER]) * len(touches)
        marks[0] = ways.SHUT
        around = tuple(bytes(near) for near in touches)
        search = Ways(around, marks, bytearray(len(touches)), 0, most)
        canyon.finish(search.explore())
        for end in range(1, len(touches)):
            for length in range(most + 1):
                way = None if end not in search.found else canyon.finish(search.exact(end, length))
                assert (way is not None) == ((end, length) in there_are)
                if way is not None:
                    assert (way[0], way[-1], len(way)) == (0, end, length + 1)
                    assert len(set(way)) == len(way)
                    assert all(after in touches[before] for before, after in pairwise(way))


def from_the_middle(*, corners: bool) -> Ways:
    """Return the ways of 11 steps at most from the middle of open water of 12 × 12 spaces."""
    cells = [(row, column) for row in range(12) for column in range(12)]
    marks = bytearray([WATER]) * 144
    marks[70] = ways.SHUT
    search = Ways(tuple(bytes(near) for near in grid(cells, corners=corners)), marks, bytearray(144), 70, 11)
    canyon.finish(search.explore())
    return search


def test_a_board_without_triangles_knows_odd_from_even() -> None:
    """CAN-15: where only sides touch, a way of the wrong parity is refused without a search."""
    search = from_the_middle(corners=False)
    assert canyon.finish(search.exact(71, 10)) is None
    assert len(canyon.finish(search.exact(71, 11)) or ()) == 12


@pytest.mark.parametrize(
    ("corners", "end", "length"),
    [(False, 71, 3), (False, 58, 3), (False, 71, 11), (False, 58, 11), (True, 71, 2), (True, 58, 3), (True, 71, 11)],
)
def test_on_open_water_detours_make_a_way_longer_without_a_search(corners: bool, end: int, length: int) -> None:
    """CAN-15: by one step where there are triangles, by two elsewhere; what is searched takes thousands of lines."""
    search = from_the_middle(corners=corners)
    with LineCounter() as counter:
        assert len(canyon.finish(search.exact(end, length)) or ()) == length + 1
    assert counter.lines <= 70 * length


def test_a_board_of_254_spaces_is_cut_into_blocks() -> None:
    """The most that there can be, all in one ring: one way round each way, and none of another length."""
    around = tuple(bytes(sorted(((space - 1) % 254, (space + 1) % 254))) for space in range(254))
    marks = bytearray([WATER]) * 254
    marks[0] = ways.SHUT
    search = Ways(around, marks, bytearray(254), 0, 254)
    canyon.finish(search.explore())
    assert canyon.finish(search.exact(100, 102)) is None
    assert canyon.finish(search.exact(100, 154)) == (0, *range(253, 99, -1))


def test_a_way_out_of_reach_is_refused() -> None:
    board = shipped("canyon").core
    with pytest.raises(ValueError, match="not within 1 steps"):
        canyon.way(board, [30], 0, board.n - 1, 1)


def hard_positions() -> Iterator[tuple[Board, list[int], int]]:
    board = shipped("canyon").core
    for canoes, points in HARDEST:
        yield board, list(canoes), points
    chance = Chance(7)
    for _ in range(150):
        yield board, crowd(chance, board, 6), 11
    for _ in range(15):
        board = river(chance)
        for _ in range(10):
            yield board, crowd(chance, board, 6), 11 - chance.below(4)


class LineCounter:
    """Counts the lines of shared_rules that run inside a ``with``."""

    def __init__(self) -> None:
        self.lines = 0
        self._folder = str(Path(ways.__file__).parent)

    def __enter__(self) -> LineCounter:
        self._before = sys.gettrace()
        sys.settrace(self.traced)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def traced(self, frame: FrameType, event: str, _: Any) -> Any:
        """Be called by the interpreter for each call and line."""
        if event == "call":
            return self.traced if frame.f_code.co_filename.startswith(self._folder) else None
        if event == "line":
            self.lines += 1
        return self.traced


def steps_of(board: Board, canoes: list[int], points: int) -> list[int]:
    """Return the lines that each step of a search took."""
    counter = LineCounter()
    distance = distances(board)
    search = canyon.ends(board, distance, canoes, 0, points)
    steps = []
    with counter:
        while True:
            counter.lines = 0
            try:
                next(search)
            except StopIteration:
                return [*steps, counter.lines]
            steps.append(counter.lines)


def test_no_step_does_more_than_the_pico_can_in_two_milliseconds() -> None:
    """CAN-15: in hundreds of blockades, whole rivers of them."""
    longest = max(max(steps_of(*position)) for position in hard_positions())
    assert longest <= LINES_MOST


def test_no_search_on_the_shipped_map_runs_away() -> None:
    """CAN-15: 150 ms on the Pico are some 12,000 lines."""
    board = shipped("canyon").core
    assert max(sum(steps_of(*position)) for position in hard_positions() if position[0] is board) <= 12_000


def test_where_nothing_is_in_the_way_the_river_is_not_searched() -> None:
    """CAN-15: each point brings a canoe one nearer, and its ends and the way to one of them cost only so much."""
    board = shipped("canyon").core
    distance = distances(board)
    afloat = [space for space in range(board.n) if board.kinds[space] != WATERFALL]
    for start in afloat:
        for points in range(1, min(12, distance[start])):
            with LineCounter() as to_ends:
                found = canyon.finish(canyon.ends(board, distance, [start], 0, points))
            with LineCounter() as to_way:
                canyon.way(board, [start], 0, found[-1], points)
            assert to_ends.lines <= 60 * points
            assert to_way.lines <= 80 * points


def test_the_straight_way_home_is_not_searched_either() -> None:
    """CAN-15, CAN-22: with points to spare."""
    board = shipped("canyon").core
    distance = distances(board)
    homes = 0
    for start in range(board.n):
        if 0 < distance[start] < 11:
            for end in canyon.finish(canyon.ends(board, distance, [start], 0, 11)):
                with LineCounter() as counter:
                    way = canyon.way(board, [start], 0, end, 11)
                if len(way) - 1 == distance[start]:
                    homes += 1
                    assert counter.lines <= 80 * distance[start]
    assert homes > 50


def test_nothing_recurses() -> None:
    """CAN-15: the Pico's C stack has 8 KiB, so the depth of calls is the same however long the way."""
    depth = 0
    frame: FrameType | None = sys._getframe()
    while frame:
        depth += 1
        frame = frame.f_back
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 20)
    try:
        for board, canoes, points in hard_positions():
            canyon.finish(canyon.ends(board, distances(board), canoes, 0, points))
    finally:
        sys.setrecursionlimit(limit)
