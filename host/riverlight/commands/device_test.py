"""``riverlight device test``: guided test of lights, keys and reader."""

from __future__ import annotations

import json
import re
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from firmware.settings import LEGEND, Settings
from riverlight import __version__
from riverlight.commands.arguments import write_output
from riverlight.commands.device_install import the_board
from riverlight.devices.checkup import PARTS, Checkup, Person, Result, report
from riverlight.devices.client import DeviceClient
from riverlight.devices.identity import KnownDevice
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.repl import Repl
from riverlight.devices.install.update import CRASH_FILE
from riverlight.devices.ports import found_ports
from riverlight.devices.settings_file import parse_settings, read_settings
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

__all__ = ["test"]

_KEY_SECONDS = 10.0
_CARD_SECONDS = 15.0
_LIT_SECONDS = 2.0


class _Lights(click.ParamType[range]):
    """A parameter type for one light or a range of lights, counted from 1."""

    name = "A-B"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", str(value))
        first, last = (0, 0) if found is None else (int(found[1]), int(found[2] or found[1]))
        if not 1 <= first <= last:
            self.fail(f"{value!r} is not a light such as 5, or a range such as 1-10.", param, ctx)
        return range(first - 1, last)


@click.command(epilog="Example: riverlight device test --port /dev/ttyACM0")
@click.option("--port", "path", metavar="PORT", help="Serial port of the board. Default: the only board plugged in.")
@click.option("--simulated", is_flag=True, help="Test the simulated Pico; the default if no board is plugged in.")
@click.option("--yes", "is_alone", is_flag=True, help="Skip tests that need a person's answer.")
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Only this part; repeatable.")
@click.option("--lights", type=_Lights(), help="Only these lights, counted from 1: 5, or 1-10.")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Settings file of the board; key legend and measured current are written to it.",
)
@click.option(
    "--report",
    "report_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Report file. Default: one with today's date in this folder.",
)
@click.pass_context
def test(
    context: click.Context,
    path: str | None,
    simulated: bool,
    is_alone: bool,
    parts: tuple[str, ...],
    lights: range | None,
    settings_file: Path | None,
    report_file: Path | None,
) -> None:
    """Test lights in four colours, keys by name, card reader, response times, losses and current.

    With --lights, only those lights are tested: the ones laid so far, or a single one.
    """
    if simulated and path is not None:
        raise click.UsageError("--simulated and --port name two different boards.")
    if lights is not None and parts not in ((), ("lights",)):
        raise click.UsageError("--lights tests lights alone: leave --part out.")
    chosen = None if settings_file is None else read_settings(settings_file)
    results: list[Result] = []
    with ExitStack() as opened:
        person: Person
        if simulated or (path is None and not any(port.is_micropython for port in found_ports())):
            pico = opened.enter_context(SimulatedPico())
            click.echo(f"The simulated Pico, under {pico.interpreter}, looks at its own lights and presses its keys.")
            path, person = pico.port, _Pico(pico)
        else:
            path, person = the_board(path), _Nobody() if is_alone else _AtTerminal()
        with DeviceClient(KnownDevice(path).open(), path) as client:
            checkup = Checkup(
                client,
                person,
                ("lights",) if lights is not None else parts or PARTS,
                lights,
                LEGEND if chosen is None else chosen.legend,
            )
            for result in checkup.walk():
                results.append(result)
                click.echo(f"{result.grade:8} {result.what:24} {result.sentence}")
        text = report(_head(path), results, lambda: _crash_log(path))
    if report_file is None:
        report_file = Path(f"riverlight-device-test-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt")
    write_output({report_file: text.encode()}, DeviceError)
    click.echo(f"The report is in {report_file}.")
    if settings_file is not None and chosen is not None:
        _store(settings_file, chosen, checkup)
    if any(result.grade == "bad" for result in results):
        context.exit(1)


def _store(path: Path, chosen: Settings, checkup: Checkup) -> None:
    """Update the settings file with measured keys and current, if they differ."""
    document = chosen.document()
    if checkup.found_legend:
        document["legend"] = checkup.found_legend
    document["channel_ma"] = list(checkup.channels_ma(chosen.channel_ma))
    if document == chosen.document():
        return
    parse_settings(document)
    write_output({path: (json.dumps(document, indent=2) + "\n").encode()}, DeviceError)
    click.echo(
        f"Legend and current are in {path}: bring them to the board with 'riverlight device install --settings'."
    )


def _head(path: str) -> list[str]:
    return [f"Riverlight {__version__}, test of the board at {path}", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"]


def _crash_log(path: str) -> str:
    """Return the board's crash log; reading it restarts the firmware."""
    try:
        with Repl(path) as prompt:
            return (Flash(prompt).read(CRASH_FILE) or b"").decode("utf-8", "replace")
    except DeviceError as error:
        return f"(not read: {error})"


class _AtTerminal:
    """A person who answers at the terminal."""

    look_seconds = 0.35

    def sees(self, panel: str, light: int, colour: int) -> bool:  # noqa: ARG002 - a person looks on
        return True

    def measures(self, panel: str, estimate_ma: int) -> int:
        question = (
            f"A meter in the + wire of {panel} shows how many mA now (reckoned: {estimate_ma}; 0 without a meter)?"
        )
        return int(click.prompt(question, type=click.IntRange(0, 20000), default=0))

    def agrees(self, question: str) -> bool | None:
        return click.confirm(question, default=True)

    def will_press(self, keypad: int, key: str) -> float:
        click.echo(f"Keypad {keypad + 1}: press the key marked {key}")
        return _KEY_SECONDS

    def will_lay_a_card(self) -> float:
        click.echo("Lay a card on the reader.")
        return _CARD_SECONDS


class _Nobody:
    """Unattended: nobody looks at lights or presses keys."""

    look_seconds = 0.05

    def sees(self, panel: str, light: int, colour: int) -> bool:  # noqa: ARG002
        return True

    def agrees(self, question: str) -> bool | None:  # noqa: ARG002
        return None

    def measures(self, panel: str, estimate_ma: int) -> int:  # noqa: ARG002
        return 0

    def will_press(self, keypad: int, key: str) -> float:  # noqa: ARG002
        return 0.0

    def will_lay_a_card(self) -> float:
        return 0.0


class _Pico:
    """Answers from the simulated Pico: its decoded lights, its own key presses."""

    look_seconds = 0.0

    def __init__(self, pico: SimulatedPico) -> None:
        self._pico = pico
        self._panels: list[str] = []

    def sees(self, panel: str, light: int, colour: int) -> bool:
        if panel not in self._panels:
            self._panels.append(panel)  # panels are in state machine order
        chain = self._panels.index(panel)
        wanted = tuple(bool(colour >> shift & 255) for shift in (16, 8, 0))
        shone: set[tuple[int, int]] = set()
        deadline = time.monotonic() + _LIT_SECONDS
        while time.monotonic() < deadline:
            lights = self._pico.lights(chain)
            lit = {(at, part) for at, values in enumerate(lights) for part in range(3) if values[part]}
            places = range(len(lights)) if light < 0 else (light,)
            expected = {(at, part) for at in places for part in range(3) if wanted[part]}
            if lit <= expected:
                shone |= lit  # a strongly dimmed light is dithered: lit in some frames only
                if expected and shone == expected:
                    return True
            time.sleep(0.005)
        return False

    def agrees(self, question: str) -> bool | None:  # noqa: ARG002
        return True

    def measures(self, panel: str, estimate_ma: int) -> int:  # noqa: ARG002
        return 0

    def will_press(self, keypad: int, key: str) -> float:
        self._pico.press(key, keypad="second" if keypad else "main")
        return _LIT_SECONDS

    def will_lay_a_card(self) -> float:
        return 0.0
