"""Thousands of random small boards on which fast rules and reference implementation must agree (CAN-13 to CAN-20)."""

from __future__ import annotations

import random
from math import inf

import pytest

from shared_rules import canyon
from shared_rules.board import CAVE, CURRENT, LANDING, NONE, START, WATER, WATERFALL, Board, distances
from tests.oracle import canyon_movement as oracle
from tests.shared_rules.canyon_scenarios import compiled, grid

NAMES = {START: "start", WATER: "water", CURRENT: "current", LANDING: "landing", CAVE: "cave", WATERFALL: "waterfall"}
MOVEMENTS = {"exact": canyon.EXACT, "nearest": canyon.NEAREST}
SHAPES = ((3, 3), (4, 3), (3, 4), (6, 2), (2, 7), (1, 6))
BOARDS = 30


def a_grid(chance: random.Random) -> list[list[int]]:
    rows, columns = chance.choice(SHAPES)
    land = chance.choice((0, 0.1, 0.25))
    cells = [(row, column) for row in range(rows) for column in range(columns) if chance.random() >= land]
    return grid(cells, corners=chance.random() < 0.6)


def a_graph(chance: random.Random) -> list[list[int]]:
    """Return one where anything may touch anything: trees, rings, thickets."""
    size = chance.randint(2, 13)
    touches: list[set[int]] = [set() for _ in range(size)]
    for one in range(1, size):
        for other in chance.sample(range(one), min(one, chance.choice((1, 1, 1, 2, 3)))):
            touches[one].add(other)
            touches[other].add(one)
    return [sorted(near) for near in touches]


def a_board(chance: random.Random) -> tuple[Board, oracle.OracleBoard]:
    touches = chance.choice((a_grid, a_graph))(chance)
    weights = (1, 14, 4, chance.choice((1, 3)), 1.5, 0.7)
    kinds = chance.choices((START, WATER, CURRENT, LANDING, CAVE, WATERFALL), weights, k=len(touches))
    flows = {
        space: chance.choice(near)
        for space, near in enumerate(touches)
        if kinds[space] == CURRENT and near and chance.random() < 0.9
    }
    literal = oracle.OracleBoard(
        {space: NAMES[kind] for space, kind in enumerate(kinds)},
        {space: set(near) for space, near in enumerate(touches)},
        dict(flows),
    )
    return Board(compiled(kinds, touches, flows)), literal


def some_canoes(chance: random.Random, board: Board) -> list[int]:
    """Return one to six canoes, the first on the board; several only in the cave."""
    places = [space for space, kind in enumerate(board.kinds) if kind != WATERFALL]
    canoes = [chance.choice(places)] if places else []
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4, 5)) if places else 0):
        space = chance.choice(places)
        canoes.append(NONE if space in canoes and board.kinds[space] != CAVE else space)
    return canoes


def in_oracle(canoes: list[int]) -> list[int | None]:
    return [None if space == NONE else space for space in canoes]


@pytest.mark.parametrize("seed", range(40))
def test_ends_ways_and_drift_agree_with_the_literal_reading(seed: int) -> None:
    """CAN-13 to CAN-16, CAN-19, CAN-20: 30 boards a seed, 4 positions each, exact and nearest."""
    chance = random.Random(seed)
    for _ in range(BOARDS):
        board, literal = a_board(chance)
        for space in range(board.n):
            if board.kinds[space] != WATERFALL:
                steps = oracle.distance(literal, space)
                assert distances(board)[space] == (NONE if steps == inf else steps)
        for _ in range(4):
            canoes = some_canoes(chance, board)
            if canoes:
                check_ends(board, literal, canoes, chance.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 9, 11)))
                check_drift(board, literal, canoes)


def test_a_canoe_that_leaves_the_cave_does_not_pass_it_again() -> None:
    """CAN-13, CAN-14: though the cave holds any number of others. Spaces 2 and 10 are held."""
    kinds = [CAVE, WATER, WATER, WATER, WATER, LANDING, WATER, CAVE, WATER, CAVE, LANDING, WATER]
    touches = [
        *([1, 2, 3, 6, 10], [0, 2, 3, 4, 5], [0, 1, 3, 6], [0, 1, 2, 10], [1, 6, 11], [1, 7]),
        *([0, 2, 4, 8, 9], [5], [6], [6, 10], [0, 3, 9], [4]),
    ]
    literal = oracle.OracleBoard(
        {space: NAMES[kind] for space, kind in enumerate(kinds)},
        {space: set(near) for space, near in enumerate(touches)},
        {},
    )
    board, canoes = Board(compiled(kinds, touches)), [9, 2, 10]
    check_ends(board, literal, canoes, 3)
    assert canyon.finish(canyon.ends(board, distances(board), canoes, 0, 3)) == (1, 3)


def check_ends(board: Board, literal: oracle.OracleBoard, canoes: list[int], points: int) -> None:
    within = set(oracle.ways(literal, in_oracle(canoes), 0, points))
    is_open = oracle.is_open(literal, in_oracle(canoes), 0)
    for word, movement in MOVEMENTS.items():
        ends = canyon.finish(canyon.ends(board, distances(board), canoes, 0, points, movement))
        assert list(ends) == sorted(oracle.ends(literal, in_oracle(canoes), 0, points, word)), (canoes, points, word)
        for end in ends:
            way = canyon.way(board, canoes, 0, end, points, movement)
            assert (way[0], way[-1]) == (canoes[0], end)
            assert way in within
            if board.kinds[end] == LANDING or not is_open or movement == canyon.NEAREST:
                assert len(way) == min(len(each) for each in within if each[-1] == end)
            else:
                assert len(way) == points + 1


def check_drift(board: Board, literal: oracle.OracleBoard, canoes: list[int]) -> None:
    after = list(canoes)
    for canoe, at, to in canyon.drift(board, canoes, 0):
        assert after[canoe] == at
        after[canoe] = to
    assert in_oracle(after) == oracle.drifted(literal, in_oracle(canoes), 0)
