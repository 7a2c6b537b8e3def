"""``riverlight moves`` for Pyramid: the ends of dice, where the mummy can walk, against a reference implementation."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from riverlight.boards import shipped
from riverlight.commands.moves import command

from shared_rules.board import ENTRANCE
from tests.oracle import pyramid_moves as oracle

BOARD = shipped("pyramid")
EXITS = {space["id"]: space["exits"] for space in BOARD.document["spaces"]}
SAFE = {name for name, kind in zip(BOARD.space_ids, BOARD.core.kinds, strict=True) if kind >= ENTRANCE}
OPEN = [name for name in BOARD.space_ids if name not in SAFE]
GOOD: dict[str, Any] = {"game": "pyramid", "board": "pyramid", "hunters": ["d2", "e5"], "mummy": "h3"}


def answers(*lines: dict[str, Any], code: int = 0) -> list[dict[str, Any]]:
    result = CliRunner().invoke(command, ["-"], input="".join(json.dumps(line) + "\n" for line in lines))
    assert result.exit_code == code, result.output
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.mark.parametrize("seed", range(6))
def test_ends_and_catches_are_those_of_the_literal_reading(seed: int) -> None:
    """PYR-8 to PYR-14: on the shipped maze, hunters and mummy anywhere."""
    choose = random.Random(seed)
    lines, wanted = [], []
    for _ in range(40):
        mummy, *spaces = choose.sample(OPEN, 1 + choose.randint(1, 4))
        hunters: list[str | None] = [*spaces]
        for number in range(len(hunters)):
            if choose.random() < 0.2:
                hunters[number] = choose.choice([*sorted(SAFE), *([None] if number else [])])
        reenter = choose.random() < 0.5
        line = GOOD | {"hunters": hunters, "mummy": mummy, "options": {"reenter_safe": "on" if reenter else "off"}}
        for die in ("1", "2", "3", "4", "arrow"):
            told = (EXITS, SAFE, hunters, 0, mummy)
            is_arrow = die == "arrow"
            ends = oracle.arrow_ends(*told, reenter) if is_arrow else oracle.number_ends(*told, int(die), reenter)
            lines.append(line | {"seat": 1, "die": die})
            wanted.append({"ends": sorted(ends, key=BOARD.index.__getitem__)})
        steps = choose.randint(0, 6)
        reach = oracle.mummy_ends(EXITS, SAFE, hunters, mummy, steps)
        caught = {name for name in hunters if name in reach and name not in SAFE}
        lines.append(line | {"steps": steps})
        wanted.append(
            {
                "ends": sorted(reach, key=BOARD.index.__getitem__),
                "catches": sorted(caught, key=BOARD.index.__getitem__),
            }
        )
    assert answers(*lines) == wanted


def test_seat_1_is_the_first_hunter() -> None:
    """PYR-4: the mummy is seat 0."""
    one, two = answers(GOOD | {"seat": 1, "die": "1"}, GOOD | {"seat": 2, "die": "1"})
    assert set(one["ends"]) == set(EXITS["d2"].values())
    assert set(two["ends"]) == set(EXITS["e5"].values())


def test_any_well_formed_maze_will_do(tmp_path: Path) -> None:
    """PYR-9: one without a gate too."""
    spaces = [
        {"id": "a", "kind": "chamber", "exits": {"e": "b"}},
        {"id": "b", "kind": "chamber", "exits": {"w": "a", "e": "c"}},
        {"id": "c", "kind": "treasure", "colour": "red", "exits": {"w": "b"}},
    ]
    path = tmp_path / "corridor.json"
    path.write_text(json.dumps({"riverlight_board": 1, "game": "pyramid", "id": "corridor", "spaces": spaces}))
    line = {"game": "pyramid", "board": str(path), "hunters": ["a"], "mummy": "c"}
    assert answers(line | {"seat": 1, "die": "arrow"}, line | {"steps": 2}, line | {"steps": 0}) == [
        {"ends": ["b"]},
        {"ends": ["a", "b", "c"], "catches": ["a"]},
        {"ends": ["c"], "catches": []},
    ]


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no mummy": ({"mummy": "z9"}, "z9"),
    "the mummy on a hunter": ({"mummy": "d2"}, "A hunter stands on d2 with the mummy"),
    "two hunters together": ({"hunters": ["d2", "d2"]}, "Two hunters stand on d2"),
    "no hunters": ({"hunters": []}, "hunters"),
    "the mummy's seat": ({"seat": 0}, "a whole number from 1 to 2"),
    "a seat too many": ({"seat": 3}, "a whole number from 1 to 2"),
    "a die that is none": ({"die": "5"}, "one of 1, 2, 3, 4, arrow"),
    "a die as a number": ({"die": 3}, "one of 1, 2, 3, 4, arrow"),
    "both at once": ({"steps": 3}, "one or the other"),
    "an unknown field": ({"canoes": []}, "There is no field"),
    "one who has left": ({"hunters": [None, "e5"]}, "has left the game"),
    "another game's board": ({"board": "canyon"}, "not of pyramid"),
    "an option that is none": ({"options": {"reenter_safe": "perhaps"}}, "reenter_safe"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_line_gets_a_sentence(wrong: str) -> None:
    change, words = WRONG[wrong]
    (answer,) = answers(GOOD | {"seat": 1, "die": "3"} | change, code=1)
    assert words in answer["error"]
    assert answer["error"].endswith(".")


@pytest.mark.parametrize("steps", [-1, 9, "3", None, 2.5])
def test_steps_are_a_number_that_a_walk_can_have(steps: object) -> None:
    """PYR-12."""
    (answer,) = answers(GOOD | {"steps": steps}, code=1)
    assert "a whole number from 0 to 8" in answer["error"]
