"""The protocol session with a device: hello, board, positions, heartbeat, and recovery from a REPL.

It has no thread and no lock: the link calls it from one thread at a time, with each message and periodically.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from riverlight.devices.displayed_positions import DisplayedPositions
from riverlight.devices.faults import FileFault, fault_of
from riverlight.devices.fitting import lights_sentences, sensors_sentences
from riverlight.devices.heartbeat import Heartbeat
from riverlight.devices.key_events import KeyEvents
from riverlight.devices.line import Line
from riverlight.devices.status import State, Status, sentence
from riverlight.devices.token_bucket import TokenBucket
from riverlight.devices.upload import BoardUpload
from riverlight.errors import DeviceError, ProtocolMismatch
from riverlight.languages.text import text
from shared_rules.board import GAMES, Board
from shared_rules.line import FROM_HOST, PROTOCOL

__all__ = ["RECOVERY", "ProtocolSession"]

RECOVERY = b"\r\x02\x04\x02\x04"
"""Leaves any REPL that a Pico may be in: end the line, leave the raw REPL, restart. Ctrl-D is sent twice because inside
an unfinished statement or a paste the first only ends that. To a running program all this is one bad line."""

HAIL_SECONDS = 0.3
HELLO_SECONDS = 3.0
RECOVER_SECONDS = 1.0
REFUSED_SECONDS = 2.0

ANSWER_SECONDS = 0.7
"""Time to wait for ``lit`` or ``boarded`` before the line is sent again."""

_FAST_STARTS = 4
"""Number of restarts in a row to follow at once; after these, one every HAIL_SECONDS."""

_SOFT_REBOOT = b"soft reboot"
"""Part of the last line before a Pico's program restarts."""


class ProtocolSession:
    """The host's side of the protocol with one device.

    Args:
        line: the serial line.
        name: the port's name in messages.
        board: the board to load; None leaves the one on the device.
        presses: the handler of key events; it is notified of the boot id.
        time_scale: multiplies every time-out.
        is_simulated: whether the device is a simulated Pico.

    Attributes:
        failure: why the device cannot be used; None if it can, or is disconnected.
        heartbeat: beats and pulses.
        shows: the displayed position of each panel.
    """

    def __init__(
        self, line: Line, name: str, board: Board | None, presses: KeyEvents, time_scale: float, is_simulated: bool
    ) -> None:
        self.failure: DeviceError | None = None
        self.heartbeat = Heartbeat(time_scale)
        self.shows = DisplayedPositions()
        self._line = line
        self._name = name
        self._board = board
        self._presses = presses
        self._scale = time_scale
        self._upload: BoardUpload | None = None
        self._status = Status("disconnected", sentence("disconnected", name), port=name, is_simulated=is_simulated)
        self._since = 0.0  # when the state was entered
        self._sent_at = 0.0  # when the line was sent whose answer is expected
        self._recovered_at = 0.0
        self._is_probe_wanted = False
        self._is_hello_wanted = False
        self._starts = TokenBucket(_FAST_STARTS, HAIL_SECONDS * time_scale)
        self._fault: FileFault | None = None
        self._refused_map: tuple[str, str, DeviceError] | None = None  # boot id, hash of the board, and why

    @property
    def state(self) -> State:
        """The state of the session."""
        return self._status.state

    @property
    def status(self) -> Status:
        """The status of the device."""
        return replace(
            self._status,
            warnings=self._warnings(),
            bad_lines=self._line.bad_lines + self.heartbeat.bad_lines,
            mismatches=self.shows.mismatches,
            dropped=self.heartbeat.dropped,
            unsent=self._line.dropped,
            free_bytes=self.heartbeat.free_bytes,
            round_trip_ms=self.heartbeat.round_trip_ms,
            currents=self.heartbeat.currents,
        )

    def _warnings(self) -> tuple[str, ...]:
        if self.state not in {"loading", "ready"}:
            return ()
        faults = [] if self._fault is None else [self._fault.sentence]
        lights = [] if self._board is None else lights_sentences(dict(self._status.panels), self._board)
        sensors = [] if self._board is None else sensors_sentences(self._status.sensors, self._board)
        return (*faults, *lights, *sensors)

    # Requests.

    def use(self, board: Board) -> None:
        """Load ``board`` into the device; positions shown on another board are dropped."""
        if self._board is not None and self._board.hash == board.hash:
            return
        self._board = board
        self.shows.clear()
        if self.state in {"ready", "loading"}:
            self._start_loading(board)

    def show(self, panel: str, position: Mapping[str, Any]) -> int:
        """Show a position on a panel, now or once the device is ready; return its revision."""
        show = self.shows.add(panel, position)
        if self.state == "ready":
            self._send_shows()
        return show.revision

    def cue(self, kind: str, panel: str) -> None:
        """Play a short animation on a panel, if the device is ready."""
        if self.state == "ready":
            self._line.send({"t": "cue", "p": panel, "k": kind})

    def beat(self) -> int:
        """Send a beat and return its number."""
        self._is_probe_wanted = False
        self._line.send(self.heartbeat.next_beat())
        return self.heartbeat.beat

    def hail(self) -> None:
        """Ask for ``hello``."""
        self._sent_at = time.monotonic()
        self._line.send({"t": "hail", "v": PROTOCOL})

    def ask_for_hello(self) -> None:
        """Request ``hello``, at most once in HAIL_SECONDS however often this is called."""
        self._is_hello_wanted = True
        if time.monotonic() - self._sent_at >= HAIL_SECONDS * self._scale:
            self.hail()

    def set_message(self, words: str) -> None:
        """Set the status message until the state changes."""
        self._status = replace(self._status, sentence=words)

    # Events of the port.

    def start(self) -> None:
        """Start a session on a port that was just opened."""
        self.failure = None
        self._recovered_at = 0.0
        self._enter("connecting")
        self.hail()

    def disconnect(self, words: str = "") -> None:
        """Handle a port that was disconnected, or that cannot be opened for the reason ``words``."""
        if self.state != "disconnected" or words not in {"", self._status.sentence}:
            self.shows.unsettle()
            self._upload = None
            self._enter("disconnected", words)

    def end(self) -> None:
        """End the session."""
        self.disconnect()
        self._enter("closed")

    def handle_bad_line(self, line: bytes) -> None:
        """Handle a line that fails its checksum: damaged, or output of a REPL, which would echo a beat."""
        if self.state in {"ready", "loading"}:
            self._is_probe_wanted = True
        if _SOFT_REBOOT in line:  # the device is about to restart with another boot id
            self.ask_for_hello()

    def handle(self, message: Mapping[str, Any]) -> None:
        """Handle a message of the device other than a key or tag event."""
        kind = message.get("t")
        if kind in FROM_HOST:  # an echo of our own line: the device is at its REPL
            if time.monotonic() - self._recovered_at >= RECOVER_SECONDS * self._scale:
                self._recover()
            return
        self.heartbeat.record_line()
        if kind == "hello":
            self._take_hello(message)
        elif kind == "pulse":
            if not self.heartbeat.pulse(message):  # an unnoticed restart?
                self.ask_for_hello()
        elif kind == "boarded" and self._upload is not None:
            self._take_boarded(self._upload, message)
        elif kind == "lit" and self.state == "ready" and self._board is not None:
            self._take_lit(self._board, message)
        elif kind == "fault":
            self._fault = fault_of(message)
        elif kind == "crash":
            self.set_message(
                text(
                    "The firmware of the device at {port} failed and is restarting: {reason}.",
                    port=self._name,
                    reason=str(message.get("e")).rstrip("."),
                )
            )
            self.shows.retry()

    def send_due(self) -> None:
        """Send whatever is due now."""
        if not self._line.is_open:
            return
        now = time.monotonic()
        waited_seconds = (now - self._sent_at) / self._scale
        if self.state in {"connecting", "recovering", "silent"}:
            self._await_hello(now, waited_seconds)
            return
        if self.state == "refused":
            if waited_seconds >= REFUSED_SECONDS:
                self.hail()
            return
        if self._upload is not None and waited_seconds >= ANSWER_SECONDS:
            self._send_piece(self._upload)
        elif self.state == "ready":
            self._send_shows()
        if self._is_hello_wanted and waited_seconds >= HAIL_SECONDS:
            self.hail()
        if self.heartbeat.is_beat_due():
            if self.heartbeat.is_lost():
                self._recover()
            else:
                self.beat()
        elif self._is_probe_wanted and self.heartbeat.is_probe_due():
            self.beat()

    def _await_hello(self, now: float, waited_seconds: float) -> None:
        in_state_seconds = (now - self._since) / self._scale
        if in_state_seconds >= HELLO_SECONDS and self.state != "silent":
            self._enter("silent")
        if in_state_seconds >= RECOVER_SECONDS and now - self._recovered_at >= RECOVER_SECONDS * self._scale:
            self._recovered_at = now
            self._line.interrupt(RECOVERY)
        if waited_seconds >= HAIL_SECONDS:
            self.hail()

    # States and messages.

    def _enter(self, state: State, words: str = "") -> None:
        self._since = time.monotonic()
        self._status = replace(self._status, state=state, sentence=words or sentence(state, self._name))

    def _refuse(self, failure: DeviceError) -> None:
        if self.state != "refused":
            self._upload = None
            self.failure = failure
            self._enter("refused", failure.sentence)

    def _recover(self) -> None:
        """Bring the device back from a REPL: it restarts, or ignores this, and is hailed again."""
        self._recovered_at = time.monotonic()
        self._status = replace(self._status, resyncs=self._status.resyncs + 1)
        self.shows.unsettle()
        self._upload = None
        self._enter("recovering")
        self._line.interrupt(RECOVERY)
        self.hail()

    def _start_loading(self, board: Board) -> None:
        self._upload = BoardUpload(board)
        self.heartbeat.start()
        self._enter("loading")
        self._send_piece(self._upload)

    def _be_ready(self) -> None:
        self._upload = None
        self.heartbeat.start()
        self._enter("ready")
        self._send_shows()

    def _send_piece(self, upload: BoardUpload) -> None:
        self._sent_at = time.monotonic()
        self._line.write(upload.line())

    def _send_shows(self) -> None:
        now = time.monotonic()
        for show in self.shows.due(now, ANSWER_SECONDS * self._scale):
            show.sent_at = now
            self._line.write(show.line, replaces=f"show {show.panel}")

    def _take_hello(self, message: Mapping[str, Any]) -> None:
        version = message.get("v")
        if version != PROTOCOL:
            words = text(
                "The firmware of the device at {port} uses protocol {version}, this program uses {protocol}. Update "
                "the older one.",
                port=self._name,
                version=version,
                protocol=PROTOCOL,
            )
            self._refuse(ProtocolMismatch(words))
            return
        boot, lights = str(message.get("b")), message.get("l")
        is_known = self.state in {"ready", "loading"} and boot == self._status.boot
        refused = self._refused_map
        if refused is not None and self._board is not None and refused[:2] == (boot, self._board.hash):
            self._refuse(refused[2])  # retried only after a restart or with another board
            return
        if not is_known and not self._starts.take():
            self._is_hello_wanted = True  # too many restarts in a row: hail again a little later
            return
        self.failure = None
        self._recovered_at = 0.0
        self._is_hello_wanted = False
        self._presses.start_session(boot, message.get("a"))
        self._status = replace(
            self._status,
            firmware=str(message.get("f")),
            unique_id=str(message.get("u")),
            boot=boot,
            panels=tuple(lights.items()) if isinstance(lights, dict) else (),
            sensors=int(message.get("s", 0)),
        )
        self.shows.there = frozenset(name for name, _ in self._status.panels)
        told = message.get("w")
        if told is None:
            self._fault = None
        elif self._fault is None or self._fault.file != told:
            self._fault = FileFault(told)  # a line that follows says why; older firmware says it here
        if is_known:
            return  # the answer to a second hail
        self.shows.unsettle()
        if self._board is not None and message.get("h") != self._board.hash:
            self._start_loading(self._board)
        else:
            self._be_ready()

    def _take_boarded(self, upload: BoardUpload, message: Mapping[str, Any]) -> None:
        is_next_wanted = upload.answer(message)
        if upload.refusal:
            failure = DeviceError(
                text("The device at {port} refuses the map: {refusal}.", port=self._name, refusal=upload.refusal)
            )
            self._refused_map = (self._status.boot, upload.hash, failure)
            self._refuse(failure)
        elif upload.is_done:
            self._be_ready()
        elif is_next_wanted:
            self._send_piece(upload)

    def _take_lit(self, board: Board, message: Mapping[str, Any]) -> None:
        panel, lit = message.get("p"), message.get("d")
        if self.shows.answer(board, panel, message.get("r"), lit):
            self._send_shows()
        elif lit:
            self.set_message(
                text(
                    "The device at {port} lights other spaces than expected. Check its firmware.",
                    port=self._name,
                )
            )
        else:
            self.set_message(
                text(
                    "The device at {port} cannot light {game} on a panel {panel}.",
                    port=self._name,
                    game=GAMES[board.game],
                    panel=panel,
                )
            )
