"""The devices that pages can have beside them, ready to use and put away again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial, reopener
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError
from riverlight.table.lights import LightsKeeper
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.room import Device

__all__ = ["pico_on", "simulated_pico"]


@contextmanager
def simulated_pico(store: Store) -> Iterator[Device]:
    """A simulated Pico, whose keys the table page presses."""
    with SimulatedPico() as pico:

        def link(**calls: Any) -> Link:
            return Link(lambda: open_serial(pico.port), is_simulated=True, **calls)

        with LightsKeeper(store, link, pico) as keeper:
            yield keeper


@contextmanager
def pico_on(port: str, store: Store) -> Iterator[Device]:
    """A Pico on a serial port, mirrored for the page by a simulated one where one can run."""
    with ExitStack() as stack:
        real = stack.enter_context(LightsKeeper(store, lambda **calls: Link(reopener(port), port, **calls)))
        try:
            mirror = stack.enter_context(_mirror(store))
        except DeviceError:
            yield real  # the lights are on the table; the page goes without
        else:
            yield _Mirrored(real, mirror)


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
