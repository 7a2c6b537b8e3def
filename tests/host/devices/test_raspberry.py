"""A strip on a Raspberry Pi's own pins: Adafruit's library itself, with nothing replaced but the lowest calls."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from riverlight.boards import shipped
from riverlight.devices.client import greet
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.raspberry import RaspberryStrip
from riverlight.errors import DeviceError

from tests.host.devices.scripted_pico import wait_until


class _LowestCalls(ModuleType):
    """The extension module ``_rpi_ws281x``, which writes to the pin: everything above it is the real library.

    Attributes:
        frames: the words of each frame that was written.
        result: what ``ws2811_init`` and ``ws2811_render`` return; -5 is what it returns without the rights of root.
    """

    WS2811_SUCCESS = 0
    WS2811_STRIP_RGB = 0x00100800
    SK6812_STRIP_RGBW = 0x18100800

    def __init__(self) -> None:
        super().__init__("_rpi_ws281x")
        self.frames: list[list[int]] = []
        self.init_result = self.render_result = 0
        self.is_open = False
        self._set: dict[str, int] = {}
        self._leds: dict[int, int] = {}
        for name in ("count", "gpionum", "invert", "brightness", "strip_type"):
            setattr(self, f"ws2811_channel_t_{name}_set", partial(self._remember, name))
            setattr(self, f"ws2811_channel_t_{name}_get", lambda _channel, name=name: self._set[name])
        for name in ("new_ws2811_t", "delete_ws2811_t", "ws2811_t_freq_set", "ws2811_t_dmanum_set", "ws2811_fini"):
            setattr(self, name, lambda *_: "strip")
        self.__spec__ = ModuleSpec("_rpi_ws281x", None)

    def _remember(self, name: str, channel: int, value: int) -> None:
        if channel == 0 and (name != "gpionum" or value):
            self._set[name] = value

    def ws2811_channel_get(self, _strip: object, number: int) -> int:
        return number

    def ws2811_init(self, _strip: object) -> int:
        return self.init_result

    def ws2811_get_return_t_str(self, result: int) -> str:
        return f"result {result}"

    def ws2811_led_set(self, _channel: int, light: int, word: int) -> None:
        self._leds[light] = word

    def ws2811_render(self, _strip: object) -> int:
        if self.render_result == 0:
            self.frames.append([self._leds[light] for light in sorted(self._leds)])
        return self.render_result


class _Request(SimpleNamespace):
    def reconfigure_lines(self, _lines: object) -> None:
        """Accept a direction."""

    def set_value(self, _line: object, _value: object) -> None:
        """Accept a level."""

    def release(self) -> None:
        """Give the line back."""


def gpiod() -> ModuleType:
    """Return ``gpiod``, the kernel's GPIO lines, with one controller."""
    module = ModuleType("gpiod")
    module.__version__ = "2.3.0"
    module.__spec__ = ModuleSpec("gpiod", None)
    values = SimpleNamespace(INACTIVE=0, ACTIVE=1)
    module.line = SimpleNamespace(
        Value=values,
        Direction=SimpleNamespace(INPUT=0, OUTPUT=1),
        Bias=SimpleNamespace(DISABLED=0, PULL_UP=1, PULL_DOWN=2),
        Drive=SimpleNamespace(PUSH_PULL=0, OPEN_DRAIN=1),
    )
    module.LineSettings = SimpleNamespace
    module.Chip = lambda _path: SimpleNamespace(request_lines=lambda **_: _Request(), close=lambda: None)
    return module


def forget_blinka() -> None:
    for name in list(sys.modules):
        if name.split(".")[0] in BLINKA:
            del sys.modules[name]


BLINKA = ("adafruit_blinka", "board", "digitalio", "microcontroller", "neopixel")
BLINKA += ("neopixel_write", "adafruit_pixelbuf", "_pixelbuf")


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[_LowestCalls]:
    """A computer that passes for a Raspberry Pi 4, with the real Blinka, pins and NeoPixel library."""
    pytest.importorskip("adafruit_pixelbuf", reason="adafruit-circuitpython-neopixel is not installed")
    forget_blinka()
    lowest = _LowestCalls()
    monkeypatch.setenv("BLINKA_FORCECHIP", "BCM2XXX")
    monkeypatch.setenv("BLINKA_FORCEBOARD", "RASPBERRY_PI_4B")
    monkeypatch.setitem(sys.modules, "_rpi_ws281x", lowest)
    monkeypatch.setitem(sys.modules, "gpiod", gpiod())
    board = import_module("adafruit_platformdetect.board")
    monkeypatch.setattr(board.Board, "_pi_rev_code", lambda _self: 0xC03114)  # of /proc/cpuinfo: a Pi 4
    pin = import_module("adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin")
    monkeypatch.setattr(pin.Pin, "_open_chip", lambda _self: sys.modules["gpiod"].Chip("gpiochip0"))
    yield lowest
    forget_blinka()


def set_up(folder: Path, *chains: dict[str, object]) -> Path:
    (folder / "settings.json").write_text(
        json.dumps({"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 4, **chain} for chain in chains]})
    )
    return folder


@pytest.mark.parametrize(("order", "size"), [("GRB", 3), ("RGB", 3), ("GRBW", 4)])
def test_the_firmwares_frames_reach_the_pin_in_the_strips_order(
    pi: _LowestCalls, tmp_path: Path, order: str, size: int
) -> None:
    seen: list[int] = []
    with RaspberryStrip(set_up(tmp_path, {"order": order})) as strip:
        strip.on_frame = lambda chain, _words: seen.append(chain)
        assert greet(strip.port, 60) is not None
        wait_until(lambda: len(pi.frames) > 30)
    assert {len(frame) for frame in pi.frames} == {4}
    # rpi_ws281x sends a word's bytes as they stand, so they have the strip's own order (white is its first byte).
    shifts = {"GRB": (16, 8, 0), "RGB": (16, 8, 0), "GRBW": (16, 8, 0, 24)}[order]
    lit = {
        letter
        for frame in pi.frames
        for word in frame
        for letter, at in zip(order, shifts, strict=True)
        if word >> at & 255
    }
    assert "B" in lit, "without a board it breathes blue"
    assert lit <= {"B", "G"}
    assert pi.frames[0] == pi.frames[-1] == [0, 0, 0, 0], "at first and in the end it is dark"
    assert len(shifts) == size
    assert set(seen) == {0}, "whoever watches sees the frames too"


def test_a_strip_of_wire_stays_as_it_is_whatever_board_lies_on_the_table(pi: _LowestCalls, tmp_path: Path) -> None:
    with RaspberryStrip(set_up(tmp_path, {})) as strip:
        port, before = strip.port, (tmp_path / "settings.json").read_text()
        strip.wire_for(shipped("pyramid").core)
        assert (strip.port, (tmp_path / "settings.json").read_text()) == (port, before)
    assert pi.frames


def test_settings_with_several_chains_are_refused(pi: _LowestCalls, tmp_path: Path) -> None:
    folder = set_up(tmp_path, {"panel": "tomb"}, {"panel": "shrine"})
    with pytest.raises(DeviceError, match="drive one chain"):
        RaspberryStrip(folder)
    assert pi.frames == []


def test_without_the_rights_it_says_so_before_a_page_is_served(pi: _LowestCalls, tmp_path: Path) -> None:
    pi.init_result = -5
    with pytest.raises(DeviceError, match=r"requires running with sudo.*start Riverlight with sudo"):
        RaspberryStrip(set_up(tmp_path, {}))


def test_a_strip_that_fails_later_is_a_lost_device_and_says_why(pi: _LowestCalls, tmp_path: Path) -> None:
    with RaspberryStrip(set_up(tmp_path, {})) as strip, Link(lambda: open_serial(strip.port)) as link:
        link.wait_ready(60)
        pi.render_result = -13
        wait_until(lambda: link.status.state == "disconnected")
        assert "ws2811_render failed with code -13 (result -13)" in link.status.sentence
        assert strip.process_id is None


def test_on_another_computer_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> ModuleType:
        raise NotImplementedError("Board not supported")

    monkeypatch.setattr("riverlight.devices.raspberry.import_module", refuse)
    with pytest.raises(DeviceError, match="no pins for a strip of lights"):
        RaspberryStrip(set_up(tmp_path, {}))


@pytest.mark.parametrize("missing", ["board", "_rpi_ws281x", "gpiod"])
def test_a_missing_package_is_named_with_the_command_that_installs_all(
    pi: _LowestCalls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    forget_blinka()
    monkeypatch.setitem(sys.modules, missing, None)
    command = f"{sys.executable} -m pip install adafruit-circuitpython-neopixel rpi_ws281x gpiod"
    with pytest.raises(DeviceError, match=f"{missing}.*{re.escape(command)}"):
        RaspberryStrip(set_up(tmp_path, {}))
    assert pi.frames == []
