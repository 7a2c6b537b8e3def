"""Board files, from their bytes to what is played and drawn on them; and compiled boards."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import Any

from riverlight.boards import Board, load, read_board_file
from riverlight.boards.drawing import draw
from riverlight.boards.lint import check_file, find_problems
from riverlight.boards.reading import FILE_BYTES_MAX, parse_json
from riverlight.boards.saved import format_board
from riverlight.commands.moves import answered
from riverlight.errors import BoardError, RiverlightError

from shared_rules.board import GAMES as GAME_WORDS
from shared_rules.board import Board as CompiledBoard
from tests.tools.fuzz.games import GAMES
from tests.tools.fuzz.mutate import bytes_mutated, in_json
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["NAMES", "TARGETS", "small_boards"]

NAMES = (
    *("riverlight_board", "game", "id", "title", "size_mm", "panels", "spaces", "kind", "at_mm", "touches", "flow"),
    *("leds", "exits", "colour", "site", "n", "e", "s", "w", "main", "tomb", "shrine", "canyon", "niagara"),
    *("pyramid", "start", "water", "current", "landing", "cave", "waterfall", "shore", "river", "fall", "weather"),
    *("berth", "sensor", "chamber", "treasure", "entrance", "sarcophagus", "violet", "red", "a1", "a2", "b1"),
)
"""Names and words that mean something in a board file."""

_DRAWN_MOST = 20  # spaces: a picture of a whole board takes its time
_MOST_PROBLEMS = 5000

_QUESTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "canyon": ({"canoes": [0, 1], "seat": 0, "points": 5}, {"canoes": [0, 1], "seat": 1, "drift": True}),
    "niagara": ({"cards": [3, "cloud"], "weather": 1},),
    "pyramid": ({"hunters": [0, 1], "mummy": 2, "steps": 5}, {"hunters": [0, 1], "mummy": 2, "seat": 1, "die": "3"}),
}
"""Of each game, what is asked of a board that will do; a number stands for a space."""


@cache
def small_boards() -> tuple[bytes, ...]:
    """Return a board of a few spaces for each game."""
    canyon = [
        {"id": "a1", "kind": "start", "at_mm": [20, 20], "touches": ["b1"], "leds": {"main": [0]}},
        {"id": "b1", "kind": "water", "at_mm": [50, 20], "touches": ["a1", "c1", "k"], "leds": {"main": [1]}},
        {"id": "c1", "kind": "current", "flow": "f", "at_mm": [80, 20], "touches": ["b1", "f", "l"], "leds": {}},
        {"id": "f", "kind": "waterfall", "at_mm": [110, 20], "touches": ["c1"], "leds": {"main": [3]}},
        {"id": "k", "kind": "cave", "at_mm": [50, 50], "touches": ["b1"], "leds": {}, "sensor": {"main": 3}},
        {"id": "l", "kind": "landing", "at_mm": [80, 50], "touches": ["c1"], "leds": {"main": [5, 6]}},
    ]
    pyramid = [
        {"id": "a1", "kind": "entrance", "at_mm": [20, 20], "exits": {"e": "b1"}, "leds": {"tomb": [0], "shrine": [0]}},
        {"id": "b1", "kind": "chamber", "at_mm": [50, 20], "exits": {"w": "a1", "e": "c1"}, "leds": {"tomb": [1]}},
        {"id": "c1", "kind": "treasure", "colour": "red", "exits": {"w": "b1", "s": "c2"}, "leds": {"tomb": [2]}},
        {"id": "c2", "kind": "sarcophagus", "at_mm": [80, 50], "exits": {"n": "c1"}, "leds": {"tomb": [3]}},
    ]
    head = {"riverlight_board": 1, "id": "small", "title": "Small", "size_mm": [200, 100], "panels": {"main": 9}}
    niagara = json.loads(read_board_file("niagara"))
    return (
        json.dumps({**head, "game": "canyon", "spaces": canyon}).encode(),
        json.dumps({**head, "game": "pyramid", "spaces": pyramid}).encode(),
        json.dumps(niagara).encode(),
    )


def _read_file(data: bytes) -> bool:
    """Find a file's problems; where none is in the way, write and read it again, play and draw on it."""
    sentences = [problem.sentence for problem in check_file(data)]
    assert len(sentences) <= _MOST_PROBLEMS
    for sentence in sentences:
        demand_sentence(sentence)
    try:
        document = parse_json(data)
    except BoardError:
        assert len(sentences) == 1
        return False
    found = find_problems(document)
    assert [problem.sentence for problem in found] == sentences
    if any(problem.is_malformed for problem in found):
        return False
    board = Board(document)
    assert all(problem.kind and board.index.keys() >= set(problem.spaces) for problem in found)
    again = parse_json(format_board(document).encode())
    assert again == document
    assert Board(again).blob == board.blob
    _play_on(board)
    return True


def _play_on(board: Board) -> None:
    for question in _QUESTIONS[board.game]:
        asked: dict[str, Any] = {"game": board.game, "board": "this", **question}
        for name in ("canoes", "hunters"):
            if name in asked:
                asked[name] = [_space(board, number) for number in asked[name]]
        if "mummy" in asked:
            asked["mummy"] = _space(board, asked["mummy"])
        answer = answered(json.dumps(asked).encode(), {"this": board})
        if "error" in answer:
            demand_sentence(answer["error"])
    if len(board.space_ids) <= _DRAWN_MOST:
        try:
            assert draw(board, names=True).startswith("<svg")
        except RiverlightError as error:
            demand_sentence(error)


def _space(board: Board, number: int) -> str:
    return board.space_ids[number % len(board.space_ids)]


def _read_compiled(data: bytes) -> bool:
    """Read a compiled board; where it is one, have its game's lights shown on it."""
    try:
        board = CompiledBoard(data)
    except ValueError as error:
        demand_sentence(error)
        return False
    assert CompiledBoard(bytes(board.blob)).hash == board.hash
    lights: Any = import_module(f"shared_rules.{GAME_WORDS[board.game]}_lights")
    assert callable(lights.pieces)
    for name, strip in board.panels:
        assert board.lights(name) is not None
        assert len(strip) <= 0xFFFF
    return True


def _traps() -> list[bytes]:
    """Return files that are large in some way, each of a kind that once took minutes, or said a whole page."""

    def spaces(game: str, listed: list[Any]) -> bytes:
        head = {"riverlight_board": 1, "game": game, "id": "a", "title": "A", "size_mm": [2000, 2000]}
        return json.dumps({**head, "spaces": listed}).encode()

    def space(number: int, kind: str, **more: Any) -> dict[str, Any]:
        at_mm = [number % 16 * 20, number // 16 * 20]
        return {"id": f"s{number}", "kind": kind, "at_mm": at_mm, "leds": {"main": [number]}, **more}

    def all_but(number: int) -> list[str]:
        return [f"s{other}" for other in range(120) if other != number]

    return [
        b"[" * 200_000,
        b'{"riverlight_board": 1, "title": ' + b"[" * 300 + b"]" * 300 + b"}",
        b" " * (FILE_BYTES_MAX + 1),
        spaces("canyon", [{}] * 40_000),
        spaces("canyon", [{f"x{at}": 0 for at in range(25)}] * 900),
        spaces("canyon", [space(0, "water", touches=["a"] * 40_000)]),
        spaces("canyon", [space(0, "water", touches=[0, "a"] * 20_000)]),
        spaces("canyon", [space(at, "water", touches=[[other] for other in range(90)]) for at in range(250)]),
        spaces("canyon", [space(at, "water", touches=[], at_mm=[1, 1], leds={"main": [0]}) for at in range(254)]),
        spaces("canyon", [space(at, "current", touches=all_but(at), flow=f"s{(at + 1) % 120}") for at in range(120)]),
        spaces("canyon", [space(at, "start" if at < 127 else "landing", touches=[]) for at in range(254)]),
        spaces("niagara", [space(at, "site", site="violet", touches=[]) for at in range(254)]),
        spaces("pyramid", [space(at, "entrance" if at % 2 else "sarcophagus", exits={}) for at in range(254)]),
    ]


TARGETS = (
    Target(
        "board-files",
        lambda: [*small_boards() * 3, *map(read_board_file, GAMES)],
        in_json(NAMES),
        simple(_read_file),
        _traps,
        60,
    ),
    Target("compiled-boards", lambda: [load(game).blob for game in GAMES], bytes_mutated, simple(_read_compiled)),
)
