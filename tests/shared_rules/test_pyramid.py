"""Pyramid's movement against a reference implementation, on random mazes and on small drawn ones."""

from __future__ import annotations

import random
from typing import Any

import pytest
from riverlight.boards import Board

from shared_rules import pyramid as maze
from shared_rules.board import NONE, PYRAMID
from shared_rules.board import Board as Compiled
from tests.oracle import pyramid_moves as oracle
from tests.shared_rules.canyon_scenarios import compiled

BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "arrow": maze.ARROW}


def random_maze(choose: random.Random) -> Board:
    """Return a maze of up to 6 × 5 spaces with walls at random, entrance and sarcophagus in its bottom row."""
    width, height = choose.randint(3, 6), choose.randint(2, 5)
    at = {(x, y): f"{'abcdef'[x]}{y + 1}" for x in range(width) for y in range(height)}
    exits: dict[str, dict[str, str]] = {name: {} for name in at.values()}
    for (x, y), name in at.items():
        for way in "es":
            other = at.get((x + STEP[way][0], y + STEP[way][1]))
            if other and choose.random() < 0.75:
                exits[name][way] = other
                exits[other][BACK[way]] = name
    kinds = {at[0, height - 1]: "entrance", at[1, height - 1]: "sarcophagus"}
    spaces = [
        {"id": name, "kind": kinds.get(name, "chamber"), "at_mm": [10 * x, 10 * y], "exits": exits[name]}
        for (x, y), name in at.items()
    ]
    return Board({"riverlight_board": 1, "game": "pyramid", "id": "random", "size_mm": [60, 50], "spaces": spaces})


def exits_of(board: Board) -> dict[str, Any]:
    return {space["id"]: space["exits"] for space in board.document["spaces"]}


def names(board: Board, spaces: bytes) -> set[str]:
    assert list(spaces) == sorted(set(spaces))
    return {board.space_ids[space] for space in spaces}


@pytest.mark.parametrize("seed", range(20))
def test_dice_lead_where_the_literal_reading_says(seed: int) -> None:
    """PYR-8, PYR-9, PYR-11, PYR-14: exact walks with going back and forth, arrows against all that stops them."""
    choose = random.Random(seed)
    for _ in range(60):
        board = random_maze(choose)
        safe = {space["id"] for space in board.document["spaces"] if space["kind"] in ("entrance", "sarcophagus")}
        open_spaces = [name for name in board.space_ids if name not in safe]
        mummy = choose.choice(open_spaces)
        hunters: list[str | None] = []
        for _ in range(choose.randint(1, 4)):
            free = [name for name in board.space_ids if name != mummy and (name in safe or name not in hunters)]
            hunters.append(choose.choice([*free, None]) if hunters else choose.choice(free))
        spaces = bytes([NONE if name is None else board.index[name] for name in hunters])
        may_reenter = choose.random() < 0.5
        for face in FACES.values():
            found = maze.die_ends(board.core, spaces, 0, board.index[mummy], face, may_reenter)
            told = (exits_of(board), safe, hunters, 0, mummy)
            if face == maze.ARROW:
                assert names(board, found) == oracle.arrow_ends(*told, may_reenter)
            else:
                assert names(board, found) == oracle.number_ends(*told, face, may_reenter)
        steps = choose.randint(0, 5)
        reach = maze.mummy_reach(board.core, board.index[mummy], steps, spaces)
        assert names(board, reach) == oracle.mummy_ends(exits_of(board), safe, hunters, mummy, steps)
        prey = {name for name in hunters if name is not None and name not in safe}
        caught = maze.caught(reach, board.index[mummy], spaces)
        assert names(board, caught) == names(board, reach) & prey


def drawn(*rows: str) -> Board:
    """Return the maze of a drawing: ``o`` spaces, ``E`` entrance, ``S`` sarcophagus; ``-`` and ``|`` are openings."""
    exits: dict[tuple[int, int], dict[str, str]] = {}
    squares = [(x, y) for y in range(0, len(rows), 2) for x in range(0, len(rows[y]), 2)]
    at = {(x // 2, y // 2): (x, y) for x, y in squares if rows[y][x] != " "}
    name = {spot: f"{'abcdefgh'[spot[0]]}{spot[1] + 1}" for spot in at}
    for spot, (x, y) in at.items():
        exits[spot] = {}
        for way, (dx, dy) in STEP.items():
            across = rows[y + dy][x + dx] if 0 <= y + dy < len(rows) and 0 <= x + dx < len(rows[y + dy]) else " "
            if across in "-|":
                exits[spot][way] = name[spot[0] + dx, spot[1] + dy]
    kinds = {"E": "entrance", "S": "sarcophagus", "o": "chamber"}
    spaces = [
        {"id": name[spot], "kind": kinds[rows[y][x]], "at_mm": [10 * spot[0], 10 * spot[1]], "exits": exits[spot]}
        for spot, (x, y) in at.items()
    ]
    return Board({"riverlight_board": 1, "game": "pyramid", "id": "drawn", "size_mm": [80, 80], "spaces": spaces})


CORRIDOR = drawn("o-o-o-o-o", "    | |  ", "    E S  ")


def ends(board: Board, hunters: list[str], mummy: str, face: int, may_reenter: bool = False) -> set[str]:
    spaces = bytes([board.index[name] for name in hunters])
    return names(board, maze.die_ends(board.core, spaces, 0, board.index[mummy], face, may_reenter))


def test_a_number_counts_every_step_and_keeps_parity() -> None:
    """PYR-8: two steps end two away or where they started, never next to it."""
    assert ends(CORRIDOR, ["b1"], "e1", 2) == {"b1", "d1"}
    assert ends(CORRIDOR, ["b1"], "e1", 1) == {"a1", "c1"}


def test_the_mummy_is_never_passed_but_hunters_are() -> None:
    """PYR-8."""
    assert ends(CORRIDOR, ["a1", "b1"], "d1", 2) == {"a1", "c1"}
    assert ends(CORRIDOR, ["a1"], "b1", 4) == set()
    assert ends(CORRIDOR, ["a1", "c1"], "e1", 2) == {"a1"}


def test_the_arrow_stops_before_wall_hunter_and_mummy() -> None:
    """PYR-9: and makes one step at least."""
    assert ends(CORRIDOR, ["a1"], "e1", maze.ARROW) == {"d1"}
    assert ends(CORRIDOR, ["a1", "c1"], "e1", maze.ARROW) == {"b1"}
    assert ends(CORRIDOR, ["a1", "b1"], "e1", maze.ARROW) == set()


def test_from_inside_a_gap_leads_out_and_not_in_again() -> None:
    """PYR-9, PYR-11, PYR-14: straight through a gap; back only where the option allows it."""
    assert ends(CORRIDOR, ["c2"], "a1", maze.ARROW) == {"c1"}
    assert ends(CORRIDOR, ["c2"], "a1", 2) == {"b1", "d1"}
    assert ends(CORRIDOR, ["c1"], "a1", maze.ARROW) == {"b1", "e1"}
    assert ends(CORRIDOR, ["c1"], "a1", maze.ARROW, may_reenter=True) == {"b1", "c2", "e1"}
    assert ends(CORRIDOR, ["c2"], "a1", 2, may_reenter=True) == {"b1", "c2", "d1"}


def test_a_gap_with_the_mummy_outside_is_shut() -> None:
    """PYR-14."""
    assert ends(CORRIDOR, ["d2"], "d1", 1) == set()


def test_the_mummy_stops_at_its_first_catch() -> None:
    """PYR-12, PYR-13: what lies behind a hunter is out of reach; no step at all is a way, too."""
    hunters = bytes([CORRIDOR.index["c1"]])
    reach = maze.mummy_reach(CORRIDOR.core, CORRIDOR.index["a1"], 4, hunters)
    assert names(CORRIDOR, reach) == {"a1", "b1", "c1"}
    alone = maze.mummy_reach(CORRIDOR.core, CORRIDOR.index["a1"], 4, b"")
    assert names(CORRIDOR, alone) == {"a1", "b1", "c1", "d1", "e1"}


def test_the_mummy_leaves_the_sarcophagus_and_does_not_return() -> None:
    """PYR-4, PYR-12."""
    inside = CORRIDOR.index["d2"]
    assert [maze.DIRECTIONS[way] for way in maze.mummy_steps(CORRIDOR.core, inside)] == ["n"]
    assert "d2" not in names(CORRIDOR, maze.mummy_reach(CORRIDOR.core, CORRIDOR.index["d1"], 3, b""))


def test_the_mummy_enters_neither_the_entrance_nor_the_sarcophagus() -> None:
    """PYR-4, PYR-12: it passes both gaps."""
    for before in ("c1", "d1"):
        ways = maze.mummy_steps(CORRIDOR.core, CORRIDOR.index[before])
        assert [maze.DIRECTIONS[way] for way in ways] == ["e", "w"]


def test_the_mummy_inside_catches_nobody_there() -> None:
    """PYR-4, PYR-14: a caught hunter starts again in the sarcophagus, next to the mummy that has not left it yet."""
    inside = CORRIDOR.index["d2"]
    hunters = bytes([inside, CORRIDOR.index["c1"]])
    reach = maze.mummy_reach(CORRIDOR.core, inside, 2, hunters)
    assert names(CORRIDOR, maze.caught(reach, inside, hunters)) == {"c1"}


def test_the_entrance_and_the_sarcophagus_are_safe() -> None:
    """PYR-4."""
    assert {name for name, space in CORRIDOR.index.items() if maze.is_safe(CORRIDOR.core, space)} == {"c2", "d2"}


def test_the_directions_are_numbered_as_their_letters_stand() -> None:
    assert [maze.DIRECTIONS[way] for way in (maze.NORTH, maze.EAST, maze.SOUTH, maze.WEST)] == ["n", "e", "s", "w"]


def test_a_line_ends_even_where_exits_run_in_a_ring_that_it_came_into_from_outside() -> None:
    """PYR-9: only a board that fails the linter has one; no more spaces are returned than there are."""
    ring = Compiled(compiled([0, 0, 0], [[1, 1, 1, 1], [2, 2, 2, 2], [1, 1, 1, 1]], game=PYRAMID))
    assert maze.line(ring, 0, maze.NORTH, False) == bytes((1, 2, 1))
