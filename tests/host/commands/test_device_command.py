"""``riverlight device``: what is listed, and the lines that pass."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from riverlight.commands import device
from riverlight.devices.ports import FoundPort
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError


@pytest.fixture(scope="module")
def pico() -> Iterator[SimulatedPico]:
    with SimulatedPico() as pico:
        yield pico


def test_real_ports_are_listed_with_their_answers_and_the_simulated_one(
    pico: SimulatedPico, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = [
        FoundPort(pico.port, "E661", "Raspberry Pi Pico", is_pico=True),
        FoundPort("/dev/printer", "", "some printer", is_pico=False),
        FoundPort("/dev/gone", "E662", "Raspberry Pi Pico", is_pico=True),
    ]
    monkeypatch.setattr(device, "found_ports", lambda: ports)
    lines = CliRunner().invoke(device.command, ["list"]).output.splitlines()
    assert lines[0].split() == ["port", "device", "answer"]
    assert lines[1].startswith(pico.port)
    assert "Riverlight 0.1.0, protocol 1, lights: main 150" in lines[1]
    assert "not asked: no Raspberry Pi board" in lines[2]
    assert "There is no port /dev/gone" in lines[3]
    assert lines[4].startswith("(simulated)")
    assert f"runs under {pico.interpreter}" in lines[4]


def test_the_lines_that_pass_are_shown_and_no_press_is_taken() -> None:
    run = CliRunner().invoke(device.command, ["watch", "--press", "A7", "--seconds", "0.4"])
    assert run.exit_code == 0, run.output
    lines = run.output.splitlines()
    assert lines[0].startswith("The simulated Pico runs under ")
    assert any(line.startswith('> {"t":"hail"') for line in lines)
    assert any(line.startswith('< {"a":0') for line in lines)
    keys = [line for line in lines if '"t":"key"' in line]
    assert [line.split('"k":"')[1][0] for line in keys[:2]] == ["A", "7"]
    assert not any('"t":"took"' in line for line in lines)


def test_a_port_that_cannot_be_used_is_one_sentence() -> None:
    run = CliRunner().invoke(device.command, ["watch", "--port", "/dev/nowhere"])
    assert isinstance(run.exception, DeviceError)
    assert str(run.exception).startswith("There is no port /dev/nowhere")


def test_keys_are_pressed_on_the_simulated_pico_only() -> None:
    run = CliRunner().invoke(device.command, ["watch", "--port", "/dev/nowhere", "--press", "A"])
    assert run.exit_code == 2
    assert "press the keys of a real one by hand" in run.output


def test_ctrl_c_ends_watching_without_a_traceback(pico: SimulatedPico) -> None:
    watch = subprocess.Popen(
        [sys.executable, "-m", "riverlight", "device", "watch", "--port", pico.port],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert watch.stdout is not None
    while "is connected" not in watch.stdout.readline():
        pass
    watch.send_signal(signal.SIGINT)
    _, errors = watch.communicate(timeout=20)
    assert (watch.returncode, errors) == (0, "")


@pytest.mark.parametrize("words", [[], ["list"], ["watch"]])
def test_help_is_short_and_has_an_example(words: list[str]) -> None:
    run = CliRunner().invoke(device.command, [*words, "--help"])
    assert "Example: riverlight device" in run.output
    assert len(run.output.splitlines()) < 25
