"""Single lights of a device, lit by hand: on a simulated strip that lies somehow, or on a port that is not there."""

import time

import pytest
from riverlight.boards import shipped
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError
from riverlight.workshop.calibrate import practice_strip
from riverlight.workshop.single_light import ALL, SingleLight

DEADLINE_S = 60  # a machine that does much else at once is slow, not wrong

PYRAMID = shipped("pyramid").document
NIAGARA = shipped("niagara").document
WHITE = 0xFFFFFF


@pytest.fixture(scope="module")
def single_light():
    """A simulated device with a strip laid for practice."""
    with SingleLight() as used:
        yield used


def shining(single_light, panel, light):
    return [shine.space for shine in single_light.shining(panel, light)]


def test_each_light_shines_alone_where_the_strip_lies(single_light):
    strip = practice_strip(NIAGARA)
    assert single_light.select_panel(NIAGARA, "main") == len(strip)
    for light in (0, 7, len(strip) - 1):
        single_light.light("main", light, WHITE)
        assert shining(single_light, "main", light) == [strip[light]]


def test_all_lights_shine_at_once_until_they_are_let_go(single_light):
    single_light.select_panel(NIAGARA, "main")
    single_light.light("main", ALL, 0x00FF00)
    shines = single_light.shining("main", ALL)
    assert [shine.colour & 0xFF00FF for shine in shines] == [0] * len(NIAGARA["spaces"])
    single_light.light("main", None, 0)
    deadline = time.monotonic() + DEADLINE_S
    while single_light.shining("main", ALL) == shines:
        assert time.monotonic() < deadline


def test_a_board_with_other_chains_gets_them(single_light):
    single_light.select_panel(NIAGARA, "main")
    assert single_light.select_panel(PYRAMID, "shrine") == len(PYRAMID["spaces"])
    single_light.light("shrine", 3, WHITE)
    assert shining(single_light, "shrine", 3) == [practice_strip(PYRAMID)[3]]


def test_keys_pressed_on_the_device_are_told_once(single_light):
    single_light.select_panel(NIAGARA, "main")
    single_light.press("*")
    deadline = time.monotonic() + DEADLINE_S
    while not (keys := single_light.pressed()):
        assert time.monotonic() < deadline
    assert keys == ["*"]
    assert single_light.pressed() == []


def test_a_port_that_is_not_there_is_named_each_time():
    with SingleLight("/dev/no-such-port") as single_light:
        for _ in range(2):
            with pytest.raises(DeviceError, match="There is no port /dev/no-such-port"):
                single_light.select_panel(NIAGARA, "main")


def test_a_device_on_a_port_is_lit_and_a_chain_that_it_lacks_is_named_with_those_it_has():
    with SimulatedPico() as pico, SingleLight(pico.port) as other:
        assert other.select_panel(NIAGARA, "main") == 150
        with pytest.raises(DeviceError, match=r"no chain tomb\. Its chains: main with 150 lights"):
            other.select_panel(PYRAMID, "tomb")
        other.light("main", 5, WHITE)
        assert other.shining("main", 5) == []  # of a strip on a port nobody sees where it shines
        deadline = time.monotonic() + DEADLINE_S
        while [light for light, colour in enumerate(pico.lights()) if any(colour)] != [5]:
            assert time.monotonic() < deadline
