"""A network between a phone and the host that can go dead: it forwards bytes, or nothing at all."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Final, Literal

Stage = Literal["upgrade", "half a frame"]

AWAY: Final = "127.0.0.2"
"""The address that a browser takes for ``localhost`` where its pages come through the network."""

_HALF_A_FRAME: Final = 40  # bytes of the first state's frame; it has hundreds


class Network:
    """Carries what comes to the host's port at :data:`AWAY` on to the host.

    ``cut`` ends all connections and refuses new ones. ``silence`` keeps them, but carries nothing: what is open then,
    or is opened meanwhile, stays silent for good, as behind a router that has forgotten it. ``overload`` answers no
    new connection at all. ``deafen`` carries from the host alone, on what is open. ``mend`` lets new connections
    through again.

    Attributes:
        is_cut: whether it ends all connections now.
        is_silent: whether it carries nothing now.
        silent_after: the stage after which each new WebSocket falls silent; None for none.
        accepted: how many connections were accepted.
        asked: how many connections have carried something to the host.
    """

    def __init__(self, host_port: int) -> None:
        self._host_port = host_port
        self.is_cut = False
        self.is_silent = False
        self.silent_after: Stage | None = None
        self.accepted = 0
        self.asked = 0
        self._ends: list[socket.socket] = []
        self._carrying = object()  # replaced when what is open falls silent
        self._heard = object()  # replaced when the host hears no more of what is open
        self._accepts = threading.Event()
        self._accepts.set()
        self._listener = socket.create_server((AWAY, host_port))
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self) -> None:
        """Go dead."""
        self.is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Carry nothing, and let nobody know."""
        self.is_silent = True
        self._carrying = object()

    def deafen(self) -> None:
        """Carry nothing more to the host on what is open, and let nobody know."""
        self._heard = object()

    def overload(self) -> None:
        """Answer no new connection: the listener's queue is full."""
        self.silence()
        self._accepts.clear()
        self._fill()

    def mend(self) -> None:
        """Carry again."""
        self.is_cut = self.is_silent = False
        self.silent_after = None
        self._listener.listen(128)
        self._accepts.set()

    def close(self) -> None:
        """Go away."""
        self.cut()
        self._accepts.set()
        self._listener.close()
        for end in self._ends:  # a socket that is left to the garbage collector fails whichever test runs then
            end.close()

    def _fill(self) -> None:
        """Open connections until one is not answered; the one that the listener waits for already is accepted yet."""
        self._listener.listen(0)
        while True:
            waiting = socket.socket()
            waiting.settimeout(0.5)
            self._ends.append(waiting)
            try:
                waiting.connect((AWAY, self._host_port))
            except TimeoutError:
                return

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                self._accepts.wait()
                self.accepted += 1
                self._ends.append(phone)
                if self.is_silent:
                    continue
                try:
                    if self.is_cut:
                        raise ConnectionRefusedError
                    host = socket.create_connection(("127.0.0.1", self._host_port))
                except OSError:
                    phone.close()
                    continue
                self._ends.append(host)
                carrying = self._carrying
                for here, there in ((phone, host), (host, phone)):
                    way = [here, there, carrying, here is phone, self.silent_after]
                    threading.Thread(target=self._carry, args=way, daemon=True).start()

    def _carry(
        self, here: socket.socket, there: socket.socket, carrying: object, is_phone: bool, stage: Stage | None
    ) -> None:
        heard = self._heard
        with suppress(OSError):
            has_asked = False
            while part := here.recv(65536):
                if carrying is not self._carrying:
                    return
                if is_phone and heard is not self._heard:
                    continue
                if is_phone and not has_asked:
                    has_asked = True
                    self.asked += 1
                if stage is not None and part.startswith(b"HTTP/1.1 101 "):
                    there.sendall(_until(stage, part, here))
                    return
                there.sendall(part)
        if carrying is not self._carrying:
            return
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        here.close()


def _until(stage: Stage, part: bytes, host: socket.socket) -> bytes:
    """Return what still comes through of a WebSocket that falls silent after ``stage``."""
    while b"\r\n\r\n" not in part:
        part += host.recv(65536)
    head, _, frames = part.partition(b"\r\n\r\n")
    wanted = 0 if stage == "upgrade" else _HALF_A_FRAME
    while len(frames) < wanted:
        frames += host.recv(65536)
    return head + b"\r\n\r\n" + frames[:wanted]
