"""The host's link to a device: a thread that sends positions and receives key events.

*Connected* means that the device has answered ``hello``. Every fault (a cable unplugged, damaged bytes, a Pico at its
REPL, a restart) is handled by the same few steps: open, hail, board, show.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self

from riverlight.closeable import Closeable
from riverlight.devices.heartbeat import PULSE_SECONDS
from riverlight.devices.key_events import KeyEvents
from riverlight.devices.line import Line
from riverlight.devices.ports import READ_SECONDS, Port
from riverlight.devices.protocol_session import ProtocolSession
from riverlight.devices.sensor_changes import SensorChanges
from riverlight.devices.status import DeviceReport, Key, Status, Tag
from riverlight.errors import DeviceError, RiverlightError
from riverlight.languages.text import text
from shared_rules.board import Board

__all__ = ["Link", "SteppedClock"]

OPEN_SECONDS = 0.5
"""Time to wait before retrying a port that could not be opened."""

_STEPPED_BEAT_MS = 1000
_STEP_MS = 20


class SteppedClock(Protocol):
    """A device's clock that moves only on request, as the simulated Pico has."""

    @property
    def now_ms(self) -> int:
        """Milliseconds since the device started."""

    def advance(self, ms: int) -> None:
        """Let time pass."""

    def on_advance(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` whenever time has passed; return the function that removes it."""


class Link(Closeable):
    """One device; start it, or use it as a context manager.

    Args:
        open_port: opens the device's port, also after an unplug and perhaps under another name; raises DeviceError if
            it cannot.
        name: the port's name for people.
        board: the board to load; None leaves the device's own and shows nothing.
        on_key: called in the link's thread with each key event, once for each (boot, number). It must return only when
            the event is on disk, because the device then deletes it. If it raises a RiverlightError the event is not
            acknowledged, and the device sends it again. None acknowledges no keys, so they wait for another host.
        on_tag: the same for tags.
        on_sense: called in the link's thread with the sensor states, bit n for position n of the chain, once for each
            change; returns or raises as on_key.
        on_status: called in the link's thread when the status shown on pages has changed.
        on_line: called with each line sent or received, ``(is_from_device, bytes)``, in several threads.
        last_press: returns the number of the last event of a boot id that is on disk already, 0 for none.
        clock: the device's stepped clock, if it has one; heartbeats then follow it.
        time_scale: multiplies every time-out, for a device slower than a Pico.
        is_simulated: reported in the status.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        name: str = "",
        board: Board | None = None,
        *,
        on_key: Callable[[Key], None] | None = None,
        on_tag: Callable[[Tag], None] | None = None,
        on_sense: Callable[[int], None] | None = None,
        on_status: Callable[[Status], None] | None = None,
        on_line: Callable[[bool, bytes], None] | None = None,
        last_press: Callable[[str], int] = lambda _boot: 0,
        clock: SteppedClock | None = None,
        time_scale: float = 1.0,
        is_simulated: bool = False,
    ) -> None:
        self._on_status = on_status
        self._clock = clock
        self._scale = time_scale
        self._changed = threading.Condition(threading.RLock())  # guards everything below
        self._line = Line(open_port, on_line)
        self._presses = KeyEvents(on_key, on_tag, last_press)
        self._sensed = SensorChanges(on_sense)
        self._session = ProtocolSession(self._line, name, board, self._presses, time_scale, is_simulated)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="device link", daemon=True)
        self._end_advance: Callable[[], None] = lambda: None
        self._beat_ms = 0  # the stepped clock at the last heartbeat
        self._told: DeviceReport | None = None

    # Methods for any thread.

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Start looking for the device."""
        if self._clock is not None:
            self._end_advance = self._clock.on_advance(self._beat_with_clock)
        self._thread.start()

    def close(self) -> None:
        """Close the port and end the thread; the device continues to show its last position."""
        self._end_advance()
        self._end_advance = lambda: None
        self._closing.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    @property
    def status(self) -> Status:
        """The current status of the device."""
        with self._changed:
            return self._session.status

    def use(self, board: Board) -> None:
        """Load ``board`` into the device; positions on another board are dropped."""
        with self._changed:
            self._session.use(board)

    def show(self, panel: str, position: Mapping[str, Any]) -> int:
        """Show ``position`` on ``panel``; return its revision.

        ``position`` has the fields of a ``show`` line except type, panel and revision. Without a device the newest
        position is sent once it is connected.
        """
        with self._changed:
            return self._session.show(panel, dict(position))

    def cue(self, kind: str, panel: str = "main") -> None:
        """Play a short cue on ``panel``: ``accepted``, ``refused``, ``gain``, ``loss``; no effect without a device."""
        with self._changed:
            self._session.cue(kind, panel)

    def wait_ready(self, seconds: float = 30.0) -> None:
        """Wait until the device is in use.

        Raises:
            ProtocolMismatch: its firmware speaks another version.
            DeviceError: with the status sentence, if it is not in use within ``seconds`` (scaled).
        """
        session = self._session
        with self._changed:
            self._changed.wait_for(
                lambda: session.state == "ready" or session.failure is not None, seconds * self._scale
            )
            if session.failure is not None:
                raise session.failure
            if session.state != "ready":
                raise DeviceError(session.status.sentence)

    def settle(self, seconds: float = 10.0) -> None:
        """Wait until every panel has answered, and everything received before is handled.

        Raises:
            DeviceError: not settled within ``seconds`` (scaled).
        """
        session = self._session
        deadline = time.monotonic() + seconds * self._scale
        beat: int | None = None
        while True:
            with self._changed:
                if session.state != "ready":
                    beat = None
                elif beat is None:
                    beat = self._beat()
                elif session.shows.are_settled() and session.heartbeat.has_answered(beat):
                    return
                if time.monotonic() >= deadline or self._closing.is_set():
                    raise DeviceError(
                        text("The device did not confirm its lights: {sentence}", sentence=session.status.sentence)
                    )
                was_heard = self._changed.wait(READ_SECONDS)
            if self._clock is not None and not was_heard:
                self._clock.advance(_STEP_MS)

    def _beat(self) -> int:
        self._beat_ms = 0 if self._clock is None else self._clock.now_ms
        return self._session.beat()

    def _beat_with_clock(self) -> None:
        """Send a heartbeat once a second of stepped time and wait for its pulse: time must not run ahead."""
        session = self._session
        with self._changed:
            if self._clock is None or session.state != "ready":
                return
            if not 0 <= self._clock.now_ms - self._beat_ms < _STEPPED_BEAT_MS:
                self._beat()
                self._changed.wait_for(
                    lambda: not session.heartbeat.is_awaited() or session.state != "ready", PULSE_SECONDS * self._scale
                )

    # The link's own thread.

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                if self._line.is_open:
                    self._read()
                else:
                    self._try_to_open()
                with self._changed:
                    self._session.send_due()
                self._report_status()
        finally:
            self._line.close()
            with self._changed:
                self._session.end()
                self._changed.notify_all()

    def _try_to_open(self) -> None:
        try:
            self._line.open()
        except DeviceError as error:
            with self._changed:
                self._session.disconnect(error.sentence)
            self._report_status()
            self._closing.wait(OPEN_SECONDS)
            return
        with self._changed:
            self._session.start()

    def _read(self) -> None:
        try:
            read = self._line.read()
        except OSError:
            self._line.close()  # outside the lock: the writer may still wait for the device
            with self._changed:
                self._session.disconnect()
            return
        for line, message in read:
            if message is not None and message.get("t") in {"key", "tag"}:
                self._take_press(message)
                continue
            if message is not None and message.get("t") in {"sense", "sensed"}:
                self._take_sensed(message)
                continue
            with self._changed:
                if message is None:
                    self._session.handle_bad_line(line)
                else:
                    self._session.handle(message)
                    self._changed.notify_all()

    def _take_press(self, message: dict[str, Any]) -> None:
        """Handle a key event; the lock is not held while the callback stores it."""
        if self._presses.is_of_another_start(message):
            with self._changed:
                self._session.ask_for_hello()  # the event waits until that boot has said hello
            return
        try:
            took = self._presses.handle(message)
        except RiverlightError as error:
            with self._changed:
                self._session.set_message(text("A key press could not be saved: {error}", error=error.sentence))
            return
        with self._changed:
            self._session.heartbeat.record_line()
            if took is not None:
                self._line.send(took)

    def _take_sensed(self, message: dict[str, Any]) -> None:
        """Handle sensor states; the lock is not held while a resulting move is stored."""
        try:
            seen = self._sensed.handle(message)
        except RiverlightError as error:
            with self._changed:
                self._session.set_message(text("A move on the board could not be saved: {error}", error=error.sentence))
            return
        with self._changed:
            self._session.heartbeat.record_line()
            if seen is not None:
                self._line.send(seen)
            self._changed.notify_all()

    def _report_status(self) -> None:
        status = self.status
        page = status.for_page(tells_current=True)
        if page != self._told:
            self._told = page
            if self._on_status is not None:
                self._on_status(status)
