"""``riverlight moves``: positions in, legal moves out, and a sentence for every invalid line."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from riverlight.boards import Board, shipped
from riverlight.commands.moves import command

from shared_rules.board import CAVE, CURRENT, GAMES, LANDING, NONE, START, WATER, WATERFALL
from tests.oracle import canyon_movement as oracle

GOOD = {"game": "canyon", "board": "canyon", "canoes": ["a1"], "seat": 0, "points": 3}
WORDS = {START: "start", WATER: "water", CURRENT: "current", LANDING: "landing", CAVE: "cave", WATERFALL: "waterfall"}
SMALL: dict[str, Any] = {
    "riverlight_board": 1,
    "game": "canyon",
    "id": "ditch",
    "spaces": [
        {"id": "top", "kind": "start", "touches": ["a"]},
        {"id": "a", "kind": "water", "touches": ["top", "b", "jetty"]},
        {"id": "b", "kind": "current", "flow": "c", "touches": ["a", "c"]},
        {"id": "c", "kind": "current", "flow": "fall", "touches": ["b", "fall", "home"]},
        {"id": "fall", "kind": "waterfall", "touches": ["c"]},
        {"id": "home", "kind": "landing", "touches": ["c"]},
        {"id": "jetty", "kind": "cave", "touches": ["a"]},
    ],
}


def answers(*lines: object, code: int = 0) -> list[dict[str, Any]]:
    """Return the answers to lines given as objects, text or bytes; the command must end with ``code``."""
    raw = b"".join(
        (line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()) + b"\n"
        for line in lines
    )
    result = CliRunner().invoke(command, ["-"], input=raw)
    assert result.exit_code == code, result.output
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.fixture
def ditch(tmp_path: Path) -> str:
    path = tmp_path / "ditch.json"
    path.write_text(json.dumps(SMALL))
    return str(path)


def test_ends_are_told_by_the_names_of_their_spaces(ditch: str) -> None:
    """CAN-15: its own space where it must stay."""
    position = {"game": "canyon", "board": ditch, "canoes": ["a", "c"], "seat": 0, "points": 1}
    assert answers(position) == [{"ends": ["b"]}]
    assert answers(position | {"canoes": ["a", "b"]}) == [{"ends": ["a"]}]
    assert answers(position | {"canoes": ["a", None], "points": 11}) == [{"ends": ["home"]}]
    assert answers(position | {"canoes": [None, "top"], "seat": 1, "points": 0}) == [{"ends": ["top"]}]


def test_a_drift_tells_where_all_canoes_come_to(ditch: str) -> None:
    """CAN-19 and CAN-20."""
    position = {"game": "canyon", "board": ditch, "canoes": ["b", "c", "jetty", None], "seat": 0, "drift": True}
    assert answers(position) == [{"canoes": ["c", "jetty", "jetty", None]}]
    assert answers(position | {"seat": 1}) == [{"canoes": ["b", "jetty", "jetty", None]}]
    assert answers(position | {"seat": 2}) == [{"canoes": ["b", "c", "jetty", None]}]


def test_the_movement_option_counts(ditch: str) -> None:
    """CAN-15: one point, blocked ahead, the river open by a channel further round."""
    channel = [{"id": "bend", "kind": "water", "touches": ["top", "lower"]}]
    channel += [{"id": "lower", "kind": "water", "touches": ["bend", "quay"]}]
    channel += [{"id": "quay", "kind": "landing", "touches": ["lower"]}]
    spaces = [dict(space) for space in SMALL["spaces"]]
    spaces[0] = {"id": "top", "kind": "water", "touches": ["a", "bend"]}
    Path(ditch).write_text(json.dumps(SMALL | {"spaces": [*spaces, *channel]}))
    position = {"game": "canyon", "board": ditch, "canoes": ["a", "b"], "seat": 0, "points": 1}
    assert answers(position) == [{"ends": ["top"]}]
    assert answers(position | {"options": {"movement": "nearest", "cards": "app"}}) == [{"ends": ["a"]}]


def test_one_start_answers_any_number_of_lines_and_passes_over_empty_ones() -> None:
    assert len(answers(*[GOOD] * 500)) == 500
    assert answers(GOOD, "", "  ", GOOD) == answers(GOOD) * 2
    assert answers() == []


def test_lines_end_as_they_like() -> None:
    raw = json.dumps(GOOD).encode()
    result = CliRunner().invoke(command, ["-"], input=b"\xef\xbb\xbf" + raw + b"\r\n" + raw)
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 2


def changed(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in (GOOD | fields).items() if value is not ...}


WRONG: list[tuple[object, str]] = [
    ("nonsense", "A line is one JSON object; at character 1"),
    ('{"game":"canyon"', "A line is one JSON object; at character 17"),
    ("{} {}", "A line is one JSON object; at character 4"),
    (b"\xff\xfe", "A line is UTF-8 text; its byte 1 does not fit"),
    (b'{"game":"\xe9"}', "A line is UTF-8 text; its byte 10 does not fit"),
    ("[" * 50_000, "nested too deep"),
    ('{"game":"canyon","x":"' + "x" * 65_536 + '"}', "A line has at most 64 KB"),
    ("{" + ",".join(f'"{number}":0' for number in range(7000)) + ',"6999":0}', 'The field "6999" stands twice'),
    ('{"points":' + "9" * 5000 + "}", "numbers of a few digits"),
    ("[1, 2]", "A line is one JSON object, not [1, 2]"),
    ("null", "A line is one JSON object, not null"),
    ('{"game":"canyon","game":"canyon"}', 'The field "game" stands twice'),
    ({}, "The field game is missing: one of canyon"),
    (changed(game="chess"), 'The field game is "chess"'),
    (changed(game=["canyon"]), 'The field game is ["canyon"]'),
    (changed(board=...), "The field board is missing"),
    (changed(board=7), "The field board is 7"),
    (changed(board=""), 'The field board is ""'),
    (changed(board="a\0b"), "There is no board"),
    (changed(board="a\0b.json"), "the name is not valid"),
    (changed(board="x" * 5000 + ".json"), "cannot be read: File name too long"),
    (changed(board="/dev/zero"), "is a pipe or a device"),
    (changed(seat="\x7f\u2028\ud800"), r'The field seat is "\u007f\u2028\ud800"'),
    (changed(board="\ud800/b.json"), "the name is not valid"),
    (changed(board="delta"), "There is no board 'delta'"),
    (changed(board="missing.json"), "missing.json cannot be read"),
    (changed(board="/"), "cannot be read"),
    (changed(canoes=...), "The field canoes is missing: a list of 1 to 6 spaces"),
    (changed(canoes="a1"), 'The field canoes is "a1"'),
    (changed(canoes=[]), "The field canoes is []"),
    (changed(canoes=["a1", *[None] * 6]), "a list of 1 to 6"),
    (changed(canoes={"0": "a1"}), "The field canoes is {"),
    (changed(canoes=["nowhere"]), 'The field canoes has "nowhere", which is not a space of the board canyon'),
    (changed(canoes=[3]), "The field canoes has 3, which is not a space"),
    (changed(canoes=[["a1"]]), "which is not a space"),
    (changed(canoes=["a1", "a1"]), "Two canoes stand on a1; only the cave holds several (CAN-14)."),
    (changed(seat=...), "The field seat is missing: a whole number from 0 to 0"),
    (changed(seat=1), "The field seat is 1"),
    (changed(seat=-1), "The field seat is -1"),
    (changed(seat="0"), 'The field seat is "0"'),
    (changed(seat=False), "The field seat is false"),
    (changed(canoes=[None]), "The canoe of seat 0 is not on the board"),
    (changed(points=...), "The field points is missing: a whole number from 0 to 11"),
    (changed(points=-1), "The field points is -1"),
    (changed(points=12), "The field points is 12"),
    (changed(points=10**30), "The field points is 1000000"),
    (changed(points=2.5), "The field points is 2.5"),
    (changed(points=3.0), "The field points is 3.0"),
    (changed(points=float("nan")), "The field points is NaN"),
    (changed(points="3"), 'The field points is "3"'),
    (changed(points=None), "The field points is null"),
    (changed(points=True), "The field points is true"),
    (changed(points=[3] * 1000), "The field points is [3, 3, 3"),
    (changed(drift=True), "A canoe moves by points or drifts, not both"),
    (changed(drift=1), "The field drift is 1: true or false"),
    (changed(options=[]), "The field options is []: an object"),
    (changed(options={"movement": "far"}), "Option movement must be one of exact, nearest, not 'far'"),
    (changed(options={"movement": 1}), "The value of an option is a word, not 1"),
    (changed(options={"speed": "far"}), "This game has no option 'speed'"),
    (changed(pionts=3), 'There is no field "pionts" here; there are: game, board, canoes'),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG)
def test_a_wrong_line_gets_its_sentence_and_the_rest_goes_on(line: object, sentence: str) -> None:
    first, second, third = answers(GOOD, line, GOOD, code=1)
    assert first == third == answers(GOOD)[0]
    assert list(second) == ["error"]
    assert sentence in second["error"]
    assert second["error"].endswith((".", ")"))
    assert len(second["error"]) < 300


def test_a_canoe_cannot_stand_in_the_waterfall(ditch: str) -> None:
    """CAN-20."""
    position = {"game": "canyon", "board": ditch, "canoes": ["a", "fall"], "seat": 0, "points": 1}
    assert "stands in the waterfall fall" in answers(position, code=1)[0]["error"]


def test_the_cave_may_be_shared(ditch: str) -> None:
    """CAN-14."""
    position = {"game": "canyon", "board": ditch, "canoes": ["jetty", "jetty", "jetty"], "seat": 1, "points": 2}
    assert answers(position) == [{"ends": ["b"]}]


def test_a_malformed_board_is_refused_with_its_faults(ditch: str) -> None:
    Path(ditch).write_text(json.dumps(SMALL | {"spaces": [*SMALL["spaces"], {"id": "a", "kind": "mud"}]}))
    error = answers(changed(board=ditch, canoes=["a"]), code=1)[0]["error"]
    assert "mud" in error


def test_each_registered_game_has_its_answer() -> None:
    for game in GAMES:
        assert "error" in answers({"game": game, "surely no field": 1}, code=1)[0]


def as_oracle(board: Board) -> oracle.OracleBoard:
    names = board.space_ids
    return oracle.OracleBoard(
        {name: WORDS[kind] for name, kind in zip(names, board.core.kinds, strict=True)},
        {name: {names[other] for other in near} for name, near in zip(names, board.core.around, strict=True)},
        {names[space]: names[to] for space, to in enumerate(board.core.data) if to != NONE},
    )


def test_on_the_shipped_map_moves_agrees_with_the_oracle() -> None:
    """CAN-15, CAN-19: few points, near the landings, so that the oracle ends and knows the river to be open."""
    board = shipped("canyon")
    literal = as_oracle(board)
    chance = random.Random(15)
    waters = [name for name in board.space_ids if literal.kind[name] != "waterfall"]
    lower = [name for name in waters if oracle.distance(literal, name) <= 5]
    positions, expected = [], []
    for _ in range(150):
        canoes = chance.sample(lower, chance.randint(1, 6))
        position = {"game": "canyon", "board": "canyon", "canoes": canoes, "seat": 0}
        points = chance.randint(0, 4)
        if any(literal.kind[way[-1]] == "landing" for way in oracle.ways(literal, canoes, 0, 6)):
            positions.append(position | {"points": points})
            ends = oracle.ends(literal, canoes, 0, points, known_open=True)
            expected.append({"ends": sorted(ends, key=lambda name: board.index[str(name)])})
        positions.append(position | {"drift": True})
        expected.append({"canoes": oracle.drifted(literal, canoes, 0)})
    assert len(positions) > 250
    assert answers(*positions) == expected


def test_it_runs_as_a_program_on_a_file(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "riverlight", "moves"]
    file = tmp_path / "positions.jsonl"
    file.write_text(json.dumps(GOOD) + "\nno\n")
    run = subprocess.run([*program, str(file)], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (1, "")
    assert [list(json.loads(line)) for line in run.stdout.splitlines()] == [["ends"], ["error"]]
    missing = subprocess.run([*program, str(tmp_path / "none")], capture_output=True, text=True, timeout=60)
    assert missing.returncode == 2
    assert "No such file" in missing.stderr
    assert "Traceback" not in missing.stderr


@pytest.mark.parametrize("field", ["board", "options", "game", "canoes", "seat", "points"])
def test_however_long_a_wrong_value_is_its_sentence_stays_short(field: str) -> None:
    long = "x" * 100_000
    for value in (long, [long], {long: long}, {"movement": long}):
        (answer,) = answers({**GOOD, field: value}, code=1)
        assert len(answer["error"]) < 400


def test_a_board_is_not_read_from_the_input_that_the_lines_come_from() -> None:
    """The lines would be gone, and the end of the input would be waited for."""
    lines = json.dumps(GOOD | {"board": "/dev/stdin"}) + "\n" + json.dumps(GOOD) + "\n"
    command_line = [sys.executable, "-m", "riverlight", "moves"]
    run = subprocess.run(command_line, input=lines, capture_output=True, text=True, timeout=60)
    first, second = map(json.loads, run.stdout.splitlines())
    assert first == {"error": "/dev/stdin is a pipe or a device, not a file."}
    assert second == answers(GOOD)[0]


def test_of_a_line_without_end_no_more_is_read_than_is_needed_to_refuse_it() -> None:
    first, second = answers('"' + "x" * 1_000_000 + '"', GOOD, code=1)
    assert first == {"error": "A line has at most 64 KB; this one is longer."}
    assert second == answers(GOOD)[0]
