"""The devices that pages can have beside them, ready to use and put away again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click

from riverlight.devices.emulator import TIME_SCALE, EmulatedPico
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial, reopener
from riverlight.devices.raspberry import RaspberryStrip
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import Status
from riverlight.errors import DeviceError
from riverlight.folders import data_folder
from riverlight.table.lights import LightsKeeper
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.room import Device

__all__ = ["device_named", "emulated_pico", "pico_on", "raspberry_strip", "simulated_pico"]

_TROUBLES: Final = ("disconnected", "silent", "refused")


def device_named(
    name: str, store: Store, port: str | None = None, uf2: Path | None = None
) -> AbstractContextManager[Device]:
    """Return the device that a command names.

    Args:
        name: ``pico``: the one on ``port``, a simulated one without; ``raspberry``; ``emulator``, which boots ``uf2``.
        store: the record.
        port: a serial port.
        uf2: an image of MicroPython.

    Raises:
        DeviceError: when what is given does not go together.
    """
    if port is not None and name != "pico":
        raise DeviceError(f"--port names a Pico, --device another device, {name}: give one of them.")
    if (uf2 is None) == (name == "emulator"):
        raise DeviceError("--device emulator and --uf2 FILE, an image of MicroPython for the Pico, go together.")
    if uf2 is not None:
        return emulated_pico(store, uf2)
    if name == "raspberry":
        return raspberry_strip(store)
    return simulated_pico(store) if port is None else pico_on(port, store)


@contextmanager
def raspberry_strip(store: Store) -> Iterator[Device]:
    """A strip on this Raspberry Pi's own pins; its settings are in the folder ``raspberry`` beside the record."""
    with RaspberryStrip(data_folder() / "raspberry") as strip, _keeper_of(strip, store) as keeper:
        yield keeper


@contextmanager
def emulated_pico(store: Store, uf2: Path) -> Iterator[Device]:
    """An emulated RP2040 that boots ``uf2``; the page shows the lights of a simulated Pico beside it."""

    def tell(what: str, done: int, total: int) -> None:
        click.echo(f"\remulated Pico: {what} {done}/{total} ", nl=done == total, err=True)

    with EmulatedPico(uf2, tell) as pico:

        def link(**calls: Any) -> Link:
            return Link(pico.open_port, "emulator", time_scale=TIME_SCALE, is_simulated=True, **calls)

        with LightsKeeper(store, link) as real, _mirror(store) as mirror:
            yield _Mirrored(real, mirror)


@contextmanager
def simulated_pico(store: Store) -> Iterator[Device]:
    """A simulated Pico, whose keys the table page presses."""
    with SimulatedPico() as pico, _keeper_of(pico, store) as keeper:
        yield keeper


def _keeper_of(pico: SimulatedPico, store: Store) -> LightsKeeper:
    return LightsKeeper(
        store, lambda **calls: Link(lambda: open_serial(pico.port), is_simulated=True, **calls), pico
    )


@contextmanager
def pico_on(port: str, store: Store) -> Iterator[Device]:
    """A Pico on a serial port, mirrored for the page by a simulated one where one can run.

    Where it is not there, or no good, the terminal tells so too; plugged in later, it goes on.
    """

    def link(*, on_status: Callable[[Status], None], **calls: Any) -> Link:
        return Link(reopener(port), port, on_status=_told_in_terminal(on_status), **calls)

    with ExitStack() as stack:
        real = stack.enter_context(LightsKeeper(store, link))
        try:
            mirror = stack.enter_context(_mirror(store))
        except DeviceError:
            yield real  # the lights are on the table; the page goes without
        else:
            yield _Mirrored(real, mirror)


def _told_in_terminal(on_status: Callable[[Status], None]) -> Callable[[Status], None]:
    """Return what tells each new trouble in the terminal, and its end, before ``on_status`` hears of it."""
    told = ""

    def tell(status: Status) -> None:
        nonlocal told
        is_trouble = status.state in _TROUBLES
        if status.sentence != told and (is_trouble or (told and status.state == "ready")):
            told = status.sentence if is_trouble else ""
            with suppress(OSError, ValueError):  # the terminal may have gone: the link lives on
                click.echo(status.sentence, err=True)
        on_status(status)

    return tell


@contextmanager
def _mirror(store: Store) -> Iterator[LightsKeeper]:
    """A simulated Pico that is shown positions and asked for nothing."""
    with (
        SimulatedPico() as pico,
        LightsKeeper(store, lambda **_calls: Link(lambda: open_serial(pico.port), is_simulated=True), pico) as keeper,
    ):
        yield keeper


class _Mirrored:
    """A Pico does not tell what colours it sends; the same firmware, shown the same positions, sends the same."""

    def __init__(self, real: LightsKeeper, mirror: LightsKeeper) -> None:
        self._real = real
        self._mirror = mirror

    def attach(self, table: Table) -> None:
        self._mirror.attach(table)
        self._real.attach(table)  # the last to report how it is

    def press(self, key: str) -> bool:
        return self._real.press(key)

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        self._mirror.watch(see)
