"""The keypad, from contacts to ``key`` lines."""

from __future__ import annotations

import json
from pathlib import Path

import clock
import matrix
import pytest

from firmware import pins
from tests.firmware.pico_bench import Bench, down, up


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return start(tmp_path, monkeypatch)


def start(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: object) -> Bench:
    monkeypatch.chdir(folder)
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 9}], **settings}
    (folder / "settings.json").write_text(json.dumps(document))
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(100)
    return bench


def keys(bench: Bench) -> str:
    """Return the keys sent, each once, in their order; a long press with its mark."""
    told = {message["n"]: message["k"] + ("!" if message["l"] else "") for message in bench.said("key")}
    return "".join(told[number] for number in sorted(told))


def trace(bench: Bench, text: str, *pressed: str) -> None:
    """Let the contacts of the keys follow a trace, one mark a millisecond: ``_`` open, ``#`` closed."""
    for at_ms, mark in enumerate(text):
        for key in pressed:
            clock.call_at(clock.now + 1000 * at_ms, down if mark == "#" else up, key)
    bench.run(len(text))


def test_a_press_becomes_a_line_within_25_ms_whenever_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = start(tmp_path, monkeypatch)
    for offset_ms in range(25):
        bench.run(200 + offset_ms)
        pressed_at = clock.now
        down("7")
        bench.run(60)
        up("7")
        assert bench.said_at("key")[-1] - pressed_at <= 25_000, offset_ms
        number = bench.said("key")[-1]["n"]
        assert number == offset_ms + 1
        bench.send({"t": "took", "b": bench.link.boot_id, "n": number})


def test_every_key_tells_its_legend(bench: Bench) -> None:
    for key in "123A456B789C*0#D":
        trace(bench, "#" * 50 + "_" * 50, key)
        bench.send({"t": "took", "b": bench.link.boot_id, "n": 99})
    assert keys(bench) == "123A456B789C*0#D"


@pytest.mark.parametrize(
    "bounces",
    [
        "#_#_##__##_#" + "#" * 60 + "_#_#__#_##__#" + "_" * 60,
        "#____#____#____" + "#" * 60 + "____#____#" + "_" * 60,
        "##_" * 8 + "#" * 60 + "_#" * 12 + "_" * 60,
    ],
)
def test_a_bouncing_contact_makes_one_press(bench: Bench, bounces: str) -> None:
    """Faults that others met: bouncing gives doubles. At each phase of the scan."""
    for phase_ms in range(5):
        clock.advance(1000 * phase_ms)
        trace(bench, bounces, "5")
    assert keys(bench) == "55555"


def test_a_spark_makes_no_press(bench: Bench) -> None:
    for _ in range(20):
        trace(bench, "####" + "_" * 37, "5")
    assert keys(bench) == ""


def test_two_quick_presses_are_two(bench: Bench) -> None:
    """Faults that others met: two quick events inside one debounce time, one is missed."""
    trace(bench, "#" * 15 + "_" * 30 + "#" * 15 + "_" * 30, "5")
    assert keys(bench) == "55"


def test_keys_roll_over(bench: Bench) -> None:
    """Faults that others met: a key pressed before the last one is let go is missed."""
    for key in "159D":
        down(key)
        bench.run(30)
    for key in "159D":
        up(key)
        bench.run(30)
    assert keys(bench) == "159D"
    down("1")
    bench.run(30)
    up("1")
    down("2")
    bench.run(30)
    up("2")
    assert keys(bench) == "159D12"


def test_two_keys_at_once_are_both_told(bench: Bench) -> None:
    trace(bench, "#" * 40 + "_" * 40, "4", "5")
    assert sorted(keys(bench)) == ["4", "5"]


def test_three_keys_give_no_ghost(bench: Bench) -> None:
    """Faults that others met: three keys give a ghost. 1, 2 and 4 make 5 seem closed."""
    down("1")
    bench.run(40)
    down("2")
    bench.run(40)
    down("4")
    bench.run(100)
    assert "5" not in keys(bench)
    for key in "124":
        up(key)
        bench.run(40)
    assert keys(bench).startswith("12")
    assert "5" not in keys(bench)
    trace(bench, "#" * 40 + "_" * 40, "5")
    assert keys(bench).endswith("5")


def test_a_held_key_is_told_long_once(bench: Bench) -> None:
    trace(bench, "#" * 1500 + "_" * 50, "#")
    assert keys(bench) == "#!"


def test_a_key_with_a_long_meaning_tells_its_short_press_when_it_is_let_go(bench: Bench) -> None:
    down("#")
    bench.run(300)
    assert keys(bench) == ""
    let_go_at = clock.now
    up("#")
    bench.run(60)
    assert keys(bench) == "#"
    assert bench.said_at("key")[0] - let_go_at <= 40_000


def test_other_keys_are_told_once_however_long_they_are_held(bench: Bench) -> None:
    trace(bench, "#" * 2000 + "_" * 50, "8")
    assert keys(bench) == "8"


def test_a_loop_that_is_away_too_long_loses_scans_and_says_so(bench: Bench) -> None:
    clock.advance(100_000)  # a short absence loses nothing
    trace(bench, "#" * 40 + "_" * 40, "3")
    down("6")
    clock.advance(1_000_000)  # the ring holds a third of it
    up("6")
    clock.advance(50_000)
    bench.run(50)
    trace(bench, "#" * 40 + "_" * 40, "9")
    bench.send({"t": "beat", "n": 1})
    bench.run(50)
    assert keys(bench) == "369"
    assert bench.said("pulse")[-1]["lost"] > 0


def test_the_scan_keeps_its_five_milliseconds_while_the_loop_collects(bench: Bench) -> None:
    """Presses made while the loop is away for 40 ms are there, in order, with their own times."""
    for key in "12":
        down(key)
        clock.advance(20_000)
        up(key)
        clock.advance(25_000)
    bench.run(60)
    assert keys(bench) == "12"


def test_the_second_keypad_says_that_it_is_the_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = start(tmp_path, monkeypatch, second_keypad=True)
    assert bench.said("hello")[0]["k"] == 2
    down("4", second=True)
    bench.run(40)
    up("4", second=True)
    down("4")
    bench.run(40)
    assert [(message["k"], message["x"]) for message in bench.said("key")] == [("4", 1), ("4", 0)]


def test_the_peek_key_holds_and_tells_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = start(tmp_path, monkeypatch, peek_key=True)
    keypad = bench.app._keypads[0]
    matrix.close(pins.PEEK)
    bench.run(40)
    assert keypad.is_peeking
    trace(bench, "#" * 40 + "_" * 40, "1")
    assert keypad.is_peeking
    matrix.release(pins.PEEK)
    bench.run(60)
    assert not keypad.is_peeking
    assert keys(bench) == "1"


def test_more_events_than_room_are_counted(bench: Bench) -> None:
    for _ in range(6):
        for key in "123A":
            down(key)
        clock.advance(15_000)
        for key in "123A":
            up(key)
        clock.advance(35_000)
    bench.run(60)
    assert len(keys(bench)) == 8  # what may wait for the host
    assert bench.link.overflows == 24 - 16


def test_a_stopped_keypad_scans_no_more(bench: Bench) -> None:
    running = clock.timers_running()
    bench.app._keypads[0].stop()
    assert clock.timers_running() == running - 1
    trace(bench, "#" * 40 + "_" * 40, "1")
    assert keys(bench) == ""
