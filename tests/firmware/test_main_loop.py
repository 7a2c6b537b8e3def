"""The whole firmware: Ctrl-C, errors, the watchdog, a host that connects and disconnects."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import clock
import machine
import matrix
import micropython
import pytest
import rp2

from firmware import VERSION, keypad, last_resort, leds, main, pio_chain, watchdog
from firmware.main import App
from shared_rules.line import decode, encode
from tests.firmware.pico_bench import Bench, Stream, down

ROOT = Path(__file__).parents[2]
HAIL = encode({"t": "hail", "v": 1})


class Power(BaseException):
    """Ends a run of main() from outside."""


class Run:
    """main() itself, up to a chosen time."""

    def __init__(self) -> None:
        clock.reset()
        matrix.reset()
        rp2.DMA._free[:] = list(range(12))
        self.frames: list[tuple[int, list[int]]] = []
        rp2.on_frame = lambda _chain, words: self.frames.append((clock.now, list(words)))
        self.stdin = Stream()
        self.stdout = Stream()

    def at(self, ms: int, action: Callable[[], object]) -> None:
        """Do something ``ms`` after the start."""
        clock.call_at(1000 * ms, lambda _: action())

    def raise_at(self, ms: int, error: BaseException) -> None:
        """Let an error strike ``ms`` after the start, wherever the firmware is."""

        def throw(_: object) -> None:
            raise error

        clock.call_at(1000 * ms, throw)

    def to(self, ms: int) -> None:
        """Run to ``ms`` after the start."""
        self.raise_at(ms, Power())
        with pytest.raises(Power):
            main.main(self.stdin, self.stdout)

    def said(self, kind: str) -> list[dict[str, object]]:
        """Return the messages of a kind that the Pico has sent."""
        return [message for _, message in self.stdout.lines if isinstance(message, dict) and message["t"] == kind]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 9}]}
    (tmp_path / "settings.json").write_text(json.dumps(document))
    return Run()


def test_the_firmware_has_the_packages_version() -> None:
    source = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["version"]
    assert re.findall(source["pattern"], (ROOT / source["path"]).read_text()) == [VERSION]


def test_it_starts_without_anything_on_flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = Run()
    run.at(100, lambda: run.stdin.waiting.extend(HAIL))
    run.to(200)
    assert run.said("hello")[0]["h"] == ""
    assert "w" not in run.said("hello")[0]


def test_ctrl_c_ends_it_at_any_moment_and_no_timer_runs_on(run: Run) -> None:
    """Faults that others met: the program swallows Ctrl-C, or its watchdog continues at the prompt."""
    for ms in range(1, 60):
        run.__init__()  # type: ignore[misc]
        run.at(10, lambda: run.stdin.waiting.extend(HAIL))
        run.raise_at(ms, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            main.main(run.stdin, run.stdout)
        assert clock.now <= 1000 * ms + 20_000
        assert clock.timers_running() == 0
        assert run.frames[-1][1][1:] == [0] * 9, "the lights are out"


def type_ctrl_c(run: Run) -> None:
    """Let Ctrl-C arrive: as an interrupt that strikes where the program is, or as a byte where that was asked for."""
    if micropython.interrupt_character == 3:
        raise KeyboardInterrupt
    run.stdin.waiting.append(3)


@pytest.mark.parametrize(
    ("of", "callback"), [(keypad.Keypad, "_scan"), (watchdog.Watchdog, "_look")], ids=["keypad", "watchdog"]
)
@pytest.mark.parametrize("which", [1, 2, 5, 6])
def test_ctrl_c_that_arrives_inside_a_timers_callback_ends_it_too(
    run: Run, monkeypatch: pytest.MonkeyPatch, of: Any, callback: str, which: int
) -> None:
    """Port rp2 prints what a hard callback raises and does not start its Timer again: no prompt, a dead keypad."""
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 9}], "second_keypad": True}
    Path("settings.json").write_text(json.dumps(document))
    original = getattr(of, callback)
    calls = [0]
    typed_at = []

    def interrupted(self: Any, timer: Any) -> None:
        calls[0] += 1
        if calls[0] == which:
            typed_at.append(clock.now)
            type_ctrl_c(run)
        original(self, timer)

    monkeypatch.setattr(of, callback, interrupted)
    run.raise_at(5000, Power())
    with pytest.raises(KeyboardInterrupt):
        main.main(run.stdin, run.stdout)
    assert clock.now - typed_at[0] <= 100_000
    assert clock.timers_running() == 0
    assert micropython.interrupt_character == 3, "whoever has the prompt can interrupt again"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit("machine.reset"), MemoryError()])
def test_ctrl_c_interrupts_again_however_the_firmware_ends(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    start = SimpleNamespace(is_on_trial=True, confirm=lambda _is_heard: False)
    seen = []

    def fail(_app: App) -> None:
        seen.append(micropython.interrupt_character)
        raise error

    monkeypatch.setattr(App, "turn", fail)
    with pytest.raises(type(error)):
        main.main(run.stdin, run.stdout, start)  # type: ignore[arg-type]
    assert (seen, micropython.interrupt_character) == ([-1], 3)


def test_ctrl_c_ends_it_while_it_breathes_red(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "turn", lambda _self: 1 // 0)
    run.at(500, lambda: type_ctrl_c(run))
    run.raise_at(5000, Power())
    with pytest.raises(KeyboardInterrupt):
        main.main(run.stdin, run.stdout)
    assert clock.now <= 600_000


def test_a_loop_that_hangs_is_interrupted_within_a_second(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only then does MicroPython have Ctrl-C: the loop would not read it."""

    def hang(_app: App) -> None:
        while True:
            clock.advance(1000)

    monkeypatch.setattr(App, "turn", hang)
    run.at(900, lambda: type_ctrl_c(run))
    run.raise_at(3000, Power())
    with pytest.raises(KeyboardInterrupt):
        main.main(run.stdin, run.stdout)
    assert clock.now <= 1_000_000
    assert micropython.interrupt_character == 3


def test_a_loop_that_lives_on_after_a_pause_reads_ctrl_c_itself_again(run: Run) -> None:
    run.at(1000, lambda: setattr(clock, "now", clock.now + 700_000))
    run.at(1900, lambda: seen.append(micropython.interrupt_character))
    seen: list[int] = []
    run.to(2000)
    assert seen == [-1]


STOPPING = {"stop", "deinit", "fill", "show", "pump", "close", "is_busy", "start"}


def test_ctrl_c_ends_it_at_any_moment_also_when_pressed_twice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools press it twice: the second may strike at any line of the firmware's own clearing up."""
    for module in (leds, pio_chain):
        monkeypatch.setattr(module, "_LONGEST_FRAME_MS", 3)
    tracing = sys.gettrace()
    left = [0]

    def strike(frame: Any, event: str, _argument: object) -> Any:
        if frame.f_code.co_name not in STOPPING or "/firmware/" not in frame.f_code.co_filename:
            return None
        if event == "line":
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return strike

    def press(_: object) -> None:
        sys.settrace(strike)
        raise KeyboardInterrupt

    line = 0
    while left[0] <= 0:
        line += 1
        left[0] = line
        run.__init__()  # type: ignore[misc]
        clock.call_at(20_000, press)
        try:
            with pytest.raises(KeyboardInterrupt):
                main.main(run.stdin, run.stdout)
        finally:
            sys.settrace(tracing)
        assert clock.timers_running() == 0, line
        assert len(rp2.DMA._free) >= 11, line
        assert run.frames[-1][1][1:] == [0] * 9, "the lights are out"
    assert line > 40


def test_ctrl_c_ends_it_also_after_a_crash(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "turn", lambda _self: 1 // 0)
    run.raise_at(500, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        main.main(run.stdin, run.stdout)
    assert clock.timers_running() == 0


def test_a_restart_is_no_error_to_be_caught(run: Run) -> None:
    run.at(100, machine.reset)
    with pytest.raises(SystemExit):
        main.main(run.stdin, run.stdout)
    assert run.said("crash") == []


def fail_at(ms: int, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    turn = App.turn
    failed: list[bool] = []

    def failing(app: App) -> None:
        if clock.now >= 1000 * ms and not failed:
            failed.append(True)
            raise error
        turn(app)

    monkeypatch.setattr(App, "turn", failing)


def test_a_crash_breathes_red_tells_what_it_was_and_keeps_the_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_at(200, monkeypatch, IndexError("bytearray index out of range"))
    run.at(2000, lambda: run.stdin.waiting.extend(HAIL))
    run.at(2500, lambda: run.stdin.waiting.extend(encode({"t": "beat", "n": 3})))
    run.to(5000)
    crashes = run.said("crash")
    assert "IndexError" in str(crashes[0]["e"])
    assert len(crashes) == 2, "told again to whoever says hello"
    assert run.said("pulse")[0]["n"] == 3
    reds = [words[1] >> 16 & 255 for at, words in run.frames if at > 250_000]
    others = [words[1] & 0xFF00FF00 for at, words in run.frames if at > 250_000]
    assert max(reds) > 20
    assert min(reds) < max(reds) // 2
    assert set(others) == {0}


def test_after_a_crash_the_next_thing_to_do_is_a_new_try(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_at(200, monkeypatch, ValueError("what?"))
    show = {"t": "show", "p": "main", "r": 5, "g": "canyon", "c": [], "s": 255, "a": 0, "n": 0, "m": 0}
    run.at(1000, lambda: run.stdin.waiting.extend(encode({"t": "cue", "p": "main", "k": "refused"})))
    run.at(2000, lambda: run.stdin.waiting.extend(encode(show)))
    run.at(2500, lambda: run.stdin.waiting.extend(HAIL))
    run.to(3000)
    assert len(run.said("crash")) == 1
    assert run.said("lit") == [{"t": "lit", "p": "main", "r": 5, "d": ""}], "there is no board; but it was read"
    assert len(run.said("hello")) == 1


def test_a_crash_of_the_start_keeps_the_line_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def make_none(_: object) -> None:
        raise RuntimeError("no state machine")

    monkeypatch.setattr(main, "make_chains", make_none)
    run.at(300, lambda: run.stdin.waiting.extend(HAIL))
    run.to(1000)
    assert "no state machine" in str(run.said("crash")[0]["e"])
    assert len(run.said("hello")) == 1
    assert run.frames == []


def test_lights_that_die_in_the_last_resort_leave_the_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_at(200, monkeypatch, ValueError("what?"))

    def fail(*_: object) -> None:
        raise OSError("DMA")

    monkeypatch.setattr(last_resort.render, "breathe", fail)
    run.at(2000, lambda: run.stdin.waiting.extend(HAIL))
    run.to(2500)
    assert len(run.said("hello")) == 1


@pytest.mark.parametrize("text", ["", "plain", 'quo"te \\ back', "x" * 500, "Ü\n\t\x00" * 100, "\\" * 400])
def test_whatever_an_error_says_fits_its_line(text: str) -> None:
    told = last_resort.describe(ValueError(text))
    line = encode({"t": "crash", "e": told})
    assert decode(line) == {"t": "crash", "e": told}
    assert told.startswith("ValueError")


def test_micropythons_trace_tells_where(monkeypatch: pytest.MonkeyPatch) -> None:
    def print_exception(error: BaseException, file: object) -> None:
        file.write(f'Traceback\n  File "firmware/x.py", line 5, in f\n{type(error).__name__}: {error}\n')  # type: ignore[attr-defined]

    monkeypatch.setattr(last_resort.sys, "print_exception", print_exception, raising=False)
    assert last_resort.describe(ValueError("why")) == "ValueError: why File 'firmware/x.py', line 5, in f"


def test_a_loop_that_is_silent_for_eight_seconds_is_restarted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    started = clock.now
    turn = App.turn

    def hang(app: App) -> None:
        if clock.now > 1_000_000:
            while True:
                clock.advance(1000)
        turn(app)

    monkeypatch.setattr(App, "turn", hang)
    with pytest.raises(SystemExit):
        main.main(run.stdin, run.stdout)
    assert 8_000_000 <= clock.now - started - 1_000_000 <= 8_600_000


def test_a_healthy_loop_is_never_restarted(run: Run) -> None:
    run.to(30_000)


def test_a_stopped_watchdog_never_bites() -> None:
    """Faults that others met: the watchdog cannot be stopped once started, so uploads die."""
    clock.reset()
    dog = watchdog.Watchdog()
    dog.start()
    dog.stop()
    clock.advance(60_000_000)


@pytest.mark.usefixtures("run")
def test_a_silent_host_is_waited_for_after_two_and_a_half_seconds() -> None:
    bench = Bench()
    bench.run(3000)
    assert not bench.link.is_waiting, "a host that never came is not waited for"
    bench.send({"t": "hail", "v": 1})
    bench.run(2400)
    assert not bench.link.is_waiting
    bench.run(200)
    assert bench.link.is_waiting
    bench.send({"t": "beat", "n": 1})
    bench.run(20)
    assert not bench.link.is_waiting


@pytest.mark.usefixtures("run")
def test_keys_of_the_first_seconds_are_kept_for_the_host_later_ones_without_a_host_are_refused() -> None:
    bench = Bench()
    bench.run(1000)
    down("1")
    bench.run(100)
    assert bench.said("key")[0]["k"] == "1"
    matrix.reset()
    bench = Bench()
    bench.run(5100)
    down("2")
    bench.run(40)
    assert bench.said("key") == []
    assert bench.app.chains()[0].values[0] > 200
    bench.send({"t": "hail", "v": 1})
    bench.run(3000)
    assert bench.said("key") == []
