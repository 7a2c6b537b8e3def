"""No value of any field of any line crashes the firmware: invalid ones are refused."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import clock
import pytest
from riverlight.boards import shipped
from riverlight.devices.fitting import settings_for

from shared_rules import fields, line
from shared_rules.line import LINE_BYTES
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench
from tests.tools.docs.played import moments, positions

GAMES = ("canyon", "niagara", "pyramid")
MISSING = object()
ODD: tuple[Any, ...] = (
    MISSING,
    None,
    True,
    -1,
    256,
    1 << 30,
    -(1 << 31),
    10**100,
    -(10**100),
    1.5,
    1e300,
    float("nan"),
    "",
    "9",
    "x" * 100,
    '"\\\n\x00é',
    [],
    [[[[[]]]]],
    [-1, 300, 10**60],
    ["a", None],
    [255] * 40,
    {},
    {"a": {"b": [10**60]}},
)
LINES: dict[str, dict[str, Any]] = {
    "hail": {"v": 1},
    "beat": {"n": 1, "a": 0},
    "board": {"h": "0badcafe", "o": 0, "z": 100, "d": "QUJD"},
    "cue": {"p": "main", "k": "refused"},
    "took": {"b": "a1b2c3", "n": 1},
    "seen": {"b": "a1b2c3", "n": 1},
    "probe": {"n": 1, "p": "main", "i": 0, "c": 255},
}


def raw(message: dict[str, Any]) -> bytes:
    """Return a line that checks, whatever it holds."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return body + b"*" + line._checksum(body) + b"\n"


def variants(message: dict[str, Any], names: Iterator[str] | tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for name in names:
        for odd in ODD:
            changed = {key: value for key, value in message.items() if key != name}
            if odd is not MISSING:
                changed[name] = odd
            if len(raw(changed)) <= 2 * LINE_BYTES:
                yield changed


def bench_with(game: str, folder: Path) -> Bench:
    board = shipped(game).core
    put_board(folder, bytes(board.blob))
    (folder / "settings.json").write_text(json.dumps(settings_for(board)))
    bench = Bench()
    bench.run(100)
    return bench


def is_alive(bench: Bench) -> bool:
    """Return whether a beat is answered in time; what was accepted to be shown is shown for a while."""
    bench.stdout.lines.clear()
    bench.send({"t": "beat", "n": 7})
    until = clock.now + 60_000
    while clock.now < until and all(pulse["n"] != 7 for pulse in bench.said("pulse")):
        bench.app.turn()
    if any(panel.is_busy or panel._passage is not None for panel in bench.app._stage._panels):
        bench.run(60)
    return [pulse["n"] for pulse in bench.said("pulse")][-1:] == [7]


def test_the_table_has_each_line_to_a_device() -> None:
    assert set(fields.LINES) == set(line.FROM_HOST) == {*LINES, "show"}
    for kind, parts in LINES.items():
        assert set(fields.LINES[kind]) == set(parts)
        assert fields.all_fit(parts, fields.LINES[kind], ())


@pytest.mark.parametrize("kind", LINES)
def test_no_value_of_a_field_stops_it(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = bench_with("canyon", tmp_path)
    for message in variants({"t": kind, **LINES[kind]}, tuple(LINES[kind])):
        bench.send_bytes(raw(message))
        assert is_alive(bench), message


def test_a_field_that_does_not_fit_is_counted_as_a_bad_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = bench_with("canyon", tmp_path)
    bench.send_bytes(raw({"t": "beat", "n": 10**60}))
    bench.send({"t": "beat", "n": 7})
    bench.run(60)
    assert [(pulse["n"], pulse["bad"]) for pulse in bench.said("pulse")] == [(0, 1), (7, 1)]


def played(game: str, number: int) -> list[tuple[str, dict[str, Any]]]:
    """Return positions out of whole games, each with its panel."""
    found = [each for moment in moments(game) for each in positions(moment)]
    return random.Random(4).sample(found, number)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_whole_games_fits(game: str) -> None:
    lights = import_module(f"shared_rules.{game}_lights")
    board = shipped(game).core
    for moment in moments(game):
        for _, position in positions(moment):
            assert lights.read(board, position) is not None, position
            assert set(position) <= set(lights.FIELDS)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_another_game_is_refused(game: str) -> None:
    """A line that was on its way when the board changed must not light anything."""
    lights = import_module(f"shared_rules.{game}_lights")
    for other in set(GAMES) - {game}:
        for _, position in played(other, 40):
            assert lights.read(shipped(game).core, position) is None


@pytest.mark.parametrize("game", GAMES)
def test_no_value_of_a_positions_field_stops_it(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = bench_with(game, tmp_path)
    lights = import_module(f"shared_rules.{game}_lights")
    revision = 0
    for panel, position in played(game, 3):
        message = {"t": "show", "p": panel, **position}
        for changed in variants({**message, "r": 0}, ("p", "r", *lights.FIELDS)):
            if "r" in changed and changed["r"] == 0:
                revision += 1
                changed["r"] = revision
            bench.send_bytes(raw(changed))
            assert is_alive(bench), changed


@pytest.mark.parametrize("game", GAMES)
def test_no_mixture_of_values_in_range_stops_it(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each alone may be valid; together they may be impossible."""
    monkeypatch.chdir(tmp_path)
    bench = bench_with(game, tmp_path)
    lights = import_module(f"shared_rules.{game}_lights")
    chance = random.Random(6)
    for revision, (panel, position) in enumerate(played(game, 12) * 6):
        mixed = {name: in_range(field, chance) for name, field in lights.FIELDS.items() if chance.random() < 0.4}
        bench.send_bytes(raw({"t": "show", "p": panel, "r": revision, **position, **mixed}))
        bench.run(20)
        assert is_alive(bench), (position, mixed)


def in_range(field: Any, chance: random.Random) -> Any:
    """Return a value that fits a field."""
    kind, *limits = field
    if kind == fields.NUMBER:
        return chance.choice((chance.randint(limits[0], limits[1]), limits[0], limits[1]))
    if kind == fields.NUMBERS:
        return [chance.randint(limits[0], limits[1]) for _ in range(chance.randint(0, limits[2]))]
    if kind == fields.LETTERS:
        return "".join(chance.choices(limits[0], k=chance.randint(limits[1], limits[2])))
    return "x" * chance.randint(0, limits[0])


@pytest.mark.parametrize("revision", [10**100, -1, 1.5, "1", None])
def test_a_position_without_a_revision_that_fits_is_not_shown(
    revision: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bench = bench_with("canyon", tmp_path)
    ((panel, position),) = played("canyon", 1)
    bench.send_bytes(raw({"t": "show", "p": panel, "r": revision, **position}))
    bench.run(60)
    assert bench.said("lit") == []
    assert is_alive(bench)


def test_a_position_that_does_not_fit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = bench_with("canyon", tmp_path)
    ((panel, position),) = played("canyon", 1)
    bench.send_bytes(raw({"t": "show", "p": panel, "r": 3, **position, "s": 10**60}))
    bench.run(60)
    assert bench.said("lit") == [{"t": "lit", "p": "main", "r": 3, "d": ""}]
