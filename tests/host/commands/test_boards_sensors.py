"""``riverlight boards sensors``: the proposed chain, and the chain as a magnet finds it."""

from __future__ import annotations

from typing import Any

import pytest
from riverlight.boards import load, shipped
from riverlight.boards.lint import check
from riverlight.boards.sensors import propose_sensors, sensor_spaces
from riverlight.commands.boards_sensors import find_sensors
from riverlight.errors import DeviceError

PROPOSED = propose_sensors(shipped("canyon").document)


def test_the_proposed_chain_follows_the_lights_and_each_side_has_registers_of_its_own(run: Any, folder: Any) -> None:  # noqa: ARG001
    code, out, _ = run("boards", "sensors", "canyon", "--id", "felt")
    assert (code, out.splitlines()[-1].split(": ")[-1]) == (0, "114 sensors.")
    board = load("felt")
    assert check(board.document) == []
    spaces = sensor_spaces(board, "main")
    lights = {space["id"]: min(space["leds"]["main"]) for space in board.document["spaces"]}
    assert [lights[spaces[at]] for at in sorted(spaces)] == sorted(lights[space] for space in spaces.values())
    run("boards", "sensors", "pyramid", "--id", "maze")
    sides = [set(sensor_spaces(load("maze"), panel)) for panel in ("tomb", "shrine")]
    assert {at // 8 for at in sides[0]}.isdisjoint({at // 8 for at in sides[1]})


def test_a_board_whose_pieces_cannot_be_sensed_gets_none(run: Any, folder: Any) -> None:  # noqa: ARG001
    code, _, err = run("boards", "sensors", "niagara", "--id", "felt")
    assert code != 0
    assert "The pieces of niagara cannot be sensed" in err


class Client:
    """A device whose sensors are wired backwards; it feels a magnet on each light, or presses the key named there."""

    def __init__(self, keys: dict[int, list[str]]) -> None:
        self.lit: list[int] = []
        self._keys = keys
        self._news: list[dict[str, Any]] = []

    def hello(self, _seconds: float) -> dict[str, Any]:
        """Have sensors."""
        return {"s": 114}

    def probe(self, **wanted: object) -> dict[str, Any]:
        """Light a light."""
        if wanted:
            light = int(str(wanted["i"]))
            self.lit.append(light)
            keys = self._keys.get(light)
            news = {"t": "key", "k": keys.pop(0)} if keys else {"t": "sense", "p": 113 - light % 114, "s": 1}
            self._news = [{"t": "sense", "p": 5, "s": 0}, news]
        return {}

    def sense_or_key(self, _seconds: float) -> dict[str, Any] | None:
        """Say what is new."""
        return self._news.pop() if self._news else None


def test_each_space_is_lit_and_gets_the_sensor_that_feels_the_magnet_there() -> None:
    first = min(space["leds"]["main"][0] for space in PROPOSED["spaces"] if "sensor" in space)
    client = Client({first + 1: ["*"], first + 3: ["#", "D"]})
    told: list[str] = []
    found = find_sensors(client, PROPOSED, told.append)
    sensed = {space["leds"]["main"][0]: space["sensor"]["main"] for space in found["spaces"] if "sensor" in space}
    assert first + 1 not in sensed
    assert all(position == 113 - light % 114 for light, position in sensed.items())
    assert len(sensed) == 113
    assert client.lit.count(first + 2) == 2
    assert "put the magnet on" in told[0]
    assert check(found) == []


def test_a_device_without_sensors_is_told_so() -> None:
    client = Client({})
    client.hello = lambda _seconds: {}  # type: ignore[method-assign]
    with pytest.raises(DeviceError, match="set sensors in its settings"):
        find_sensors(client, PROPOSED, print)
