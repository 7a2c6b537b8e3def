"""Presses and tags over the link: each is taken once, in order, and acknowledged when it is safe."""

from __future__ import annotations

import threading

import pytest
from riverlight.devices.link import Link
from riverlight.devices.status import Key, Tag
from riverlight.errors import RecordError

from tests.host.devices.scripted_pico import ScriptedPico, wait_until

pytestmark = pytest.mark.usefixtures("any_light_will_do", "no_thread_is_left")


def test_a_press_is_acknowledged_only_when_it_is_safe() -> None:
    pico = ScriptedPico()
    went_on = threading.Event()
    taken: list[Key] = []

    def take(key: Key) -> None:
        assert pico.said_to("took") == []
        assert went_on.wait(5)
        taken.append(key)

    with Link(pico.open, on_key=take) as link:
        link.wait_ready()
        pico.key(1, "A")
        went_on.set()
        link.settle()
    assert taken == [Key("aaaaaa", 1, "A", long=False, keypad=0)]
    assert pico.said_to("took") == [{"t": "took", "b": "aaaaaa", "n": 1}]


def test_no_press_is_taken_twice_or_out_of_order() -> None:
    pico = ScriptedPico()
    taken: list[str] = []
    with Link(pico.open, on_key=lambda key: taken.append(key.key)) as link:
        link.wait_ready()
        pico.key(2, "B")  # the first was lost on the way
        link.settle()
        assert taken == []
        assert pico.said_to("took") == []
        for number, key in ((1, "A"), (2, "B"), (1, "A"), (2, "B"), (3, "C")):
            pico.key(number, key)
        link.settle()
    assert taken == ["A", "B", "C"]
    assert [took["n"] for took in pico.said_to("took")] == [1, 2, 2, 2, 3]


def test_a_press_that_could_not_be_kept_is_asked_for_again() -> None:
    pico = ScriptedPico()
    taken: list[str] = []
    is_full = True

    def take(key: Key) -> None:
        if is_full:
            raise RecordError("The disk is full.")
        taken.append(key.key)

    with Link(pico.open, on_key=take) as link:
        link.wait_ready()
        pico.key(1, "A")
        link.settle()
        assert pico.said_to("took") == []
        assert link.status.sentence == "A key press could not be saved: The disk is full."
        is_full = False
        pico.key(1, "A")
        link.settle()
    assert taken == ["A"]


def test_presses_safe_before_a_restart_of_the_host_are_not_taken_again() -> None:
    pico = ScriptedPico()
    taken: list[int] = []
    safe = {"aaaaaa": 4}
    link = Link(pico.open, on_key=lambda key: taken.append(key.number), last_press=lambda boot: safe.get(boot, 0))
    with link:
        link.wait_ready()
        for number in (3, 4, 5):
            pico.key(number, "1")
        link.settle()
    assert taken == [5]
    assert [took["n"] for took in pico.said_to("took")] == [4, 4, 5]


def test_presses_that_a_device_no_longer_keeps_are_not_waited_for() -> None:
    pico = ScriptedPico()
    pico.kept_after = 7
    taken: list[int] = []
    with Link(pico.open, on_key=lambda key: taken.append(key.number)) as link:
        link.wait_ready()
        pico.key(8, "1")
        link.settle()
    assert taken == [8]


def test_the_presses_of_a_new_start_wait_for_its_hello() -> None:
    pico = ScriptedPico()
    taken: list[tuple[str, int]] = []
    with Link(pico.open, on_key=lambda key: taken.append((key.boot, key.number))) as link:
        link.wait_ready()
        pico.boot = "bbbbbb"
        pico.key(1, "1")
        wait_until(lambda: link.status.boot == "bbbbbb")
        pico.key(1, "1")
        link.settle()
    assert taken == [("bbbbbb", 1)]


def test_without_anybody_to_take_presses_the_device_keeps_them() -> None:
    pico = ScriptedPico()
    with Link(pico.open) as link:
        link.wait_ready()
        pico.key(1, "1")
        link.settle()
    assert pico.said_to("took") == []


def test_tags_are_numbered_among_the_presses() -> None:
    pico = ScriptedPico()
    taken: list[Key | Tag] = []
    with Link(pico.open, on_key=taken.append, on_tag=taken.append) as link:
        link.wait_ready()
        pico.key(1, "1")
        pico.say({"t": "tag", "b": "aaaaaa", "n": 2, "i": "04a1b2"})
        link.settle()
    assert taken == [Key("aaaaaa", 1, "1", long=False, keypad=0), Tag("aaaaaa", 2, "04a1b2")]


def test_nothing_is_taken_from_a_device_that_has_not_said_hello() -> None:
    """Not even under an empty boot id, which no hello has announced either."""
    pico = ScriptedPico()
    pico.mute = {"hail"}
    taken: list[object] = []
    with Link(pico.open, on_key=taken.append, on_tag=taken.append) as link:
        wait_until(pico.types)
        for number, boot in enumerate(("", "aaaaaa"), start=1):
            pico.say({"t": "key", "b": boot, "n": number, "k": "5", "l": 0, "x": 0})
            pico.say({"t": "tag", "b": boot, "n": number, "i": "01020304"})
        pico.mute = set()
        link.wait_ready()
        link.settle()
    assert taken == []
