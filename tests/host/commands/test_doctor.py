"""``riverlight doctor``: good setups pass, problems are reported with how to fix them, and set the exit code."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Any

import pytest
import riverlight
from click.testing import CliRunner, Result
from riverlight.boards import shipped
from riverlight.commands import device, doctor, doctor_report
from riverlight.devices import interpreter
from riverlight.devices.faults import FileFault
from riverlight.devices.ports import FoundPort
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

from firmware import VERSION
from shared_rules.line import PROTOCOL


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
    assert f"ok    Games are saved in {tmp_path / 'games'}." in run.output
    assert "bad" not in run.output


def test_the_simulated_pico_is_really_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    finding = doctor._simulated()
    assert finding == ("ok", "The simulated Pico works, with firmware " + VERSION + ".")


def test_a_simulated_pico_that_does_not_answer_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "greet", lambda _path, _seconds: None)
    run = consult()
    assert run.exit_code == 1
    assert "bad   The simulated Pico starts but does not answer" in run.output

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
    assert "make it writable, or set RIVERLIGHT_DATA to another folder" in run.output


def test_a_missing_browser_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", fail)
    monkeypatch.setattr(doctor.shutil, "which", lambda _name: None)
    run = consult()
    assert run.exit_code == 0
    assert "note  No browser is available here" in run.output
    assert "note  Chromium is not installed" in run.output


GONE = "The device at /dev/pico was disconnected. Plug it in again."


@pytest.mark.parametrize(
    ("kind", "words", "is_allowed", "line", "exit_code"),
    [
        ("riverlight", "Riverlight 0.1.0, protocol 1, lights: main 150", True, "ok    /dev/pico: Riverlight 0.1.0", 0),
        ("silent", device.NO_ANSWER, True, "not running: 'riverlight device install' puts it there.\n", 1),
        (
            "closed",
            "The device at /dev/pico was disconnected. Plug it in again.",
            True,
            "disconnected. Plug it in again.\n",
            1,
        ),
        ("not asked", "", False, "bad   This user may not open /dev/pico (Raspberry Pi Pico): sudo cp ", 1),
    ],
)
def test_each_board_plugged_in_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, kind: Any, words: str, is_allowed: bool, line: str, exit_code: int
) -> None:
    monkeypatch.setattr(
        doctor, "found_ports", lambda: [FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", kind="micropython")]
    )
    monkeypatch.setattr(doctor, "answer_of", lambda _port: device.Answer(kind, words))
    monkeypatch.setattr(doctor.os, "access", lambda _path, _mode: is_allowed)
    run = consult()
    assert line in run.output
    assert run.exit_code == exit_code


def test_what_a_board_cannot_use_is_bad_and_what_it_lacks_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    port = FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", kind="micropython")
    monkeypatch.setattr(doctor, "found_ports", lambda: [port])
    monkeypatch.setattr(doctor.os, "access", lambda _path, _mode: True)
    fault = FileFault("settings.json", "number", "brightness", "300", 255)
    hello = {"fault": fault, "h": shipped("canyon").core.hash, "l": {"main": 60}}
    monkeypatch.setattr(device, "greet", lambda _path: hello)
    run = consult()
    assert f"bad   /dev/pico: {fault.sentence}\n" in run.output
    assert "note  /dev/pico: The device has 60 lights on panel main, but the map needs 117" in run.output
    assert run.exit_code == 1


def test_whoever_holds_a_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    port = FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", kind="micropython")
    monkeypatch.setattr(doctor, "found_ports", lambda: [port])
    held = device.Answer("held", "The port /dev/pico is in use by another program: close it.")
    monkeypatch.setattr(doctor, "answer_of", lambda _port: held)
    monkeypatch.setattr(doctor.os, "access", lambda _path, _mode: True)
    monkeypatch.setattr(doctor, "holder_of", lambda _path: "picocom (process 4711)")
    assert "close it; it is picocom (process 4711)." in consult().output


def test_a_port_held_elsewhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise DeviceError(f"The port {path} is in use by another program. Close that program first.")

    monkeypatch.setattr(device, "greet", refuse)
    port = FoundPort("/dev/pico", "E661", "Raspberry Pi Pico", kind="micropython")
    assert "in use by another program" in device.answer_of(port).words


def test_the_report_has_versions_device_settings_and_faults_but_nobodys_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(doctor_report.getpass, "getuser", lambda: "ottilie")
    monkeypatch.setenv("RIVERLIGHT_SECRET", "hidden words")
    with SimulatedPico(interpreter=interpreter.CPYTHON) as pico:
        port = FoundPort(pico.port, "E6616408432F5A21", "Pico of ottilie", "micropython", (0x2E8A, 5))
        monkeypatch.setattr(doctor, "found_ports", lambda: [port])
        monkeypatch.setattr(doctor, "_ports", lambda: [doctor.Finding("bad", f"{tmp_path}/x: E6616408432F5A21")])
        run = CliRunner().invoke(doctor.command, ["--report"])
    assert run.exit_code == 0
    for part in (
        f"- Riverlight {riverlight.__version__}, protocol {PROTOCOL}",
        "- packages: ",
        ", click ",
        "- settings of the environment: RIVERLIGHT_DATA, RIVERLIGHT_SECRET",
        "- Pico of USER, USB 2e8a:0005",
        f"- firmware {riverlight.__version__}, protocol {PROTOCOL}, map none",
        "- lights: {'main': 150}",
        "damaged lines: 0",
        "limits and current in mA: {'main': [",
        "- bad: ~/x: NUMBER",
    ):
        assert part in run.output, run.output
    for secret in ("ottilie", str(tmp_path), "hidden words", "E6616408432F5A21", "e6616408432f5a21", "pytest"):
        assert secret not in run.output
