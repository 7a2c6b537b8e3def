"""A strip on a Raspberry Pi's own pins: Adafruit's library itself, with nothing replaced but what writes to the pin."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.devices.raspberry import RaspberryStrip
from riverlight.devices.talk import greet
from riverlight.errors import DeviceError

from tests.host.devices.scripted_pico import wait_until


class _Pin:
    """What digitalio makes of a pin."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.direction = None
        self.is_given_back = False

    def deinit(self) -> None:
        """Give it back."""
        self.is_given_back = True


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """What goes to the pin, frame by frame, on a computer that passes for a Raspberry Pi."""
    pytest.importorskip("adafruit_pixelbuf", reason="adafruit-circuitpython-neopixel is not installed")
    frames: list[bytes] = []
    stand_ins: dict[str, dict[str, Any]] = {
        "board": {"D18": "GPIO18"},
        "digitalio": {"DigitalInOut": _Pin, "Direction": SimpleNamespace(OUTPUT="out")},
        "neopixel_write": {"neopixel_write": lambda pin, buffer: frames.append(bytes(buffer)) if pin.name else None},
    }
    for name, content in stand_ins.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "neopixel", raising=False)
    yield frames
    sys.modules.pop("neopixel", None)


def set_up(folder: Path, *chains: dict[str, object]) -> Path:
    (folder / "settings.json").write_text(
        json.dumps({"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 4, **chain} for chain in chains]})
    )
    return folder


@pytest.mark.parametrize(("order", "size"), [("GRB", 3), ("RGB", 3), ("GRBW", 4)])
def test_the_firmwares_frames_reach_the_pin_in_the_strips_order(
    written: list[bytes], tmp_path: Path, order: str, size: int
) -> None:
    seen: list[int] = []
    with RaspberryStrip(set_up(tmp_path, {"order": order})) as strip:
        strip.on_frame = lambda chain, _words: seen.append(chain)
        assert greet(strip.port, 60) is not None
        wait_until(lambda: len(written) > 30)
        pixels = strip._pixels
    blue = order.index("B")
    assert {len(frame) for frame in written} == {4 * size}
    lit = [{at % size for at, value in enumerate(frame) if value} for frame in written[:-1]]
    assert set().union(*lit) <= {blue, order.index("G")}, "without a board it breathes blue"
    assert any(blue in places for places in lit)
    assert written[-1] == bytes(4 * size), "in the end it is dark"
    assert pixels.pin.is_given_back
    assert set(seen) == {0}, "whoever watches sees the frames too"


def test_a_strip_of_wire_stays_as_it_is_whatever_board_lies_on_the_table(written: list[bytes], tmp_path: Path) -> None:
    with RaspberryStrip(set_up(tmp_path, {})) as strip:
        port, before = strip.port, (tmp_path / "settings.json").read_text()
        strip.wire_for(shipped("pyramid").core)
        assert (strip.port, (tmp_path / "settings.json").read_text()) == (port, before)
    assert written


def test_settings_with_several_chains_are_refused(written: list[bytes], tmp_path: Path) -> None:
    folder = set_up(tmp_path, {"panel": "tomb"}, {"panel": "shrine"})
    with pytest.raises(DeviceError, match="drive one chain"):
        RaspberryStrip(folder)
    assert written == []


def test_a_pin_that_cannot_be_used_is_told(
    written: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert written == []
    monkeypatch.delattr(sys.modules["board"], "D18")
    with pytest.raises(DeviceError, match="The pin D18 cannot be used"):
        RaspberryStrip(set_up(tmp_path, {}))


def test_on_another_computer_or_without_the_library_it_is_told_what_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "board", None)
    with pytest.raises(DeviceError, match=r"pip install 'riverlight\[neopixel\]'"):
        RaspberryStrip(set_up(tmp_path, {}))

    def refuse(_name: str) -> ModuleType:
        raise NotImplementedError("Board not supported")

    monkeypatch.setattr("riverlight.devices.raspberry.import_module", refuse)
    with pytest.raises(DeviceError, match="no pins for a strip of lights"):
        RaspberryStrip(set_up(tmp_path, {}))
