"""The relay between a program that opens a serial port and the process of the simulated Pico.

MicroPython runs on a pseudo terminal (:mod:`terminals`), CPython on local sockets (:mod:`loopback`). The port
disappears when the cable is unplugged. When the process ends, the relay prints what a Pico prints at a soft reboot and
restarts it. If no program reads the port, output is dropped, as on a Pico.
"""

from __future__ import annotations

import contextlib
import heapq
import selectors
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

from riverlight.devices import loopback, terminals
from riverlight.devices.streams import PicoPort, ProcessStream, Stream

__all__ = ["Relay"]

SOFT_REBOOT = b"MPY: soft reboot\r\n"

_RAW_REPL = b"raw REPL; CTRL-B to exit"
_FRIENDLY_REPL = b'Type "help()"'
_SMALL_REPL = b"CPython has no raw REPL"  # the launcher's prompt

_BYTES_HELD = 4096
"""Bytes buffered for a side that does not read, before the other side is no longer read."""

_PRESENCE_SECONDS = 0.02
"""Interval of checks whether a program has opened the port: a pty does not signal that."""

_LOOK_SECONDS = 0.5
"""Interval at which a waiting caller checks whether the relay's thread is still alive."""

_SHORT_LIFE_SECONDS = 0.1
_REST_SECONDS = 0.5
"""Delay before restarting a process that ended at once."""


class Relay:
    """Connects one process to one port, in one thread.

    Args:
        command: ``command(wire, way, cause)`` returns the command that starts the process; ``wire`` names its control
            socket, ``way`` is ``main`` or ``repl``, ``cause`` the reset cause.
        on_message: called in the relay's thread with each control message, kind and body. An extra message ``B`` with
            an empty body precedes the first from each new process.
        on_terminal: whether process and port are on terminals; else on local sockets.
    """

    def __init__(
        self,
        command: Callable[[str, str, int], Sequence[str]],
        on_message: Callable[[bytes, bytes], None],
        *,
        on_terminal: bool,
    ) -> None:
        self._command = command
        self._on_terminal = on_terminal
        self._on_message = on_message
        self._selector = selectors.DefaultSelector()
        self._wake_in, self._wake_out = socket.socketpair()
        self._selector.register(self._wake_in, selectors.EVENT_READ)
        self._jobs: list[tuple[float, int, Callable[[], None]]] = []
        self._job_count = 0
        self._lock = threading.Lock()
        self._closing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._terminal: ProcessStream | None = None
        self._wire: socket.socket | None = None
        self._wire_bytes = bytearray()
        self._port: PicoPort | None = None
        self._is_port_open = False
        self._to_port = bytearray()
        self._to_process = bytearray()
        self._tail = b""
        self._is_raw = False
        self._is_up = False  # it listens; a Ctrl-C before that would end it
        self._is_over = threading.Event()  # the thread has ended, or will end without touching anything
        self._thread = threading.Thread(target=self._run, name="simulated Pico", daemon=True)

    # Methods for any thread.

    @property
    def port(self) -> str:
        """The port for :func:`riverlight.devices.ports.open_serial`; empty while unplugged."""
        port = self._port
        return "" if port is None else port.name

    @property
    def process_id(self) -> int | None:
        """The id of the running process; None if there is none."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """Plug in and start the thread.

        Raises:
            OSError: no terminal or process can be made; everything is cleaned up.
        """
        try:
            self._plug()
            self._thread.start()
        except BaseException:
            self._end_thread()
            self._release()
            raise

    def close(self) -> None:
        """End process and thread; close every descriptor."""
        self._end_thread()
        self._release()

    def _end_thread(self) -> None:
        """Wait until the thread has ended; Ctrl-C may have come before it started."""
        self._closing = True
        self._wake_out.send(b"!")
        while not self._is_over.wait(_LOOK_SECONDS) and self._thread.is_alive():
            pass
        if self._thread.is_alive():
            self._thread.join()

    def _release(self) -> None:
        self._pull()
        self._selector.close()
        self._wake_in.close()
        self._wake_out.close()

    def later(self, seconds: float, job: Callable[[], None]) -> None:
        """Call ``job`` in the relay's thread after ``seconds``; never once it is closed."""
        if self._closing:
            return
        with self._lock:
            self._job_count += 1
            heapq.heappush(self._jobs, (time.monotonic() + seconds, self._job_count, job))
        self._wake_out.send(b"!")

    def do(self, job: Callable[[], None]) -> None:
        """Run ``job`` in the relay's thread and wait for it."""
        if threading.current_thread() is self._thread:
            job()
            return
        done = threading.Event()

        def run() -> None:
            try:
                job()
            finally:
                done.set()

        self.later(0.0, run)
        while self._thread.is_alive() and not done.wait(_LOOK_SECONDS):
            pass

    def pull(self) -> None:
        """Unplug the cable: the port disappears and the process loses its power."""
        self.do(self._pull)

    def plug(self) -> None:
        """Plug the cable in: a port, perhaps under a new name, and a new process."""
        self.do(self._plug)

    def kill(self) -> None:
        """Stop the process for good but leave the port: a crashed board."""
        self.do(self._end_process)

    def send(self, kind: bytes, body: bytes) -> bool:
        """Send one control message; return whether a process was there to receive it."""
        with self._lock:
            if self._wire is None:
                return False
            try:
                self._wire.send(kind + len(body).to_bytes(2, "little") + body)
            except OSError:
                return False
            return True

    # The relay's own thread.

    def _run(self) -> None:
        try:
            while not self._closing:
                self._turn()
        finally:
            self._is_over.set()

    def _turn(self) -> None:
        """Run the jobs that are due, then wait for the next event."""
        self._do_jobs()
        for key, _ in self._selector.select(self._timeout()):
            if key.fileobj is self._wake_in:
                self._wake_in.recv(4096)
            elif key.fileobj is self._terminal:
                self._from_process()
            elif key.fileobj is self._port:
                self._from_port()
            elif self._port is not None and key.fileobj is self._port.listener:
                self._port.accept()
            elif key.fileobj is self._wire:
                self._from_wire()
        if self._port is not None and not self._is_port_open:
            self._from_port()  # has a program opened the port?
        self._flush()
        self._watch()

    def _do_jobs(self) -> None:
        while True:
            with self._lock:
                if not self._jobs or self._jobs[0][0] > time.monotonic():
                    return
                job = heapq.heappop(self._jobs)[2]
            job()

    def _timeout(self) -> float | None:
        timeout = None
        if self._port is not None and self._port.listener is None and not self._is_port_open:
            timeout = _PRESENCE_SECONDS
        with self._lock:
            if self._jobs:
                until_job = max(0.0, self._jobs[0][0] - time.monotonic())
                timeout = until_job if timeout is None else min(timeout, until_job)
        return timeout

    def _watch(self) -> None:
        """Register the streams that can be used now with the selector."""
        if self._terminal is not None:
            reading = len(self._to_port) < _BYTES_HELD
            self._watch_one(self._terminal, reading=reading, writing=self._is_up and bool(self._to_process))
        if self._port is not None:
            if self._is_port_open:
                reading = len(self._to_process) < _BYTES_HELD
                self._watch_one(self._port, reading=reading, writing=bool(self._to_port))
            else:
                self._watch_one(self._port, reading=False, writing=False)

    def _watch_one(self, stream: Stream, *, reading: bool, writing: bool) -> None:
        events = (selectors.EVENT_READ if reading else 0) | (selectors.EVENT_WRITE if writing else 0)
        key = self._selector.get_map().get(stream) if stream.fileno() >= 0 else None
        if key is None and events:
            self._selector.register(stream, events)
        elif key is not None and not events:
            self._selector.unregister(stream)
        elif key is not None and key.events != events:
            self._selector.modify(stream, events)

    def _flush(self) -> None:
        if self._terminal is not None and self._is_up and self._to_process:
            self._write(self._terminal, self._to_process)
        if not self._is_port_open:
            self._to_port.clear()
        elif self._port is not None and self._to_port:
            self._write(self._port, self._to_port)

    @staticmethod
    def _write(stream: Stream, data: bytearray) -> None:
        with contextlib.suppress(OSError):
            del data[: stream.write(data)]

    def _from_port(self) -> None:
        assert self._port is not None  # noqa: S101
        data = self._port.read()
        self._is_port_open = data != b""
        if data:
            self._to_process += data
        elif data is not None:
            self._watch_one(self._port, reading=False, writing=False)
            self._port.hang_up()

    def _from_process(self) -> None:
        assert self._terminal is not None  # noqa: S101
        data = self._terminal.read()
        if data is None:
            return
        if not data:
            self._restart("repl" if self._is_raw else "main")
            return
        self._to_port += data
        self._tail = (self._tail + data)[-200:]
        raw_at = self._tail.rfind(_RAW_REPL)
        friendly_at = max(self._tail.rfind(_FRIENDLY_REPL), self._tail.rfind(_SMALL_REPL))
        if raw_at != friendly_at:
            self._is_raw = raw_at > friendly_at
            self._on_message(b"Q", b"")

    def _from_wire(self) -> None:
        assert self._wire is not None  # noqa: S101
        with contextlib.suppress(OSError):
            self._wire_bytes += self._wire.recv(65536)
        while self._wire is not None and len(self._wire_bytes) >= 3:
            end = 3 + int.from_bytes(self._wire_bytes[1:3], "little")
            if len(self._wire_bytes) < end:
                return
            kind, body = bytes(self._wire_bytes[:1]), bytes(self._wire_bytes[3:end])
            del self._wire_bytes[:end]
            if kind == b"R":
                if body == b"\0":
                    self._restart("main")
                else:  # the USB port disappears with the chip
                    self._pull()
                    self._plug(cause=body[0])
                return
            if kind == b"U":
                self._is_up = True
            elif kind == b"K":
                assert self._terminal is not None  # noqa: S101
                self._terminal.set_interrupting(is_on=body == b"\x03")
            else:
                self._on_message(kind, body)

    def _restart(self, way: str) -> None:
        self._end_process()
        self._to_port += SOFT_REBOOT
        if time.monotonic() - self._started_at < _SHORT_LIFE_SECONDS:
            self.later(_REST_SECONDS, lambda: self._start_process(way, 0))
        else:
            self._start_process(way, 0)

    def _start_process(self, way: str, cause: int) -> None:
        if self._process is not None or self._port is None:
            return
        module = terminals if self._on_terminal else loopback
        started = module.start_process(lambda wire: self._command(wire, way, cause))
        self._process, self._terminal, self._wire = started
        self._on_message(b"B", b"")
        self._started_at = time.monotonic()
        self._wire_bytes.clear()
        self._tail = b""
        self._is_raw = False
        self._is_up = False
        if way == "repl":  # a Pico stays in its raw REPL after a soft reboot
            self._to_process[:0] = b"\x01"
        self._selector.register(started.wire, selectors.EVENT_READ)
        self._watch_one(started.stream, reading=True, writing=False)

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        with self._lock:
            wire, self._wire = self._wire, None
        if wire is not None:
            self._selector.unregister(wire)
            wire.close()
        if self._terminal is not None:
            self._watch_one(self._terminal, reading=False, writing=False)
            self._terminal.close()
            self._terminal = None

    def _pull(self) -> None:
        self._end_process()
        self._to_process.clear()  # input survives a soft reboot, but not a loss of power
        if self._port is not None:
            self._watch_one(self._port, reading=False, writing=False)
            if self._port.listener is not None:
                self._selector.unregister(self._port.listener)
            self._port.close()
            self._port = None
            self._is_port_open = False
            self._to_port.clear()

    def _plug(self, cause: int = 1) -> None:
        if self._port is None:
            port: PicoPort = terminals.TerminalPort() if self._on_terminal else loopback.LoopbackPort()
            if port.listener is not None:
                self._selector.register(port.listener, selectors.EVENT_READ)
            self._port = port
        self._start_process("main", cause)
