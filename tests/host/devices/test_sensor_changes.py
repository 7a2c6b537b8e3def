"""Changes of sensors are taken once and in order; a whole state stands for all before it."""

from __future__ import annotations

from typing import Any

import pytest
from riverlight.devices.sensor_changes import SensorChanges
from riverlight.errors import RecordError


def sense(number: int, position: int, state: int, boot: str = "a1") -> dict[str, Any]:
    return {"t": "sense", "b": boot, "n": number, "p": position, "s": state}


def sensed(number: int, state: str, boot: str = "a1") -> dict[str, Any]:
    return {"t": "sensed", "b": boot, "n": number, "d": state}


def seen(number: int, boot: str = "a1") -> dict[str, object]:
    return {"t": "seen", "b": boot, "n": number}


def test_each_change_is_taken_once_and_in_order() -> None:
    taken: list[int] = []
    changes = SensorChanges(taken.append)
    assert changes.handle(sense(1, 0, 1)) is None  # no state of this start is known
    assert changes.handle(sensed(3, "0100")) == seen(3)
    assert changes.handle(sense(5, 9, 1)) is None  # one is missing
    assert changes.handle(sense(4, 9, 1)) == seen(4)
    assert changes.handle(sense(4, 9, 1)) == seen(4)
    assert changes.handle(sense(5, 0, 0)) == seen(5)
    assert taken == [1, 513, 512]


def test_another_start_begins_with_its_whole_state() -> None:
    taken: list[int] = []
    changes = SensorChanges(taken.append)
    changes.handle(sensed(7, "01"))
    assert changes.handle(sense(1, 1, 1, "b2")) is None
    assert changes.handle(sensed(0, "02", "b2")) == seen(0, "b2")
    assert changes.handle(sensed(0, "xy", "b2")) is None
    assert taken == [1, 2]


def test_what_could_not_be_stored_is_taken_when_it_comes_again() -> None:
    faults = [RecordError("disk is full")]
    taken: list[int] = []

    def take(occupied: int) -> None:
        if occupied and faults:
            raise faults.pop()
        taken.append(occupied)

    changes = SensorChanges(take)
    changes.handle(sensed(0, "00"))
    with pytest.raises(RecordError):
        changes.handle(sense(1, 2, 1))
    assert changes.handle(sense(1, 2, 1)) == seen(1)
    assert taken == [0, 4]


def test_where_nobody_wants_them_they_are_acknowledged() -> None:
    assert SensorChanges(None).handle(sensed(2, "ff")) == seen(2)
