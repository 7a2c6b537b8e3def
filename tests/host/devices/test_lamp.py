"""Single lights of a device, lit by hand: on a simulated strip that lies somehow, or on a port that is not there."""

import time

import pytest
from riverlight.boards import shipped
from riverlight.boards.calibrate import practice_strip
from riverlight.devices.lamp import ALL, Lamp
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

PYRAMID = shipped("pyramid").document
NIAGARA = shipped("niagara").document
WHITE = 0xFFFFFF


@pytest.fixture(scope="module")
def lamp():
    """A simulated device with a strip laid for practice."""
    with Lamp() as used:
        yield used


def shining(lamp, panel, light):
    return [shine.space for shine in lamp.shining(panel, light)]


def test_each_light_shines_alone_where_the_strip_lies(lamp):
    strip = practice_strip(NIAGARA)
    assert lamp.look_at(NIAGARA, "main") == len(strip)
    for light in (0, 7, len(strip) - 1):
        lamp.light("main", light, WHITE)
        assert shining(lamp, "main", light) == [strip[light]]


def test_all_lights_shine_at_once_until_they_are_let_go(lamp):
    lamp.look_at(NIAGARA, "main")
    lamp.light("main", ALL, 0x00FF00)
    shines = lamp.shining("main", ALL)
    assert [shine.colour & 0xFF00FF for shine in shines] == [0] * len(NIAGARA["spaces"])
    lamp.light("main", None, 0)
    deadline = time.monotonic() + 5
    while lamp.shining("main", ALL) == shines:
        assert time.monotonic() < deadline


def test_a_board_with_other_chains_gets_them(lamp):
    lamp.look_at(NIAGARA, "main")
    assert lamp.look_at(PYRAMID, "shrine") == len(PYRAMID["spaces"])
    lamp.light("shrine", 3, WHITE)
    assert shining(lamp, "shrine", 3) == [practice_strip(PYRAMID)[3]]

def test_keys_pressed_on_the_device_are_told_once(lamp):
    lamp.look_at(NIAGARA, "main")
    lamp.press("*")
    deadline = time.monotonic() + 5
    while not (keys := lamp.pressed()):
        assert time.monotonic() < deadline
    assert keys == ["*"]
    assert lamp.pressed() == []


def test_a_port_that_is_not_there_is_named_each_time():
    with Lamp("/dev/no-such-port") as lamp:
        for _ in range(2):
            with pytest.raises(DeviceError, match="There is no port /dev/no-such-port"):
                lamp.look_at(NIAGARA, "main")


def test_a_device_on_a_port_is_lit_and_a_chain_that_it_lacks_is_named_with_those_it_has():
    with SimulatedPico() as pico, Lamp(pico.port) as other:
        assert other.look_at(NIAGARA, "main") == 150
        with pytest.raises(DeviceError, match="no chain called tomb; it has main with 150 lights"):
            other.look_at(PYRAMID, "tomb")
        other.light("main", 5, WHITE)
        assert other.shining("main", 5) == []  # of a strip on a port nobody sees where it shines
        deadline = time.monotonic() + 5
        while [light for light, colour in enumerate(pico.lights()) if any(colour)] != [5]:
            assert time.monotonic() < deadline
