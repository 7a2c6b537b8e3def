"""The pages of hardware/ are those that the command makes, and say what holds."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from riverlight.boards import shipped, shipped_ids
from riverlight.commands import hardware as hardware_command
from riverlight.workshop.carrier import fabricate
from riverlight.workshop.wiring import WORKED, make_build, plan_for
from riverlight.workshop.wiring.pages import hardware_pages, pages_of_plan
from riverlight.workshop.wiring.plans import Plan
from riverlight.workshop.wiring.shopping import items, shopping_csv, wire_metres
from riverlight.workshop.wiring.tables import pin_table, settings, settings_text

from firmware import pins
from firmware.settings import parse

HARDWARE = Path(__file__).parents[4] / "hardware"


@cache
def made() -> dict[str, str]:
    """Return the pages, made by the first test that asks for them."""
    return hardware_pages()


def test_the_folder_is_up_to_date() -> None:
    """When this fails: riverlight hardware pages hardware."""
    for name, text in made().items():
        assert (HARDWARE / name).read_text(encoding="utf-8") == text, f"{name}: run riverlight hardware pages hardware"


def test_the_folder_holds_nothing_that_is_no_longer_made() -> None:
    found = {path.relative_to(HARDWARE).as_posix() for path in HARDWARE.rglob("*") if path.is_file()}
    by_kicad = {f"kicad/{name}" for name in (fabricate.ARCHIVE, fabricate.REPORT)}
    assert found == made().keys() | by_kicad | {"LICENSE", "60-riverlight.rules"}


@pytest.mark.parametrize("name", sorted(path.relative_to(HARDWARE).as_posix() for path in HARDWARE.rglob("*.svg")))
def test_every_picture_is_well_formed_and_has_a_title(name: str) -> None:
    root = ElementTree.fromstring(made()[name])  # noqa: S314  (our own)
    assert root.tag.endswith("svg")
    assert (root[0].text or "").strip()


@pytest.mark.parametrize("name", WORKED)
def test_the_firmware_takes_the_settings_of_a_build(name: str) -> None:
    build = make_build(WORKED[name]())
    taken = parse(settings(build))
    assert [(chain["panel"], chain["lights"]) for chain in taken.chains] == [
        (chain.panel, chain.lights) for chain in build.chains
    ]
    budgets = [chain["budget_ma"] for chain in taken.chains]
    assert budgets == ([0] if build.is_usb else [chain.budget_ma for chain in build.chains])
    assert f"builds/{name}/settings.json" in made()
    assert settings_text(build).endswith("}\n")


def test_the_pin_table_has_every_pin_of_the_firmware_once() -> None:
    rows = [line.split("|")[1].strip() for line in pin_table().splitlines()[2:]]
    used = {*pins.CHAINS, *pins.ROWS, *pins.COLUMNS, *pins.SECOND_ROWS, *pins.SECOND_COLUMNS, *pins.READER, pins.PEEK}
    assert rows == [f"GP{gpio}" for gpio in sorted(used | {pins.BUZZER})]


@pytest.mark.parametrize("game", shipped_ids())
def test_quantities_follow_from_the_board_file(game: str) -> None:
    board = shipped(game)
    build = make_build(plan_for(board, has_reader=True))
    listed = {item.what.split(",")[0]: item for item in items(build)}
    chains = [len(lights) for _, lights in board.core.panels]
    assert listed["pixel WS2811 or WS2812B"].quantity == str(sum(chains))
    assert listed["resistor 330 Ω"].quantity == str(len(chains))
    assert listed["capacitor 1000 µF"].quantity == str(len(chains))
    assert "MFRC522 card reader board" in listed
    assert f"base plate {board.size_mm[0]:g} × {board.size_mm[1]:g} mm" in listed


def test_wire_is_counted_from_light_to_light() -> None:
    build = make_build(plan_for(shipped("canyon"), light_type="cut60"))
    metres = sum(build.chains[0].hops_mm) / 1000
    counted = wire_metres(build)
    assert counted["power", build.chains[0].area_mm2] > 2 * metres
    assert counted["signal", 0.25] > metres


def test_each_step_of_the_guide_ends_in_a_check_by_the_device_test() -> None:
    guide = made()["BUILD.md"]
    steps = re.split(r"^## \d+ ", guide.split("## When something is wrong")[0], flags=re.MULTILINE)[1:]
    assert len(steps) == 10
    for step in steps:
        last = " ".join(step.strip().split("\n\n")[-1].split())
        assert last.startswith("**Check.** "), step
        assert "`riverlight device test`" in last
    shown = set(re.findall(r"pictures/([a-z-]+\.svg)", guide))
    assert shown == {name.removeprefix("pictures/") for name in made() if name.startswith("pictures/")}


def test_a_guide_for_usb_power_speaks_of_no_supply() -> None:
    pages = pages_of_plan(plan_for(shipped("niagara"), is_usb=True))
    assert "Bring the power" not in pages["BUILD.md"]
    assert "pictures/power.svg" not in pages
    assert "supply 5 V" not in pages["README.md"]
    assert "settings.json" in pages["BUILD.md"]


def test_the_guide_says_what_white_of_four_colours_is() -> None:
    pages = pages_of_plan(plan_for(shipped("niagara"), order="GRBW"))
    assert "White is a light of its own in these, alone" in " ".join(pages["BUILD.md"].split())
    assert "White is a light" not in made()["BUILD.md"]


def test_the_command_writes_all_pages_of_a_plan(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        hardware_command.command,
        ["plan", "pyramid", "--keypads", "2", "--peek-key", "--buzzer", "--out", str(tmp_path / "built")],
        catch_exceptions=False,
    )
    assert result.exit_code == 0, result.output
    assert "Power at 5 V: typical" in result.output
    assert {path.name for path in (tmp_path / "built").iterdir()} == {
        "BUILD.md", "PINS.md", "README.md", "pictures", "settings.json", "shopping.csv", "wiring.svg", "wiring.yaml",
    }  # fmt: skip
    guide = (tmp_path / "built" / "BUILD.md").read_text(encoding="utf-8")
    assert "The peek key and buzzer" in guide
    assert "GP21 to 2A: data of shrine, 3.3 V" in guide
    assert "| a22 | DIN 2 | wire | data of shrine, 5 V |" in guide


def test_the_shopping_list_has_every_part_the_tools_and_prices() -> None:
    build = make_build(WORKED["one-board"]())
    rows = list(csv.DictReader(shopping_csv(build).splitlines()))
    assert {row["kind"] for row in rows} == {"part", "tool"}
    refs = " ".join(row["in the drawing"] for row in rows)
    for part in build.parts:
        letters = part.ref.rstrip("0123456789")
        assert any(part.ref == ref or f"{letters}1–" in ref for ref in refs.replace(",", "").split()), part
    words = " ".join(row["specification"] for row in rows)
    for needed in ("jack", "jumpers", "tag or card", "ferrules", "multimeter", "pixel"):
        assert needed in words
    assert 100 < sum(float(row["about EUR"]) for row in rows) < 400
    assert listed_wire(WORKED["one-board"]()) < listed_wire(replace(WORKED["one-board"](), light_type="cut60"))


def listed_wire(plan: Plan) -> float:
    return sum(wire_metres(make_build(plan)).values())
