"""The devices of the table page, as context managers. Each is imported on use, so that the page starts quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click

from riverlight.devices.identity import KnownDevice
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import Status
from riverlight.errors import DeviceError
from riverlight.folders import data_folder
from riverlight.games.contract import Panel
from riverlight.table.key_clock import QUICK_S, KeyClock
from riverlight.table.lights import LightsController
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.room import Device

__all__ = ["device_named", "emulated_pico", "pico_on", "raspberry_strip", "simulated_pico", "wled_strip"]

_OnStatus = Callable[[Status], None]
_TROUBLES: Final = ("disconnected", "silent", "refused")


def device_named(
    name: str, store: Store, port: str | None = None, uf2: Path | None = None, wled: str | None = None
) -> AbstractContextManager[Device]:
    """Return the device that a command names.

    Args:
        name: ``pico``: on ``port``, simulated without one; ``raspberry``; ``wled``; ``emulator``, which boots ``uf2``.
        store: the record.
        port: a serial port.
        uf2: a MicroPython image.
        wled: the address of a WLED controller.

    Raises:
        DeviceError: the arguments do not match.
    """
    if port is not None and name != "pico":
        raise DeviceError(f"--port names a Pico, --device another device, {name}: give one of them.")
    if (uf2 is None) == (name == "emulator"):
        raise DeviceError("--device emulator and --uf2 FILE, an image of MicroPython for the Pico, go together.")
    if (wled is None) == (name == "wled"):
        raise DeviceError("--device wled and --wled ADDRESS, the controller in the local network, go together.")
    clock = KeyClock(QUICK_S)
    if wled is not None:
        return wled_strip(store, wled, clock)
    if uf2 is not None:
        return emulated_pico(store, uf2, clock)
    if name == "raspberry":
        return raspberry_strip(store, clock)
    return simulated_pico(store, clock) if port is None else pico_on(port, store, clock)


@contextmanager
def raspberry_strip(store: Store, clock: KeyClock | None = None) -> Iterator[Device]:
    """A strip on this Raspberry Pi's own pins; its settings are in the folder ``raspberry`` next to the record."""
    from riverlight.devices.raspberry import RaspberryStrip  # noqa: PLC0415

    with (
        RaspberryStrip(data_folder() / "raspberry") as strip,
        _controller_of(strip, store, clock, _told_in_terminal) as keeper,
    ):
        yield keeper


@contextmanager
def wled_strip(store: Store, address: str, clock: KeyClock | None = None) -> Iterator[Device]:
    """The lights of a WLED controller; their settings are in the folder ``wled`` next to the record."""
    from riverlight.devices.wled import WledStrip  # noqa: PLC0415

    with WledStrip(data_folder() / "wled", address) as strip, _controller_of(strip, store, clock) as keeper:
        yield keeper


@contextmanager
def emulated_pico(store: Store, uf2: Path, clock: KeyClock | None = None) -> Iterator[Device]:
    """An emulated RP2040 that boots ``uf2``; the page shows the lights of a simulated Pico next to it."""
    from riverlight.devices.emulator import TIME_SCALE, EmulatedPico  # noqa: PLC0415

    def tell(what: str, done: int, total: int) -> None:
        click.echo(f"\remulated Pico: {what} {done}/{total} ", nl=done == total, err=True)

    with EmulatedPico(uf2, tell) as pico:

        def link(**calls: Any) -> Link:
            return Link(pico.open_port, "emulator", time_scale=TIME_SCALE, is_simulated=True, **calls)

        with LightsController(store, link, clock=clock) as real, _mirror(store) as mirror:
            yield _Mirrored(real, mirror)


@contextmanager
def simulated_pico(store: Store, clock: KeyClock | None = None) -> Iterator[Device]:
    """A simulated Pico whose keys the table page presses."""
    with SimulatedPico() as pico, _controller_of(pico, store, clock) as keeper:
        yield keeper


def _controller_of(
    pico: SimulatedPico,
    store: Store,
    clock: KeyClock | None,
    heard: Callable[[_OnStatus], _OnStatus] = lambda on_status: on_status,
) -> LightsController:
    """Return what sends a table's positions to a simulated Pico; ``heard`` wraps the status callback."""

    def link(*, on_status: _OnStatus, **calls: Any) -> Link:
        return Link(lambda: open_serial(pico.port), is_simulated=True, on_status=heard(on_status), **calls)

    return LightsController(store, link, pico, clock=clock)


@contextmanager
def pico_on(port: str, store: Store, clock: KeyClock | None = None) -> Iterator[Device]:
    """A Pico on a serial port, mirrored for the page by a simulated one if that can run.

    If it is missing or unusable, the terminal says so too; it is used as soon as it is plugged in.
    """
    device = KnownDevice(port)

    def link(*, on_status: Callable[[Status], None], **calls: Any) -> Link:
        return Link(device.open, port, on_status=_told_in_terminal(on_status), **calls)

    with ExitStack() as stack:
        real = stack.enter_context(LightsController(store, link, clock=clock))
        try:
            mirror = stack.enter_context(_mirror(store))
        except DeviceError:
            yield real  # the lights are on the table; the page does without
        else:
            yield _Mirrored(real, mirror)


def _told_in_terminal(on_status: Callable[[Status], None]) -> Callable[[Status], None]:
    """Wrap ``on_status``: print each new fault in the terminal, and its end."""
    told = ""
    warned: tuple[str, ...] = ()

    def tell(status: Status) -> None:
        nonlocal told, warned
        is_trouble = status.state in _TROUBLES
        lines = []
        if status.sentence != told and (is_trouble or (told and status.state == "ready")):
            told = status.sentence if is_trouble else ""
            lines.append(status.sentence)
        if status.state == "ready":
            lines += [warning for warning in status.warnings if warning not in warned]
            warned = status.warnings
        with suppress(OSError, ValueError):  # the terminal may be closed: the link must continue
            for line in lines:
                click.echo(line, err=True)
        on_status(status)

    return tell


@contextmanager
def _mirror(store: Store) -> Iterator[LightsController]:
    """A simulated Pico that only displays positions."""
    with (
        SimulatedPico() as pico,
        LightsController(
            store, lambda **_calls: Link(lambda: open_serial(pico.port), is_simulated=True), pico
        ) as keeper,
    ):
        yield keeper


class _Mirrored:
    """A Pico and its mirror: the Pico does not send its colours, but the same firmware computes the same ones."""

    def __init__(self, real: LightsController, mirror: LightsController) -> None:
        self._real = real
        self._mirror = mirror

    def attach(self, table: Table) -> None:
        self._mirror.attach(table)
        self._real.attach(table)  # last, so that its status is the one reported

    def press(self, key: str) -> bool:
        return self._real.press(key)

    def magnets(self, _panel: Panel) -> None:
        """Return None: the board is a real one."""

    def move_magnet(self, _panel: Panel, _space: str, *, is_put: bool) -> bool:  # noqa: ARG002
        return False

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        self._mirror.watch(see)
