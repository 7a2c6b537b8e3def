"""A blocking client of one device: send a request on an open port, wait for its answer."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from riverlight.closeable import Closeable
from riverlight.devices import ports
from riverlight.devices.faults import FileFault, fault_of
from riverlight.devices.replies import sound
from riverlight.errors import DeviceError
from riverlight.languages.text import text
from shared_rules.line import PROTOCOL, Splitter, decode, encode

__all__ = ["DeviceClient", "greet"]

_HAIL_SECONDS = 0.3  # a board that is starting misses a hail sent before its program listens
_ANSWER_SECONDS = 1.0
_MOST_KEPT = 16  # keys, and as many tags; the device sends unacknowledged events again


class DeviceClient(Closeable):
    """A client of one device; closing it closes its port.

    Args:
        port: an open port.
        name: the port's, for people.

    Attributes:
        bad_lines: how many received lines failed their checksum.
        pressed: received ``key`` and ``tag`` messages that :meth:`press` has not returned yet.
    """

    def __init__(self, port: ports.Port, name: str) -> None:
        self.bad_lines = 0
        self.pressed: list[dict[str, Any]] = []
        self._port = port
        self._name = name
        self._splitter = Splitter()
        self._waiting: list[dict[str, Any]] = []
        self._asked = 0

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def write_raw(self, data: bytes) -> None:
        """Write raw bytes.

        Raises:
            DeviceError: if the device was disconnected.
        """
        try:
            self._port.write(data)
        except OSError as error:
            raise self._gone() from error

    def send(self, message: dict[str, object]) -> None:
        """Send one message; raises as :meth:`write_raw`."""
        self.write_raw(encode(message))

    def next_message(self, seconds: float) -> dict[str, Any] | None:
        """Return the next message; None after a time-out.

        Raises:
            DeviceError: if the device was disconnected.
        """
        deadline = time.monotonic() + seconds
        while not self._waiting:
            if time.monotonic() >= deadline:
                return None
            try:
                data = self._port.read(max(1, self._port.in_waiting))
            except OSError as error:
                raise self._gone() from error
            for line in self._splitter.feed(data):
                message = decode(line)
                taken = None if message is None else sound(message)
                if taken is None:
                    self.bad_lines += 1
                else:
                    self._waiting.append(taken)
        return self._waiting.pop(0)

    def wait(self, kinds: Collection[str], seconds: float) -> dict[str, Any] | None:
        """Return the next message of one of ``kinds``, None after a time-out; key events are stored for later."""
        deadline = time.monotonic() + seconds
        while True:
            message = self.next_message(max(0.0, deadline - time.monotonic()))
            if message is None or message.get("t") in kinds:
                return message
            if message.get("t") in {"key", "tag"}:
                self._store(message)

    def _store(self, message: dict[str, Any]) -> None:
        """Store a key event once, keys and tags in buffers of the same size."""
        alike = [each for each in self.pressed if each.get("t") == message.get("t")]
        if message not in alike and len(alike) < _MOST_KEPT:
            self.pressed.append(message)

    def hello(self, seconds: float) -> dict[str, Any] | None:
        """Send ``hail`` until the device answers ``hello``; return that, None after a time-out.

        If the device could not use a file, its ``fault`` line is added under the key ``fault``.
        """
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.send({"t": "hail", "v": PROTOCOL})
            hello = self.wait({"hello"}, _HAIL_SECONDS)
            if hello is not None:
                if "w" in hello:
                    hello["fault"] = self._fault(str(hello["w"]))
                return hello
        return None

    def _fault(self, message_of_hello: str) -> FileFault:
        """Return the file the device could not use: from its ``fault`` line; older firmware has it in ``hello``."""
        message = self.wait({"fault"}, _HAIL_SECONDS)
        return FileFault(message_of_hello) if message is None else fault_of(message)

    def probe(self, **wanted: object) -> dict[str, Any]:
        """Send a ``probe`` and return its answer.

        Args:
            wanted: ``p``, ``i`` and ``c``: panel, light (-1 for all) and colour; nothing to read facts only.

        Raises:
            DeviceError: if there is no answer: the firmware is too old or has crashed.
        """
        self._asked += 1
        self.send({"t": "probe", "n": self._asked, **wanted})
        return self._answer("probed")

    def pulse(self) -> dict[str, Any]:
        """Send a ``beat`` and return the ``pulse``; raises as :meth:`probe`."""
        self._asked += 1
        self.send({"t": "beat", "n": self._asked})
        return self._answer("pulse")

    def _answer(self, kind: str) -> dict[str, Any]:
        deadline = time.monotonic() + _ANSWER_SECONDS
        while True:
            answer = self.wait({kind}, max(0.0, deadline - time.monotonic()))
            if answer is None:
                raise DeviceError(
                    text("The device at {port} did not answer. 'riverlight device update' may help.", port=self._name)
                )
            if answer.get("n") == self._asked:
                return answer

    def press(self, seconds: float) -> dict[str, Any] | None:
        """Return the next ``key`` or ``tag`` and acknowledge it; None after a time-out."""
        message = self.pressed.pop(0) if self.pressed else self.wait({"key", "tag"}, seconds)
        if message is not None:
            self.send({"t": "took", "b": message.get("b"), "n": message.get("n")})
        return message

    def sense_or_key(self, seconds: float) -> dict[str, Any] | None:
        """Return the next ``sense``, ``sensed``, ``key`` or ``tag`` and acknowledge it; None after a time-out."""
        message = self.pressed.pop(0) if self.pressed else self.wait({"sense", "sensed", "key", "tag"}, seconds)
        if message is not None:
            kind = "took" if message["t"] in {"key", "tag"} else "seen"
            self.send({"t": kind, "b": message["b"], "n": message["n"]})
        return message

    def _gone(self) -> DeviceError:
        return DeviceError(text("The device at {port} was disconnected. Plug it in again.", port=self._name))


def greet(path: str, seconds: float = 1.0) -> dict[str, Any] | None:
    """Return the ``hello`` of the device at a port; None after a time-out.

    Raises:
        DeviceError: if the port cannot be opened or is disconnected.
    """
    with DeviceClient(ports.open_serial(path), path) as client:
        return client.hello(seconds)
