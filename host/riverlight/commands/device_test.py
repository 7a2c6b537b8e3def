"""``riverlight device test``: a guided walk through a board's lights, keys and reader, and a report to keep."""

from __future__ import annotations

import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import click

from riverlight import __version__
from riverlight.commands.arguments import not_written
from riverlight.commands.device_install import the_board
from riverlight.devices.checkup import Checkup, Person, Result, report
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.repl import Repl
from riverlight.devices.install.update import CRASH_FILE
from riverlight.devices.ports import found_ports, open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.talk import Talk
from riverlight.errors import DeviceError

__all__ = ["test"]

_KEY_SECONDS = 20.0
_CARD_SECONDS = 15.0
_LIT_SECONDS = 2.0


@click.command(epilog="Example: riverlight device test --port /dev/ttyACM0")
@click.option("--port", "path", metavar="PORT", help="The board's serial port; the one board plugged in if left out.")
@click.option("--simulated", is_flag=True, help="Try the simulated Pico, as also where no board is plugged in.")
@click.option("--yes", "is_alone", is_flag=True, help="Ask nothing: what only a person can see is skipped.")
@click.option(
    "--report",
    "report_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the report goes; a file of today's date here if left out.",
)
@click.pass_context
def test(context: click.Context, path: str | None, simulated: bool, is_alone: bool, report_file: Path | None) -> None:
    """Try every light in four colours, every key, the card reader, times, losses and current."""
    if simulated and path is not None:
        raise click.UsageError("--simulated and --port name two different boards.")
    results: list[Result] = []
    with ExitStack() as opened:
        person: Person
        if simulated or (path is None and not any(port.is_pico for port in found_ports())):
            pico = opened.enter_context(SimulatedPico())
            click.echo(f"The simulated Pico, under {pico.interpreter}, looks at its own lights and presses its keys.")
            path, person = pico.port, _Pico(pico)
        else:
            path, person = the_board(path), _Nobody() if is_alone else _AtTerminal()
        with Talk(open_serial(path), path) as talk:
            for result in Checkup(talk, person).walk():
                results.append(result)
                click.echo(f"{result.grade:8} {result.what:24} {result.sentence}")
        text = report(_head(path), results, lambda: _crash_log(path))
    if report_file is None:
        report_file = Path(f"riverlight-device-test-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt")
    try:
        report_file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DeviceError(not_written(report_file, error)) from error
    click.echo(f"The report is in {report_file}.")
    if any(result.grade == "bad" for result in results):
        context.exit(1)


def _head(path: str) -> list[str]:
    return [f"Riverlight {__version__}, test of the board at {path}", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"]


def _crash_log(path: str) -> str:
    """Return the errors kept on the board; asking for them starts its program again."""
    try:
        with Repl(path) as prompt:
            return (Flash(prompt).read(CRASH_FILE) or b"").decode("utf-8", "replace")
    except DeviceError as error:
        return f"(not read: {error})"


class _AtTerminal:
    """A person who answers at the terminal."""

    look_seconds = 0.05

    def sees(self, panel: str, light: int, colour: int) -> bool:  # noqa: ARG002 - a person looks on
        return True

    def agrees(self, question: str) -> bool | None:
        return click.confirm(question, default=True)

    def will_press(self, keypad: int, keys: str) -> float:
        click.echo(f"Press each key of keypad {keypad + 1} once; still to come: {' '.join(keys)}")
        return _KEY_SECONDS

    def will_lay_a_card(self) -> float:
        click.echo("Lay a card on the reader.")
        return _CARD_SECONDS


class _Nobody:
    """Nobody is there to look or press."""

    look_seconds = 0.05

    def sees(self, panel: str, light: int, colour: int) -> bool:  # noqa: ARG002
        return True

    def agrees(self, question: str) -> bool | None:  # noqa: ARG002
        return None

    def will_press(self, keypad: int, keys: str) -> float:  # noqa: ARG002
        return 0.0

    def will_lay_a_card(self) -> float:
        return 0.0


class _Pico:
    """The simulated Pico looks at its own lights and presses its own keys."""

    look_seconds = 0.0

    def __init__(self, pico: SimulatedPico) -> None:
        self._pico = pico
        self._panels: list[str] = []

    def sees(self, panel: str, light: int, colour: int) -> bool:
        if panel not in self._panels:
            self._panels.append(panel)  # they come in the order of their state machines
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
                shone |= lit  # dimmed far down, a light shines in some frames only
                if expected and shone == expected:
                    return True
            time.sleep(0.005)
        return False

    def agrees(self, question: str) -> bool | None:  # noqa: ARG002
        return True

    def will_press(self, keypad: int, keys: str) -> float:
        self._pico.press(keys[0], keypad="second" if keypad else "main")
        return _LIT_SECONDS

    def will_lay_a_card(self) -> float:
        return 0.0
