"""Ties the table under way to a board of lights: positions go out after each commit, presses come in.

The panels at the table are shown each step. A panel of a side apart is shown a position only when it is another one
than before, and ahead of the others: how often, and how long, the table is at work does not reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Protocol

from riverlight.closing import Closing
from riverlight.devices.link import Link
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import Key, Status
from riverlight.table.keypads import Outcome
from riverlight.table.record import KeyPress, Store
from riverlight.table.session import Table
from riverlight.table.sides import HANDED, MAIN, SECOND, Keypad

__all__ = ["LightsKeeper", "MakeLink"]


class MakeLink(Protocol):
    """Makes the link to a device, not yet started, with what it is to call."""

    def __call__(
        self,
        *,
        on_key: Callable[[Key], None],
        on_status: Callable[[Status], None],
        last_press: Callable[[str], int],
    ) -> Link:
        """Return the link."""


class LightsKeeper(Closing):
    """Keeps one device in step with whichever table is attached; close it, or use it as a context manager.

    Args:
        store: the record, which knows the last press taken from each device.
        make_link: makes the link to the device.
        pico: the simulated Pico behind the link, if it is one: its keys can be pressed and its lights watched.
        is_handed_round: the keypad is handed to each seat, which may then enter on it what is private.

    Attributes:
        link: the link to the device.
    """

    def __init__(
        self, store: Store, make_link: MakeLink, pico: SimulatedPico | None = None, *, is_handed_round: bool = False
    ) -> None:
        self._pico = pico
        self._is_handed_round = is_handed_round
        self._lock = RLock()
        self._table: Table | None = None
        self._shown_version = 0
        self._shown_apart: dict[str, dict[str, Any]] = {}
        self._stop: Callable[[], None] = lambda: None
        self.link = make_link(on_key=self._take, on_status=self._report, last_press=store.last_press)
        self.link.start()

    def close(self) -> None:
        """Let the table go on alone and give the port back."""
        self._stop()
        self.link.close()

    def attach(self, table: Table) -> None:
        """Light ``table`` from now on, and bring it the keys pressed."""
        with self._lock:
            self._stop()
            self._table = table
            self._shown_version = 0
            self._shown_apart.clear()
            if table.head.board is not None:
                if self._pico is not None:
                    self._pico.wire_for(table.head.board.core)
                self.link.use(table.head.board.core)
            stop_listening = table.listen(self._sign)
            stop_showing = table.subscribe(self._show)

            def stop() -> None:
                stop_listening()
                stop_showing()

            self._stop = stop
        self._show()
        _report(table, self.link.status)

    def press(self, key: str) -> bool:
        """Press and let go a key on the device itself; False where it has no keys that a page could press."""
        if self._pico is None:
            return False
        self._pico.press(key)
        return True

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        """Call ``see(panel, colours)`` for each picture sent to the lights: red, green, blue of each light.

        ``panel`` is the number of the panel on the board of the table. Only a simulated Pico's pictures can be seen.
        """
        pico = self._pico
        if pico is None:
            return

        def see_chain(chain: int, _words: object) -> None:
            board = None if self._table is None else self._table.head.board
            names = [] if board is None else [name for name, _ in board.core.panels]
            if chain < len(pico.panels) and pico.panels[chain] in names:
                see(names.index(pico.panels[chain]), bytes(value for colour in pico.lights(chain) for value in colour))

        pico.on_frame = see_chain

    def _show(self) -> None:
        # Two threads may come here at once: the one that comes later must not show the older position.
        with self._lock:
            table = self._table
            if table is None or table.version == self._shown_version:
                return
            self._shown_version = table.version
            for panel in table.sides.apart_panels:
                position = table.position(panel)
                if position != self._shown_apart.get(panel):
                    self._shown_apart[panel] = position
                    self.link.show(panel, position)
            for panel in table.head.game.panels:
                if panel not in table.sides.apart_panels:
                    self.link.show(panel, table.position(panel))

    def _sign(self, keypad: Keypad, outcome: Outcome) -> None:
        """Sign what came of an entry on the panel of its own side, but not what a private keypad was refused."""
        with self._lock:
            table = self._table
        if table is None:
            return
        panel = table.sides.panel_of(keypad)
        if outcome.kind == "accepted":
            self.link.cue("accepted", panel)
        elif outcome.kind in ("refused", "asks") and isinstance(keypad, str):
            self.link.cue("refused", panel)

    def _take(self, key: Key) -> None:
        with self._lock:
            table = self._table
        if table is None:
            return  # nothing is asked yet; the press means nothing
        keypad: Keypad = SECOND if key.keypad else HANDED if self._is_handed_round else MAIN
        table.press(key.key, keypad, long=key.long, press=KeyPress(key.boot, key.number))

    def _report(self, status: Status) -> None:
        with self._lock:
            table = self._table
        if table is not None:
            _report(table, status)


def _report(table: Table, status: Status) -> None:
    table.report_device(status.for_page(tells_current=not table.sides.apart))
