"""A maker's own wiring is read from YAML and from KiCad's netlists, and judged as a worked build is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from riverlight.commands import hardware as hardware_command
from riverlight.errors import WiringError
from riverlight.workshop.wiring import WORKED, faults, make_build
from riverlight.workshop.wiring.read_wiring import read_wiring
from riverlight.workshop.wiring.write_wiring import wiring_text

from tests.host.workshop.wiring.netlists import netlist_of


def written(folder: Path, text: str, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", WORKED)
def test_a_worked_build_comes_back_from_its_file(name: str, tmp_path: Path) -> None:
    build = make_build(WORKED[name]())
    read = read_wiring(written(tmp_path, wiring_text(build)))
    assert {read.net(wire.start) for wire in build.wires} == {build.net(wire.start) for wire in build.wires}
    assert [wire.area_mm2 for wire in read.wires] == [wire.area_mm2 for wire in build.wires]
    assert [(chain.panel, chain.lights, chain.feeds) for chain in read.chains] == [
        (chain.panel, chain.lights, chain.feeds) for chain in build.chains
    ]
    assert faults(read) == []


@pytest.mark.parametrize("name", WORKED)
def test_a_worked_build_is_sound_as_a_netlist(name: str, tmp_path: Path) -> None:
    build = make_build(WORKED[name]())
    read = read_wiring(written(tmp_path, netlist_of(build), "own.net"))
    assert faults(read) == []
    assert read.net(("U1", "GP22")) == build.net(("U1", "GP22"))


def test_a_netlist_with_the_panels_exchanged_is_found_out(tmp_path: Path) -> None:
    text = netlist_of(make_build(WORKED["pyramid"]()))
    one, other = '(ref "LS1") (pin "DIN")', '(ref "LS2") (pin "DIN")'
    text = text.replace(one, "#").replace(other, one).replace("#", other)
    found = " ".join(fault.sentence for fault in faults(read_wiring(written(tmp_path, text, "own.net"))))
    assert "Strip shrine gets the data of tomb from U1.GP22" in found


def test_the_command_names_what_is_wrong_and_counts(tmp_path: Path) -> None:
    text = wiring_text(make_build(WORKED["one-board"]()))
    run = CliRunner().invoke(hardware_command.command, ["check", str(written(tmp_path, text))])
    assert run.exit_code == 0
    assert "18 parts and 48 wires: sound." in run.output
    text = text.replace('[U1: "GP2", ', '[U1: "GP26", ').replace('RD1: "3.3V"', 'RD1: "IRQ"')
    run = CliRunner().invoke(hardware_command.command, ["check", str(written(tmp_path, text))])
    assert run.exit_code == 1
    assert "K1.R1 belongs to U1.GP2." in run.output
    assert "RD1.IRQ stays free" in run.output
    assert "18 parts and 48 wires: 4 faults." in run.output


def test_lists_ranges_and_gauges_are_read_as_wireviz_writes_them(tmp_path: Path) -> None:
    text = """
connectors:
  U1: {type: pico}
  K1: {type: keypad}
  LS1: {type: strip, lights: 3}
cables:
  W1: {gauge: 24 AWG, length: 0.3}
connections:
  - [U1: [GP2, GP3, 6, 7], W1: [1-4], K1: [1-4]]
"""
    build = read_wiring(written(tmp_path, text))
    assert [(wire.start[1], wire.end[1]) for wire in build.wires] == [
        ("GP2", "R1"), ("GP3", "R2"), ("GP4", "R3"), ("GP5", "R4"),
    ]  # fmt: skip
    assert {(wire.area_mm2, wire.length_mm) for wire in build.wires} == {(0.25, 300)}


SMALL = "connectors: {{U1: {{type: pico}}, LS1: {{type: strip, lights: 3}}{}}}\ncables: {{W1: {{{}}}}}\nconnections: {}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1, 2]", "A wiring has connectors, cables and connections"),
        ("a: [", "The wiring is no YAML: .* in line 1"),
        ("connectors: {LS1: {type: strip, lights: 3}}", "A wiring has the Pico as U1"),
        ("connectors: {U1: {type: pico}}", "A wiring has at least one strip"),
        (SMALL.format(", R1: {type: lamp}", "", "[]"), "R1 needs a type, one of .*, not 'lamp'"),
        (SMALL.format(", R1: {type: resistor, ohms: 3}", "", "[]"), "R1 has 'ohms', which no part has"),
        (SMALL.format(", R1: {type: resistor, value: much}", "", "[]"), "R1: value is a number such as 330, 10k"),
        (SMALL.format(", LS2: {type: strip, lights: 900}", "", "[]"), "LS2: lights is a whole number from 1 to 300"),
        (SMALL.format(", LS2: {type: strip, lights: 9, feeds: [2]}", "", "[]"), "the first feed is at light 1, not 2"),
        (SMALL.format("", "gauge: thick", "[]"), "W1: gauge is one of 0.14 mm2"),
        (SMALL.format("", "length: far", "[]"), "Cable W1: length is in metres"),
        (SMALL.format("", "", "[[U1: GP22]]"), "A connection is a list such as"),
        (SMALL.format("", "", "[[U1: GP22, LS1: DOUT]]"), "LS1 has no terminal DOUT; it has DIN, 5V@1, GND@1"),
        (SMALL.format("", "", "[[U1: GP22, U7: 1]]"), "A connection names U7, which is neither"),
        (SMALL.format("", "", "[[U1: [GP22, GP21], LS1: DIN]]"), "have as many terminals each"),
        ("(export (components", "The netlist ends in the middle"),
        ("(kicad_pcb)", "The file is no netlist of KiCad"),
        ("(export))", "a closing bracket too many"),
        ("[" * 100_000, "it is nested too deep"),
        ("a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)), "more than 200,000"),
        ('connectors: {"U1\\n": {type: pico}}', "A name has 1 to 40 printable characters, not .U1"),
        ("(" * 99, "nested too deep"),
    ],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(WiringError, match=sentence):
        read_wiring(written(tmp_path, text))


def test_files_that_are_no_text_or_too_large_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(WiringError, match="no UTF-8 text"):
        read_wiring(path)
    path.write_bytes(b" " * 1_000_001)
    with pytest.raises(WiringError, match="larger than 1 MB"):
        read_wiring(path)
    with pytest.raises(WiringError, match="cannot be read"):
        read_wiring(tmp_path)
