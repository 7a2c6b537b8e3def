"""A network between a phone and the host that can go dead: it carries bytes as they are, or nothing at all."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Network:
    """Carries what comes to ``port`` on to the host's; ``cut`` ends all that is under way and lets nothing more in.

    Attributes:
        port: where it listens.
        is_cut: whether it is dead now.
    """

    def __init__(self, host_port: int) -> None:
        self._host_port = host_port
        self.is_cut = False
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self) -> None:
        """Go dead."""
        self.is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Carry again."""
        self.is_cut = False

    def close(self) -> None:
        """Go away."""
        self.cut()
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                try:
                    if self.is_cut:
                        raise ConnectionRefusedError
                    host = socket.create_connection(("127.0.0.1", self._host_port))
                except OSError:
                    phone.close()
                    continue
                self._ends += [phone, host]
                for here, there in ((phone, host), (host, phone)):
                    threading.Thread(target=_carry, args=[here, there], daemon=True).start()


def _carry(here: socket.socket, there: socket.socket) -> None:
    with suppress(OSError):
        while part := here.recv(65536):
            there.sendall(part)
    for end in (here, there):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    here.close()
