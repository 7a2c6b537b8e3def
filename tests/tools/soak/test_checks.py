"""Each check of a soak finds its kind of fault."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.devices import displayed_positions
from riverlight.devices.fitting import settings_for
from riverlight.devices.simulated import SimulatedPico
from riverlight.table.changes import Change
from riverlight.table.record import Store
from riverlight.table.rows import Row

from shared_rules.line import encode
from tests.tools.soak import host as hosts
from tests.tools.soak import trials
from tests.tools.soak.checks import SoakFailure, rows_digest
from tests.tools.soak.errands import News
from tests.tools.soak.host import Host
from tests.tools.soak.plan import CLEAN
from tests.tools.soak.report import report
from tests.tools.soak.wire import WiredLights


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(hosts, "_QUIET_SECONDS", 0.1)
    made = Host(tmp_path / "record", tmp_path / "port")
    yield made
    made.close()


def played(host: Host, moves: int = 12) -> int:
    """Return the id of a game that has just been played some way."""
    game_id = host.do_new("canyon", {}, ["Ann", "Ben", "Cy"], 3)
    host.do_open(game_id, 3)
    host.do_play(moves)
    return game_id


def test_a_record_that_equals_its_replay_is_passed(host):
    played(host)
    host.do_check()
    host.do_count()


def test_a_move_that_its_record_lost_is_found(host, monkeypatch):
    played(host)
    monkeypatch.setattr(Store, "rows", lambda store, game_id, read=Store.rows: read(store, game_id)[:-1])
    with pytest.raises(SoakFailure, match="leads to another state"):
        host.do_check()


def test_a_page_that_shows_something_else_once_the_game_is_taken_up_again_is_found(host):
    played(host)
    host._the_table.play.sides[0].follow(Change((Row("typed", body={"keypad": "main", "keys": "7"}),)))
    with pytest.raises(SoakFailure, match="typed is"):
        host.do_check()


def test_a_game_that_changes_after_its_end_has_another_digest(host):
    game_id = played(host)
    at_end = host.do_check()
    assert host.do_kept([game_id]) == [at_end]
    host.do_play(1)
    assert rows_digest(host._store, game_id) != at_end


def leave_a_file_handle(_host: Host, left: ExitStack) -> None:
    left.callback(os.close, os.open(__file__, os.O_RDONLY))


def leave_a_thread(_host: Host, left: ExitStack) -> None:
    is_over = threading.Event()
    thread = threading.Thread(target=is_over.wait)
    thread.start()
    left.callback(thread.join)
    left.callback(is_over.set)


def leave_a_child_process(_host: Host, left: ExitStack) -> None:
    child = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
    assert child.stdin is not None
    left.callback(child.wait)
    left.callback(child.stdin.close)


def leave_a_task(host: Host, left: ExitStack) -> None:
    assert host._loop is not None
    waiting = asyncio.run_coroutine_threadsafe(asyncio.sleep(60), host._loop)
    left.callback(waiting.cancel)


@pytest.mark.parametrize(
    ("leave", "named"),
    [
        (leave_a_file_handle, "file handles"),
        (leave_a_thread, "threads"),
        (leave_a_child_process, "child processes"),
        (leave_a_task, "tasks"),
    ],
)
def test_what_is_left_open_is_found(host: Host, leave: Callable[[Host, ExitStack], None], named: str) -> None:
    with ExitStack() as left:
        leave(host, left)
        with pytest.raises(SoakFailure, match=f"'{named}': {host._at_first[named] + 1}"):
            host.do_count()


def test_a_light_whose_digest_is_another_is_found(host, monkeypatch):
    wired_as = settings_for(shipped("canyon").core)
    with SimulatedPico(wired_as=wired_as) as pico:
        host._port.symlink_to(pico.port)
        played(host, 2)
        host.do_light(CLEAN, 1)
        host.do_settle(20.0)
        monkeypatch.setattr(displayed_positions, "expected_digest", lambda *_: "0badcafe")
        host.do_play(1)
        with pytest.raises(SoakFailure, match="other spaces than were worked out here"):
            host.do_settle(20.0)
        with pytest.raises(SoakFailure, match="other spaces"):
            host.do_dark()


def test_a_program_of_a_board_that_failed_is_found(tmp_path):
    with Store(tmp_path) as store, WiredLights(store, tmp_path / "port", CLEAN, 1, Counter()) as lights:
        lights.see_sound()
        lights._see(True, encode({"t": "crash", "e": "MemoryError"}))
        with pytest.raises(SoakFailure, match="failed 1 times"):
            lights.see_sound()


def sitting_that_hears(**told: Any) -> Any:
    """Return what stands for a sitting whose host always answers the same."""
    return SimpleNamespace(ask=lambda *_, **__: told, count_move=lambda: None)


@pytest.mark.parametrize("told", [{"entries": 5, "last": [0, "pace 3"]}, {"entries": 4, "last": [0, "pace 2"]}])
def test_a_move_made_twice_or_otherwise_is_found(told):
    asked = {"entries": 3, "seat": 0, "move": "pace 3", "page": 0}
    trials._see_made_once(sitting_that_hears(entries=4, last=[0, "pace 3"]), asked)
    with pytest.raises(SoakFailure, match="led to"):
        trials._see_made_once(sitting_that_hears(**told), asked)


def test_a_step_called_safe_that_a_killed_host_lost_is_found(monkeypatch):
    monkeypatch.setattr(trials.time, "sleep", lambda _: None)
    lane = SimpleNamespace(host=SimpleNamespace(send=lambda *_, **__: None, told=9), kill_host=lambda: None)
    for steps in (9, 8):
        sitting: Any = SimpleNamespace(
            lane=lane,
            trial=SimpleNamespace(moves=5),
            dice=SimpleNamespace(random=lambda: 0.5),
            revive=lambda steps=steps: {"steps": steps},
        )
        if steps == 9:
            trials._kill_while_it_plays(sitting)
            continue
        with pytest.raises(SoakFailure, match="9 steps safe before it was killed; the record has 8"):
            trials._kill_while_it_plays(sitting)


def test_the_report_tells_what_part_of_all_met_what():
    counts = Counter({"games": 4, "games, wire 1 in 50": 1, "games, killed": 2, "moves": 50, "moves with lights on": 5})
    told = report([News(0, "canyon", 4, True, counts)], 5, 60.0)
    assert "10% of its moves with the lights on" in told
    assert "wire 1 in 50 25%, killed 50%" in told
    assert "time was up after 4 of 5 games" in told
