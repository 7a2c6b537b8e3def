"""``riverlight doctor``: sound machines pass, each trouble is named with what to do, and the exit code tells."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from riverlight.commands import device, doctor
from riverlight.devices import interpreter
from riverlight.devices.ports import FoundPort
from riverlight.errors import DeviceError


@pytest.fixture(autouse=True)
def _sound_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "games"))
    monkeypatch.setattr(doctor, "found_ports", list)
    monkeypatch.setattr(doctor, "greet", lambda _path, _seconds: {"f": "0.1.0"})
    monkeypatch.setattr(webbrowser, "get", lambda: None)


def consult() -> Result:
    """Run the command."""
    return CliRunner().invoke(doctor.command)


def test_a_sound_machine_passes(tmp_path: Path) -> None:
    run = consult()
    assert run.exit_code == 0, run.output
    assert f"ok    Games are kept in {tmp_path / 'games'}." in run.output
    assert "bad" not in run.output


def test_the_simulated_pico_is_really_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    finding = doctor._simulated()
    assert finding == ("ok", "The simulated Pico starts and says hello, with firmware 0.1.0.")


def test_a_simulated_pico_that_does_not_answer_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "greet", lambda _path, _seconds: None)
    run = consult()
    assert run.exit_code == 1
    assert "bad   The simulated Pico starts but does not say hello" in run.output

    def fail() -> None:
        raise OSError("no terminals left")

    monkeypatch.setattr(doctor, "SimulatedPico", fail)
    assert "bad   The simulated Pico does not start (no terminals left)" in consult().output


def test_an_old_python_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_OLDEST_PYTHON", (99, 0))
    run = consult()
    assert run.exit_code == 1
    assert "is too old: install Python 3.11 or newer" in run.output


def test_cpython_in_micropython_s_place_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "find", lambda: interpreter.CPYTHON)
    monkeypatch.setattr(doctor, "_simulated", lambda: doctor.Finding("ok", "It starts."))
    run = consult()
    assert run.exit_code == 0
    assert "note  CPython 3." in run.output
    assert "install MicroPython 1.28 or newer" in run.output


def test_a_data_folder_that_takes_no_files_is_bad(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "file"))
    run = consult()
    assert run.exit_code == 1
    assert "make it writable, or name another folder in RIVERLIGHT_DATA" in run.output


def test_a_missing_browser_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", fail)
    monkeypatch.setattr(doctor.shutil, "which", lambda _name: None)
    run = consult()
    assert run.exit_code == 0
    assert "note  No browser can be opened from here" in run.output
    assert "note  No Chromium is here" in run.output


@pytest.mark.parametrize(
    ("answer", "is_allowed", "line", "exit_code"),
    [
        ("Riverlight 0.1.0, protocol 1, lights: main 150", True, "ok    /dev/pico: Riverlight 0.1.0", 0),
        (device.NO_ANSWER, True, "not running: 'riverlight device install' puts it there.\n", 1),
        ("The device behind /dev/pico has gone: plug it in again.", True, "gone: plug it in again.\n", 1),
        ("", False, "bad   This user may not open /dev/pico (Raspberry Pi Pico): sudo cp ", 1),
    ],
)
def test_each_board_plugged_in_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, answer: str, is_allowed: bool, line: str, exit_code: int
) -> None:
    monkeypatch.setattr(
        doctor, "found_ports", lambda: [FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", is_pico=True)]
    )
    monkeypatch.setattr(doctor, "answer_of", lambda _port: answer)
    monkeypatch.setattr(doctor.os, "access", lambda _path, _mode: is_allowed)
    run = consult()
    assert line in run.output
    assert run.exit_code == exit_code


def test_whoever_holds_a_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    port = FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", is_pico=True)
    monkeypatch.setattr(doctor, "found_ports", lambda: [port])
    monkeypatch.setattr(doctor, "answer_of", lambda _port: "The port /dev/pico is held by another program: close it.")
    monkeypatch.setattr(doctor.os, "access", lambda _path, _mode: True)
    monkeypatch.setattr(doctor, "holder_of", lambda _path: "picocom (process 4711)")
    assert "close it; it is picocom (process 4711)." in consult().output


def test_a_port_held_elsewhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise DeviceError(f"The port {path} is held by another program: close it there first.")

    monkeypatch.setattr(device, "greet", refuse)
    port = FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", is_pico=True)
    assert "held by another program" in device.answer_of(port)
