"""Counts the work between a line and its light, and between a key and its line: latency on the Pico.

There an instruction of the interpreter takes 3 to 10 µs and each kilobyte allocated brings the next collection nearer,
so instructions and bytes are what a ``show`` and a press cost. The bounds are a twentieth above what was counted last.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import rp2
from riverlight.boards import shipped
from riverlight.devices.fitting import settings_for

from shared_rules.line import encode
from tests.firmware.flash import put_board
from tests.firmware.micropython_runs import run
from tests.firmware.pico_bench import Bench, down
from tests.tools.docs.played import moments, positions

ROOT = Path(__file__).parents[2]
SOURCES = {ROOT / "firmware", ROOT / "shared_rules"}
COMPILED = {"frames.py", "render.py"}
"""Files whose functions are machine code on the Pico; the one that reads bytes is, too."""

SHOW_STEPS = {"canyon": 2600, "niagara": 5760, "pyramid": 4200}
SHOW_BYTES = {"canyon": 8630, "niagara": 9300, "pyramid": 7660}
KEY_STEPS = 780
KEY_BYTES = 2450


@contextmanager
def counted_steps() -> Iterator[list[int]]:
    """Count, in a list of one number, the interpreter's instructions in what the Pico interprets."""
    steps = [0]

    def count(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "call":
            path = Path(frame.f_code.co_filename)
            is_ours = path.parent in SOURCES and path.name not in COMPILED
            if not is_ours or frame.f_code.co_name == "_read_line":
                return None
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
        elif event == "opcode":
            steps[0] += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield steps
    finally:
        sys.settrace(before)


def shows(game: str, number: int) -> list[dict[str, Any]]:
    """Return ``show`` lines out of whole games, the longest of them among these."""
    found = [{"t": "show", "p": panel, "r": 1, **each} for moment in moments(game) for panel, each in positions(moment)]
    longest = sorted(found, key=lambda message: -len(encode(message)))[:8]
    return random.Random(9).sample(found, number) + longest


def prepare(game: str, folder: Path) -> None:
    """Put a board and its settings into the folder that is the Pico's flash."""
    board = shipped(game).core
    put_board(folder, bytes(board.blob))
    (folder / "settings.json").write_text(json.dumps(settings_for(board)))


def rest(bench: Bench) -> None:
    """Run until no search is left and a frame has just been drawn and sent."""
    bench.run(100)
    drawn = len(bench.draws)
    while len(bench.draws) == drawn:
        bench.app.turn()
    bench.run(8)


@pytest.mark.parametrize("game", SHOW_STEPS)
def test_a_position_takes_few_steps_to_its_frame(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(game, tmp_path)
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    counts = []
    for message in shows(game, 20):
        rest(bench)
        bench.send(message)
        at_frame: list[int] = []
        with counted_steps() as steps:
            monkeypatch.setattr(rp2, "on_frame", lambda *_: at_frame.append(steps[0]))  # noqa: B023
            while not at_frame:
                bench.app.turn()
        counts.append(at_frame[0])
    assert max(counts) <= SHOW_STEPS[game], sorted(counts)


def test_a_press_takes_few_steps_to_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    prepare("canyon", tmp_path)
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    bench.send({"t": "beat", "n": 1})
    bench.run(50)
    bench.send({"t": "beat", "n": 2, "a": 1})  # it proves that the host reads: a line goes out in one piece
    rest(bench)
    down("5")
    keypad = bench.app._keypads[0]
    while not keypad._last:
        bench.app.turn()
    while not keypad.is_waiting():
        bench.link.pump(1, 0)
    with counted_steps() as steps:
        bench.app._read()
    assert bench.said("key")[0]["k"] == "5"
    assert steps[0] <= KEY_STEPS


@pytest.mark.parametrize("game", SHOW_BYTES)
def test_a_position_and_a_press_take_little_memory(game: str, tmp_path: Path) -> None:
    prepare(game, tmp_path)
    (tmp_path / "shows.jsonl").write_text("".join(json.dumps(message) + "\n" for message in shows(game, 20)))
    told = run("message_paths", tmp_path)
    assert max(told["show"]) <= SHOW_BYTES[game], told
    assert max(told["key"]) <= KEY_BYTES, told
