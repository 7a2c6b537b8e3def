"""A table's lights over a serial line with fault injection; counts all lines."""

from __future__ import annotations

import random
import threading
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from riverlight.devices.link import Link
from riverlight.devices.ports import Port, open_serial
from riverlight.errors import DeviceError
from riverlight.table.lights import LightsController
from riverlight.table.record import Store

from shared_rules.line import decode
from tests.host.devices.damage import AT_COMMANDS, CTRL_C, TRACEBACK, DamagedPort
from tests.tools.soak.checks import SoakFailure
from tests.tools.soak.plan import Wire

_READ_SECONDS = 0.01  # what is damaged has to be missed as soon as the link's shortened time-outs want
_OPEN_SECONDS = 30.0


class WiredLights:
    """A keeper of lights and its wire; close it, or use it as a context manager.

    Args:
        store: the record.
        port: the path at which the board's port is found while its cable is in.
        wire: how the line is.
        seed: of its damage.
        counts: where what passes is counted.
    """

    def __init__(self, store: Store, port: Path, wire: Wire, seed: int, counts: Counter[str]) -> None:
        self._path = port
        self._wire = wire
        self._dice = random.Random(seed)
        self._counts = counts
        self._port: Port | None = None
        self._has_opened = threading.Event()
        self._damaged: list[DamagedPort] = []
        self._lit: set[tuple[object, object]] = set()
        self._crashes = 0
        self.keeper = LightsController(store, self._make_link, is_handed_round=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Put the wire away and count what it did."""
        self.keeper.close()
        status = self.keeper.link.status
        self._counts["lights out of step"] += status.mismatches
        self._counts["lines that did not check"] += status.bad_lines
        self._counts["ways back from a REPL or silence"] += status.resyncs
        self._counts["bytes over a damaged wire"] += sum(port.passed for port in self._damaged)
        self._counts["bytes damaged"] += sum(port.hit for port in self._damaged)

    def see_sound(self) -> None:
        """See that the board has always lit what was worked out here, and its program has not failed.

        Raises:
            SoakFailure: when it has not.
        """
        status = self.keeper.link.status
        if status.mismatches:
            raise SoakFailure(f"The board lit {status.mismatches} times other spaces than were worked out here.")
        if self._crashes:
            raise SoakFailure(f"The board's program failed {self._crashes} times, and began anew.")

    def settle(self, seconds: float) -> None:
        """Wait until every panel has answered rightly.

        Raises:
            DeviceError: when that is not so within ``seconds``.
        """
        self.keeper.link.settle(seconds / self._wire.time_scale)

    def interrupt(self) -> None:
        """Type Ctrl-C at the board, as a person at its REPL does, once its port is open."""
        if not self._has_opened.wait(_OPEN_SECONDS) or self._port is None:
            message = "The board's port was never opened."
            raise SoakFailure(message)
        self._port.write(CTRL_C)

    def _make_link(self, **calls: Any) -> Link:
        scale = self._wire.time_scale
        return Link(self._open, "simulated", time_scale=scale, is_simulated=True, on_line=self._see, **calls)

    def _open(self) -> Port:
        self._port = port = open_serial(str(self._path))
        self._has_opened.set()
        try:
            port.timeout = _READ_SECONDS  # type: ignore[attr-defined]
        except OSError as error:  # the board has gone between the two
            port.close()
            raise DeviceError(str(error)) from error
        wire = self._wire
        if wire.damaged:
            damaged = DamagedPort(port, self._dice, wire.damaged, wire.between, (AT_COMMANDS, TRACEBACK))
            self._damaged.append(damaged)
            return damaged
        return port

    def _see(self, is_from_device: bool, line: bytes) -> None:
        if not is_from_device:
            self._counts["positions shown"] += b'"show"' in line
        elif b'"crash"' in line and decode(line) is not None:
            self._crashes += 1
        elif b'"lit"' in line and (message := decode(line)) is not None and message.get("d"):
            shown = message.get("p"), message.get("r")
            self._counts["positions answered for"] += shown not in self._lit
            self._lit.add(shown)
