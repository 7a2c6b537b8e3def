"""Files that people hand to commands, or that commands resume from: settings, calibrations, results of a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from riverlight.commands.boards_calibrate import read_answers
from riverlight.devices.settings_file import parse_settings, read_settings
from riverlight.errors import DeviceError, OptionError
from riverlight.simulation.runs import Outcome, run
from riverlight.workshop.calibrate import apply_answers, question

from tests.tools.fuzz.boards import small_boards
from tests.tools.fuzz.mutate import bytes_mutated, in_json, in_words
from tests.tools.fuzz.pico_files import SETTINGS
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_BOARD = json.loads(small_boards()[0])
_IDS = frozenset(space["id"] for space in _BOARD["spaces"])
_LIGHTS = 9
_ABOUT = {"contest": {"game": "canyon", "seed": 1}}


def _in_file(read: Callable[[Path], bool]) -> Callable[[], AbstractContextManager[Run]]:
    """Return the ``ready`` of what reads a file."""

    @contextmanager
    def ready() -> Iterator[Run]:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "own.json"

            def run_with(data: bytes) -> bool:
                path.write_bytes(data)
                return read(path)

            yield run_with

    return ready


def _read_settings(path: Path) -> bool:
    """Read settings as ``device install --settings`` does; what it takes it takes again as they are written."""
    try:
        found = read_settings(path)
    except DeviceError as error:
        demand_sentence(error)
        return False
    assert parse_settings(found.document()).document() == found.document()
    return True


def _resume_calibration(path: Path) -> bool:
    """Go on with the answers in a file, and give each light that is still open the space that is expected."""
    answers = read_answers(path, _IDS)
    is_ours = bool(answers)
    for _ in range(_LIGHTS + 1):
        now = question(_BOARD, "main", _LIGHTS, answers)
        if now is None:
            break
        assert 0 <= now.light < _LIGHTS
        answers[now.light] = now.expected
    assert {space["id"] for space in apply_answers(_BOARD, "main", _LIGHTS, answers)["spaces"]} == _IDS
    return is_ours


class _Task(NamedTuple):
    number: int


def _double(task: _Task) -> Outcome:
    return {"number": task.number, "twice": 2 * task.number}


def _resume_run(path: Path) -> bool:
    """Resume a run from its file: each task has one result then, and the file is left alone where it is another's."""
    before = path.read_bytes()
    try:
        found = list(run([_Task(number) for number in range(4)], _double, jobs=1, out=path, about=_ABOUT))
    except OptionError as error:
        demand_sentence(str(error).replace(str(path), "own.json"))
        assert before.startswith(path.read_bytes())
        return False
    assert sorted(outcome["number"] for outcome in found) == [0, 1, 2, 3]
    return len(before.splitlines()) > 1


def _runs() -> list[bytes]:
    lines = [{"riverlight_run": _ABOUT}, *({"number": number, "twice": 2 * number} for number in (2, 0))]
    return ["".join(json.dumps(line) + "\n" for line in lines).encode()]


TARGETS = (
    Target(
        "settings-files",
        lambda: SETTINGS,
        in_json([*json.loads(SETTINGS[0]), "panel", "lights", "order", "budget_ma", "main", "RGB", "04a1b2c3", "A7"]),
        _in_file(_read_settings),
        lambda: [b"[" * 8000, b"\xef\xbb\xbf" + SETTINGS[0], b"\xff\xfe{}", b"9" * 5000, b"x" * 200_000],
    ),
    Target(
        "calibrations",
        lambda: [json.dumps({"0": "a1", "1": None, "2": "b1", "5": "l"}).encode()],
        in_json([*_IDS, "0", "1", "8", "-1", "9" * 30]),
        _in_file(_resume_calibration),
        lambda: [b"[" * 100_000, b'{"1e400": null}', b"\xff", json.dumps({"9" * 5000: "a1"}).encode()],
    ),
    Target(
        "run-files",
        _runs,
        lambda data, others, chance: (in_words(['"number":', "0", "3}", "null}"]), bytes_mutated)[chance.randrange(2)](
            data, others, chance
        ),
        _in_file(_resume_run),
        lambda: [b"[" * 100_000 + b"\n", b"\xff\n", b'{"number": 1}', b"\n\n\n", _runs()[0][:-1]],
    ),
)
