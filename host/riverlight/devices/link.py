"""The host's end of a device's line: a thread that has it show what it should, and brings its keys.

*Connected* means that the device has answered ``hello``. Whatever goes wrong on the way (a cable pulled, bytes
damaged, a Pico at its REPL, one that restarts) ends in the same few steps: open, hail, board, show.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Protocol, Self

from riverlight.devices.heartbeat import PULSE_SECONDS, Heartbeat
from riverlight.devices.ports import READ_SECONDS, Port
from riverlight.devices.presses import Presses
from riverlight.devices.shows import Shows
from riverlight.devices.status import Key, State, Status, Tag, sentence
from riverlight.devices.upload import BoardUpload
from riverlight.errors import DeviceError, ProtocolMismatch, RiverlightError
from shared_rules.board import GAMES, Board
from shared_rules.line import FROM_HOST, PROTOCOL, Splitter, encode

__all__ = ["Link", "SteppedClock"]

RECOVERY = b"\r\x02\x04\x02\x04"
"""Out of whatever REPL a Pico may be in: end the line, leave the raw REPL, restart. Inside a statement left open, or a
paste, the first Ctrl-D only ends that: hence twice. To a running program all this is one bad line."""

HAIL_SECONDS = 0.3
HELLO_SECONDS = 3.0
RECOVER_SECONDS = 1.0

ANSWER_SECONDS = 0.7
"""How long to wait for ``lit`` or ``boarded`` before the line is sent again."""

OPEN_SECONDS = 0.5
REFUSED_SECONDS = 2.0

_SOFT_REBOOT = b"soft reboot"
"""Stands in the last line before a Pico's program starts again."""

_STEPPED_BEAT_MS = 1000
_STEP_MS = 20


class SteppedClock(Protocol):
    """A device's clock that moves only when told; the simulated Pico has one."""

    @property
    def now_ms(self) -> int:
        """The milliseconds that it has lived."""

    def advance(self, ms: int) -> None:
        """Let time pass."""

    def on_advance(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have ``listener`` called whenever time has passed; return what ends this."""


class Link:
    """One device; start it, or use it as a context manager.

    Args:
        open_port: opens the device's port, and after an unplug again, under another name perhaps; raises DeviceError
            while it cannot.
        name: the port's, for people.
        board: what the device is to have; None leaves it what it has, and shows nothing.
        on_key: called in the link's thread with each press, once for each (boot, number). It returns when the press is
            safe on disk: only then is the device told to forget it. When it raises a RiverlightError the press is not
            taken, and the device will send it again. None takes no presses, so that they wait for another host.
        on_tag: the same for tags.
        on_status: called in the link's thread when what pages show of the status has changed.
        on_line: called with each line as it passes, ``(is_from_device, bytes)``; in several threads.
        last_press: tells the number of the last press of a boot id that is safe already, 0 for none.
        clock: the device's, when it is a stepped one: then beats follow it.
        time_scale: multiplies every time-out, for a device slower than a Pico.
        is_simulated: what the status says of it.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        name: str = "",
        board: Board | None = None,
        *,
        on_key: Callable[[Key], None] | None = None,
        on_tag: Callable[[Tag], None] | None = None,
        on_status: Callable[[Status], None] | None = None,
        on_line: Callable[[bool, bytes], None] | None = None,
        last_press: Callable[[str], int] = lambda _boot: 0,
        clock: SteppedClock | None = None,
        time_scale: float = 1.0,
        is_simulated: bool = False,
    ) -> None:
        self._open_port = open_port
        self._name = name
        self._on_status = on_status
        self._on_line = on_line
        self._clock = clock
        self._scale = time_scale
        self._changed = threading.Condition(threading.RLock())
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="device link", daemon=True)
        self._end_advance: Callable[[], None] = lambda: None
        self._port: Port | None = None
        self._splitter = Splitter()
        self._board = board
        self._shows = Shows()
        self._presses = Presses(on_key, on_tag, last_press)
        self._heartbeat = Heartbeat(time_scale)
        self._upload: BoardUpload | None = None
        self._status = Status("disconnected", sentence("disconnected", name), port=name, is_simulated=is_simulated)
        self._told: dict[str, Any] = {}
        self._failure: DeviceError | None = None
        self._since = 0.0  # when the state was entered
        self._sent_at = 0.0  # when the line that the state waits on was sent
        self._recovered_at = 0.0
        self._beat_ms = 0  # the stepped clock's at the last beat
        self._bad_here = 0
        self._is_probe_wanted = False

    # What any thread may call.

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Begin to look for the device."""
        if self._clock is not None:
            self._end_advance = self._clock.on_advance(self._beat_with_clock)
        self._thread.start()

    def close(self) -> None:
        """Give the port back and end the thread; the device goes on showing what it shows."""
        self._end_advance()
        self._end_advance = lambda: None
        self._closing.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    @property
    def status(self) -> Status:
        """How the device is now."""
        with self._changed:
            return replace(
                self._status,
                bad_lines=self._bad_here + self._heartbeat.bad_lines,
                mismatches=self._shows.mismatches,
                dropped=self._heartbeat.dropped,
                free_bytes=self._heartbeat.free_bytes,
                round_trip_ms=self._heartbeat.round_trip_ms,
            )

    def use(self, board: Board) -> None:
        """Have the device use ``board``; what was shown of another is forgotten."""
        with self._changed:
            if self._board is not None and self._board.hash == board.hash:
                return
            self._board = board
            self._shows.clear()
            if self._status.state in {"ready", "loading"}:
                self._begin_loading()

    def show(self, panel: str, position: Mapping[str, Any]) -> int:
        """Have ``panel`` show ``position``, a ``show`` line's fields but type, panel and revision; return the revision.

        With no device there the newest position waits for it.
        """
        with self._changed:
            show = self._shows.add(panel, dict(position))
            if self._status.state == "ready":
                self._send_shows()
            return show.revision

    def cue(self, kind: str, panel: str = "main") -> None:
        """Lay a brief sign over ``panel``: ``accepted`` or ``refused``. With no device there nothing happens."""
        with self._changed:
            if self._status.state == "ready":
                self._send({"t": "cue", "p": panel, "k": kind})

    def wait_ready(self, seconds: float = 10.0) -> None:
        """Wait until the device is in use.

        Raises:
            ProtocolMismatch: when its firmware speaks another version.
            DeviceError: with its state's sentence, when it is not in use within ``seconds`` (scaled).
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._status.state == "ready" or self._failure is not None, seconds * self._scale
            )
            if self._failure is not None:
                raise self._failure
            if self._status.state != "ready":
                raise DeviceError(self._status.sentence)

    def settle(self, seconds: float = 10.0) -> None:
        """Wait until every panel has answered for what it was given, and what was on the line before this is taken.

        Raises:
            DeviceError: when that is not so within ``seconds`` (scaled).
        """
        deadline = time.monotonic() + seconds * self._scale
        beat: int | None = None
        while True:
            with self._changed:
                if self._status.state != "ready":
                    beat = None
                elif beat is None:
                    self._send_beat()
                    beat = self._heartbeat.beat
                elif self._shows.are_settled() and self._heartbeat.pulsed >= beat:
                    return
                if time.monotonic() >= deadline or self._closing.is_set():
                    raise DeviceError(f"The device did not answer for its lights: {self._status.sentence}")
                was_heard = self._changed.wait(READ_SECONDS)
            if self._clock is not None and not was_heard:
                self._clock.advance(_STEP_MS)

    # Writing; the lock is held.

    def _send(self, message: dict[str, object]) -> None:
        self._write(encode(message))

    def _write(self, line: bytes) -> None:
        if self._port is None:
            return
        # A reader that is stuck, or a port that has gone: the next read or the heartbeat tells which.
        with contextlib.suppress(OSError):
            self._port.write(line)
        if self._on_line is not None:
            self._on_line(False, line)

    def _send_shows(self) -> None:
        now = time.monotonic()
        for show in self._shows.due(now, ANSWER_SECONDS * self._scale):
            show.sent_at = now
            self._write(show.line)

    def _send_beat(self) -> None:
        self._is_probe_wanted = False
        self._beat_ms = 0 if self._clock is None else self._clock.now_ms
        self._send(self._heartbeat.next_beat())

    def _send_piece(self) -> None:
        assert self._upload is not None  # noqa: S101 - in state "loading" there is one
        self._sent_at = time.monotonic()
        self._write(self._upload.line())

    def _hail(self) -> None:
        self._sent_at = time.monotonic()
        self._send({"t": "hail", "v": PROTOCOL})

    def _beat_with_clock(self) -> None:
        """Beat when the stepped clock has gone on by a second, and wait for the pulse: time must not run ahead."""
        with self._changed:
            if self._clock is None or self._status.state != "ready":
                return
            if not 0 <= self._clock.now_ms - self._beat_ms < _STEPPED_BEAT_MS:
                self._send_beat()
                self._changed.wait_for(
                    lambda: not self._heartbeat.is_awaited() or self._status.state != "ready",
                    PULSE_SECONDS * self._scale,
                )

    # States; the lock is held.

    def _enter(self, state: State, words: str = "") -> None:
        self._since = time.monotonic()
        self._status = replace(self._status, state=state, sentence=words or sentence(state, self._name))
        self._changed.notify_all()

    def _say(self, words: str) -> None:
        self._status = replace(self._status, sentence=words)

    def _refuse(self, failure: DeviceError) -> None:
        if self._status.state != "refused":
            self._upload = None
            self._failure = failure
            self._enter("refused", str(failure))

    def _lose_port(self, words: str = "") -> None:
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError):
                port.close()
            self._shows.unsettle()
            self._upload = None
        if self._status.state != "disconnected" or words not in {"", self._status.sentence}:
            self._enter("disconnected", words)

    def _recover(self) -> None:
        """Lead the device back from a REPL: it restarts, or shrugs, and is greeted anew."""
        self._recovered_at = time.monotonic()
        self._status = replace(self._status, resyncs=self._status.resyncs + 1)
        self._shows.unsettle()
        self._upload = None
        self._enter("recovering")
        self._write(RECOVERY)
        self._hail()

    def _begin_loading(self) -> None:
        assert self._board is not None  # noqa: S101 - there is something to load
        self._upload = BoardUpload(self._board)
        self._heartbeat.begin()
        self._enter("loading")
        self._send_piece()

    def _be_ready(self) -> None:
        self._upload = None
        self._heartbeat.begin()
        self._enter("ready")
        self._send_shows()

    # The link's own thread.

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                if self._port is None:
                    self._try_to_open()
                else:
                    self._read()
                with self._changed:
                    self._look_at_time()
                self._tell_status()
        finally:
            with self._changed:
                self._lose_port()
                self._enter("closed")

    def _try_to_open(self) -> None:
        try:
            port = self._open_port()
        except DeviceError as error:
            with self._changed:
                self._lose_port(str(error))
            self._tell_status()
            self._closing.wait(OPEN_SECONDS)
            return
        with self._changed:
            self._port = port
            self._splitter = Splitter()
            self._failure = None
            self._enter("connecting")
            self._hail()

    def _read(self) -> None:
        assert self._port is not None  # noqa: S101 - only this thread takes it away
        try:
            data = self._port.read(max(1, self._port.in_waiting))
        except OSError:
            with self._changed:
                self._lose_port()
            return
        for line in self._splitter.feed(data):
            if self._on_line is not None:
                self._on_line(True, line)
            message = self._splitter.read(line)
            if message is not None and message.get("t") in {"key", "tag"}:
                self._take_press(message)
                continue
            with self._changed:
                if message is not None:
                    self._take(message)
                    self._changed.notify_all()
                else:
                    self._wonder(line)
        with self._changed:
            self._bad_here += self._splitter.bad
            self._splitter.bad = 0

    def _wonder(self, line: bytes) -> None:
        """Take a line that does not check: damaged, or a REPL's words: that would echo a beat; the lock is held."""
        if self._status.state in {"ready", "loading"}:
            self._is_probe_wanted = True
        elif _SOFT_REBOOT in line:
            self._hail()

    def _take_press(self, message: dict[str, Any]) -> None:
        """Take a press; the lock is not held while those who want it keep it safe."""
        if self._presses.is_of_another_start(message):
            with self._changed:
                self._hail()  # the press waits until that start has said hello
            return
        try:
            took = self._presses.take(message)
        except RiverlightError as error:
            with self._changed:
                self._say(f"A press could not be kept: {error}")
            return
        with self._changed:
            self._heartbeat.hear()
            if took is not None:
                self._send(took)

    # From here on the lock is held.

    def _take(self, message: dict[str, Any]) -> None:
        kind = message.get("t")
        if kind in FROM_HOST:  # our own line come back: the device is at its REPL
            if time.monotonic() - self._recovered_at >= RECOVER_SECONDS * self._scale:
                self._recover()
            return
        self._heartbeat.hear()
        if kind == "hello":
            self._take_hello(message)
        elif kind == "pulse":
            if not self._heartbeat.pulse(message):  # it has restarted without our noticing
                self._enter("connecting")
                self._hail()
        elif kind == "boarded" and self._upload is not None:
            self._take_boarded(self._upload, message)
        elif kind == "lit" and self._status.state == "ready" and self._board is not None:
            self._take_lit(self._board, message)
        elif kind == "crash":
            self._say(f"The program of the board at {self._name} failed, and tries again: {message.get('e')}")
            self._shows.retry()

    def _take_hello(self, message: dict[str, Any]) -> None:
        version = message.get("v")
        if version != PROTOCOL:
            words = (
                f"The firmware of the board at {self._name} speaks protocol {version}, this program {PROTOCOL}: "
                "bring the older of the two up to date."
            )
            self._refuse(ProtocolMismatch(words))
            return
        self._failure = None
        self._recovered_at = 0.0
        boot, lights = str(message.get("b")), message.get("l")
        self._presses.begin(boot, message.get("a"))
        is_known = self._status.state in {"ready", "loading"} and boot == self._status.boot
        self._status = replace(
            self._status,
            firmware=str(message.get("f")),
            unique_id=str(message.get("u")),
            boot=boot,
            panels=tuple(lights.items()) if isinstance(lights, dict) else (),
        )
        if is_known:
            return  # the answer to a second hail
        self._shows.unsettle()
        if self._board is not None and message.get("h") != self._board.hash:
            self._begin_loading()
        else:
            self._be_ready()

    def _take_boarded(self, upload: BoardUpload, message: dict[str, Any]) -> None:
        is_next_wanted = upload.answer(message)
        if upload.refusal:
            self._refuse(DeviceError(f"The board at {self._name} refuses its map: {upload.refusal}."))
        elif upload.is_done:
            self._be_ready()
        elif is_next_wanted:
            self._send_piece()

    def _take_lit(self, board: Board, message: dict[str, Any]) -> None:
        panel, lit = message.get("p"), message.get("d")
        if self._shows.answer(board, panel, message.get("r"), lit):
            self._send_shows()
        elif lit:
            self._say(f"The board at {self._name} lights other spaces than this program works out: check its firmware.")
        else:
            self._say(f"The board at {self._name} cannot light {GAMES[board.game]} on a panel {panel}.")

    def _look_at_time(self) -> None:
        if self._port is None:
            return
        now = time.monotonic()
        waited_seconds = (now - self._sent_at) / self._scale
        state = self._status.state
        if state in {"connecting", "recovering", "silent"}:
            self._look_for_hello(now, waited_seconds)
            return
        if state == "refused":
            if waited_seconds >= REFUSED_SECONDS:
                self._hail()
            return
        if state == "loading" and waited_seconds >= ANSWER_SECONDS:
            self._send_piece()
        elif state == "ready":
            self._send_shows()
        if self._heartbeat.is_beat_due():
            if self._heartbeat.is_lost():
                self._recover()
            else:
                self._send_beat()
        elif self._is_probe_wanted and self._heartbeat.is_probe_due():
            self._send_beat()

    def _look_for_hello(self, now: float, waited_seconds: float) -> None:
        in_state_seconds = (now - self._since) / self._scale
        if in_state_seconds >= HELLO_SECONDS and self._status.state != "silent":
            self._enter("silent")
        if in_state_seconds >= RECOVER_SECONDS and now - self._recovered_at >= RECOVER_SECONDS * self._scale:
            self._recovered_at = now
            self._write(RECOVERY)
        if waited_seconds >= HAIL_SECONDS:
            self._hail()

    def _tell_status(self) -> None:
        status = self.status
        page = status.for_page()
        if page != self._told:
            self._told = page
            if self._on_status is not None:
                self._on_status(status)
