"""The program as the system sees it: closed streams, full disks, signals, invalid numbers; never a traceback."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.signals import usual_signals

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends programs without a signal")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")


def started(tmp_path, *words, program=("-m", "riverlight"), ignores_signals=False, **streams):
    temporary = tmp_path / "temporary"
    temporary.mkdir(exist_ok=True)
    environment = {**os.environ, "RIVERLIGHT_DATA": str(tmp_path / "data"), "TMPDIR": str(temporary)}
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    with nullcontext() if ignores_signals else usual_signals():
        return subprocess.Popen([sys.executable, *program, *words], env=environment, text=True, **given)


def ended(process):
    output, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors
    return process.returncode, output, errors


def wait_until(is_so, seconds=30.0):
    ends_at = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends_at
        time.sleep(0.02)


@needs_signals
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("words", [("demo",), ("play", "canyon", "--no-browser", "--http-port", "0")])
def test_whatever_signal_ends_it_no_folder_and_no_process_is_left(tmp_path, words, name):
    """A terminal that is closed ends the program as well: with SIGHUP."""
    with started(tmp_path, *words) as process:
        flash = tmp_path / "temporary"
        wait_until(lambda: any(flash.glob("riverlight-pico-*/main.py")) or process.poll() is not None)
        assert process.stdout.readline()  # the game is being shown, or the page answers
        process.send_signal(getattr(signal, name))
        ended(process)
    assert list(flash.iterdir()) == []


@needs_signals
def test_a_program_that_is_to_outlive_its_terminal_does(tmp_path):
    """``nohup`` has it ignore SIGHUP."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = started(tmp_path, "moves", stdin=subprocess.PIPE, ignores_signals=True)
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        process.stdin.write("{}\n")
        process.stdin.flush()
        assert "error" in process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        assert ended(process)[0] == 1  # for the line that asks nothing, once its input ends


@needs_full
@pytest.mark.parametrize("words", ["boards list", "boards draw canyon", "selfplay canyon --games 1", "games list"])
def test_a_full_disk_behind_the_output_is_told_in_a_sentence(tmp_path, words):
    with Path("/dev/full").open("w") as full, started(tmp_path, *words.split(), stdout=full) as process:
        code, _output, errors = ended(process)
    assert code == 2
    assert "No space left on device" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("words", ["games export 1", "boards draw canyon", "moves", "device watch --seconds 0.3"])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_stream_that_is_closed_is_an_empty_file(tmp_path, words, number):
    command = [sys.executable, "-m", "riverlight", *words.split()]
    with started(tmp_path, program=["-c", f"import os\nos.close({number})\nos.execv({command[0]!r}, {command})"]) as it:
        assert ended(it)[0] in (0, 2)


def test_a_reader_that_has_enough_ends_the_watch_quietly(tmp_path):
    with started(tmp_path, "device", "watch") as process:
        process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=60)
        assert "Traceback" not in process.stderr.read()


def test_what_a_terminal_has_no_sign_for_gets_its_number(tmp_path, monkeypatch):
    tags = {"Game": "canyon", "Board": "canyon", "Seats": "3", "Names": "Zoe | Ben | 丽", "Seed": "1"}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    (tmp_path / "game.txt").write_text("\n".join([*lines, "table dealer 2"]), encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    with started(tmp_path, "games", "replay", str(tmp_path / "game.txt")) as process:
        code, output, _errors = ended(process)
    assert code == 0
    assert "\\u4e3d deals." in output


@pytest.mark.parametrize("words", ["games show", "games export", "games resume", "games replay"])
@pytest.mark.parametrize("number", ["9223372036854775808", "99999999999999999999999999", "9" * 4400])
def test_a_number_too_long_for_the_record_is_no_game(run, folder, words, number):
    code, _output, errors = run(*words.split(), number)
    assert code == 2
    assert re.search("There is no (saved )?game|is not a valid integer", errors)
    assert not list(folder.glob("*.sqlite3-journal"))


@pytest.mark.parametrize("words", ["device watch --seconds", "games replay 1 --delay", "boards print canyon --hole"])
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e400", "-1"])
def test_a_number_that_is_none_is_refused(run, folder, words, number):
    code, _output, errors = run(*words.split(), number)
    assert code == 2
    assert "Invalid value" in errors
    assert not folder.exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["play", "demo", "selfplay"])
@pytest.mark.parametrize("seats", ["-1", "0", "2", "7", "1000000000000", "99999999999999999999"])
def test_each_command_refuses_a_number_of_seats_with_the_same_sentence(run, command, seats):
    code, _output, errors = run(command, "canyon", "--seats", seats)
    assert (code, errors) == (2, f"riverlight: Canyon seats 3, 4, 5, 6 players, not {seats}.\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["play", "demo", "selfplay"])
def test_a_seed_is_a_number_that_the_text_of_a_game_can_hold(run, command):
    code, _output, errors = run(command, "canyon", "--seed", str(1 << 128))
    assert code == 2
    assert "is not in the range" in errors
    assert run("selfplay", "canyon", "--games", 1, "--seed", (1 << 128) - 1)[0] == 0


def test_seats_for_bots_are_seats_of_the_game(run):
    for command in ("selfplay", "play"):
        for given in ("A" * 4400, "²", "-1", "E", "A,,B", "AB", ""):
            code, _output, errors = run(command, "canyon", "--bot-seats", given)
            assert code == 2
            assert "--bot-seats takes letters from A to D" in errors
        code, _output, errors = run(command, "canyon", "--bot-seats", "A", "--bots", 1)
        assert (code, "use only one of them" in errors) == (2, True)


def test_bots_are_so_many_of_the_last_seats_or_those_named(run):
    """Two people of Niagara play two colours each: so does a bot (NIA-27)."""
    for given, game, seats, bots in (
        (("--bots", 2), "canyon", 4, [2, 3]),
        (("--bot-seats", "c, a"), "canyon", 4, [0, 2]),
        (("--bots", 1), "niagara", 2, [1, 3]),
    ):
        _code, output, _errors = run("selfplay", game, "--games", 1, "--seats", seats, *given, "--json")
        assert json.loads(output)["bots"] == bots
