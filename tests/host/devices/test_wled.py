"""A WLED controller is sent what a Pico would show, by DDP: read here as the protocol's description says."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from riverlight.boards import shipped
from riverlight.devices.client import greet
from riverlight.devices.wled import WledStrip, packets
from riverlight.errors import DeviceError

from tests.host.devices.scripted_pico import wait_until


class Packet(NamedTuple):
    """One DDP packet: its flags, sequence, type, destination, offset and data."""

    version: int
    is_push: bool
    sequence: int
    kind: int
    destination: int
    offset: int
    data: bytes


def decoded(content: bytes) -> Packet:
    """Read a packet: a head of ten bytes, big-endian, as http://www.3waylabs.com/ddp describes it."""
    flags, sequence, kind, destination, offset, length = struct.unpack(">BBBBIH", content[:10])
    assert length == len(content) - 10
    assert flags & 0b00111110 == 0, "neither time code nor storage, reply or query"
    assert sequence & 0xF0 == 0
    return Packet(flags >> 6, bool(flags & 1), sequence, kind, destination, offset, content[10:])


@pytest.fixture
def controller() -> Iterator[socket.socket]:
    """Something that listens where a controller does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.settimeout(20)
        yield listening


def address_of(controller: socket.socket) -> str:
    return f"127.0.0.1:{controller.getsockname()[1]}"


def test_long_data_goes_in_packets_of_1440_bytes_of_which_the_last_pushes() -> None:
    data = bytes(range(256)) * 12
    found = [decoded(packet) for packet in packets(data, 900, 15)]
    assert b"".join(packet.data for packet in found) == data
    assert [packet.offset for packet in found] == [900, 2340, 3780]
    assert [packet.is_push for packet in found] == [False, False, True]
    assert [packet.sequence for packet in found] == [15, 1, 2], "0 stands for no sequence"
    assert {(packet.version, packet.kind, packet.destination) for packet in found} == {(1, 0x0B, 1)}
    assert decoded(packets(b"abcd", 0, 1, is_rgbw=True)[0]).kind == 0x1B


def test_the_firmwares_frames_reach_the_controller_as_red_green_blue(controller: socket.socket, tmp_path: Path) -> None:
    chains = [{"panel": "tomb", "lights": 2, "order": "BRG"}, {"panel": "shrine", "lights": 5, "order": "GRB"}]
    (tmp_path / "settings.json").write_text(json.dumps({"riverlight_settings": 1, "chains": chains}))
    seen: set[int] = set()
    received: list[Packet] = []
    with WledStrip(tmp_path, address_of(controller)) as strip:
        strip.on_frame = lambda chain, _words: seen.add(chain)
        assert greet(strip.port, 60) is not None
        while {packet.offset for packet in received if any(packet.data)} != {0, 15}:
            received.append(decoded(controller.recv(2000)))
        wait_until(lambda: seen == {0, 1})
    # The chains follow one another in the order of their names: shrine's five lights, then tomb's two.
    assert {(packet.offset, len(packet.data)) for packet in received} == {(0, 15), (15, 6)}
    assert all(packet.is_push for packet in received)
    for packet in received:
        lights = [packet.data[start : start + 3] for start in range(0, len(packet.data), 3)]
        assert all(red == 0 for red, _, _ in lights), "without a board it breathes blue"
    controller.settimeout(0.2)
    last: dict[int, bytes] = {}
    while True:
        try:
            packet = decoded(controller.recv(2000))
        except TimeoutError:
            break
        last[packet.offset] = packet.data
    assert last == {0: bytes(15), 15: bytes(6)}, "in the end it is dark"


def test_a_map_has_as_many_lights_as_it_needs(controller: socket.socket, tmp_path: Path) -> None:
    with WledStrip(tmp_path / "wled", address_of(controller)) as strip:
        strip.wire_for(shipped("pyramid").core)
        chosen = json.loads((tmp_path / "wled" / "settings.json").read_text(encoding="utf-8"))
        assert {chain["panel"]: chain["lights"] for chain in chosen["chains"]} == {"tomb": 82, "shrine": 82}
        assert chosen["supply_ma"] == 20_000, "WLED limits the current by itself"
        while (packet := decoded(controller.recv(2000))).offset != 3 * 82:
            pass
        assert len(packet.data) == 3 * 82


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("", "is at a name or an IP address"),
        ("wled.invalid:99999", "is at a name or an IP address"),
        (":4048", "is at a name or an IP address"),
        ("256.1.1.1", "No WLED controller is found at 256.1.1.1"),
        ("a" * 300, "No WLED controller is found at aaa"),
    ],
)
def test_an_address_that_is_none_gets_a_sentence(address: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=sentence):
        WledStrip(tmp_path, address)
