"""Table, record and lights together with the firmware's own files on the simulated Pico."""

import pytest
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.table.lights import LightsController
from riverlight.table.record import Store
from riverlight.table.session import Table


@pytest.fixture
def pico():
    """A simulated Pico on the stepped clock."""
    with SimulatedPico(clock="stepped") as made:
        yield made


def host(folder, pico):
    """Return a host's record and its keeper of ``pico``, to be closed."""
    store = Store(folder)

    def link(**calls):
        return Link(lambda: open_serial(pico.port), clock=pico, is_simulated=True, **calls)

    return store, LightsController(store, link, pico)


def type_keys(pico, keeper, keys):
    for key in keys:
        pico.press(key)
    keeper.link.settle(20)


def test_a_long_take_back_key_plays_the_entry_again(tmp_path, pico):
    store, keeper = host(tmp_path, pico)
    with store, keeper:
        table = Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 1)
        keeper.attach(table)
        keeper.link.wait_ready(30)
        type_keys(pico, keeper, "12")
        assert len(table.history.entries) == 2
        type_keys(pico, keeper, "#")
        assert len(table.history.entries) == 1
        pico.press("#", hold_ms=1500)
        keeper.link.settle(20)
        assert [move for _, move in table.history.moves] == ["dealer 0", "place start2"]
        assert keeper.link.status.mismatches == 0


def test_a_pulled_device_is_lit_again_as_the_game_stands(tmp_path, pico):
    store, keeper = host(tmp_path, pico)
    with store, keeper:
        table = Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 1)
        keeper.attach(table)
        keeper.link.wait_ready(30)
        type_keys(pico, keeper, "1")
        pico.pull()
        table.press("3")
        pico.plug()
        keeper.link.wait_ready(30)
        keeper.link.settle(20)
        type_keys(pico, keeper, "11")
        assert [move for _, move in table.history.moves][1:] == ["place start3", "place start1", "place start2"]
        assert keeper.link.status.mismatches == 0
        assert table.snapshot("table")["device"]["state"] == "ready"


@pytest.mark.parametrize("pressed_without_a_host", ["", "A7", "A73"])
def test_a_host_that_stops_and_starts_again_loses_no_press_and_takes_none_twice(tmp_path, pico, pressed_without_a_host):
    store, keeper = host(tmp_path, pico)
    with store, keeper:
        table = Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 1)
        keeper.attach(table)
        keeper.link.wait_ready(30)
        type_keys(pico, keeper, "1111")
        before = table.history.moves
        assert len(before) == 4
    for key in pressed_without_a_host:
        pico.press(key)
    store, keeper = host(tmp_path, pico)
    with store, keeper:
        table = Table.resume(store, 1)
        assert table.snapshot("table")["arrange"].startswith("Set up the board like this: Ada on ")
        keeper.attach(table)
        keeper.link.wait_ready(30)
        pico.advance(2000)  # presses that nobody took are sent again
        keeper.link.settle(20)
        expected = {"": [], "A7": [(-1, "trump R7")], "A73": [(-1, "trump R7"), (1, "pace 3")]}
        assert table.history.moves == before + expected[pressed_without_a_host]
        type_keys(pico, keeper, "A72"[len(pressed_without_a_host) :])
        assert table.history.moves[: len(before)] == before
        assert len(table.history.moves) == len(before) + 2
        assert keeper.link.status.mismatches == 0
