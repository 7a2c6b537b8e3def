"""``riverlight boards calibrate`` and ``trace``: asked in the terminal, saved after each answer; served as a page."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading

import pytest
from riverlight.boards import load
from riverlight.boards.files import save
from riverlight.boards.saved import format_board
from riverlight.commands import boards_calibrate
from riverlight.workshop.calibrate import practice_strip
from riverlight.workshop.lights import chain_of
from riverlight.workshop.new import new_board

from tests.signals import usual_signals

BOARD = new_board("niagara", "mine", "Mine")


@pytest.fixture
def kept(folder):
    """A board of one's own."""
    save(BOARD, replaces=False)
    return folder


def calibrate(kept, answers, *words):
    """Run the command on a terminal that answers so, each line once."""
    run = subprocess.run(
        [sys.executable, "-m", "riverlight", "boards", "calibrate", *(words or ("mine",)), "--terminal"],
        input="\n".join(answers) + "\n",
        env={**os.environ, "RIVERLIGHT_DATA": str(kept)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return run.returncode, run.stdout, run.stderr


def test_each_light_is_asked_and_the_board_then_has_the_lights_as_they_lie(kept):
    strip = practice_strip(BOARD)
    code, out, err = calibrate(kept, strip)
    assert (code, err) == (0, "")
    assert f"Light 1 of 30 (the simulated strip shines at {strip[0]}): where?" in out
    assert "The strip seems to be laid in rows, back and forth." in out
    assert "mine.json: every light has its space." in out
    assert chain_of(load("mine").document, "main") == list(strip)


def test_it_goes_on_where_it_was_stopped_and_answers_can_be_taken_back(kept):
    strip = practice_strip(BOARD)
    code, out, _ = calibrate(kept, [strip[0], strip[5], "<", strip[1], "nowhere", "q"])
    assert code == 0
    assert "There is no space 'nowhere' on this board." in out
    assert "Saved. Continue with: riverlight boards calibrate mine --terminal" in out
    code, out, _ = calibrate(kept, strip[2:])
    assert "Light 3 of 30" in out
    assert "Light 1 of 30" not in out
    assert chain_of(load("mine").document, "main") == list(strip)
    assert list((kept / "calibrations").iterdir()) == []


@pytest.mark.parametrize("damage", ["{", "[1]", '{"0": ["M1"]}', '{"light": "M1"}', "[" * 100_000, "\ud800"])
def test_answers_that_are_damaged_are_asked_for_anew(kept, damage):
    (kept / "calibrations").mkdir()
    (kept / "calibrations" / "mine-main.json").write_bytes(damage.encode("utf-8", "surrogatepass"))
    code, out, _ = calibrate(kept, ["q"])
    assert code == 0
    assert "Light 1 of 30" in out


def test_lights_under_no_space_and_a_chain_that_ends_early_are_told(kept):
    code, _, err = calibrate(kept, ["-", "M1", "end"])
    assert (code, err) == (0, "")
    assert chain_of(load("mine").document, "main") == [None, "M1"]


@pytest.mark.usefixtures("kept")
def test_lights_go_on_by_themselves_once_the_way_they_lie_is_plain(monkeypatch, run):
    strip = practice_strip(BOARD)
    asked, walked = [], []

    def answer(words, **_):
        light = int(re.search(r"Light (\d+)", words)[1]) - 1
        asked.append(light)
        return "go" if "seems to be laid" in words else strip[light]

    def look():
        walked.append(1)
        if len(walked) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(boards_calibrate.click, "prompt", answer)
    monkeypatch.setattr(boards_calibrate, "_look", look)
    code, out, _ = run("boards", "calibrate", "mine", "--terminal")
    assert code == 0
    assert re.search(r"Light \d+: \w+\n", out)
    assert len(asked) < 20
    assert len(walked) > 15
    assert chain_of(load("mine").document, "main") == list(strip)


def test_lights_do_not_go_on_by_themselves_before_that(kept):
    code, out, _ = calibrate(kept, ["shore", "go", "q"])
    assert code == 0
    assert "The layout of the strip is not clear yet: answer a few more." in out


def test_a_shipped_board_is_kept_under_an_id_of_ones_own(folder):
    code, _, err = calibrate(folder, ["q"], "niagara")
    assert code == 2
    assert "The id niagara belongs to a built-in board. Choose another id." in err
    code, out, _ = calibrate(folder, ["q"], "niagara", "--id", "own")
    assert code == 0
    assert "riverlight boards calibrate own" in out
    code, _, err = calibrate(folder, ["q"], "niagara", "--id", "own")
    assert code == 2
    assert "You already have a board own" in err


def test_a_chain_that_is_not_there_and_a_port_that_is_not_there_are_named(kept):
    code, _, err = calibrate(kept, ["q"], "mine", "--port", "/dev/no-such-port")
    assert code == 2
    assert "There is no port /dev/no-such-port" in err


@pytest.mark.parametrize("words", [("trace",), ("trace", "niagara"), ("calibrate", "niagara")])
def test_the_page_answers_at_the_address_printed_and_ctrl_c_ends_it_cleanly(folder, words):
    command = [sys.executable, "-m", "riverlight", "boards", *words, "--no-browser", "--http-port", "0"]
    environment = {**os.environ, "RIVERLIGHT_DATA": str(folder)}
    with usual_signals():
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process:
        watchdog = threading.Timer(30, process.kill)
        watchdog.start()
        try:
            printed = process.stdout.readline()
            port = int(re.search(r"at http://127\.0\.0\.1:(\d+)/trace ", printed)[1])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/trace")
            text = connection.getresponse().read().decode()
            connection.close()
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=20)
        finally:
            watchdog.cancel()
            process.kill()
    assert (process.returncode, errors) == (0, "")
    assert "Your tracing is saved in the browser" in output
    opening = json.loads(text.split('id="setting">')[1].split("</script>")[0])["opening"]
    assert opening["mode"] == ("calibrate" if words[0] == "calibrate" else "")
    assert (opening["document"] is None) == (len(words) == 1)


def test_a_file_that_is_no_board_is_not_served(folder, run):
    path = folder.parent / "bad.json"
    path.write_text("{}")
    code, _, err = run("boards", "trace", path)
    assert code == 2
    assert "This is not a board file" in err
    path.write_text(format_board({**BOARD, "spaces": []}))
    assert "spaces must be a list of 1 to 254 spaces" in run("boards", "trace", path)[2]
