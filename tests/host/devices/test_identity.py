"""A device is recognised by its USB serial number, and no other is opened in its place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from riverlight.devices import ports
from riverlight.devices.identity import KnownDevice
from riverlight.devices.link import Link
from riverlight.devices.ports import found_ports
from riverlight.errors import DeviceError
from serial.tools import list_ports

from tests.host.devices.scripted_pico import ScriptedPico, wait_until

PICO = (0x2E8A, 0x0005)
PROBE = (0x2E8A, 0x000C)
BRIDGE = (0x1A86, 0x7523)


def usb(
    path: str, number: str | None = "AAAA", ids: tuple[int, int] = PICO, at: str | None = "1-1", **words: str
) -> SimpleNamespace:
    """Return what pyserial says of a port."""
    vid, pid = ids
    return SimpleNamespace(
        device=path, vid=vid, pid=pid, serial_number=number, location=at, description="some device", **words
    )


Plug = Callable[..., None]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Have these ports plugged in, and no other."""

    def plug(*plugged: SimpleNamespace) -> None:
        monkeypatch.setattr(list_ports, "comports", lambda: list(plugged))

    return plug


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are opened."""
    paths: list[str] = []

    def open_serial(path: str) -> Any:
        paths.append(path)
        return SimpleNamespace(close=lambda: paths.append("closed"))

    monkeypatch.setattr(ports, "open_serial", open_serial)
    return paths


def test_after_a_replug_the_device_is_found_by_its_serial_number(plug: Plug, opened: list[str]) -> None:
    """Faults that others met: after replugging the port has another name and nothing reconnects."""
    device = KnownDevice("/dev/ttyACM0")
    for plugged in (
        [usb("/dev/ttyACM0")],
        [usb("/dev/ttyACM0", "BBBB", at="1-2"), usb("/dev/ttyACM1", at="1-3")],
        [usb("/dev/ttyACM7", at="1-4")],
    ):
        plug(*plugged)
        device.open()
    assert opened == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM7"]


@pytest.mark.parametrize(
    "other",
    [
        usb("/dev/ttyACM0", "BBBB"),
        usb("/dev/ttyACM0", None),
        usb("/dev/ttyACM0", "AAAA", ids=BRIDGE),
        usb("/dev/ttyACM0", "AAAA", ids=(0x2341, 0x0043)),
        None,
    ],
    ids=["another-serial", "no-serial", "another-maker", "an-arduino", "nothing"],
)
def test_while_the_device_is_missing_whatever_has_its_name_is_not_opened(
    plug: Plug, opened: list[str], other: SimpleNamespace | None
) -> None:
    device = KnownDevice("/dev/ttyACM0")
    plug(usb("/dev/ttyACM0"))
    device.open()
    plug(*([] if other is None else [other]))
    with pytest.raises(DeviceError, match=r"not connected\. Plug in the one with serial number AAAA"):
        device.open()
    assert opened == ["/dev/ttyACM0"]


def test_windows_names_change_likewise(plug: Plug, opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverlight.devices.identity.sys", SimpleNamespace(platform="win32"))
    device = KnownDevice(r"\\.\com3")
    plug(usb("COM3", at=None))
    device.open()
    plug(usb("COM3", "BBBB", at=None), usb("COM5", at=None))
    device.open()
    assert opened == ["COM3", "COM5"]


def test_a_macos_port_is_known_under_either_of_its_names(plug: Plug) -> None:
    device = KnownDevice("/dev/tty.usbmodem101")
    plug(usb("/dev/cu.usbmodem101"))
    assert device.find() == "/dev/cu.usbmodem101"
    plug(usb("/dev/cu.usbmodem201", at="2-1"))
    assert device.find() == "/dev/cu.usbmodem201"


def test_a_link_by_id_is_followed_to_its_port(plug: Plug, opened: list[str], tmp_path: Path) -> None:
    port = tmp_path / "ttyACM0"
    port.write_bytes(b"")
    by_id = tmp_path / "usb-MicroPython_Board_in_FS_mode_AAAA-if00"
    by_id.symlink_to(port)
    device = KnownDevice(str(by_id))
    plug(usb(str(port)))
    device.open()
    plug(usb(str(port), "BBBB"))
    with pytest.raises(DeviceError, match="not connected"):
        device.open()
    assert opened == [str(port)]


def test_of_boards_with_the_same_serial_number_the_one_at_its_socket_is_taken(plug: Plug) -> None:
    device = KnownDevice("/dev/ttyACM0")
    plug(usb("/dev/ttyACM0", at="1-1"), usb("/dev/ttyACM1", at="1-2"))
    assert device.find() == "/dev/ttyACM0"
    plug(usb("/dev/ttyACM0", at="1-2"), usb("/dev/ttyACM1", at="1-1"))
    assert device.find() == "/dev/ttyACM1"
    plug(usb("/dev/ttyACM0", at="1-2"))
    with pytest.raises(DeviceError, match="if there are several, use the same USB socket as before"):
        device.find()


def test_a_device_with_several_ports_of_its_own_keeps_the_one_that_was_named(plug: Plug) -> None:
    device = KnownDevice("/dev/ttyACM1")
    plug(usb("/dev/ttyACM0", at="1-1:1.0"), usb("/dev/ttyACM1", at="1-1:1.2"))
    assert device.find() == "/dev/ttyACM1"
    plug(usb("/dev/ttyACM3", at="1-4:1.0"), usb("/dev/ttyACM4", at="1-4:1.2"))
    assert device.find() == "/dev/ttyACM4"


def test_without_a_serial_number_the_socket_and_the_ids_have_to_be_the_same(plug: Plug) -> None:
    device = KnownDevice("/dev/ttyUSB0")
    plug(usb("/dev/ttyUSB0", None, BRIDGE, "1-1"))
    assert device.find() == "/dev/ttyUSB0"
    plug(usb("/dev/ttyUSB0", None, BRIDGE, "1-2"), usb("/dev/ttyUSB1", None, BRIDGE, "1-1"))
    assert device.find() == "/dev/ttyUSB1"
    for other in (usb("/dev/ttyUSB1", None, BRIDGE, "1-2"), usb("/dev/ttyUSB1", None, PROBE, "1-1")):
        plug(other)
        with pytest.raises(DeviceError, match="Plug it into the same USB socket as before"):
            device.find()


def test_where_the_system_tells_no_socket_the_name_has_to_be_the_same(plug: Plug) -> None:
    device = KnownDevice("/dev/ttyUSB0")
    plug(usb("/dev/ttyUSB0", None, BRIDGE, None))
    assert device.find() == "/dev/ttyUSB0"
    assert device.find() == "/dev/ttyUSB0"
    plug(usb("/dev/ttyUSB1", None, BRIDGE, None))
    with pytest.raises(DeviceError, match="not connected"):
        device.find()


def test_a_pseudo_terminal_is_known_by_its_name(plug: Plug) -> None:
    plug(usb("/dev/ttyACM0"))
    device = KnownDevice("/dev/pts/7")
    assert [device.find(), device.find()] == ["/dev/pts/7"] * 2


@pytest.mark.parametrize(
    ("stranger", "sentence"),
    [
        (usb("/dev/ttyACM0", ids=PROBE), "is a debug probe. Connect the Pico with its own USB cable"),
        (usb("/dev/ttyACM0", ids=(0x239A, 0x80F4)), "runs CircuitPython, but Riverlight needs MicroPython"),
    ],
    ids=["probe", "circuitpython"],
)
def test_what_is_surely_no_board_of_ours_is_not_opened_though_it_was_named(
    plug: Plug, opened: list[str], stranger: SimpleNamespace, sentence: str
) -> None:
    plug(stranger)
    with pytest.raises(DeviceError, match=sentence):
        KnownDevice("/dev/ttyACM0").open()
    assert opened == []


def test_a_device_that_takes_the_name_while_the_port_is_opened_is_left_at_once(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = KnownDevice("/dev/ttyACM0")
    plug(usb("/dev/ttyACM0"))
    device.find()
    written: list[bytes] = []
    closed: list[bool] = []

    def open_serial(_path: str) -> Any:
        plug(usb("/dev/ttyACM0", "BBBB"))
        return SimpleNamespace(close=lambda: closed.append(True), write=written.append)

    monkeypatch.setattr(ports, "open_serial", open_serial)
    with pytest.raises(DeviceError, match="serial number AAAA"):
        device.open()
    assert (written, closed) == ([], [True])


@pytest.mark.usefixtures("any_light_will_do", "no_thread_is_left")
def test_a_link_writes_nothing_to_a_stranger_and_goes_on_with_its_own_device(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = ScriptedPico(), ScriptedPico()
    at = {"/dev/ttyACM0": mine}
    monkeypatch.setattr(ports, "open_serial", lambda path: at[path].open())
    monkeypatch.setattr("riverlight.devices.link.OPEN_SECONDS", 0.01)
    plug(usb("/dev/ttyACM0"))
    with Link(KnownDevice("/dev/ttyACM0").open, "/dev/ttyACM0", time_scale=0.1) as link:
        link.wait_ready()
        at["/dev/ttyACM0"] = other
        plug(usb("/dev/ttyACM0", "BBBB", at="1-2"))
        mine.pull()
        wait_until(lambda: link.status.state == "disconnected" and "AAAA" in link.status.sentence)
        mine.plug("bbbbbb")
        at["/dev/ttyACM1"] = mine
        plug(usb("/dev/ttyACM0", "BBBB", at="1-2"), usb("/dev/ttyACM1"))
        wait_until(lambda: link.status.boot == "bbbbbb")
    assert other.ports == []
    assert bytes(other.raw) == b""


@pytest.mark.parametrize(
    ("ids", "words", "kind", "description"),
    [
        (PICO, {}, "micropython", "Raspberry Pi Pico"),
        (PROBE, {"manufacturer": "Raspberry Pi", "product": "Debug Probe (CMSIS-DAP)"}, "debug probe", "debug probe"),
        ((0x2E8A, 0x0004), {}, "debug probe", "debug probe"),
        ((0x2E8A, 0x000A), {"product": "Pico"}, "other", "Raspberry Pi board"),
        ((0x2E8A, 0x000B), {}, "circuitpython", "CircuitPython board"),
        (
            (0x239A, 0x80F2),
            {"manufacturer": "MicroPython", "product": "Board in FS mode"},
            "micropython",
            "Adafruit board with MicroPython",
        ),
        (
            (0x239A, 0x80F2),
            {"manufacturer": "Adafruit", "product": "Feather RP2040", "interface": "CircuitPython CDC control"},
            "circuitpython",
            "CircuitPython board",
        ),
        ((0x239A, 0x80F2), {"manufacturer": "Microsoft"}, "other", "Adafruit board"),
        ((0x1FFB, 0x2043), {"product": "Pico MicroPython"}, "micropython", "board with MicroPython"),
        (BRIDGE, {"manufacturer": "wch.cn"}, "other", "some device"),
    ],
)
def test_boards_are_told_apart(
    plug: Plug, ids: tuple[int, int], words: dict[str, str], kind: str, description: str
) -> None:
    plug(usb("/dev/ttyACM0", ids=ids, **words))
    (port,) = found_ports()
    assert (port.kind, port.description) == (kind, description)


def test_a_path_that_leads_nowhere_is_left_to_the_system_to_refuse(plug: Plug, tmp_path: Path) -> None:
    plug()
    with pytest.raises(DeviceError, match="There is no port"):
        KnownDevice(os.fspath(tmp_path / "nothing")).open()


def test_a_link_goes_on_when_ports_cannot_be_listed_for_a_while(monkeypatch: pytest.MonkeyPatch, plug: Plug) -> None:
    """It tries again, as for any port that is not there."""
    pico = ScriptedPico()
    monkeypatch.setattr(ports, "open_serial", lambda _path: pico.open())
    known = KnownDevice("/dev/ttyACM0")

    def fail() -> None:
        raise TypeError

    monkeypatch.setattr(list_ports, "comports", fail)
    with Link(known.open, "the port") as link:
        wait_until(lambda: "of this computer cannot be listed" in link.status.sentence)
        plug(usb("/dev/ttyACM0"))
        link.wait_ready()


def test_a_serial_number_is_said_in_signs_that_can_be_printed(plug: Plug, opened: list[str]) -> None:
    number = "\x1b[2J" + "7" * 100
    plug(usb("/dev/ttyACM0", number))
    known = KnownDevice("/dev/ttyACM0")
    known.open()
    assert opened == ["/dev/ttyACM0"]
    plug()
    with pytest.raises(DeviceError) as missing:
        known.find()
    assert f"serial number ?[2J{'7' * 36}; if there are several" in missing.value.sentence
