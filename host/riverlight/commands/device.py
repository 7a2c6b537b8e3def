"""``riverlight device``: list devices, and watch the lines of a serial link."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from typing import Any, Literal, NamedTuple

import click

from riverlight.boards import load, shipped_ids
from riverlight.boards.saved import saved_ids
from riverlight.commands.arguments import Number
from riverlight.commands.device_install import install, update
from riverlight.commands.device_teach import teach
from riverlight.commands.device_test import test
from riverlight.devices import interpreter
from riverlight.devices.client import greet
from riverlight.devices.diagnosis import Finding
from riverlight.devices.fitting import lights_sentences, sensors_sentences
from riverlight.devices.identity import KnownDevice
from riverlight.devices.link import Link
from riverlight.devices.ports import FoundPort, found_ports
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import BoardError, DeviceError, PortInUse
from riverlight.languages.text import together
from shared_rules.line import decode

__all__ = ["NO_ANSWER", "Answer", "answer_of", "command"]

NO_ANSWER = "no answer: Riverlight's firmware is not on it, or not running"
"""Description of a board that does not answer with ``hello``."""


class Answer(NamedTuple):
    """The result of probing a port.

    Attributes:
        kind: ``"held"`` if another program has the port open, ``"closed"`` if it cannot be opened otherwise.
        words: a short description for people.
        findings: problems: ``bad`` for invalid settings, ``note`` for missing lights and sensors.
    """

    kind: Literal["riverlight", "silent", "held", "closed", "not asked"]
    words: str
    findings: tuple[Finding, ...] = ()


_ROW = "{:22} {:20} {}"
_LONGEST_WATCH_S = 7 * 86_400.0


@click.group(epilog="Example: riverlight device list")
def command() -> None:
    """List devices, install firmware, test and watch them."""


for subcommand in (install, update, test, teach):
    command.add_command(subcommand)


@command.command("list", epilog="Example: riverlight device list")
def list_devices() -> None:
    """List serial ports with the devices behind them, and the simulated Pico."""
    click.echo(_ROW.format("port", "device", "answer"))
    for port in found_ports():
        answer = answer_of(port)
        click.echo(_ROW.format(port.path, port.description, answer.words))
        for finding in answer.findings:
            click.echo(_ROW.format("", "", finding.sentence))
    click.echo(_ROW.format("(simulated)", "simulated Pico", f"always there; runs under {interpreter.find().name}"))


def answer_of(port: FoundPort) -> Answer:
    """Probe a port; only boards with MicroPython are opened."""
    if not port.is_micropython:
        return Answer("not asked", "not asked: no board with MicroPython")
    try:
        hello = greet(port.path)
    except DeviceError as error:
        return Answer("held" if isinstance(error, PortInUse) else "closed", str(error))
    if hello is None:
        return Answer("silent", NO_ANSWER)
    lights = ", ".join(f"{panel} {count}" for panel, count in dict(hello.get("l") or {}).items())
    words = f"Riverlight {hello.get('f')}, protocol {hello.get('v')}, lights: {lights or 'none'}"
    return Answer("riverlight", words, tuple(_findings(hello)))


def _findings(hello: Mapping[str, Any]) -> Iterator[Finding]:
    if "fault" in hello:
        yield Finding("bad", hello["fault"].sentence)
    for name in (*shipped_ids(), *saved_ids()):
        with suppress(BoardError):
            board = load(name).core
            if board.hash == hello.get("h"):
                lights = lights_sentences(dict(hello.get("l") or {}), board)
                for sentence in (*lights, *sensors_sentences(int(hello.get("s") or 0), board)):
                    yield Finding("note", sentence)
                return


@command.command(epilog="Example: riverlight device watch --port /dev/ttyACM0")
@click.option("--port", "path", metavar="PORT", help="Serial port of the device. Default: the simulated Pico.")
@click.option("--press", "keys", default="", metavar="KEYS", help="Keys to press on the simulated Pico, one by one.")
@click.option("--seconds", type=Number(0, _LONGEST_WATCH_S), help="Seconds to watch. Default: a week.")
def watch(path: str | None, keys: str, seconds: float | None) -> None:
    """Show the lines of the serial link: > to the device, < from it, ? failed checksum.

    Key events are shown but not acknowledged: the device keeps them for the game.
    """
    if keys and path is not None:
        raise click.UsageError("--press is for the simulated Pico: press the keys of a real one by hand.")
    # The link's thread only queues lines, as printing to a closed output would raise there.
    lines: SimpleQueue[str] = SimpleQueue()
    with ExitStack() as opened:
        pico = None
        if path is None:
            pico = opened.enter_context(SimulatedPico())
            click.echo(f"The simulated Pico runs under {pico.interpreter} at {pico.port}.")
            path = pico.port
        device = KnownDevice(path)
        device.open().close()  # fail at once if the port is unusable, instead of retrying
        link = Link(
            device.open,
            path,
            on_line=lambda is_from_device, line: lines.put(_marked(is_from_device, line)),
            on_status=lambda status: lines.put(together([status.sentence, *status.warnings])),
        )
        opened.enter_context(link)
        try:
            if pico is not None and keys:
                link.wait_ready()
                for key in keys:
                    pico.press(key)
            _print_for(_LONGEST_WATCH_S if seconds is None else seconds, lines)
        except KeyboardInterrupt:
            click.echo()


def _print_for(seconds: float, lines: SimpleQueue[str]) -> None:
    """Print lines as they arrive, for a number of seconds."""
    ends_at = time.monotonic() + seconds
    with suppress(Empty):
        while True:
            click.echo(lines.get(timeout=max(0.0, ends_at - time.monotonic())))


def _marked(is_from_device: bool, line: bytes) -> str:
    mark = ">"
    if is_from_device:
        mark = "?" if decode(line) is None else "<"
    return f"{mark} {line.rstrip().decode('ascii', 'backslashreplace')}"
