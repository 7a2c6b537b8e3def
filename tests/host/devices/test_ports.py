"""Serial ports: error messages, and finding a device again under another name."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from riverlight.devices import ports
from riverlight.devices.client import greet
from riverlight.devices.ports import found_ports, open_serial
from riverlight.errors import DeviceError
from serial.tools import list_ports

from shared_rules.line import encode


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    if not hasattr(os, "openpty"):
        pytest.skip("this system has no pseudo terminals")
    ours, its = os.openpty()
    yield ours, os.ttyname(its)
    os.close(ours)
    os.close(its)


def usb(path: str, vid: int | None = 0x2E8A, pid: int = 0x0005, number: str | None = "E661") -> SimpleNamespace:
    """Return what pyserial says of a port."""
    return SimpleNamespace(device=path, vid=vid, pid=pid, serial_number=number, description="some device")


def test_a_port_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"There is no port .*nowhere\. Plug the device in"):
        open_serial(str(tmp_path / "nowhere"))


def test_what_is_no_serial_port_is_told(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    with pytest.raises(DeviceError, match="cannot be opened as a serial port"):
        open_serial(str(path))


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "You have no permission to open .*often dialout"),
        (errno.EBUSY, "is in use by another program"),
        (errno.EIO, "The device at .* was disconnected. Plug it in again"),
    ],
)
def test_the_system_s_reasons_become_sentences(monkeypatch: pytest.MonkeyPatch, number: int, sentence: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(DeviceError, match=sentence):
        open_serial("/dev/some")


def test_dtr_is_set_and_the_port_is_for_this_program_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults that others met: a host that does not set DTR gets no answer."""
    given: dict[str, object] = {}
    monkeypatch.setattr(serial, "Serial", lambda path, baud, **settings: given.update(settings, path=path, baud=baud))
    open_serial("/dev/some")
    assert given["exclusive"] is True
    assert "dsrdtr" not in given  # then pyserial raises DTR when it opens


def test_a_port_opens_once(terminal: tuple[int, str]) -> None:
    port = open_serial(terminal[1])
    with pytest.raises(DeviceError, match=r"is in use by another program\. Close that program first"):
        open_serial(terminal[1])
    port.close()
    open_serial(terminal[1]).close()


def test_ports_are_known_by_their_usb_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        list_ports,
        "comports",
        lambda: [
            usb("/dev/c", vid=0x239A, pid=0x80F4),
            usb("/dev/b", vid=0x0403, number=None),
            usb("/dev/a"),
            usb("/dev/ttyS0", vid=None),
        ],
    )
    found = [(port.path, port.description, port.serial_number, port.is_micropython) for port in found_ports()]
    assert found == [
        ("/dev/a", "Raspberry Pi Pico", "E661", True),
        ("/dev/b", "some device", "", False),
        ("/dev/c", "CircuitPython board", "E661", False),
    ]


@pytest.mark.parametrize("error", [TypeError("int() can't convert non-string"), OSError(19, "No such device")], ids=str)
def test_a_device_unplugged_while_ports_are_listed_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Errors of reading one that has gone come through pyserial."""
    told: list[Exception | list[SimpleNamespace]] = [error, error, [usb("/dev/ttyACM0")]]

    def comports() -> list[SimpleNamespace]:
        answer = told.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(list_ports, "comports", comports)
    assert [port.path for port in found_ports()] == ["/dev/ttyACM0"]
    told.extend([error] * 3)
    with pytest.raises(DeviceError, match="The serial ports of this computer cannot be listed"):
        found_ports()


def test_what_a_device_calls_itself_is_shown_in_signs_that_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = usb("/dev/ttyACM0", vid=0x1A86, pid=0x7523)
    lying.description = "\x1b[2Jboard" + "d" * 100
    monkeypatch.setattr(list_ports, "comports", lambda: [lying])
    assert found_ports()[0].description == "?[2Jboard" + "d" * 51


def test_opening_a_port_is_not_yet_an_answer(terminal: tuple[int, str]) -> None:
    """Faults that others met: opening a port reports success with no board there."""
    ours, path = terminal
    assert greet(path, 0.2) is None
    assert os.read(ours, 100).startswith(b'{"t":"hail","v":2}')


def test_a_greeting_that_is_lost_is_soon_repeated_however_long_the_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    greeted_at: list[float] = []

    class Starting:
        """A port whose board hears the third greeting."""

        in_waiting = 0

        def read(self, _size: int) -> bytes:
            """Let a moment pass; answer the third."""
            now[0] += 0.05
            return encode({"t": "hello", "v": 1, "b": "a1"}) if len(greeted_at) == 3 else b""

        def write(self, _data: bytes) -> None:
            """Note the greeting."""
            greeted_at.append(now[0])

        def close(self) -> None:
            """Be closed."""

    monkeypatch.setattr(ports, "open_serial", lambda _path: Starting())
    monkeypatch.setattr(ports.time, "monotonic", lambda: now[0])
    assert greet("/dev/some", 60) is not None
    assert greeted_at[-1] < 1


def test_a_hello_among_noise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = b'>>> \r\nnoise\xff\n{"t":"hello"}*00000000\n' + encode({"t": "hello", "v": 1, "b": "a1"})

    class Answering:
        """A port that answers at once."""

        in_waiting = len(answers)

        def read(self, size: int) -> bytes:
            """Return the answers."""
            return answers[:size]

        def write(self, data: bytes) -> None:
            """Take the question."""

        def close(self) -> None:
            """Be closed."""

    monkeypatch.setattr(ports, "open_serial", lambda _path: Answering())
    assert greet("/dev/some", 1) == {"t": "hello", "v": 1, "b": "a1"}


@pytest.mark.parametrize(
    ("listed", "sentence"), [(["COM3"], "in use by another program"), (["COM4"], "There is no port COM3")]
)
def test_on_windows_where_pyserial_gives_no_number_the_list_of_ports_says_why(
    monkeypatch: pytest.MonkeyPatch, listed: list[str], sentence: str
) -> None:
    def refuse(*_words: object, **_given: object) -> None:
        raise serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)")

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(serial, "Serial", refuse)
    monkeypatch.setattr(list_ports, "comports", lambda: [usb(path) for path in listed])
    with pytest.raises(DeviceError, match=sentence):
        open_serial("COM3")


def test_where_pyserial_knows_no_ports_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_NO_PYSERIAL", ImportError("no termios here"))
    assert found_ports() == []
    with pytest.raises(DeviceError, match=r"serial port \(no termios here\)"):
        open_serial("/dev/ttyACM0")
