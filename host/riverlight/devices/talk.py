"""Lines asked and answered in turn, with one device on an open port: for what a person waits for, step by step."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from riverlight.closing import Closing
from riverlight.devices import ports
from riverlight.devices.replies import sound
from riverlight.errors import DeviceError
from riverlight.languages.text import text
from shared_rules.line import PROTOCOL, Splitter, decode, encode

__all__ = ["Talk", "greet"]

_HAIL_SECONDS = 0.3  # a board that is just starting hears no greeting before its program listens
_ANSWER_SECONDS = 1.0


class Talk(Closing):
    """A conversation; close it, or use it as a context manager: the port is closed with it.

    Args:
        port: an open port.
        name: the port's, for people.

    Attributes:
        bad_lines: lines that did not check, among what came.
        pressed: the ``key`` and ``tag`` messages that have come and were not asked for yet.
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
        """Give the port back."""
        self._port.close()

    def say(self, data: bytes) -> None:
        """Write bytes as they are.

        Raises:
            DeviceError: when the device has gone.
        """
        try:
            self._port.write(data)
        except OSError as error:
            raise self._gone() from error

    def send(self, message: dict[str, object]) -> None:
        """Send one message; raises as :meth:`say`."""
        self.say(encode(message))

    def next_message(self, seconds: float) -> dict[str, Any] | None:
        """Return the next message, None when none comes in time.

        Raises:
            DeviceError: when the device has gone.
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
        """Return the next message of one of ``kinds``, None when none comes in time; presses are kept for later."""
        deadline = time.monotonic() + seconds
        while True:
            message = self.next_message(max(0.0, deadline - time.monotonic()))
            if message is None or message.get("t") in kinds:
                return message
            if message.get("t") in {"key", "tag"}:
                self.pressed.append(message)

    def hello(self, seconds: float) -> dict[str, Any] | None:
        """Hail the device until it says hello; return that, None when it does not in time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.send({"t": "hail", "v": PROTOCOL})
            hello = self.wait({"hello"}, _HAIL_SECONDS)
            if hello is not None:
                return hello
        return None

    def probe(self, **wanted: object) -> dict[str, Any]:
        """Send a ``probe`` and return its answer.

        Args:
            wanted: ``p``, ``i`` and ``c``: panel, light (-1 for all) and colour to be lit; nothing for facts alone.

        Raises:
            DeviceError: when there is no answer: the firmware is too old for it, or has died.
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
                    text("The board at {port} did not answer: 'riverlight device update' may help.", port=self._name)
                )
            if answer.get("n") == self._asked:
                return answer

    def press(self, seconds: float) -> dict[str, Any] | None:
        """Return the next ``key`` or ``tag``, told to the device as safe; None when none comes in time."""
        message = self.pressed.pop(0) if self.pressed else self.wait({"key", "tag"}, seconds)
        if message is not None:
            self.send({"t": "took", "b": message.get("b"), "n": message.get("n")})
        return message

    def _gone(self) -> DeviceError:
        return DeviceError(text("The board at {port} has gone: plug it in again.", port=self._name))


def greet(path: str, seconds: float = 1.0) -> dict[str, Any] | None:
    """Ask what is behind a port for its ``hello`` and return it; None where none comes in time.

    Raises:
        DeviceError: when the port cannot be opened, or goes away.
    """
    with Talk(ports.open_serial(path), path) as talk:
        return talk.hello(seconds)
