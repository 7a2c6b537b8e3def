"""``riverlight device``: the devices there are, what can be done with them, and the lines that pass."""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue

import click

from riverlight.commands.arguments import Number
from riverlight.commands.device_install import install, update
from riverlight.commands.device_teach import teach
from riverlight.commands.device_test import test
from riverlight.devices import interpreter
from riverlight.devices.link import Link
from riverlight.devices.ports import FoundPort, found_ports, open_serial, reopener
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.talk import greet
from riverlight.errors import DeviceError
from shared_rules.line import decode

__all__ = ["NO_ANSWER", "answer_of", "command"]

NO_ANSWER = "no answer: Riverlight's firmware is not on it, or not running"
"""What is told of a board that says no hello."""

_ROW = "{:22} {:20} {}"
_LONGEST_WATCH_S = 7 * 86_400.0


@click.group(epilog="Example: riverlight device list")
def command() -> None:
    """List devices, install their firmware, try them, and watch one."""


for subcommand in (install, update, test, teach):
    command.add_command(subcommand)


@command.command("list", epilog="Example: riverlight device list")
def list_devices() -> None:
    """List the serial ports of this computer, what answers behind them, and the simulated Pico."""
    click.echo(_ROW.format("port", "device", "answer"))
    for port in found_ports():
        click.echo(_ROW.format(port.path, port.description, answer_of(port)))
    click.echo(_ROW.format("(simulated)", "simulated Pico", f"always there; runs under {interpreter.find().name}"))


def answer_of(port: FoundPort) -> str:
    """Return what is behind a port, in a few words; only Raspberry Pi boards are spoken to."""
    if not port.is_pico:
        return "not asked: no Raspberry Pi board"
    try:
        hello = greet(port.path)
    except DeviceError as error:
        return str(error)
    if hello is None:
        return NO_ANSWER
    lights = ", ".join(f"{panel} {count}" for panel, count in dict(hello.get("l") or {}).items())
    return f"Riverlight {hello.get('f')}, protocol {hello.get('v')}, lights: {lights or 'none'}"


@command.command(epilog="Example: riverlight device watch --port /dev/ttyACM0")
@click.option("--port", "path", metavar="PORT", help="The device's serial port; the simulated Pico when left out.")
@click.option("--press", "keys", default="", metavar="KEYS", help="Keys to press on the simulated Pico, one by one.")
@click.option("--seconds", type=Number(0, _LONGEST_WATCH_S), help="How long to watch; a week when left out.")
def watch(path: str | None, keys: str, seconds: float | None) -> None:
    """Show the lines that pass: > to the device, < from it, ? what does not check.

    Presses are shown and not taken: the device keeps them for the program that plays.
    """
    if keys and path is not None:
        raise click.UsageError("--press is for the simulated Pico: press the keys of a real one by hand.")
    # The link's thread must not meet an output that is closed: it brings the lines here.
    lines: SimpleQueue[str] = SimpleQueue()
    with ExitStack() as opened:
        pico = None
        if path is None:
            pico = opened.enter_context(SimulatedPico())
            click.echo(f"The simulated Pico runs under {pico.interpreter} at {pico.port}.")
            path = pico.port
        open_serial(path).close()  # a port that cannot be used is told at once, not tried again and again
        link = Link(
            reopener(path),
            path,
            on_line=lambda is_from_device, line: lines.put(_marked(is_from_device, line)),
            on_status=lambda status: lines.put(status.sentence),
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
    """Print the lines as they come, for so long."""
    ends_at = time.monotonic() + seconds
    with suppress(Empty):
        while True:
            click.echo(lines.get(timeout=max(0.0, ends_at - time.monotonic())))


def _marked(is_from_device: bool, line: bytes) -> str:
    mark = ">"
    if is_from_device:
        mark = "?" if decode(line) is None else "<"
    return f"{mark} {line.rstrip().decode('ascii', 'backslashreplace')}"
