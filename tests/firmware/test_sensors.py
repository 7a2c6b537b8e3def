"""The sensors: lifts at once, placings when stable, each change once, nothing lost, and no delay of frames."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import clock
import machine
import pytest
from riverlight.boards import shipped
from riverlight.boards.sensors import sensor_spaces, with_sensors
from riverlight.devices.fitting import settings_for

from firmware.sensors import LIFT_SCANS, PLACE_SCANS, SCAN_MS
from shared_rules import roles
from tests.firmware.flash import put_board
from tests.firmware.micropython_runs import run
from tests.firmware.pico_bench import Bench, down, up
from tests.firmware.test_whole_games_on_the_pico import MOST_BYTES, shown_in

BOARD = with_sensors(shipped("canyon"))
AT = {space: position for position, space in sensor_spaces(BOARD, "main").items()}
REST_MS = PLACE_SCANS * (SCAN_MS + 7)


@pytest.fixture(autouse=True)
def _no_magnets() -> Iterator[None]:
    machine.sensors[:] = bytes(32)
    yield
    machine.sensors[:] = bytes(32)


def magnet(position: int, is_there: bool) -> None:
    bit = 1 << (position & 7)
    machine.sensors[position >> 3] = machine.sensors[position >> 3] & ~bit | (bit if is_there else 0)


def start(folder: Path, monkeypatch: pytest.MonkeyPatch, *, has_host: bool = True, **more: object) -> Bench:
    monkeypatch.chdir(folder)
    put_board(folder, BOARD.blob)
    (folder / "settings.json").write_text(json.dumps(settings_for(BOARD.core) | more))
    bench = Bench()
    if has_host:
        bench.send({"t": "hail", "v": 1})
        bench.run(100)
        acknowledge(bench, 0)
    return bench


def changes(bench: Bench) -> list[tuple[int, int, int]]:
    """Return number, position and state of each change sent, each once."""
    return list(dict.fromkeys((each["n"], each["p"], each["s"]) for each in bench.said("sense")))


def acknowledge(bench: Bench, number: int) -> None:
    bench.send({"t": "seen", "b": bench.link.boot_id, "n": number})
    bench.run(30)


def test_a_piece_is_placed_once_it_rests_and_lifted_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = start(tmp_path, monkeypatch)
    magnet(17, True)
    bench.run(PLACE_SCANS * SCAN_MS - 50)
    assert changes(bench) == []
    bench.run(REST_MS)
    assert changes(bench) == [(1, 17, 1)]
    magnet(17, False)
    lifted_us = clock.now
    bench.run(LIFT_SCANS * (SCAN_MS + 7) + 20)
    assert changes(bench) == [(1, 17, 1), (2, 17, 0)]
    assert bench.said_at("sense")[-1] - lifted_us <= 100_000


def test_a_piece_that_slides_or_flickers_is_placed_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults that others met: a slow slide made a move to each space on its way."""
    bench = start(tmp_path, monkeypatch)
    for position in range(20, 26):
        magnet(position, True)
        bench.run(300)
        magnet(position, False)
    for _ in range(20):
        magnet(30, True)
        bench.run(120)
        magnet(30, False)
        bench.run(60)
    assert changes(bench) == []


def test_changes_come_again_until_they_are_acknowledged_and_hello_is_followed_by_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch)
    assert bench.said("hello")[0]["s"] == len(BOARD.core.sensors) // 2
    magnet(3, True)
    bench.run(REST_MS + 2500)
    assert len(bench.said("sense")) >= 3
    acknowledge(bench, 1)
    sent = len(bench.said("sense"))
    bench.run(2500)
    assert len(bench.said("sense")) == sent
    magnet(9, True)
    bench.run(REST_MS)
    bench.send({"t": "hail", "v": 1})
    bench.run(50)
    whole = bench.said("sensed")[-1]
    assert (whole["n"], bytes.fromhex(whole["d"])[:2]) == (2, bytes([1 << 3, 1 << 1]))
    acknowledge(bench, 2)
    sent = len(bench.said("sensed")) + len(bench.said("sense"))
    bench.run(2500)
    assert len(bench.said("sensed")) + len(bench.said("sense")) == sent


def test_more_changes_than_there_is_room_for_become_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bumped table, or a host that does not read: the state is what counts. Keys keep their own room."""
    bench = start(tmp_path, monkeypatch)
    machine.sensors[:14] = b"\xff" * 14
    bench.run(REST_MS)
    assert bytes.fromhex(bench.said("sensed")[-1]["d"])[:14] == b"\xff" * 14
    down("5")
    bench.run(40)
    up("5")
    assert [key["n"] for key in bench.said("key")] == [1]
    magnet(0, False)
    bench.run(LIFT_SCANS * (SCAN_MS + 7) + 20)
    assert bytes.fromhex(bench.said("sensed")[-1]["d"])[0] == 0xFE
    acknowledge(bench, bench.said("sensed")[-1]["n"])
    magnet(0, True)
    bench.run(REST_MS)
    assert changes(bench)[-1][1:] == (0, 1)


def test_frames_keep_their_times_and_what_is_seen_twice_or_of_another_start_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch)
    started_us = clock.now
    for position in range(40):
        magnet(position, True)
        bench.run(100)
    bench.send({"t": "seen", "b": "ffffff", "n": 1000})
    bench.send({"t": "seen", "n": 1000})
    bench.run(1500)
    assert max(bench.gaps_us(started_us)) <= 17_000
    assert bench.said("sense")[-1]["n"] <= 40


def test_without_sensors_in_the_settings_nothing_is_said_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch, sensors=0)
    magnet(5, True)
    bench.send({"t": "seen", "b": bench.link.boot_id, "n": 1})
    bench.run(1500)
    assert bench.said("sense") == bench.said("sensed") == []
    assert "s" not in bench.said("hello")[0]
    assert bench.link.sensors is None


def test_in_free_play_a_lifted_canoe_shows_its_ends_and_goes_where_it_is_put(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch, has_host=False)
    bench.run(5300)
    panel = bench.app._stage.panel("main")
    assert panel is not None

    def ends() -> list[int]:
        bench.run(300)
        return [space for space in range(BOARD.core.n) if panel._goal[2 * space] == roles.END]

    def canoes() -> list[int]:
        return bench.app._free_play._canoes  # type: ignore[union-attr]

    def move(source: int | None, target: int) -> None:
        if source is not None:
            magnet(AT[BOARD.space_ids[source]], False)
            bench.run(300)
        magnet(AT[BOARD.space_ids[target]], True)
        bench.run(REST_MS + 300)

    starts = [space for space in range(BOARD.core.n) if BOARD.core.kinds[space] == 0]
    move(None, starts[2])
    move(None, starts[4])
    assert canoes() == [starts[2], starts[4], 255, 255]
    assert ends() == []
    magnet(AT[BOARD.space_ids[starts[4]]], False)
    found = ends()
    assert found
    wrong = next(
        space for space in range(BOARD.core.n) if space not in (*found, *starts) and BOARD.core.kinds[space] == 1
    )
    move(None, wrong)
    assert canoes()[1] == starts[4]
    magnet(AT[BOARD.space_ids[wrong]], False)
    bench.run(200)
    assert ends() == found
    down("1")
    bench.run(50)
    up("1")
    nearer = ends()
    assert nearer
    assert nearer != found
    move(None, nearer[0])
    assert canoes() == [starts[2], nearer[0], 255, 255]
    assert ends() == []
    move(starts[2], starts[2])
    assert canoes() == [starts[2], nearer[0], 255, 255]


def test_a_scan_allocates_nothing_and_the_heap_has_room(tmp_path: Path) -> None:
    put_board(tmp_path, BOARD.blob)
    (tmp_path / "settings.json").write_text(json.dumps(settings_for(BOARD.core)))
    told = run("quiet_frames", tmp_path)
    assert told["after"] == told["before"]


@pytest.mark.parametrize("name", ["canyon", "pyramid"])
def test_a_whole_game_with_sensors_fits_the_heap_of_a_pico(tmp_path: Path, name: str) -> None:
    head, shown = shown_in(name)
    assert head.board is not None
    board = with_sensors(head.board)
    (tmp_path / "settings.json").write_text(json.dumps(settings_for(board.core) | {"supply_ma": 2000}))
    (tmp_path / "game.board").write_bytes(board.blob)
    (tmp_path / "shows.jsonl").write_text("".join(json.dumps(position) + "\n" for position in shown[:60]))
    told = run("whole_games", tmp_path, board.core.hash + "\n")
    assert len(told["in use"]) == 3
    assert max(told["in use"]) <= MOST_BYTES, told["in use"]
