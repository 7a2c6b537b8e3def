"""The serial line to the host: any input, no input, and a host that does not read."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import SimpleNamespace

import clock
import pytest

from firmware import VERSION
from shared_rules.line import LINE_BYTES, PROTOCOL, encode
from tests.firmware.pico_bench import Bench, down, up

HAIL = {"t": "hail", "v": 1}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.chdir(tmp_path)
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 9}]}
    (tmp_path / "settings.json").write_text(json.dumps(document))
    bench = Bench()
    bench.run(400)  # by then frames come at their full rate
    return bench


def is_steady(bench: Bench, ms: int) -> bool:
    """Let time pass; return whether frames came at their rate meanwhile."""
    started = clock.now
    bench.run(ms)
    gaps = bench.gaps_us(started)
    return max(gaps) <= 17_000 and len(gaps) >= ms * 59 // 1000 - 1


def answers(bench: Bench) -> bool:
    """Hail it; return whether it says hello within 50 ms."""
    before = len(bench.said("hello"))
    bench.send(HAIL)
    bench.run(50)
    return len(bench.said("hello")) == before + 1


def bad_lines(bench: Bench) -> int:
    bench.send({"t": "beat", "n": 7})
    bench.run(50)
    assert bench.said("pulse")[-1]["n"] == 7
    return int(bench.said("pulse")[-1]["bad"])


def press(bench: Bench, key: str) -> None:
    down(key)
    bench.run(30)
    up(key)
    bench.run(40)


def test_hello_tells_who_speaks(bench: Bench) -> None:
    bench.send(HAIL)
    bench.run(50)
    hello = bench.said("hello")[0]
    assert hello == {
        "t": "hello",
        "v": PROTOCOL,
        "f": VERSION,
        "h": "",
        "b": bench.link.boot_id,
        "u": "e66164084373532f",
        "l": {"main": 9},
        "k": 1,
        "a": 0,
    }


def test_every_byte_value_and_noise_leave_it_running(bench: Bench) -> None:
    """Faults that others met: a binary transfer dies at a certain byte. Frames go on, later lines are good.

    Only 0x03 is obeyed: it is Ctrl-C, wherever it stands, and leads to the prompt.
    """
    noise = (bytes(range(256)) * 2 + random.Random(1).randbytes(6000)).replace(b"\x03", b"")
    for start in range(0, len(noise), 97):
        bench.send_bytes(noise[start : start + 97])
        assert is_steady(bench, 60)
    bench.send_bytes(b"\n")
    assert answers(bench)
    assert bad_lines(bench) > 0


@pytest.mark.parametrize("before", [b"", b"\r", b'{"t":"be', b"x" * 127, b"x" * 700], ids=len)
def test_ctrl_c_is_obeyed_wherever_it_stands(bench: Bench, before: bytes) -> None:
    """Faults that others met: a program that swallows Ctrl-C lets no tool in. What follows is left to the prompt."""
    bench.send_bytes(before + b"\x03\x03\r\x01")
    with pytest.raises(KeyboardInterrupt):
        bench.run(200)
    assert bytes(bench.stdin.waiting) == b"\x03\r\x01"


def test_half_a_line_then_silence_keeps_the_frames_coming(bench: Bench) -> None:
    """Faults that others met: a read blocks although poll says ready."""
    bench.send_bytes(encode(HAIL)[:11])
    assert is_steady(bench, 1000)
    bench.send_bytes(encode(HAIL)[11:])
    bench.run(50)
    assert len(bench.said("hello")) == 1


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128, 129, 192, 250])
def test_lines_of_any_size_arrive(bench: Bench, size: int) -> None:
    """Faults that others met: input stalls at exact multiples of 64 bytes."""
    empty = len(encode({"t": "beat", "n": 1, "x": ""}))
    bench.send({"t": "beat", "n": 1, "x": "x" * (size - empty)})
    bench.run(60)
    assert len(bench.said("pulse")) == 1
    assert bad_lines(bench) == 0


@pytest.mark.parametrize("size", [512, 513, 700, 5000])
def test_lines_that_are_too_long_are_dropped_and_counted(bench: Bench, size: int) -> None:
    bench.send_bytes(b"x" * (size - 1) + b"\n")
    bench.run(60)
    assert bad_lines(bench) == 1
    assert answers(bench)


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_all_line_ends_are_taken(bench: Bench, ending: bytes) -> None:
    """Faults that others met: one line end becomes another on text output."""
    bench.send_bytes((encode(HAIL).rstrip() + ending) * 3)
    bench.run(80)
    assert len(bench.said("hello")) == 3
    assert bad_lines(bench) == 0


def test_modem_commands_change_nothing(bench: Bench) -> None:
    """Faults that others met: a modem manager types into a fresh port for ten seconds."""
    for command in (b"AT\r", b"ATE1 E0\r", b"AT+GCAP\r\n", b"~\x00x\xf0~", b"AT+CGMI\r"):
        bench.send_bytes(command)
        assert is_steady(bench, 100)
    assert answers(bench)


def test_any_one_lost_byte_costs_no_more_than_its_line(bench: Bench) -> None:
    """Faults that others met: one lost byte hangs the parser for ever."""
    line = encode({"t": "beat", "n": 1})
    for missing in range(len(line)):
        bench.send_bytes(line[:missing] + line[missing + 1 :] + encode({"t": "beat", "n": 2 + missing}))
        bench.run(40)
        assert bench.said("pulse")[-1]["n"] == 2 + missing
    assert bad_lines(bench) == len(line) - 1  # without its newline the line itself still checks


def test_every_flipped_bit_is_counted(bench: Bench) -> None:
    """Faults that others met: failures of the check were invisible."""
    line = encode({"t": "beat", "n": 1})
    for at in range(len(line) - 1):
        bench.send_bytes(line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :])
        bench.run(10)
    assert len(bench.said("pulse")) == 0
    assert bad_lines(bench) >= len(line) - 2  # a flip that makes a line end makes two lines of one


def test_its_own_lines_come_back_are_not_obeyed(bench: Bench) -> None:
    bench.send({"t": "lit", "p": "main", "r": 1, "d": "00000000"})
    bench.send({"t": "dance"})
    bench.send({"n": 1})
    bench.run(50)
    assert bench.stdout.lines == []
    assert bad_lines(bench) == 3


def test_a_host_that_does_not_listen_slows_no_frame(bench: Bench) -> None:
    """Faults that others met: a write to a stalled host blocks for a second. Oldest lines go first and are counted."""
    bench.stdout.room = 0
    bench.send(HAIL)
    for number in range(60):
        bench.send({"t": "beat", "n": number})
        assert is_steady(bench, 50)
    press(bench, "5")
    bench.stdout.room = -1
    bench.run(300)
    assert bench.said("hello") == []
    assert [message["n"] for message in bench.said("pulse")][-1] == 59
    assert len(bench.said("pulse")) + len(bench.said("key")) == 24
    bench.send({"t": "beat", "n": 60})
    bench.run(50)
    assert bench.said("pulse")[-1]["lost"] == 62 - 24
    assert bench.stdout.longest_write == 1


def test_a_host_that_stops_in_the_middle_of_a_line_gets_its_rest(bench: Bench) -> None:
    bench.send(HAIL)
    bench.stdout.room = 20
    bench.run(50)
    assert len(bench.stdout._line) == 20
    for number in range(40):
        bench.send({"t": "beat", "n": number})
    bench.run(200)
    bench.stdout.room = -1
    bench.run(200)
    assert len(bench.said("hello")) == 1
    assert all(isinstance(message, dict) for _, message in bench.stdout.lines)


def test_presses_are_sent_again_until_they_are_safe(bench: Bench) -> None:
    bench.send(HAIL)
    for key in "123":
        press(bench, key)
    bench.run(2200)
    numbers = [message["n"] for message in bench.said("key")]
    assert numbers[:3] == [1, 2, 3]
    assert numbers.count(1) >= 3
    bench.send({"t": "took", "b": bench.link.boot_id, "n": 2})
    bench.run(50)
    before = len(bench.said("key"))
    bench.run(2200)
    assert {message["n"] for message in bench.said("key")[before:]} == {3}
    bench.send({"t": "took", "b": bench.link.boot_id, "n": 3})
    bench.run(50)
    before = len(bench.said("key"))
    bench.run(3000)
    assert len(bench.said("key")) == before


def test_hello_tells_the_last_press_that_is_kept_no_more(bench: Bench) -> None:
    bench.send(HAIL)
    for key in "123":
        press(bench, key)
    bench.send({"t": "took", "b": bench.link.boot_id, "n": 1})
    bench.send(HAIL)
    bench.run(50)
    assert bench.said("hello")[-1]["a"] == 1
    bench.send({"t": "took", "b": bench.link.boot_id, "n": 3})
    bench.send(HAIL)
    bench.run(50)
    assert bench.said("hello")[-1]["a"] == 3


def test_no_press_is_told_under_two_numbers(bench: Bench) -> None:
    bench.send(HAIL)
    for key in "4711":
        press(bench, key)
    bench.run(3000)
    told = {message["n"]: message["k"] for message in bench.said("key")}
    assert told == {1: "4", 2: "7", 3: "1", 4: "1"}
    assert {message["b"] for message in bench.said("key")} == {bench.link.boot_id}


def test_what_another_start_took_is_not_this_ones(bench: Bench) -> None:
    bench.send(HAIL)
    press(bench, "1")
    bench.send({"t": "took", "b": "ffffff", "n": 1})
    bench.send({"t": "took", "b": bench.link.boot_id, "n": "1"})
    bench.run(1500)
    assert len(bench.said("key")) >= 2


def test_eight_presses_wait_and_the_ninth_is_refused_in_red(bench: Bench) -> None:
    bench.send(HAIL)
    for key in "123456789":
        press(bench, key)
    assert {message["n"] for message in bench.said("key")} == set(range(1, 9))
    values = bench.app.chains()[0].values
    assert values[0] > 200
    assert values[1] < 60


def test_presses_survive_a_host_that_comes_back(bench: Bench) -> None:
    bench.send(HAIL)
    bench.run(50)
    bench.stdout.room = 0
    for key in "123":
        press(bench, key)
    bench.run(5000)
    bench.stdout.room = -1
    bench.send(HAIL)
    bench.run(2000)
    assert {message["n"]: message["k"] for message in bench.said("key")} == {1: "1", 2: "2", 3: "3"}


def test_beats_are_answered_with_how_it_is(bench: Bench) -> None:
    bench.send({"t": "beat", "n": 41})
    bench.run(50)
    pulse = bench.said("pulse")[0]
    assert sorted(pulse) == ["bad", "free", "lost", "ma", "n", "t", "up"]
    assert pulse["n"] == 41
    assert 300 <= pulse["up"] <= 500


def test_a_beat_with_no_number_is_answered_all_the_same(bench: Bench) -> None:
    bench.send({"t": "beat", "n": "x" * 200})
    bench.run(50)
    assert bench.said("pulse")[0]["n"] == 0


def test_ticks_that_wrap_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = Bench(start_us=(1 << 30) - 1_000_000)
    bench.run(300)
    assert is_steady(bench, 2000)
    press(bench, "5")
    bench.send(HAIL)
    bench.run(100)
    assert len(bench.said("hello")) == 1


def test_a_press_is_sent_again_after_a_host_that_hung_for_days(bench: Bench) -> None:
    """Differences of milliseconds turn negative after six days."""
    bench.send(HAIL)
    bench.run(50)
    bench.stdout.room = 0
    press(bench, "5")
    bench.link._resent_at_ms = (clock.now // 1000 - 7 * 86_400_000) & 0x3FFFFFFF  # when it was sent, a week ago
    bench.run(100)
    bench.stdout.room = -1
    bench.run(2500)
    assert len(bench.said("key")) >= 2
    assert {message["n"] for message in bench.said("key")} == {1}


def test_no_line_is_longer_than_the_wire_allows(bench: Bench) -> None:
    bench.link.fault = ("settings.json", "unknown in chain", "x" * 20, "x" * 120, 99_999)
    chain = SimpleNamespace(n=300, estimate_ma=20_000, scale_permille=1000)
    bench.link.chains = {letter * 12: chain for letter in "abcd"}
    bench.link.board_hash = "01234567"
    bench.link._pressed = 1_000_000
    bench.link.overflows = 1_000_000
    bench.send(HAIL)
    bench.send({"t": "beat", "n": 1_000_000})
    bench.run(100)
    assert len(encode(bench.said("hello")[0])) <= LINE_BYTES
    assert len(encode(bench.said("pulse")[0])) <= LINE_BYTES


def test_a_stream_at_its_end_stops_nothing(bench: Bench) -> None:
    bench.stdin.is_at_end = True
    assert is_steady(bench, 200)
    bench.stdin.is_at_end = False
    assert answers(bench)
