"""A device's messages are validated field by field: types and sizes that the firmware sends, or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from riverlight.boards import load
from riverlight.devices.client import DeviceClient
from riverlight.devices.link import Link
from riverlight.devices.replies import sound
from riverlight.devices.status import Key

from shared_rules.line import FROM_HOST, FROM_PICO, encode
from tests.tools.fuzz.lines import MESSAGES_OF_PICO

HELLO: dict[str, Any] = dict(MESSAGES_OF_PICO[0])


def test_what_the_firmware_sends_is_taken_as_it_is() -> None:
    assert {message["t"] for message in MESSAGES_OF_PICO} == set(FROM_PICO)
    for message in MESSAGES_OF_PICO:
        assert sound(message) == message


@pytest.mark.parametrize(
    "bad",
    [
        {"l": [["main", 3]]},
        {"l": {"main": "3"}},
        {"l": {"main": -1}},
        {"l": {"ma\nin": 3}},
        {"l": dict.fromkeys("abcde", 1)},
        {"k": 3},
        {"k": True},
        {"a": -1},
        {"a": 1 << 63},
        {"a": "1"},
        {"h": "0badcafe0"},
        {"f": 1},
    ],
    ids=str,
)
def test_a_part_of_another_kind_or_size_is_as_though_it_had_not_been_sent(bad: dict[str, Any]) -> None:
    (name,) = bad
    assert sound(HELLO | bad) == {part: value for part, value in HELLO.items() if part != name}


@pytest.mark.parametrize(
    "bad",
    [
        {"t": None},
        {"t": ["key"]},
        HELLO | {"v": "1"},
        HELLO | {"b": "b" * 17},
        HELLO | {"b": None},
        HELLO | {"b": ""},
        {"t": "key", "b": "", "n": 1, "k": "1"},
        {"t": "tag", "b": "", "n": 1, "i": "01020304"},
        {"t": "key", "b": "a1b2c3", "n": 1, "k": "12"},
        {"t": "key", "b": "a1b2c3", "n": 1.0, "k": "1"},
        {"t": "tag", "b": "a1b2c3", "n": 1},
        {"t": "boarded", "h": "0badcafe", "o": -120},
        {"t": "pulse"},
    ],
    ids=str,
)
def test_a_line_without_a_part_that_it_needs_is_none(bad: dict[str, Any]) -> None:
    assert sound(bad) is None


def test_of_our_own_line_come_back_the_type_is_told() -> None:
    for kind in FROM_HOST:
        assert sound({"t": kind, "n": [[]]}) == {"t": kind}


def test_what_people_read_is_cut_and_can_be_printed() -> None:
    assert sound({"t": "crash", "e": "a\nb\x1b" + "c" * 400}) == {"t": "crash", "e": "a?b?" + "c" * 116}


class Saying:
    """A port that says some lines and is gone."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.written = b""

    @property
    def in_waiting(self) -> int:
        """How much there is to say."""
        return len(self.data)

    def read(self, size: int = 1, /) -> bytes:
        """Return what is left."""
        if not self.data:
            raise OSError
        data, self.data = self.data[:size], self.data[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Take note."""
        self.written += data
        return len(data)

    def close(self) -> None:
        """Be closed."""


def taken(*messages: dict[str, Any]) -> Link:
    """Return a link that has read ``messages`` in this thread."""
    port = Saying(b"".join(map(encode, messages)))
    link = Link(lambda: port, "the port", load("canyon").core, on_key=lambda _key: None)
    link._try_to_open()
    while link.status.state != "disconnected":
        link._read()
    return link


@pytest.mark.parametrize(
    "bad",
    [
        {"t": ["key"]},
        {"t": "key", "b": "a1b2c3", "n": 1, "k": "7" * 200},
        {"t": "boarded", "h": load("canyon").core.hash, "o": 10**200},
        {"t": "boarded", "h": load("canyon").core.hash, "o": 1 << 20},
        HELLO | {"b": "b" * 90},
        HELLO | {"a": 1 << 63},
        HELLO | {"l": "main"},
        {"t": "crash", "e": {"e": 1}},
    ],
    ids=lambda bad: str(bad)[:40],
)
def test_nothing_that_a_device_says_ends_the_thread_that_reads_it(bad: dict[str, Any]) -> None:
    link = taken(HELLO, bad, HELLO | {"b": "c4c4c4"})
    assert link.status.boot == "c4c4c4"
    assert len(link.status.sentence) < 300


def test_what_cannot_be_taken_is_counted_as_a_bad_line() -> None:
    assert taken(HELLO, {"t": "key", "k": 7}, {"t": "pulse"}).status.bad_lines == 2
    with DeviceClient(Saying(encode({"t": "pulse"}) + encode(HELLO)), "the port") as client:
        assert client.next_message(1.0) == HELLO
        assert client.bad_lines == 1


def test_a_press_of_more_than_one_key_is_no_press() -> None:
    pressed: list[Key] = []
    lines = (HELLO, {"t": "key", "b": HELLO["b"], "n": 1, "k": "12"}, {"t": "key", "b": HELLO["b"], "n": 1, "k": "3"})
    port = Saying(b"".join(map(encode, lines)))
    link = Link(lambda: port, "the port", on_key=pressed.append)
    link._try_to_open()
    while link.status.state != "disconnected":
        link._read()
    assert [(key.number, key.key) for key in pressed] == [(1, "3")]
