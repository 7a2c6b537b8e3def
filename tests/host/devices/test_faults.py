"""Files that a device cannot use, and missing parts, are reported in sentences, wherever people look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from riverlight import boards
from riverlight.boards.sensors import with_sensors
from riverlight.commands import device
from riverlight.devices.client import DeviceClient
from riverlight.devices.faults import FileFault, fault_of, reason_of
from riverlight.devices.fitting import lights_sentences
from riverlight.devices.link import Link
from riverlight.devices.ports import FoundPort, open_serial
from riverlight.devices.settings_file import parse_settings
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

from firmware.settings import Settings
from tests.host.devices.scripted_pico import ScriptedPico, wait_until

CANYON = boards.shipped("canyon").core
PYRAMID = boards.shipped("pyramid").core
WHOLE = (
    "The device's settings.json cannot be used, so the default settings apply: brightness needs a whole number from "
    "0 to 255, not 300. Fix it with 'riverlight device install --settings FILE'."
)


def pico_with(folder: Path, content: bytes) -> SimulatedPico:
    """Return a simulated Pico with these settings on its flash."""
    (folder / "settings.json").write_bytes(content)
    return SimulatedPico(folder)


def test_settings_that_cannot_be_used_are_told_whole_on_the_page_and_by_every_command(tmp_path: Path) -> None:
    with pico_with(tmp_path, b'{"riverlight_settings": 1, "brightness": 300}') as pico:
        with Link(lambda: open_serial(pico.port), "the port", CANYON) as link:
            link.wait_ready()
            wait_until(lambda: link.status.warnings == (WHOLE,))
            assert (
                link.status.for_page(tells_current=True)["sentence"] == f"The device at the port is connected. {WHOLE}"
            )
            assert link.status.state == "ready"
        with DeviceClient(open_serial(pico.port), pico.port) as client:
            hello = client.hello(10)
            assert hello is not None
            assert hello["fault"].sentence == WHOLE
        found = FoundPort(pico.port, "E661", "Raspberry Pi Pico", kind="micropython")
        assert list(device.answer_of(found).findings) == [("bad", WHOLE)]


def test_settings_with_a_byte_order_mark_are_in_force(tmp_path: Path) -> None:
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 120}]}
    with (
        pico_with(tmp_path, b"\xef\xbb\xbf" + json.dumps(document).encode()) as pico,
        Link(lambda: open_serial(pico.port), "", CANYON) as link,
    ):
        link.wait_ready()
        assert link.status.panels == (("main", 120),)
        assert link.status.warnings == ()


def test_a_sentence_of_older_firmware_is_passed_on() -> None:
    pico = ScriptedPico(board_hash=CANYON.hash)
    pico.hello_more = {"w": "settings.json is set aside: brightness needs a"}
    pico.lights = {"main": 150}
    with Link(pico.open, "", CANYON) as link:
        link.wait_ready()
        assert link.status.warnings == (
            "The device could not use a file when it started: settings.json is set aside: brightness needs a",
        )


def test_a_fault_ends_with_the_start_that_told_it() -> None:
    pico = ScriptedPico(board_hash=CANYON.hash)
    pico.lights = {"main": 150}
    pico.hello_more = {"w": "settings.json"}
    with Link(pico.open, "", CANYON) as link:
        link.wait_ready()
        pico.say({"t": "fault", "f": "settings.json", "k": "boolean", "n": "buzzer", "v": "2", "m": 0})
        wait_until(lambda: "buzzer must be true or false, not 2." in " ".join(link.status.warnings))
        pico.hello_more = {}
        pico.boot = "bbbbbb"
        pico.say_raw(b"MPY: soft reboot\n")
        wait_until(lambda: link.status.boot == "bbbbbb")
        assert link.status.warnings == ()


@pytest.mark.parametrize(
    ("lights", "board", "sentences"),
    [
        ({"main": 117}, CANYON, []),
        ({"main": 300, "spare": 5}, CANYON, []),
        (
            {"main": 60},
            CANYON,
            ["The device has 60 lights on panel main, but the map needs 117: the missing ones stay dark."],
        ),
        (
            {"tomb": 300},
            PYRAMID,
            [
                f"The device has no panel shrine, but the map needs {len(dict(PYRAMID.panels)['shrine'])} lights "
                "there: that part stays dark."
            ],
        ),
    ],
)
def test_lights_that_are_missing_are_told_with_the_numbers(
    lights: dict[str, int], board: object, sentences: list[str]
) -> None:
    assert lights_sentences(lights, board) == sentences  # type: ignore[arg-type]


@pytest.mark.usefixtures("any_light_will_do")
def test_a_game_goes_on_with_too_few_lights_and_the_page_says_so() -> None:
    pico = ScriptedPico(board_hash=CANYON.hash)
    pico.lights = {"main": 60}
    with Link(pico.open, "", CANYON) as link:
        link.wait_ready()
        link.show("main", {"g": "canyon", "c": [0, 1], "s": 0, "a": 0, "n": 0, "m": 0})
        link.settle()
        assert "60 lights on panel main, but the map needs 117" in link.status.for_page(tells_current=True)["sentence"]


def test_the_map_on_the_board_is_found_again_by_its_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    found = FoundPort("/dev/ttyACM0", "E661", "Raspberry Pi Pico", kind="micropython")
    hello = {"h": CANYON.hash, "l": {"main": 60}}
    monkeypatch.setattr(device, "greet", lambda _path: hello)
    assert list(device.answer_of(found).findings) == [("note", *lights_sentences({"main": 60}, CANYON))]

    def refuse(_path: str) -> None:
        raise DeviceError("It has gone.")

    monkeypatch.setattr(device, "greet", refuse)
    assert list(device.answer_of(found).findings) == []
    assert list(device.answer_of(FoundPort("/dev/x", "", "debug probe", kind="debug probe")).findings) == []


def test_too_few_sensors_on_the_board_are_found_by_the_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    sensed = with_sensors(boards.shipped("canyon"))
    found = FoundPort("/dev/ttyACM0", "E661", "Raspberry Pi Pico", kind="micropython")
    monkeypatch.setattr(device, "load", lambda _name: sensed)
    for reads, sentences in ((114, []), (8, ["reads 8 sensors"]), (None, ["reads 0 sensors"])):
        hello = {"h": sensed.core.hash, "l": {"main": 117}, "s": reads}
        monkeypatch.setattr(device, "greet", lambda _path, hello=hello: hello)
        told = [finding.sentence for finding in device.answer_of(found).findings]
        assert [f"The device {words}, but the map needs 114: set sensors in its settings." for words in sentences] == [
            sentence.removesuffix(" Until then, enter those moves by keys.") for sentence in told
        ]


def test_settings_for_reader_and_sensors_at_once_are_refused() -> None:
    document = {**Settings().document(), "card_reader": True, "sensors": 8}
    with pytest.raises(DeviceError, match="the sensors use the pins of the card reader: use one or the other"):
        parse_settings(document)


def test_a_kind_of_newer_firmware_is_told_all_the_same() -> None:
    fault = fault_of({"t": "fault", "f": "settings.json", "k": "phase", "n": "moon", "v": "'full'"})
    assert fault == FileFault("settings.json", "phase", "moon", "'full'", 0)
    assert "phase moon 'full', which this program does not know." in fault.sentence


def test_every_kind_that_the_firmware_names_has_a_sentence() -> None:
    import ast

    from firmware import settings

    kinds = {
        node.args[0].value
        for node in ast.walk(ast.parse(Path(settings.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "_unusable"
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(kinds) > 15
    for kind in kinds:
        assert "does not know" not in reason_of(str(kind), "name", "value", 1)
