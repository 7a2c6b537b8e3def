"""``riverlight device install``, ``update``, ``test`` and ``teach`` as people type them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from riverlight.commands import device, device_install, device_test, riverlight
from riverlight.devices import interpreter
from riverlight.devices.install.slots import Stored
from riverlight.devices.install.update import Outcome
from riverlight.devices.ports import FoundPort
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

needs_micropython = pytest.mark.skipif(
    not interpreter.find().is_micropython, reason="no MicroPython can be had on this machine"
)


def run(*words: str, answers: str = "") -> Any:
    return CliRunner().invoke(riverlight, ["device", *words], input=answers)


@pytest.fixture
def small_board(tmp_path: Path) -> Path:
    """The flash of a Pico with five lights and two keypads."""
    flash = tmp_path / "flash"
    flash.mkdir()
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 5}], "second_keypad": True}
    (flash / "settings.json").write_text(json.dumps(document))
    return flash


@pytest.fixture
def pico(small_board: Path) -> Iterator[SimulatedPico]:
    with SimulatedPico(small_board) as pico:
        yield pico


def plug_in(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    ports = [FoundPort(path, "", "Raspberry Pi Pico", kind="micropython") for path in paths]
    for module in (device_install, device_test):
        monkeypatch.setattr(module, "found_ports", lambda: ports)


def test_every_subcommand_has_its_help() -> None:
    for name in ("list", "watch", "install", "update", "test", "teach"):
        assert name in device.command.commands
        assert run(name, "--help").exit_code == 0


def test_without_a_board_or_with_several_it_is_told_which_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch)
    with pytest.raises(DeviceError, match="No Raspberry Pi board is plugged in"):
        device_install.the_board(None)
    plug_in(monkeypatch, "/dev/one", "/dev/two")
    with pytest.raises(DeviceError, match="/dev/one, /dev/two"):
        device_install.the_board(None)
    plug_in(monkeypatch, "/dev/one")
    assert device_install.the_board(None) == "/dev/one"


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        (None, "has firmware 0.1.0 already, all of it"),
        (Stored("b", "a", 2, 30, 4), "runs firmware 0.1.0 from slot b: 2 files sent, 34 were there"),
    ],
)
@pytest.mark.parametrize("command", ["install", "update"])
def test_what_was_done_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, command: str, stored: Stored | None, sentence: str
) -> None:
    asked: list[object] = []

    def install(where: Any, on_progress: Any, *, is_update: bool, settings: object) -> Outcome:
        on_progress("firmware/main.mpy", 1, 2)
        asked.append((where(), is_update, settings))
        return Outcome("1.28.0", "0.1.0", stored)

    monkeypatch.setattr(device_install, "install_firmware", install)
    done = run(command, "--port", "/dev/x")
    assert asked == [("/dev/x", command == "update", None)]
    assert sentence in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{", "they are no JSON, Expecting property name"),
        ("[]", "settings need riverlight_settings: 1."),
        ("\x00", "they are no JSON"),
        ("[" * 8000, "they are (nested too deep|no JSON)"),  # how deep json can read depends on the Python
        ('{"riverlight_settings": 1}' + " " * 9000, "they have at most 8192 bytes."),
        ('{"riverlight_settings": 1, "' + "x" * 5000 + '": 1}', "settings have no field 'xxxxxxxxxxxxxxxxxxx."),
    ],
    ids=range(6),
)
def test_a_file_that_is_no_settings_is_refused(tmp_path: Path, content: str, why: str) -> None:
    (tmp_path / "lights.json").write_text(content)
    done = run("install", "--port", "/dev/x", "--settings", str(tmp_path / "lights.json"))
    assert isinstance(done.exception, DeviceError)
    assert re.search(f"These settings cannot be used: {why}", str(done.exception))


def test_the_simulated_pico_is_tried_by_itself_where_no_board_is(
    small_board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(monkeypatch)
    monkeypatch.setattr(device_test, "SimulatedPico", lambda: SimulatedPico(small_board))
    done = run("test", "--yes", "--report", str(tmp_path / "report.txt"))
    assert done.exit_code == 0, done.output
    text = (tmp_path / "report.txt").read_text()
    for what in ("main: all white", "main: one by one", "keypad 2", "round trip", "crash log of the board"):
        assert what in text
    assert "bad  " not in text


def test_a_person_at_the_terminal_is_asked_and_what_they_deny_is_told(
    pico: SimulatedPico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_test, "_KEY_SECONDS", 0.1)
    done = run("test", "--port", pico.port, "--report", str(tmp_path / "report.txt"), answers="y\nn\ny\ny\n0\ny\n")
    assert done.exit_code == 1
    assert "Are all lights of main green?" in done.output
    assert "bad      main: all green" in done.output
    assert "Keypad 2: press the key marked 1" in done.output


def test_lights_and_parts_are_tested_by_themselves(pico: SimulatedPico, tmp_path: Path) -> None:
    report = str(tmp_path / "report.txt")
    done = run("test", "--port", pico.port, "--lights", "2", "--report", report, answers="y\n")
    assert done.exit_code == 0, done.output
    assert "lights 2 to 2, 4 colours each" in done.output
    assert "round trip" not in done.output
    done = run("test", "--port", pico.port, "--yes", "--part", "line", "--report", report)
    assert "round trip" in done.output
    assert "one by one" not in done.output
    for lights in ("0", "5-3", "-4", "all"):
        done = run("test", "--port", pico.port, f"--lights={lights}")
        assert done.exit_code == 2
        assert "is not a light such as 5, or a range such as 1-10" in done.output
    assert run("test", "--lights", "3", "--part", "keys").exit_code == 2


def test_a_measured_current_is_written_to_the_settings(pico: SimulatedPico, tmp_path: Path) -> None:
    path = tmp_path / "lights.json"
    path.write_text('{"riverlight_settings": 1, "channel_ma": [10, 10, 10, 10]}', encoding="utf-8")
    answers = "y\ny\ny\ny\n20000\ny\n"
    asked = ("--part", "lights", "--settings", str(path), "--report", str(tmp_path / "report.txt"))
    done = run("test", "--port", pico.port, *asked, answers=answers)
    assert "bring them to the board" in done.output
    assert json.loads(path.read_text(encoding="utf-8"))["channel_ma"] == [100, 100, 100, 100]


def test_alone_with_a_real_board_what_only_a_person_sees_is_skipped(pico: SimulatedPico, tmp_path: Path) -> None:
    done = run("test", "--port", pico.port, "--yes", "--report", str(tmp_path / "report.txt"))
    assert done.exit_code == 0, done.output
    assert "shown, and nobody looked" in done.output


def test_a_report_that_cannot_be_written_and_two_boards_at_once_are_refused(
    pico: SimulatedPico, tmp_path: Path
) -> None:
    done = run("test", "--port", pico.port, "--yes", "--report", str(tmp_path / "nowhere" / "report.txt"))
    assert "cannot be written" in str(done.exception)
    done = run("test", "--port", "/dev/x", "--simulated")
    assert done.exit_code == 2


@needs_micropython
def test_a_board_without_a_reader_is_taught_nothing_but_knows_that_it_has_one(
    pico: SimulatedPico, small_board: Path
) -> None:
    from riverlight.devices.teaching import start_teaching, write_tags

    done = run("teach", "--port", pico.port, "--seconds", "0.2")
    assert "No card reader answers" in str(done.exception)
    assert json.loads((small_board / "settings.json").read_bytes())["card_reader"] is True
    assert write_tags(pico.port, {"04a1b2c3": "A7"}) == 1
    assert write_tags(pico.port, {"04a1b2c4": "A8"}) == 2
    kept = json.loads((small_board / "settings.json").read_bytes())
    assert kept["tags"] == {"04a1b2c3": "A7", "04a1b2c4": "A8"}
    assert kept["chains"][0]["lights"] == 5
    assert start_teaching(pico.port, forgets=True)["tags"] == {}
    done = run("teach", "--port", pico.port, "--keys", "A1 R2")
    assert done.exit_code == 2
    assert "not R2" in done.output
