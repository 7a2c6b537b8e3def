"""Wire transcripts of every protocol that was released: what today's host and firmware make of them.

``protocols/version_N.txt`` has the lines of three openings, ``>`` to the device and ``<`` from it. A version is added
when the protocol's number changes; stored lines are never edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from riverlight.devices.client import DeviceClient
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.replies import sound
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import ProtocolMismatch

from shared_rules.line import FROM_HOST, FROM_PICO, PROTOCOL, decode
from tests.host.devices.scripted_pico import ScriptedPico, wait_until

FOLDER = Path(__file__).with_name("protocols")
VERSIONS = sorted(int(path.stem.rpartition("_")[2]) for path in FOLDER.glob("version_*.txt"))


def transcript(version: int) -> Iterator[tuple[str, bytes]]:
    for line in (FOLDER / f"version_{version}.txt").read_text(encoding="ascii").splitlines():
        yield line[0], line[2:].encode() + b"\n"


def test_every_protocol_before_todays_has_a_transcript() -> None:
    assert set(VERSIONS) >= set(range(1, PROTOCOL))


@pytest.mark.parametrize("version", VERSIONS)
def test_stored_lines_still_pass_the_checksum_and_go_one_way_only(version: int) -> None:
    kinds = {">": set(), "<": set()}
    for direction, line in transcript(version):
        message = decode(line)
        assert message is not None, line
        kinds[direction].add(message["t"])
        if message["t"] in ("hail", "hello"):
            assert message["v"] == version
        if direction == "<":
            assert sound(message) is not None, line
    assert kinds[">"] <= set(FROM_HOST)
    assert kinds["<"] <= set(FROM_PICO)
    assert len(kinds[">"] | kinds["<"]) > 9


@pytest.mark.parametrize("version", VERSIONS)
def test_the_host_works_with_a_device_of_its_protocol_and_asks_to_update_any_other(version: int) -> None:
    hello = next(decode(line) for direction, line in transcript(version) if direction == "<")
    pico = ScriptedPico(version=hello["v"], boot=hello["b"])
    pico.hello_more = {"f": hello["f"]}
    with Link(pico.open, "/dev/pico") as link:
        if version == PROTOCOL:
            link.wait_ready(30)
            return
        with pytest.raises(ProtocolMismatch, match=rf"uses protocol {version}, this program uses {PROTOCOL}"):
            link.wait_ready(30)
        wait_until(lambda: link.status.state == "refused")


@pytest.mark.parametrize("version", VERSIONS)
def test_the_firmware_answers_the_hail_of_an_earlier_host_with_its_own_version(version: int) -> None:
    """So the earlier host can say what to update; its other lines do no harm."""
    with SimulatedPico() as pico, DeviceClient(open_serial(pico.port), pico.port) as client:
        for direction, line in transcript(version):
            if direction == ">":
                client.write_raw(line)
        hello = client.wait({"hello"}, 30)
        assert hello is not None
        assert hello["v"] == PROTOCOL
        assert client.hello(30) is not None, "it still speaks to a host of its own version"
