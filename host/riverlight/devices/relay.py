"""Two ptys and a small relay: what stands between a program that opens a serial port and the simulated Pico's process.

The process leads a session on a raw terminal with ISIG on, so that 0x03 interrupts it as on a Pico. Who uses the port
opens the other terminal; it goes away when the cable is pulled. When the process ends, the relay says what a Pico says
at a soft reboot and starts it again. Without a reader on the port, output is dropped, as a Pico does.
"""

from __future__ import annotations

import contextlib
import heapq
import os
import selectors
import signal
import socket
import subprocess
import termios
import threading
import time
import tty
from collections.abc import Callable, Sequence

__all__ = ["Relay"]

SOFT_REBOOT = b"MPY: soft reboot\r\n"

_RAW_REPL = b"raw REPL; CTRL-B to exit"
_FRIENDLY_REPL = b'Type "help()"'
_SMALL_REPL = b"CPython has no raw REPL"  # the launcher's words

_BYTES_HELD = 4096
"""How much is kept for a side that does not read before the other is no longer read."""

_PRESENCE_SECONDS = 0.02
"""How often to look whether somebody opened the port: a pty does not tell."""

_LOOK_SECONDS = 0.5
"""How often a caller looks whether the thread that it waits for still lives."""

_SHORT_LIFE_SECONDS = 0.1
_REST_SECONDS = 0.5
"""A process that ends at once is started again only after a rest."""


class Relay:
    """Keeps one process behind one port, in one thread.

    Args:
        command: ``command(wire, way, cause)`` returns the words that start the process; ``wire`` is the descriptor of
            its control socket, ``way`` ``main`` or ``repl``, ``cause`` the reset cause.
        on_message: called in the relay's thread with each control message, kind and body. One is made here: ``B``,
            with an empty body, before the first from each new process.
    """

    def __init__(
        self, command: Callable[[int, str, int], Sequence[str]], on_message: Callable[[bytes, bytes], None]
    ) -> None:
        self._command = command
        self._on_message = on_message
        self._selector = selectors.DefaultSelector()
        self._wake_in, self._wake_out = os.pipe()
        os.set_blocking(self._wake_in, False)
        self._selector.register(self._wake_in, selectors.EVENT_READ)
        self._jobs: list[tuple[float, int, Callable[[], None]]] = []
        self._job_count = 0
        self._lock = threading.Lock()
        self._closing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._terminal: int | None = None
        self._wire: socket.socket | None = None
        self._wire_bytes = bytearray()
        self._port: int | None = None
        self._port_name = ""
        self._is_port_open = False
        self._to_port = bytearray()
        self._to_process = bytearray()
        self._tail = b""
        self._is_raw = False
        self._is_up = False  # has begun to listen; a Ctrl-C before that would end it
        self._is_over = threading.Event()  # the thread has ended, or ends without touching anything
        self._thread = threading.Thread(target=self._run, name="simulated Pico", daemon=True)

    # What any thread may call.

    @property
    def port(self) -> str:
        """The path to open with pyserial; empty while the cable is pulled."""
        return self._port_name

    @property
    def process_id(self) -> int | None:
        """The id of the process that runs now, None where none does."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """Plug in and start the thread.

        Raises:
            OSError: when there is no terminal or no process to be had; nothing is left then.
        """
        try:
            self._plug()
            self._thread.start()
        except BaseException:
            self._end_thread()
            self._release()
            raise

    def close(self) -> None:
        """End the process and the thread; give back every descriptor."""
        self._end_thread()
        self._release()

    def _end_thread(self) -> None:
        """Wait until the thread uses nothing any more; Ctrl-C may have come as it was just about to begin."""
        self._closing = True
        os.write(self._wake_out, b"!")
        while not self._is_over.wait(_LOOK_SECONDS) and self._thread.is_alive():
            pass
        if self._thread.is_alive():
            self._thread.join()

    def _release(self) -> None:
        self._pull()
        self._selector.close()
        os.close(self._wake_in)
        os.close(self._wake_out)

    def later(self, seconds: float, job: Callable[[], None]) -> None:
        """Have ``job`` called in the relay's thread in ``seconds``; never, once it is closed."""
        if self._closing:
            return
        with self._lock:
            self._job_count += 1
            heapq.heappush(self._jobs, (time.monotonic() + seconds, self._job_count, job))
        os.write(self._wake_out, b"!")

    def do(self, job: Callable[[], None]) -> None:
        """Have ``job`` done in the relay's thread and wait for its end."""
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
        """Pull the cable: the port vanishes and the process loses its power."""
        self.do(self._pull)

    def plug(self) -> None:
        """Put the cable in: a port, under a new name perhaps, and a fresh start."""
        self.do(self._plug)

    def kill(self) -> None:
        """Stop the process for good, the port staying: a board that has died."""
        self.do(self._end_process)

    def send(self, kind: bytes, body: bytes) -> bool:
        """Send one control message; return whether there was a process to take it."""
        with self._lock:
            if self._wire is None:
                return False
            try:
                self._wire.send(kind + len(body).to_bytes(2, "little") + body, socket.MSG_DONTWAIT)
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
        """Do what is to be done, then wait for the next."""
        self._do_jobs()
        for key, _ in self._selector.select(self._timeout()):
            if key.fileobj == self._wake_in:
                os.read(self._wake_in, 4096)
            elif key.fileobj == self._terminal:
                self._from_process()
            elif key.fileobj == self._port:
                self._from_port()
            elif self._wire is not None and key.fileobj is self._wire:
                self._from_wire()
        if self._port is not None and not self._is_port_open:
            self._from_port()  # is somebody there now?
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
        timeout = None if self._port is None or self._is_port_open else _PRESENCE_SECONDS
        with self._lock:
            if self._jobs:
                until_job = max(0.0, self._jobs[0][0] - time.monotonic())
                timeout = until_job if timeout is None else min(timeout, until_job)
        return timeout

    def _watch(self) -> None:
        """Ask the selector for what can be used now."""
        if self._terminal is not None:
            reading = len(self._to_port) < _BYTES_HELD
            self._watch_one(self._terminal, reading=reading, writing=self._is_up and bool(self._to_process))
        if self._port is not None:
            if self._is_port_open:
                reading = len(self._to_process) < _BYTES_HELD
                self._watch_one(self._port, reading=reading, writing=bool(self._to_port))
            else:
                self._watch_one(self._port, reading=False, writing=False)

    def _watch_one(self, descriptor: int, *, reading: bool, writing: bool) -> None:
        events = (selectors.EVENT_READ if reading else 0) | (selectors.EVENT_WRITE if writing else 0)
        key = self._selector.get_map().get(descriptor)
        if key is None and events:
            self._selector.register(descriptor, events)
        elif key is not None and not events:
            self._selector.unregister(descriptor)
        elif key is not None and key.events != events:
            self._selector.modify(descriptor, events)

    def _flush(self) -> None:
        if self._terminal is not None and self._is_up and self._to_process:
            self._write(self._terminal, self._to_process)
        if not self._is_port_open:
            self._to_port.clear()
        elif self._port is not None and self._to_port:
            self._write(self._port, self._to_port)

    @staticmethod
    def _write(descriptor: int, data: bytearray) -> None:
        with contextlib.suppress(OSError):
            del data[: os.write(descriptor, data)]

    def _from_port(self) -> None:
        assert self._port is not None  # noqa: S101
        try:
            data = os.read(self._port, 4096)
        except BlockingIOError:
            self._is_port_open = True
            return
        except OSError:
            self._is_port_open = False
            return
        self._is_port_open = bool(data)
        self._to_process += data

    def _from_process(self) -> None:
        assert self._terminal is not None  # noqa: S101
        try:
            data = os.read(self._terminal, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
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
            self._wire_bytes += self._wire.recv(65536, socket.MSG_DONTWAIT)
        while len(self._wire_bytes) >= 3:
            end = 3 + int.from_bytes(self._wire_bytes[1:3], "little")
            if len(self._wire_bytes) < end:
                return
            kind, body = bytes(self._wire_bytes[:1]), bytes(self._wire_bytes[3:end])
            del self._wire_bytes[:end]
            if kind == b"R":
                if body == b"\0":
                    self._restart("main")
                else:  # the USB goes with the chip
                    self._pull()
                    self._plug(cause=body[0])
                return
            if kind == b"U":
                self._is_up = True
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
        ours, its = os.openpty()
        wire, its_wire = socket.socketpair()
        try:
            tty.setraw(its)
            settings = termios.tcgetattr(its)
            settings[3] |= termios.ISIG
            for character in (termios.VQUIT, termios.VSUSP):
                settings[6][character] = b"\0"
            termios.tcsetattr(its, termios.TCSANOW, settings)
            os.set_blocking(ours, False)
            self._process = subprocess.Popen(  # noqa: S603 - the interpreter that was found
                self._command(its_wire.fileno(), way, cause),
                stdin=its,
                stdout=its,
                stderr=its,
                start_new_session=True,
                pass_fds=(its_wire.fileno(),),
            )
        except BaseException:
            os.close(ours)
            wire.close()
            raise
        finally:
            os.close(its)
            its_wire.close()
        self._on_message(b"B", b"")
        self._started_at = time.monotonic()
        self._terminal, self._wire = ours, wire
        self._wire_bytes.clear()
        self._tail = b""
        self._is_raw = False
        self._is_up = False
        if way == "repl":  # a Pico stays in its raw REPL over a soft reboot
            self._to_process[:0] = b"\x01"
        self._selector.register(wire, selectors.EVENT_READ)
        self._watch_one(ours, reading=True, writing=False)

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGKILL)
        process.wait()
        with self._lock:
            wire, self._wire = self._wire, None
        if wire is not None:
            self._selector.unregister(wire)
            wire.close()
        if self._terminal is not None:
            self._watch_one(self._terminal, reading=False, writing=False)
            os.close(self._terminal)
            self._terminal = None

    def _pull(self) -> None:
        self._end_process()
        self._to_process.clear()  # a soft reboot keeps what was typed; the loss of power does not
        if self._port is not None:
            self._watch_one(self._port, reading=False, writing=False)
            os.close(self._port)
            self._port = None
            self._port_name = ""
            self._is_port_open = False
            self._to_port.clear()

    def _plug(self, cause: int = 1) -> None:
        if self._port is None:
            self._port, its = os.openpty()
            self._port_name = os.ttyname(its)
            tty.setraw(its)
            os.set_blocking(self._port, False)
            os.close(its)
        self._start_process("main", cause)
