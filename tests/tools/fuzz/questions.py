"""Lines of ``riverlight moves``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from riverlight.boards import Board
from riverlight.commands.moves import answered

from tests.tools.fuzz.boards import small_boards
from tests.tools.fuzz.mutate import in_json
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_SITES = {"violet": ["violet", "pink"], "clear": [], "yellow": ["yellow"], "blue": [], "pink": ["pink"] * 7}
_EXACT = {"movement": "exact"}
_QUESTIONS = (
    {"game": "canyon", "board": "canyon", "canoes": ["a1", "b2", None], "seat": 0, "points": 3},
    {"game": "canyon", "board": "canyon", "canoes": ["k3", "cave"], "seat": 0, "points": 11, "options": _EXACT},
    {"game": "canyon", "board": "BOARD", "canoes": ["c1", None], "seat": 0, "drift": True},
    {
        "game": "niagara",
        "canoes": [["shore", "M3"], ["L6", "lost"]],
        "cargo": [[None, "violet"], [None, None]],
        "sites": _SITES,
        "seat": 0,
        "card": 6,
    },
    {"game": "niagara", "cards": [3, "cloud", 5], "weather": -1},
    {"game": "pyramid", "board": "pyramid", "hunters": ["d2", "e5"], "mummy": "f3", "seat": 1, "die": "3"},
    {"game": "pyramid", "board": "pyramid", "hunters": ["d2", None], "mummy": "f3", "steps": 5},
)
_NAMES = (
    *("game", "board", "canoes", "seat", "points", "drift", "options", "movement", "exact", "nearest", "cargo"),
    *("sites", "card", "cards", "weather", "cloud", "hunters", "mummy", "die", "steps", "arrow", "shore", "M1", "M5"),
    *("L6", "lost", "violet", "clear", "min_flow", "reenter_safe", "on", "off", "canyon", "niagara", "pyramid"),
    *("cave", "fall", "a1", "b2", "/dev/zero", "/dev/tty", "/dev/stdin", "/dev/null", "/proc/self/mem", "BOARD"),
)


@contextmanager
def _ready() -> Iterator[Run]:
    """Ask in a folder that has one board of the user's own, read again for each line."""
    with TemporaryDirectory() as folder:
        own = Path(folder) / "own.json"
        own.write_bytes(small_boards()[0])
        yield lambda data: _asked(data.replace(b'"BOARD"', json.dumps(str(own)).encode()))


def _asked(line: bytes) -> bool:
    boards: dict[str, Board] = {}
    answer = answered(line, boards)
    assert json.loads(json.dumps(answer)) == answer
    if "error" in answer:
        assert set(answer) == {"error"}
        demand_sentence(answer["error"])
        return False
    assert answered(line, boards) == answer
    return True


TARGETS = (
    Target(
        "moves-questions",
        lambda: [json.dumps(question).encode() for question in _QUESTIONS],
        in_json(_NAMES),
        _ready,
        lambda: [
            b"[" * 100_000,
            b'{"game":"canyon","board":"canyon","canoes":["a1"],"seat":0,"points":' + b"9" * 5000 + b"}",
            b'{"game":"pyramid","board":"/dev/stdin","hunters":["d2"],"mummy":"f3","steps":5}',
            b'{"game":"niagara","cards":[' + b"1," * 90_000 + b'1],"weather":0}',
            b'{"game":"canyon","board":"' + b"x" * 180_000 + b'"}',
            b"{" + b",".join(b'"%d":0' % number for number in range(7000)) + b',"6999":0}',
            b"[" * 60_000,
            b'{"game":' + b"[" * 900 + b"]" * 900 + b"}",
            b"{" + b'"game":"canyon",' * 12_000 + b'"seat":0}',
        ],
    ),
)
