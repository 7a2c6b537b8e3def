"""Connects the game in progress to a device: sends positions after each commit, receives key presses.

Panels at the table are sent every step. A panel of a separate side is sent a position only when that has changed, and
before the others, so that its timing does not depend on what happens at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import RLock
from typing import Protocol

from riverlight.boards import Board
from riverlight.boards.sensors import has_sensors
from riverlight.closeable import Closeable
from riverlight.devices.link import Link
from riverlight.devices.magnets import Magnets
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import Key, Status
from riverlight.games.colours import light_letters
from riverlight.games.contract import Panel
from riverlight.games.sides import HANDED, MAIN, SECOND, TABLE_PAGE, Keypad, PageViewer
from riverlight.table.key_clock import KeyClock
from riverlight.table.moments import cue
from riverlight.table.observers import Outcome
from riverlight.table.placements import pieces_on
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.sensing import Sensing
from riverlight.table.session import Table

__all__ = ["LightsController", "MakeLink"]


class MakeLink(Protocol):
    """Makes the link to a device, not yet started, with these callbacks."""

    def __call__(
        self,
        *,
        on_key: Callable[[Key], None],
        on_sense: Callable[[int], None],
        on_status: Callable[[Status], None],
        last_press: Callable[[str], int],
    ) -> Link:
        """Return the link."""


class LightsController(Closeable):
    """Keeps one device in step with the attached table; close it, or use it as a context manager.

    Args:
        store: the record, which knows the last key press handled of each device.
        make_link: makes the link to the device.
        pico: the simulated Pico of the link, if it is one: its keys can be pressed and its lights watched.
        is_handed_round: the keypad is handed to each seat in turn, so private entries are allowed on it.
        clock: detects keys that come too quickly to be another seat's entry; None turns this off.

    Attributes:
        link: the link to the device.
    """

    def __init__(
        self,
        store: Store,
        make_link: MakeLink,
        pico: SimulatedPico | None = None,
        *,
        is_handed_round: bool = False,
        clock: KeyClock | None = None,
    ) -> None:
        self._pico = pico
        self._clock = clock or KeyClock()
        self._is_handed_round = is_handed_round
        self._lock = RLock()
        self._table: Table | None = None
        self._shown_at = (0, 0, 0)
        self._shown_apart: dict[str, Mapping[str, object]] = {}
        self._signed: dict[str, int] = {}  # entries seen by each panel's side when its last sign was due
        self._sensing: Sensing | None = None
        self._magnets: Magnets | None = None
        self._occupied: int | None = None  # sensor states; None if the device has no sensors
        self._stop: Callable[[], None] = lambda: None
        self.link = make_link(
            on_key=self._on_key, on_sense=self._on_sense, on_status=self._report, last_press=store.last_press
        )
        self.link.start()

    def close(self) -> None:
        """Detach the table and close the port."""
        self._stop()
        self.link.close()

    def attach(self, table: Table) -> None:
        """Light ``table`` from now on, and send it the device's key presses."""
        with self._lock:
            self._stop()
            self._table = table
            self._shown_at = (0, 0, 0)
            self._shown_apart.clear()
            self._signed.clear()
            self._sensing = sensing = Sensing(table)
            if table.head.board is not None:
                if self._pico is not None:
                    self._pico.wire_for(table.head.board.core)
                    self._magnets = self._place_magnets(self._pico, table, table.head.board)
                self.link.use(table.head.board.core)
            stop_listening = table.listen(self._sign)
            stop_showing = table.subscribe(partial(self._follow, sensing))

            def stop() -> None:
                stop_listening()
                stop_showing()

            self._stop = stop
            occupied = self._occupied
        if occupied is not None:
            sensing.update_sensors(occupied)
        self._show()
        _report(table, self.link.status)

    def press(self, key: str) -> bool:
        """Press and release a key on the device; False if its keys cannot be pressed from a page."""
        if self._pico is None:
            return False
        self._pico.press(key)
        return True

    def magnets(self, panel: Panel) -> list[str] | None:
        """Return the spaces of a panel with a piece on the simulated board; None if it has no sensors."""
        magnets = self._magnets
        return None if magnets is None else magnets.spaces(panel)

    def move_magnet(self, panel: Panel, space: str, *, is_put: bool) -> bool:
        """Put a piece on a space of the simulated board, or lift the one there; return whether that was possible."""
        magnets = self._magnets
        return magnets is not None and magnets.move(panel, space, is_put=is_put)

    def _place_magnets(self, pico: SimulatedPico, table: Table, board: Board) -> Magnets | None:
        """Return the magnets of a simulated board, in the game's current position; None if it has no sensors."""
        if not has_sensors(board) or not table.play.is_sensed:
            return None
        magnets = Magnets(pico, board)
        for panel in table.head.game.panels:
            magnets.lay(panel, (piece.space for piece in pieces_on(table.history, table.history.state, panel)))
        return magnets

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        """Call ``see(panel, colours)`` for each frame sent to the lights: red, green, blue of each light.

        ``panel`` is the panel's number on the board of the table. Only frames of a simulated Pico can be observed.
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

    def _follow(self, sensing: Sensing) -> None:
        sensing.follow()
        self._show()

    def _show(self) -> None:
        # Two threads may get here at once: the later one must not show the older position.
        with self._lock:
            table = self._table
            if table is None or table.shown_at == self._shown_at:
                return
            self._shown_at = table.shown_at
            for panel in table.sides.apart_panels:
                position = _lit(table, panel)
                if position != self._shown_apart.get(panel):
                    self._shown_apart[panel] = position
                    self.link.show(panel, position)
                self._sign_moment(table, panel, table.sides.apart[0])
            # If the only person sits on a separate side, nobody may see the other panels, so they stay dark.
            for panel in () if table.is_closed else table.head.game.panels:
                if panel not in table.sides.apart_panels:
                    self.link.show(panel, _lit(table, panel))
                    self._sign_moment(table, panel, TABLE_PAGE)

    def _sign_moment(self, table: Table, panel: Panel, page: PageViewer) -> None:
        """Light what the last entry won or lost, once, if the side of ``panel`` may see it."""
        history = table.history
        seen = history.seen_by(table.sides.engine_viewer(page))
        before, self._signed[panel] = self._signed.get(panel, seen), seen
        kind = cue(history, page) if seen > before else None
        if kind is not None:
            self.link.cue(kind, panel)

    def _sign(self, keypad: Keypad, outcome: Outcome) -> None:
        """Light the outcome of an entry on the panel of its side, except a private keypad's refusal."""
        with self._lock:
            table = self._table
        if table is None:
            return
        panel = table.sides.panel_of(keypad)
        if outcome.kind == "accepted":
            self.link.cue("accepted", panel)
        elif outcome.kind in ("refused", "asks") and isinstance(keypad, str):
            self.link.cue("refused", panel)

    def _on_key(self, key: Key) -> None:
        with self._lock:
            table = self._table
        if table is None:
            return  # no table is attached yet, so the press has no meaning
        keypad: Keypad = SECOND if key.keypad else HANDED if self._is_handed_round else MAIN
        is_quick = self._clock.is_quick(keypad)
        table.press(key.key, keypad, long=key.long, press=KeyPress(key.boot, key.number), is_quick=is_quick)

    def _on_sense(self, occupied: int) -> None:
        with self._lock:
            self._occupied = occupied
            sensing = self._sensing
        if sensing is not None:
            sensing.update_sensors(occupied)

    def _report(self, status: Status) -> None:
        with self._lock:
            table = self._table
            is_lost = status.state in {"disconnected", "refused", "closed"}
            sensing = self._sensing if is_lost else None
            if is_lost:
                self._occupied = None
        if sensing is not None:
            sensing.disconnect()
        if table is not None:
            _report(table, status)


def _lit(table: Table, panel: Panel) -> Mapping[str, object]:
    """Return the position of a panel, with the colours of its pieces where they are not those of every device."""
    letters = light_letters(table.head.seat_colours)
    return {**table.position(panel), **({"l": letters} if letters else {})}


def _report(table: Table, status: Status) -> None:
    table.report_device(status.for_page(tells_current=not table.sides.apart))
