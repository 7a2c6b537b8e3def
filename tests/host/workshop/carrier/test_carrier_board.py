"""The carrier board is the wiring model's circuit, and sound by KiCad's rules, without KiCad being installed."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from dataclasses import replace
from math import dist
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from riverlight.commands import hardware as hardware_command
from riverlight.workshop.carrier import fabricate, project
from riverlight.workshop.carrier.circuit import FUSE_A, model
from riverlight.workshop.carrier.page import page
from riverlight.workshop.wiring import WORKED, faults, make_build
from riverlight.workshop.wiring.electrical import carries_a
from riverlight.workshop.wiring.model import Terminal, fixed_terminals
from riverlight.workshop.wiring.rp2040 import HEADER

from firmware import pins
from tests.host.workshop.carrier.kicad_reader import Board, Schematic, Segment

FOLDER = Path(__file__).parents[4] / "hardware" / "kicad"
BOARD = Board((FOLDER / "carrier.kicad_pcb").read_text(encoding="utf-8"))
SCHEMATIC = Schematic((FOLDER / "carrier.kicad_sch").read_text(encoding="utf-8"))


def terminals() -> dict[tuple[str, str], Terminal]:
    """Return the wiring model's terminal of each pad, by the parts' data sheets and what the board's print says."""
    parts = {
        "U1": [("U1", name) for name in HEADER],
        "U2": [("U2", name) for name in fixed_terminals("shifter")],
        "D1": [("D1", "K"), ("D1", "A")],
        "J1": [("PS1", "+"), ("PS1", "-")],
        "J6": [("K1", name) for name in ("R1", "R2", "R3", "R4", "C1", "C2", "C3", "C4")],
        "J7": [("K2", name) for name in ("R1", "R2", "R3", "R4", "C1", "C2", "C3", "C4")],
        "J8": [("RD1", name) for name in ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")],
        "J9": [("U1", "3V3"), ("U1", "GND38"), *(("U1", f"GP{gpio}") for gpio in pins.SENSORS)],
        "J10": [("S1", "1"), ("S1", "2")],
        "J11": [("BZ1", "+"), ("BZ1", "-")],
    }
    for number in range(1, 5):
        poles = ("DIN", "5V@1", "GND@1", "5V@1", "GND@1")
        parts[f"J{number + 1}"] = [(f"LS{number}", pole) for pole in poles]
        parts[f"C{number + 1}"] = [(f"C{number + 1}", "+"), (f"C{number + 1}", "-")]
    parts["C1"] = [("C1", "+"), ("C1", "-")]
    for ref in ("F1", "F2", "F3", "F4", "F5", "R1", "R2", "R3", "R4", "R5", "R11", "R12", "R13", "R14"):
        parts[ref] = [(ref, "1"), (ref, "2")]
    return {(ref, str(number)): end for ref, ends in parts.items() for number, end in enumerate(ends, 1)}


def test_the_nets_of_the_board_are_those_of_the_wiring_model() -> None:
    build, known = model(), terminals()
    assert {(pad.ref, pad.name) for pad in BOARD.pads} == known.keys()
    nets: dict[str, set[Terminal]] = defaultdict(set)
    for pad in BOARD.pads:
        if pad.net:
            nets[pad.net].add(known[pad.ref, pad.name])
        else:
            assert len(build.net(known[pad.ref, pad.name])) == 1, pad
    blocks = {(part.ref, name) for part in build.of_kind("block") for name in part.extra}
    wired = {build.net(end) for wire in build.wires for end in (wire.start, wire.end)}
    assert {frozenset(net) for net in nets.values()} == {net - blocks for net in wired}


def test_schematic_and_board_agree() -> None:
    nets = {(pad.ref, pad.name): pad.net or None for pad in BOARD.pads}
    drawn = {pin: net for pin, net in SCHEMATIC.nets.items() if not pin[0].startswith("#")}
    assert drawn == nets
    shapes = {ref: shape for ref, shape in SCHEMATIC.footprints.items() if not ref.startswith("#")}
    holes = {f"H{number}" for number in range(1, 5)}
    assert shapes == {ref: shape for ref, shape in BOARD.footprints.items() if ref not in holes}


def test_what_is_built_on_the_board_is_sound() -> None:
    def without(*refs: str) -> list[str]:
        build = model()
        return [
            fault.sentence
            for fault in faults(
                replace(
                    build,
                    parts=tuple(part for part in build.parts if part.ref not in refs),
                    wires=tuple(wire for wire in build.wires if not {wire.start[0], wire.end[0]} & set(refs)),
                    chains=tuple(chain for chain in build.chains if chain.ref not in refs),
                )
            )
        ]

    assert without("BZ1", "R5") == []
    # With a buzzer nothing is on the fourth gate's output, so its input may share the buzzer's pin.
    shared = f"GP{pins.BUZZER} is used twice: for U2.4A and R5.1. Give each a pin of its own."
    assert without("LS4", "R4", "F5", "C5", "R14") == [shared]
    assert pins.CHAINS[3] == pins.BUZZER


def test_the_electrical_rules_hold() -> None:
    """The rules of KiCad's check that matter here; KiCad 6 runs its own in its window only."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for pin, net in SCHEMATIC.nets.items():
        if net is None:
            assert SCHEMATIC.kinds[pin] != "input", pin
        else:
            kinds[net].append(SCHEMATIC.kinds[pin])
    drives = {"output", "power_out", "bidirectional"}
    for net, found in kinds.items():
        assert len(found) > 1, net
        assert sum(kind == "output" for kind in found) < 2, net
        assert not {"output", "power_out"} <= set(found), net
        if "power_in" in found:
            assert "power_out" in found, net
        if "input" in found:
            assert drives & set(found), net


def _gap(one: Segment, other: Segment) -> float:
    """Return the distance between two pieces of copper, below 0 where they meet."""

    def far(at: tuple[float, float], segment: Segment) -> float:
        (x, y), (to_x, to_y) = segment.start, segment.end
        length = (to_x - x) ** 2 + (to_y - y) ** 2
        share = 0.0 if not length else ((at[0] - x) * (to_x - x) + (at[1] - y) * (to_y - y)) / length
        share = min(1.0, max(0.0, share))
        return dist(at, (x + share * (to_x - x), y + share * (to_y - y)))

    ends = (far(one.start, other), far(one.end, other), far(other.start, one), far(other.end, one))
    return (0.0 if _cross(one, other) else min(ends)) - one.radius - other.radius


def _cross(one: Segment, other: Segment) -> bool:
    def side(start: tuple[float, float], end: tuple[float, float], at: tuple[float, float]) -> float:
        return (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])

    return (
        side(one.start, one.end, other.start) * side(one.start, one.end, other.end) < 0
        and side(other.start, other.end, one.start) * side(other.start, other.end, one.end) < 0
    )


def test_tracks_join_every_pad_of_their_net_and_touch_no_other() -> None:
    both = ("F.Cu", "B.Cu")
    pads = [Segment(pad.net or f"{pad.ref}.{pad.name}", both, pad.at, pad.at, pad.ring) for pad in BOARD.pads]
    copper = [*pads, *BOARD.copper]
    group = list(range(len(copper)))

    def root(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for number, one in enumerate(copper):
        for place, other in enumerate(copper[:number]):
            if not set(one.layers) & set(other.layers) or dist(one.start, other.start) > 90:
                continue
            if one.net == other.net:
                if _gap(one, other) < -0.05:
                    group[root(number)] = root(place)
            elif one.layers != both or other.layers != both:
                assert _gap(one, other) > 0.15, (one, other)
    pieces: dict[str, set[int]] = defaultdict(set)
    for number, pad in enumerate(pads):
        pieces[pad.net].add(root(number))
    assert {net for net, found in pieces.items() if len(found) > 1} <= BOARD.areas


def test_one_fuse_for_both_feeds_of_a_chain_is_sound() -> None:
    """As the board's page says: 1,500 mA of limit need 2 A, and a supply of 4 A that blows it."""
    build = make_build(replace(WORKED["one-board"](), is_one_supply=True))
    assert (build.chains[0].budget_ma, len(build.chains[0].feeds)) == (1500, 2)
    assert "| up to 1600 mA | up to 160 | 2 A | 4 A |" in page()
    values = {"F2": 2.0, "PS1": 4.0}
    shared = replace(
        build,
        parts=tuple(replace(p, value=values.get(p.ref, p.value)) for p in build.parts if p.ref != "F3"),
        wires=tuple(
            replace(wire, start=("F2", "2")) if wire.start == ("F3", "2") else wire
            for wire in build.wires
            if wire.end != ("F3", "1")
        ),
    )
    assert faults(shared) == []


def test_wide_areas_carry_the_current_of_the_lights() -> None:
    assert carries_a(0.5) >= FUSE_A
    nets = {pad.net for pad in BOARD.pads if pad.net.startswith("+5V")}
    assert nets - BOARD.areas == {"+5V_LOGIC"}
    widths = {segment.radius * 2 for segment in BOARD.copper if segment.net == "+5V_LOGIC"}
    assert widths == {1.0}  # 2 A at 10 K above the air, by IPC-2221, on copper of 35 µm: twice its fuse


def test_the_archive_was_made_from_this_board() -> None:
    """When this fails: riverlight hardware board hardware/kicad, where KiCad is installed."""
    report = (FOLDER / fabricate.REPORT).read_text(encoding="utf-8")
    digest = hashlib.sha256((FOLDER / fabricate.BOARD).read_bytes()).hexdigest()
    assert f"SHA-256 {digest}" in report
    assert re.findall(r"Found (\d+)", report) == ["0", "0", "0"]


def test_the_archive_has_every_pad_with_its_net_and_its_hole() -> None:
    with ZipFile(FOLDER / fabricate.ARCHIVE) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert not any("CreationDate" in text for text in files.values())
    for side in "FB":
        found = re.findall(
            r"%TO\.P,(\w+),(\w+)[^*]*\*%\n(?:%TO\.N,([^*]*)\*%\n)?X(-?\d+)Y(-?\d+)D03", files[f"carrier-{side}_Cu.gbr"]
        )
        flashed = {(ref, pad): (net, int(x) / 1e6, -int(y) / 1e6) for ref, pad, net, x, y in found}
        for pad in BOARD.pads:
            net, x, y = flashed[pad.ref, pad.name]
            assert dist((x, y), pad.at) < 0.01, pad
            assert net == (pad.net or "N/C"), pad
    holes = {(float(x), -float(y)) for x, y in re.findall(r"^X(-?[\d.]+)Y(-?[\d.]+)$", files["carrier-PTH.drl"], re.M)}
    vias = [segment.start for segment in BOARD.copper if len(segment.layers) == 2]
    wanted = [*(pad.at for pad in BOARD.pads), *vias]
    assert len(holes) == len(wanted)
    assert all(min(dist(at, hole) for hole in holes) < 0.01 for at in wanted)


@pytest.mark.filterwarnings("ignore")
def test_an_independent_reader_reads_the_archive(tmp_path: Path) -> None:
    gerbonara = pytest.importorskip("gerbonara", reason="gerbonara is not installed: 40 MB with its web server")
    with ZipFile(FOLDER / fabricate.ARCHIVE) as archive:
        archive.extractall(tmp_path)
    layers = gerbonara.LayerStack.open(tmp_path)
    assert {("top", "copper"), ("bottom", "copper"), ("mechanical", "outline")} <= set(layers.graphic_layers)
    (left, top), (right, bottom) = layers.board_bounds()
    assert (right - left, bottom - top) == pytest.approx((100, 100), abs=0.2)
    vias = sum(len(segment.layers) == 2 for segment in BOARD.copper)
    assert len(layers.drill_pth.objects) == len(BOARD.pads) + vias


def test_without_kicad_the_command_writes_the_project_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fabricate, "_PYTHONS", ())
    result = CliRunner().invoke(hardware_command.command, ["board", str(tmp_path / "board")])
    assert "no Python here has KiCad's module pcbnew" in str(result.exception)
    written = {str(path.relative_to(tmp_path / "board")) for path in (tmp_path / "board").rglob("*") if path.is_file()}
    assert written == (project.kicad_project() | project.pages()).keys()


def test_why_kicad_fails_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fabricate, "find_kicad", lambda: "python-of-kicad")
    with pytest.raises(fabricate.WiringError, match=r"KiCad cannot make .*python-of-kicad"):
        fabricate.fabrication_files({fabricate.BOARD: "(kicad_pcb)"})
