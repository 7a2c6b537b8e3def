"""The devices next to the pages: a simulated Pico, and one on a port with a mirror for the page's lights."""

import time
from pathlib import Path

import pytest
from riverlight.devices import raspberry
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web import devices
from riverlight.web.devices import device_named, pico_on, simulated_pico

DEADLINE_S = 30


def until(condition):
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path) as opened:
        yield opened


@pytest.fixture
def table(store):
    return Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 3)


def is_ready(table):
    return table.snapshot("table")["device"]["state"] == "ready"


def test_a_simulated_pico_is_pressed_by_the_page_and_shows_its_lights(store, table):
    pictures = []
    with simulated_pico(store) as device:
        device.watch(lambda chain, colours: pictures.append((chain, colours)))
        device.attach(table)
        until(lambda: is_ready(table))
        assert device.press("1")
        until(lambda: len(table.history.entries) == 1)
        until(lambda: pictures and any(pictures[-1][1]))
    chain, colours = pictures[-1]
    assert chain == 0
    assert len(colours) >= 3 * len(table.head.board.core.panels[0][1])


def test_a_pico_on_a_port_brings_its_keys_while_its_mirror_shows_its_lights(store, table):
    pictures = []
    with SimulatedPico() as real, pico_on(real.port, store) as device:
        device.watch(lambda _chain, colours: pictures.append(colours))
        device.attach(table)
        until(lambda: is_ready(table))
        assert not table.snapshot("table")["device"]["simulated"]
        assert not device.press("1")  # nobody but a finger presses its keys
        real.press("1")
        until(lambda: len(table.history.entries) == 1)
        until(lambda: pictures and any(pictures[-1]))
        assert table.snapshot("table")["device"]["mismatches"] == 0


def test_a_port_that_is_not_there_is_told_in_the_terminal_as_on_the_page(store, table, tmp_path, capsys):
    """Reported once, and again once it is there after all."""
    port = tmp_path / "ttyACM0"
    told = []

    def reads(words):
        told.append(capsys.readouterr().err)
        return words in "".join(told)

    with SimulatedPico() as real, pico_on(str(port), store) as device:
        device.attach(table)
        until(lambda: reads(f"There is no port {port}. Plug the device in"))
        until(lambda: table.snapshot("table")["device"]["state"] == "disconnected")
        port.symlink_to(real.port)
        until(lambda: is_ready(table))
        until(lambda: reads(f"The device at {port} is connected."))
    assert "".join(told).count("There is no port") == 1


def test_what_is_wrong_on_a_connected_pico_is_told_in_the_terminal_as_on_the_page(store, table, tmp_path, capsys):
    (tmp_path / "settings.json").write_text('{"riverlight_settings": 1, "brightness": 300}')
    with SimulatedPico(tmp_path) as real, pico_on(real.port, store) as device:
        device.attach(table)
        until(lambda: is_ready(table))
        until(lambda: "not 300. Fix it" in table.snapshot("table")["device"]["sentence"])
    told = capsys.readouterr().err
    assert told.count("brightness needs a whole number from 0 to 255, not 300.") == 1


@pytest.mark.parametrize(
    ("name", "port", "uf2", "sentence"),
    [
        ("raspberry", "/dev/x", None, "--port names a Pico, --device another device, raspberry"),
        ("emulator", None, None, "--device emulator and --uf2 FILE"),
        ("pico", None, Path("x.uf2"), "--device emulator and --uf2 FILE"),
        ("wled", None, None, "--device wled and --wled ADDRESS"),
    ],
)
def test_devices_that_do_not_go_together_are_refused(store, name, port, uf2, sentence):
    with pytest.raises(DeviceError, match=sentence):
        device_named(name, store, port, uf2)


def test_the_strip_of_a_raspberry_pi_is_kept_like_a_simulated_pico(store, tmp_path, monkeypatch):
    monkeypatch.setattr(devices, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(raspberry, "RaspberryStrip", SimulatedPico)
    with device_named("raspberry", store) as device:
        assert device.press("1") is True
    assert (tmp_path / "raspberry" / "main.py").is_file()
