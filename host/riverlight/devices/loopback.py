"""Sockets on 127.0.0.1 that connect a CPython process with a port, on systems without pseudo terminals too.

Other programs on this computer can reach these sockets, so a connection must first send a secret, and only one at a
time is accepted. The port's name contains the secret: ``loopback:PORT:SECRET``.
"""

from __future__ import annotations

import contextlib
import secrets
import select
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Final

from riverlight.devices.streams import Started

__all__ = ["LoopbackPort", "OpenedPort", "is_loopback", "start_process"]

_HOST: Final = "127.0.0.1"
_PREFIX: Final = "loopback"
_SECRET_BYTES: Final = 16
_MOST_BYTES: Final = 4096
_SECRET_SECONDS: Final = 0.2
_START_SECONDS: Final = 20.0
_LOOK_SECONDS: Final = 0.1


class _Door:
    """A listening socket and its secret."""

    def __init__(self) -> None:
        self.listener = socket.create_server((_HOST, 0))
        self._secret = secrets.token_hex(_SECRET_BYTES // 2)
        self.name = f"{_PREFIX}:{self.listener.getsockname()[1]}:{self._secret}"

    def accept(self) -> socket.socket | None:
        """Return a connection that sends the secret; None for any other."""
        connection = self.listener.accept()[0]
        try:
            connection.settimeout(_SECRET_SECONDS)
            said = connection.recv(_SECRET_BYTES, socket.MSG_WAITALL)
            if secrets.compare_digest(said, self._secret.encode()):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.setblocking(False)
                return connection
        except OSError:
            pass
        connection.close()
        return None


class _SocketStream:
    """A stream on a socket; without one it is closed."""

    def __init__(self, connection: socket.socket | None) -> None:
        self.connection = connection

    def fileno(self) -> int:
        """Return the socket's descriptor; -1 if there is none."""
        return -1 if self.connection is None else self.connection.fileno()

    def read(self) -> bytes | None:
        """Return the bytes available."""
        try:
            return b"" if self.connection is None else self.connection.recv(_MOST_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, data: bytearray, /) -> int:
        """Write and return the number of bytes accepted."""
        return 0 if self.connection is None else self.connection.send(data)

    def hang_up(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    close = hang_up

    def set_interrupting(self, *, is_on: bool) -> None:
        """Do nothing: the launcher handles the interrupt byte itself."""


class LoopbackPort(_SocketStream):
    """The Pico's end of the port; a program opens the other end by its ``name``."""

    def __init__(self) -> None:
        super().__init__(None)
        self._door = _Door()
        self.name = self._door.name
        self.listener: socket.socket | None = self._door.listener

    def accept(self) -> None:
        """Accept a program, unless one uses the port already."""
        connection = self._door.accept()
        if self.connection is None:
            self.connection = connection
        elif connection is not None:
            connection.close()

    def close(self) -> None:
        """Close connection and listener."""
        self.hang_up()
        self._door.listener.close()


def start_process(command: Callable[[str], Sequence[str]]) -> Started:
    """Start a process that connects twice: first its control socket, then its standard streams.

    Raises:
        OSError: it does not connect.
    """
    door = _Door()
    connections: list[socket.socket] = []
    nothing = subprocess.DEVNULL  # its streams are sockets; a Ctrl-C in this terminal must not reach it
    own_group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # on Windows; elsewhere it gets a new session
    process = subprocess.Popen(  # noqa: S603 - this Python
        command(door.name),
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        start_new_session=not own_group,
        creationflags=own_group,
    )
    try:
        deadline = time.monotonic() + _START_SECONDS
        while len(connections) < 2:
            if process.poll() is not None or time.monotonic() > deadline:
                message = "The process of the simulated Pico does not start."
                raise OSError(message)
            if select.select([door.listener], [], [], _LOOK_SECONDS)[0]:
                connection = door.accept()
                if connection is not None:
                    connections.append(connection)
    except BaseException:
        process.kill()
        process.wait()
        for connection in connections:
            connection.close()
        raise
    finally:
        door.listener.close()
    return Started(process, _SocketStream(connections[1]), connections[0])


def is_loopback(name: str) -> bool:
    """Return whether a port's name is that of a simulated Pico."""
    return name.startswith(f"{_PREFIX}:")


class OpenedPort:
    """A program's end of the port (:class:`riverlight.devices.ports.Port`).

    Args:
        name: the ``name`` of a :class:`LoopbackPort`.
        read_seconds: how long a read waits for its first byte.
        write_seconds: how long a write waits.

    Raises:
        OSError: nothing listens there.
    """

    def __init__(self, name: str, read_seconds: float, write_seconds: float) -> None:
        _prefix, number, secret = name.split(":")
        self._socket = socket.create_connection((_HOST, int(number)), write_seconds)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(secret.encode())
        self._read_seconds = read_seconds
        self._bytes = bytearray()

    @property
    def in_waiting(self) -> int:
        """How many bytes a read returns at once."""
        return len(self._bytes)

    def read(self, size: int = 1, /) -> bytes:
        """Return up to ``size`` bytes; raises OSError if the Pico is gone."""
        if not self._bytes and select.select([self._socket], [], [], self._read_seconds)[0]:
            arrived = self._socket.recv(_MOST_BYTES)
            if not arrived:
                raise ConnectionResetError
            self._bytes += arrived
        data = bytes(self._bytes[:size])
        del self._bytes[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Write all of ``data``."""
        self._socket.sendall(data)
        return len(data)

    def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
