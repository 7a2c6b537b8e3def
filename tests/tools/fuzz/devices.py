"""A device's messages to the host: during a game, and during install, test and teach."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any
from unittest import mock

from riverlight.boards import load
from riverlight.commands.device import answer_of
from riverlight.devices import checkup, client, ports
from riverlight.devices.checkup import Checkup
from riverlight.devices.client import DeviceClient
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.release import interpreter_of
from riverlight.devices.install.slots import read_state
from riverlight.devices.link import Link
from riverlight.devices.ports import FoundPort
from riverlight.devices.status import Key, Tag
from riverlight.devices.teaching import teach_tags
from riverlight.errors import DeviceError
from riverlight.games.registry import game_named
from riverlight.workshop.single_light import SingleLight

from shared_rules.line import FROM_HOST, Splitter, decode, encode
from tests.tools.fuzz.games import moments, read_game
from tests.tools.fuzz.lines import MESSAGES_OF_PICO, mutated, stream
from tests.tools.fuzz.mutate import in_parts, in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["TARGETS"]

_MOST_LINES = 60
_BOARD = load("niagara").core


@cache
def _position() -> dict[str, Any]:
    head, _written = read_game("niagara")
    return game_named("niagara").interface.position(moments("niagara")[3].view("main"), head, "main")


class _Port:
    """A port that says what it is given, as often as ``cut`` bytes at a time, and is gone then."""

    def __init__(self, data: bytes, cut: int = 64) -> None:
        self.written: list[bytes] = []
        self._data = data
        self._cut = cut

    @property
    def in_waiting(self) -> int:
        return min(len(self._data), self._cut)

    def read(self, size: int = 1, /) -> bytes:
        if not self._data:
            raise OSError
        data, self._data = self._data[:size], self._data[size:]
        return data

    def write(self, data: bytes, /) -> int:
        self.written.append(data)
        return len(data)

    def close(self) -> None:
        self._data = b""


def _hear(data: bytes) -> bool:
    """Have a link receive everything that a device sends, in this thread."""
    pressed: list[Key | Tag] = []
    port = _Port(data, 1 + len(data) % 97)
    link = Link(lambda: port, "PORT", _BOARD, on_key=pressed.append, on_tag=pressed.append, last_press=lambda _boot: 0)
    link.show("main", _position())
    link._try_to_open()
    was_ready = False
    while (status := link.status).state != "disconnected":
        link._read()
        link._session.send_due()
        was_ready = was_ready or status.state in ("ready", "loading")
        demand_sentence(status.sentence)
        json.dumps(status.for_page(tells_current=True))
        assert all(len(text) < 50 for text in (status.firmware, status.unique_id, status.boot))
    for line in port.written:
        message = decode(line)
        assert message is None or message["t"] in FROM_HOST
    for each in pressed:
        assert 0 < each.number < 1 << 31
        assert not isinstance(each, Key) or (len(each.key) == 1 and each.keypad in (0, 1))
    return was_ready


class _Answering(_Port):
    """A port that answers each line it gets with the next of a list, numbered as it was asked."""

    def __init__(self, lines: list[bytes]) -> None:
        super().__init__(b"")
        self._lines = lines
        self._said = bytearray()

    @property
    def in_waiting(self) -> int:
        return len(self._said)

    def read(self, size: int = 1, /) -> bytes:
        if not self._said:
            raise OSError
        data = bytes(self._said[:size])
        del self._said[:size]
        return data

    def write(self, data: bytes, /) -> int:
        for line in Splitter().feed(data):
            asked = decode(line)
            if asked is not None and self._lines:
                said = self._lines.pop(0)
                answer = decode(said)
                if answer is not None and "n" in asked and answer.get("n") == 1:
                    with suppress(ValueError):
                        said = encode({**answer, "n": asked["n"]})
                self._said += said
        return len(data)

    def close(self) -> None:
        self._said.clear()


class _Nobody:
    look_seconds = 0.0

    def sees(self, panel: str, light: int, colour: int) -> bool:  # noqa: ARG002
        return True

    def agrees(self, question: str) -> bool | None:  # noqa: ARG002
        return None

    def measures(self, panel: str, estimate_ma: int) -> int:  # noqa: ARG002
        return 7

    def will_press(self, keypad: int, key: str) -> float:  # noqa: ARG002
        return 1.0

    def will_lay_a_card(self) -> float:
        return 1.0


def _walk(port: _Port) -> bool:
    results = 0
    for result in Checkup(DeviceClient(port, "PORT"), _Nobody()).walk():
        results += 1
        assert f"{result.what} {result.sentence}".isprintable()
        assert len(result.sentence) < 400
        if results > _MOST_LINES:
            break
    return results > 0


def _teach(port: _Port) -> bool:
    taught = teach_tags(DeviceClient(port, "PORT"), lambda tag: tag[:1].upper(), 1.0, "123A456B789C*0#D")
    assert all(len(tag) <= 20 for tag in taught)
    return bool(taught)


def _single_light(port: _Port) -> bool:
    with mock.patch.object(ports, "open_serial", return_value=port), SingleLight("PORT") as opened:
        return opened.select_panel({"spaces": []}, "main") > 0


def _greet(port: _Port) -> bool:
    with mock.patch.object(ports, "open_serial", return_value=port):
        told = answer_of(FoundPort("PORT", "", "a Pico", kind="micropython"))
    assert told.words.isprintable()
    assert len(told.words) < 400
    return told.kind == "riverlight"


def _ask(data: bytes) -> bool:
    """Walk through the parts of a device, teach it, light it and greet it, whatever it answers."""
    lines = data.splitlines(keepends=True)[:_MOST_LINES]
    is_accepted = False
    steps: tuple[Callable[[_Port], bool], ...] = (_walk, _teach, _single_light, _greet)
    with mock.patch.multiple(checkup, _SETTLE_SECONDS=0.0), mock.patch.multiple(client, _ANSWER_SECONDS=0.0):
        for step in steps:
            try:
                is_accepted = step(_Answering(list(lines))) or is_accepted
            except DeviceError as error:
                demand_sentence(error)
    return is_accepted


class _Prompt:
    """A prompt that prints one thing after the other; the tools, which come first, print nothing."""

    def __init__(self, parts: list[str]) -> None:
        self._parts = parts

    def run(self, code: str) -> str:  # noqa: ARG002
        return self._parts.pop(0) if self._parts else ""


def _print(data: bytes) -> bool:
    """Ask a board at its prompt for its files and its kind, whatever it prints."""
    parts = data.decode("utf-8", "replace").split("\0")
    asked: tuple[Callable[[Any], Any], ...] = (
        interpreter_of,
        lambda prompt: Flash(prompt).hashes("a"),
        lambda prompt: Flash(prompt).read("slot"),
        lambda prompt: Flash(prompt).free_bytes(),
        lambda prompt: read_state(Flash(prompt)),
    )
    refused = 0
    for ask, part in zip(asked, [*parts, *[""] * len(asked)], strict=False):
        try:
            ask(_Prompt(part.split("\f")))
        except DeviceError as error:
            demand_sentence(error)
            refused += 1
    return refused == 0


def _walked() -> bytes:
    hello, probed, pulse = MESSAGES_OF_PICO[0], MESSAGES_OF_PICO[7], MESSAGES_OF_PICO[2]
    return stream([hello, *[probed] * 12, pulse, *[probed] * 12, MESSAGES_OF_PICO[4], pulse])


_PRINTED = b"\0".join(
    (
        *(b"('micropython', (1, 28, 0), 7942, 'rp2')\n", b"\f{'a/main.mpy': '%s'}\n" % (b"5d" * 32)),
        *(b"\fTrue\n\fb'a 0\\n'", b"\f786432\n", b"\fTrue\n\fb'b 1 a\\n'"),
    )
)

TARGETS = (
    Target(
        "device-line",
        lambda: [
            stream(MESSAGES_OF_PICO),
            stream([MESSAGES_OF_PICO[0], *MESSAGES_OF_PICO[4:6], {"t": "boarded", "h": _BOARD.hash, "o": 120}]),
            stream([{**MESSAGES_OF_PICO[0], "h": _BOARD.hash}, {"t": "lit", "p": "main", "r": 1, "d": ""}]),
        ],
        mutated,
        simple(_hear),
    ),
    Target(
        "device-answers",
        lambda: [_walked(), stream([MESSAGES_OF_PICO[0], *MESSAGES_OF_PICO[5:6] * 3, MESSAGES_OF_PICO[7]])],
        mutated,
        simple(_ask),
        examples=100,
    ),
    Target(
        "device-prompt",
        lambda: [_PRINTED],
        in_parts(b"\0", *[in_words(["{}", "()", "b''", "None", "'a'", "1", "True", "False", "(1,", "-1", "1e9"])] * 5),
        simple(_print),
        lambda: [b"[" * 5000, b"\0".join([b"(" * 3000] * 5), b"\0".join([b"9" * 5000] * 5), b"-" * 100_000],
    ),
)
