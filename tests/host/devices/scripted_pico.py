"""A scripted device in this process, without lights or keys: answers as scripted, and records what it received."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from riverlight.errors import DeviceError

from shared_rules.line import PROTOCOL, Splitter, encode


def wait_until(is_so: Callable[[], object], seconds: float = 30.0) -> None:
    """Poll for a fact; fail when it does not come true in time, which is meant for the busiest of computers."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.002)


class ScriptedPico:
    """What a Pico would do, with each answer under a test's hand.

    Attributes:
        heard: the host's messages, in order.
        raw: the host's bytes, in order.
        mute: types of messages that are not answered.
        lights: how many lights each panel has.
        hello_more: what else ``hello`` tells.
        lit: the digest that each ``show`` is answered with.
        is_plugged: whether a port is there.
    """

    def __init__(self, version: int = PROTOCOL, board_hash: str = "", boot: str = "aaaaaa") -> None:
        self.version = version
        self.board_hash = board_hash
        self.boot = boot
        self.kept_after = 0
        self.mute: set[str] = set()
        self.lit = "cafecafe"
        self.lights = {"main": 12}
        self.hello_more: dict[str, object] = {}
        self.is_plugged = True
        self.why_not = "There is no port."
        self.heard: list[dict[str, Any]] = []
        self.raw = bytearray()
        self.up_ms = 0
        self.ports: list[ScriptedPort] = []
        self.board = bytearray()
        self.lose_answers = 0

    def open(self) -> ScriptedPort:
        """Open its port, as a link's ``open_port``."""
        if not self.is_plugged:
            raise DeviceError(self.why_not)
        self.ports.append(ScriptedPort(self))
        return self.ports[-1]

    def pull(self) -> None:
        """Let the port disappear while it is read."""
        self.is_plugged = False
        for port in self.ports:
            port.is_gone = True

    def plug(self, boot: str) -> None:
        """Be there again, freshly started."""
        self.boot = boot
        self.up_ms = 0
        self.is_plugged = True

    def types(self) -> list[str]:
        """Return the types of the messages received."""
        return [message["t"] for message in self.heard]

    def said_to(self, kind: str) -> list[dict[str, Any]]:
        """Return the received messages of one type."""
        return [message for message in self.heard if message["t"] == kind]

    def say(self, message: dict[str, object]) -> None:
        """Send a message to the host."""
        self.say_raw(encode(message))

    def say_raw(self, data: bytes) -> None:
        """Send bytes to the host."""
        self.ports[-1].give(data)

    def key(self, number: int, key: str, boot: str = "") -> None:
        """Send a ``key`` line."""
        self.say({"t": "key", "b": boot or self.boot, "n": number, "k": key, "l": 0, "x": 0})

    def hear(self, message: dict[str, Any]) -> None:
        """Answer a message of the host."""
        import base64

        self.heard.append(message)
        kind = message["t"]
        if kind in self.mute:
            return
        if kind == "hail":
            self.say(
                {
                    "t": "hello",
                    "v": self.version,
                    "f": "9.9",
                    "h": self.board_hash,
                    "b": self.boot,
                    "u": "0123",
                    "l": self.lights,
                    "k": 1,
                    "a": self.kept_after,
                    **self.hello_more,
                }
            )
        elif kind == "beat":
            self.up_ms += 1000
            self.say({"t": "pulse", "n": message["n"], "up": self.up_ms, "bad": 3, "lost": 2, "free": 1000})
        elif kind == "show":
            self.say({"t": "lit", "p": message["p"], "r": message["r"], "d": self.lit})
        elif kind == "board":
            if message["o"] == 0:
                self.board.clear()
            if message["o"] == len(self.board):
                self.board += base64.b64decode(message["d"])
            if len(self.board) == message["z"]:
                self.board_hash = message["h"]
            if self.lose_answers:
                self.lose_answers -= 1
                return
            self.say({"t": "boarded", "h": message["h"], "o": len(self.board)})


class ScriptedPort:
    """One opening of a scripted device's port."""

    def __init__(self, pico: ScriptedPico) -> None:
        self.is_gone = False
        self.is_closed = False
        self._pico = pico
        self._splitter = Splitter()
        self._waiting = bytearray()
        self._arrived = threading.Condition()

    @property
    def in_waiting(self) -> int:
        """How many bytes wait."""
        return len(self._waiting)

    def give(self, data: bytes) -> None:
        """Let bytes arrive."""
        with self._arrived:
            self._waiting += data
            self._arrived.notify_all()

    def read(self, size: int = 1) -> bytes:
        """Return what waits, after 20 ms at the latest."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._waiting, 0.02)
            if self.is_gone:
                import serial

                raise serial.SerialException("device reports readiness to read but returned no data")
            data = bytes(self._waiting[:size])
            del self._waiting[:size]
            return data

    def write(self, data: bytes) -> int:
        """Take what the host says."""
        if self.is_gone:
            raise OSError(5, "Input/output error")
        self._pico.raw += data
        for line in self._splitter.feed(data):
            message = self._splitter.read(line)
            if message is not None:
                self._pico.hear(message)
        return len(data)

    def close(self) -> None:
        """Be closed."""
        self.is_closed = True
