"""The sensor chain in the wiring: the plan, the checks, the pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from riverlight.boards import Board, shipped
from riverlight.boards.sensors import propose_sensors
from riverlight.commands import hardware as hardware_command
from riverlight.errors import BoardError
from riverlight.workshop.wiring import faults, make_build, plan_for
from riverlight.workshop.wiring.pages import pages_of_plan
from riverlight.workshop.wiring.power import total_of
from riverlight.workshop.wiring.read_wiring import read_wiring
from riverlight.workshop.wiring.sensors import three_volts_ma
from riverlight.workshop.wiring.shopping import items
from riverlight.workshop.wiring.tables import settings

from firmware.settings import parse
from tests.host.workshop.wiring.faulty import with_length, with_value, with_wire, without_part, without_wire

PLAN = plan_for(shipped("canyon"), has_sensors=True)
FEW = replace(PLAN, sensors=PLAN.sensors[:10])
BUILD = make_build(FEW)


def sentences(build: object) -> str:
    return "\n".join(fault.sentence for fault in faults(build))  # type: ignore[arg-type]


def test_each_space_has_a_switch_at_the_input_of_its_position() -> None:
    build = make_build(PLAN)
    assert not faults(build)
    assert len(build.of_kind("hall")) == len(PLAN.sensors) == 114
    assert len(build.of_kind("register")) == len(build.of_kind("network")) == 15
    outs = {wire.start[0]: wire.end for wire in build.wires if wire.start[1] == "OUT"}
    assert (outs["HS0"], outs["HS7"], outs["HS8"]) == (("U11", "A"), ("U11", "H"), ("U12", "A"))
    assert {build.by_ref[f"HS{place.position}"].label for place in PLAN.sensors[:3]} == {
        place.space_id for place in PLAN.sensors[:3]
    }
    assert parse(settings(build)).sensors == 114


def test_a_board_with_sensors_on_some_spaces_gets_those_alone() -> None:
    document = propose_sensors(shipped("pyramid").document)
    spaces = [space if space["id"] == "d1" else {**space, "sensor": {}} for space in document["spaces"]]
    some = Board({**document, "spaces": [{k: v for k, v in space.items() if v != {}} for space in spaces]})
    plan = plan_for(some, has_sensors=True)
    assert {place.space_id for place in plan.sensors} == {"d1"}
    assert not faults(make_build(plan))


def test_sensors_and_reader_exclude_one_another() -> None:
    with pytest.raises(BoardError, match="same pins"):
        plan_for(shipped("canyon"), has_reader=True, has_sensors=True)
    with_reader = plan_for(shipped("canyon"), has_reader=True)
    assert "Sensors and card reader use the same pins" in sentences(
        make_build(replace(with_reader, sensors=FEW.sensors))
    )
    result = CliRunner().invoke(hardware_command.command, ["plan", "canyon", "--sensors", "--reader"])
    assert result.exit_code == 2
    assert "choose one" in result.output


def test_niagara_has_no_space_for_a_sensor() -> None:
    with pytest.raises(BoardError, match="no space where a piece rests over a sensor"):
        plan_for(shipped("niagara"), has_sensors=True)


def test_many_switches_are_of_the_kind_that_sleeps() -> None:
    assert {part.value for part in BUILD.of_kind("hall")} == {0.004}
    whole = make_build(PLAN)
    assert {part.value for part in whole.of_kind("hall")} == {0.0001}
    assert three_volts_ma(whole.parts) < 60
    awake = replace(whole, parts=tuple(replace(p, value=0.004) if p.kind == "hall" else p for p in whole.parts))
    assert "The sensors draw up to 495 mA from 3V3, the Pico gives 300 mA" in sentences(awake)


def test_the_sensors_draw_from_what_feeds_the_pico() -> None:
    for is_usb, is_one_supply, own_ma in ((True, False, 5), (False, True, 44), (False, False, 0)):
        plan = plan_for(shipped("canyon"), is_usb=is_usb, is_one_supply=is_one_supply)
        more = make_build(replace(plan, sensors=FEW.sensors))
        assert total_of(more).limited - total_of(make_build(plan)).limited == own_ma
        assert not faults(more)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (without_part(BUILD, "C11"), "U11 needs a capacitor of 100 nF"),
        (without_part(BUILD, "RN2"), "U12 has no pull-ups"),
        (with_value(BUILD, "RN1", 330), "RN1 has 330 Ω; 10 kΩ is right"),
        (with_length(BUILD, "U1.GP18", "U11.CLK", 900), "900 mm long; up to 500 mm"),
        (with_length(BUILD, "U11.CLK", "U12.CLK", 900), "900 mm long; up to 500 mm"),
        (without_part(BUILD, "U12"), "HS8 has no input"),
        (without_wire(BUILD, "U12.CLK_INH", "U12.GND"), "U12.CLK_INH is not joined"),
        (without_wire(BUILD, "U12.QH", "U11.SER"), "data of U12 needs a wire there"),
        (with_wire(BUILD, "U12./QH", "U11.QH"), "U12./QH stays free, it is the inverted output"),
        (with_wire(BUILD, "X1.1", "HS3.VCC"), "HS3.VCC is joined to 5 V and stands 3.3 V at most"),
        (with_wire(BUILD, "HS3.OUT", "HS4.OUT"), "joins two nets"),
    ],
)
def test_what_is_wrong_with_the_chain_is_named(build: object, words: str) -> None:
    assert words in sentences(build)


def test_the_pages_of_a_plan_tell_of_the_sensors(tmp_path: Path) -> None:
    pages = pages_of_plan(FEW)
    guide = " ".join(pages["BUILD.md"].split())
    assert "## 9 The sensors" in pages["BUILD.md"]
    assert "| U12 | A (11) | HS8 | a3 |" in guide
    assert "SER of U12 to its GND" in guide
    assert guide.index("riverlight boards sensors canyon --id my_canyon") < guide.index(
        "riverlight boards print canyon"
    )
    assert "bad sensors" in guide
    assert "sensor" not in pages_of_plan(replace(FEW, sensors=()))["BUILD.md"]
    (tmp_path / "wiring.yaml").write_text(pages["wiring.yaml"], encoding="utf-8")
    own = read_wiring(tmp_path / "wiring.yaml")
    assert not faults(own)
    assert len(own.of_kind("register")) == 2


def test_the_parts_list_has_what_the_sensors_need() -> None:
    listed = {item.what: item for item in items(BUILD)}
    assert listed["74HC165 in a DIP-16 case"].quantity == "2"
    assert listed["resistor network 8 × 10 kΩ, nine pins"].refs == "RN1, RN2"
    assert listed["Hall switch, 3.3 V, TO-92 or SOT-23"].quantity == "10"
    assert listed["disc magnet 6 × 3 mm, N42 or stronger"].quantity == "1 a piece"
