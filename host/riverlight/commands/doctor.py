"""``riverlight doctor``: list set-up problems and their fixes."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import webbrowser
from collections.abc import Iterator

import click

from riverlight import __version__
from riverlight.commands.device import NO_ANSWER, Answer, answer_of
from riverlight.commands.doctor_report import report
from riverlight.devices import interpreter, terminals
from riverlight.devices.client import greet
from riverlight.devices.diagnosis import Finding, Kind, find_board_problems, holder_of, no_permission
from riverlight.devices.ports import FoundPort, found_ports
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import RiverlightError
from riverlight.folders import data_folder, make_private
from riverlight.pico_packages import PICO_FOLDER
from shared_rules.line import PROTOCOL

__all__ = ["Finding", "command", "examine"]

_OLDEST_PYTHON = (3, 11)
_HELLO_SECONDS = 10.0
_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "chrome")


_VERSION = Kind("ok", "Riverlight {version}, protocol {protocol}.")
_PYTHON = Kind("ok", "Python {version}.")
_OLD_PYTHON = Kind("bad", "Python {version} is too old: install Python 3.11 or newer.")
_MICROPYTHON = Kind("ok", "{interpreter} runs the simulated Pico.")
_NO_MICROPYTHON = Kind(
    "note",
    "{interpreter} runs the simulated Pico, which is all you need to play. It lacks a Pico's memory limit and prompt: "
    "for those install MicroPython {oldest} or newer as 'micropython'.",
)
_NO_TERMINALS = Kind(
    "note",
    "{interpreter} runs the simulated Pico, which is all you need to play: MicroPython does not run on this system.",
)
_SIMULATED = Kind("ok", "The simulated Pico works, with firmware {firmware}.")
_NO_SIMULATED = Kind("bad", "The simulated Pico does not start ({error}): reinstall Riverlight.")
_DUMB_SIMULATED = Kind("bad", "The simulated Pico starts but does not answer: reinstall Riverlight.")
_DATA_FOLDER = Kind("ok", "Games are saved in {folder}.")
_NO_DATA_FOLDER = Kind(
    "bad",
    "Games cannot be saved in {folder} ({error}): make it writable, or set RIVERLIGHT_DATA to another folder.",
)
_BROWSER = Kind("ok", "A browser is available for the table page.")
_NO_BROWSER = Kind(
    "note", "No browser is available here: open the address that 'riverlight play' prints on another device."
)
_CHROMIUM = Kind("ok", "Chromium is available for the browser tests.")
_NO_CHROMIUM = Kind("note", "Chromium is not installed: only the browser tests need it.")
_ANSWER = Kind("ok", "{port}: {answer}.")
_NO_ANSWER = Kind("bad", "{port}: " + NO_ANSWER + ": 'riverlight device install' puts it there.")
_NOT_OPENED = Kind("bad", "{port}: {reason}.")
_LIGHTS_MISSING = Kind("note", "{port}: {lights}")
_FILE_NOT_USED = Kind("bad", "{port}: {fault}")
_HELD = Kind("bad", "{port}: {reason}; it is {holder}.")


@click.command(epilog="Example: riverlight doctor")
@click.option("--report", "is_report", is_flag=True, help="Print a report for a bug report: no names, no secrets.")
@click.pass_context
def command(context: click.Context, *, is_report: bool) -> None:
    """Check your setup: list problems and how to fix them; exit code 1 if something will not work."""
    if is_report:
        click.echo(report(examine(), found_ports()), nl=False)
        return
    is_well = True
    for finding in examine():
        is_well = is_well and finding.grade != "bad"
        click.echo(f"{finding.grade:5} {finding.sentence}")
    if not is_well:
        context.exit(1)


def examine() -> Iterator[Finding]:
    """Yield the findings of all checks."""
    yield _VERSION.found(version=__version__, protocol=PROTOCOL)
    yield _python()
    yield _interpreter()
    yield _simulated()
    yield _data_folder()
    yield _browser()
    if (PICO_FOLDER / "tests").is_dir():  # a checkout: players need no Chromium
        yield _chromium()
    yield from _ports()


def _python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < _OLDEST_PYTHON:
        return _OLD_PYTHON.found(version=version)
    return _PYTHON.found(version=version)


def _interpreter() -> Finding:
    found = interpreter.find()
    if found.is_micropython:
        return _MICROPYTHON.found(interpreter=found.name)
    if not terminals.are_available():
        return _NO_TERMINALS.found(interpreter=found.name)
    oldest = ".".join(str(part) for part in interpreter.MINIMUM)
    return _NO_MICROPYTHON.found(interpreter=found.name, oldest=oldest)


def _simulated() -> Finding:
    try:
        with SimulatedPico() as pico:
            hello = greet(pico.port, _HELLO_SECONDS)
    except (RiverlightError, OSError) as error:
        return _NO_SIMULATED.found(error=error)
    if hello is None:
        return _DUMB_SIMULATED.found()
    return _SIMULATED.found(firmware=hello.get("f"))


def _data_folder() -> Finding:
    folder = data_folder()
    try:
        make_private(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return _NO_DATA_FOLDER.found(folder=folder, error=error.strerror)
    return _DATA_FOLDER.found(folder=folder)


def _browser() -> Finding:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return _NO_BROWSER.found()
    return _BROWSER.found()


def _chromium() -> Finding:
    if any(shutil.which(name) for name in _CHROMIUMS):
        return _CHROMIUM.found()
    return _NO_CHROMIUM.found()


def _ports() -> Iterator[Finding]:
    ports = found_ports()
    yield from find_board_problems(ports)
    for port in ports:
        if not port.is_micropython:
            continue
        if sys.platform != "win32" and not os.access(port.path, os.R_OK | os.W_OK):
            yield no_permission(port)
        else:
            answer = answer_of(port)
            yield _behind(port, answer)
            for grade, sentence in answer.findings:
                if grade == "bad":
                    yield _FILE_NOT_USED.found(port=port.path, fault=sentence)
                else:
                    yield _LIGHTS_MISSING.found(port=port.path, lights=sentence)


def _behind(port: FoundPort, answer: Answer) -> Finding:
    words = answer.words.removesuffix(".")
    if answer.kind == "silent":
        return _NO_ANSWER.found(port=port.path)
    if answer.kind == "riverlight":
        return _ANSWER.found(port=port.path, answer=words)
    holder = holder_of(port.path) if answer.kind == "held" else ""
    return (_HELD if holder else _NOT_OPENED).found(port=port.path, reason=words, holder=holder)
