"""Free play: a Pico with a board and no host."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from riverlight.boards import shipped

from shared_rules import board as boards
from shared_rules import canyon, roles
from shared_rules.digest import digest
from tests.firmware import toy_lights
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench, down, up

BOARD = shipped("canyon").core
ENDS = (roles.END, roles.STAY)


def pieces(board: boards.Board, position: dict[str, object], frame: bytearray) -> None:
    toy_lights.pieces(board, {"c": []}, frame)
    for seat, space in enumerate(position["c"]):  # type: ignore[arg-type]
        if space != boards.NONE:
            frame[2 * space] = roles.CANOE
            frame[2 * space + 1] = 1 << seat


def choices(board: boards.Board, position: dict[str, object], frame: bytearray):  # type: ignore[no-untyped-def]
    canoes, seat = position["c"], position["s"]
    if position["a"] == 1:
        found = [space for space in range(board.n) if board.kinds[space] == boards.START and space not in canoes]  # type: ignore[operator]
    elif position["a"] == 2:
        found = yield from canyon.ends(board, boards.distances(board), canoes, seat, position["n"], position["m"])
    else:
        return
    for number, space in enumerate(found):
        frame[2 * space] = roles.END
        frame[2 * space + 1] = seat << 5 | number + 1  # type: ignore[operator]


LIGHTS = SimpleNamespace(
    upstream=boards.distances,
    read=lambda _, position: position,
    pieces=pieces,
    choices=choices,
    passage=toy_lights.passage,
)


def start(folder: Path, monkeypatch: pytest.MonkeyPatch, ms: int = 5200, blob: bytes = BOARD.blob) -> Bench:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(os, "sync", lambda: None)
    monkeypatch.setitem(sys.modules, "shared_rules.canyon_lights", LIGHTS)
    (folder / "settings.json").write_text(
        json.dumps({"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 12}]})
    )
    put_board(folder, blob)
    bench = Bench()
    bench.run(ms)
    return bench


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return start(tmp_path, monkeypatch)


def key(bench: Bench, keys: str) -> None:
    for each in keys:
        down(each)
        bench.run(50)
        up(each)
        bench.run(120)


def shown(bench: Bench, *wanted: int) -> dict[int, int]:
    """Return the spaces that show one of the roles, with their details."""
    frame = bench.app._stage.panel("main")._goal
    return {space: frame[2 * space + 1] for space in range(BOARD.n) if frame[2 * space] in wanted}


def is_refused(bench: Bench) -> bool:
    return bool(bench.app._stage._panels[0]._cue)


def test_the_board_is_lit_when_no_host_has_come_for_five_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch, 4900)
    assert not bench.app._stage.panel("main").is_showing
    bench.run(300)
    assert len(shown(bench, roles.WATER)) == BOARD.n
    assert bench.said("lit") == [], "nobody asked"


def test_a_canoe_is_set_on_a_start_and_goes_by_its_points(bench: Bench) -> None:
    key(bench, "B")
    starts = [space for space in range(BOARD.n) if BOARD.kinds[space] == boards.START]
    assert shown(bench, *ENDS) == {space: 1 << 5 | at + 1 for at, space in enumerate(starts)}
    key(bench, "3")
    assert shown(bench, roles.CANOE) == {starts[2]: 0b10}
    assert shown(bench, *ENDS) == {}
    key(bench, "2")
    canoes = [255, starts[2], 255, 255]
    ends = canyon.finish(canyon.ends(BOARD, boards.distances(BOARD), canoes, 1, 2, 0))
    assert sorted(shown(bench, *ENDS)) == list(ends)
    key(bench, "1")
    assert shown(bench, roles.CANOE) == {ends[0]: 0b10}


def test_a_star_is_ten_points(bench: Bench) -> None:
    key(bench, "A1*")
    start_space = next(space for space in range(BOARD.n) if BOARD.kinds[space] == boards.START)
    ends = canyon.finish(canyon.ends(BOARD, boards.distances(BOARD), [start_space, 255, 255, 255], 0, 10, 0))
    assert sorted(shown(bench, *ENDS)) == list(ends)


def test_ends_beyond_nine_take_two_digits(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    key(bench, "A1")

    def many(_board: boards.Board, position: dict[str, object], frame: bytearray):  # type: ignore[no-untyped-def]
        yield None
        for number in range(1, 13 if position["a"] == 2 else 1):
            frame[100 + 2 * number] = roles.END
            frame[101 + 2 * number] = number

    monkeypatch.setattr(LIGHTS, "choices", many)
    key(bench, "41")
    assert len(shown(bench, *ENDS)) == 12, "one digit decides nothing yet"
    key(bench, "1")
    assert list(shown(bench, roles.CANOE)) == [50 + 11]
    key(bench, "404")
    assert list(shown(bench, roles.CANOE)) == [50 + 4]
    key(bench, "41#2")
    assert not is_refused(bench)
    key(bench, "##")
    assert list(shown(bench, roles.CANOE)) == [50 + 4]


def test_take_back_goes_from_points_to_the_canoe_itself(bench: Bench) -> None:
    key(bench, "A1")
    key(bench, "4")
    assert shown(bench, *ENDS)
    key(bench, "#")
    assert not shown(bench, *ENDS)
    assert shown(bench, roles.CANOE)
    key(bench, "#")
    assert not shown(bench, roles.CANOE)
    key(bench, "#")
    assert is_refused(bench)


@pytest.mark.parametrize("keys", ["5", "0", "*", "A7", "A0", "A*", "A10", "A13*", "A139", "#"])
def test_a_key_that_means_nothing_is_refused_in_red(bench: Bench, keys: str) -> None:
    key(bench, keys)
    assert is_refused(bench)


def test_a_key_in_the_middle_of_a_search_is_refused(bench: Bench) -> None:
    key(bench, "A")
    bench.app._stage.panel("main").is_busy = True
    bench.app._free_play.press("1", 0)
    assert is_refused(bench)
    bench.run(1000)
    key(bench, "1")
    assert not is_refused(bench)


def test_the_first_word_of_a_host_ends_it_and_none_of_its_keys_reach_the_host(bench: Bench) -> None:
    key(bench, "A14")
    bench.send({"t": "hail", "v": 1})
    bench.run(100)
    assert bench.said("hello")[0]["h"] == BOARD.hash
    assert not bench.app._stage.panel("main").is_showing
    position = {"t": "show", "p": "main", "r": 3, "g": "canyon", "c": [0, 1], "s": 0, "a": 2, "n": 1, "m": 0}
    bench.send(position)
    bench.run(100)
    frame = bytearray(2 * BOARD.n)
    pieces(BOARD, position, frame)
    canyon.finish(choices(BOARD, position, frame))
    assert bench.said("lit")[0]["d"] == digest(frame)
    assert bench.said("key") == []
    key(bench, "7")
    assert bench.said("key")[0]["n"] == 1


def test_a_game_that_cannot_be_played_freely_waits_for_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shared_rules.pyramid_lights", LIGHTS)
    blob = bytes([82, 66, 1, 2, 1, 1, 1, 0, 255, 255, 4]) + b"main" + bytes([1, 0, 0])
    bench = start(tmp_path, monkeypatch, blob=blob)
    assert bench.app._free_play is None
    assert not bench.app._stage.panel("main").is_showing
