"""Streams and poll for the simulated Pico under CPython, over sockets on 127.0.0.1.

Windows has no pseudo terminals, and its ``select`` supports sockets only, so CPython uses sockets on every system. The
launcher imports this before ``select`` and ``time`` are the shims.
"""

import select
import socket

import micropython

_HOST = "127.0.0.1"


class _Bytes:
    """A connection as an unbuffered file."""

    def __init__(self, connection):
        self._connection = connection

    def fileno(self):
        """Return the socket's descriptor."""
        return self._connection.fileno()

    def read(self, size):
        """Return ``size`` bytes, fewer once the other end is closed."""
        data = bytearray()
        while len(data) < size:
            arrived = self._connection.recv(size - len(data))
            if not arrived:
                break
            data += arrived
        return bytes(data)

    def readinto(self, buffer):
        """Fill ``buffer``; return the number of bytes."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data):
        """Write all of ``data``."""
        self._connection.sendall(data)
        return len(data)


class _Keys(_Bytes):
    """Standard input: the byte set by :func:`micropython.kbd_intr` raises KeyboardInterrupt when it is read."""

    def read(self, size):
        """Return ``size`` bytes."""
        data = super().read(size)
        if micropython.interrupt_character in tuple(data):
            raise KeyboardInterrupt
        return data


class _Text:
    """A connection as a standard stream."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, buffer):
        self.buffer = buffer
        self.fileno = buffer.fileno

    def read(self, size):
        """Return ``size`` characters."""
        return self.buffer.read(size).decode("utf-8", "replace")

    def write(self, text):
        """Write a text with terminal line ends."""
        self.buffer.write(text.replace("\n", "\r\n").encode("utf-8", "replace"))
        return len(text)

    def flush(self):
        """Do nothing: output is unbuffered."""


class Poll:
    """``select.poll`` based on ``select.select``, which every system has; for streams with a ``fileno``."""

    def __init__(self):
        self._masks = {}  # by stream: input and output share one descriptor

    def register(self, stream, mask):
        """Watch ``stream`` for POLLIN (1) and POLLOUT (4)."""
        self._masks[stream] = mask

    modify = register

    def unregister(self, stream):
        """Stop watching ``stream``."""
        del self._masks[stream]

    def poll(self, timeout_ms=None):
        """Return [(stream, events), …] that are ready within the time."""
        seconds = None if timeout_ms is None or timeout_ms < 0 else timeout_ms / 1000
        waiting = [[stream for stream, mask in self._masks.items() if mask & bit] for bit in (1, 4)]
        if not any(waiting):  # an error on Windows
            return []
        readable, writable, _ = select.select(*waiting, [], seconds)
        return [(stream, 1) for stream in readable] + [(stream, 4) for stream in writable]


def connect(name):
    """Return the control stream, standard input and standard output for ``loopback:PORT:SECRET``."""
    _prefix, port, secret = name.split(":")
    wire, terminal = (socket.create_connection((_HOST, int(port))) for _ in range(2))
    for connection in (wire, terminal):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    wire.sendall(secret.encode())
    terminal.sendall(secret.encode())
    return _Bytes(wire), _Text(_Keys(terminal)), _Text(_Bytes(terminal))
