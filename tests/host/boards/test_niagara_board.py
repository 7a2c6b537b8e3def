"""The Niagara board that Riverlight ships is sound, and a board that is not gets a sentence for each fault."""

from __future__ import annotations

import copy
import re
from itertools import pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest
from riverlight.boards import Board, check, shipped
from riverlight.boards.drawing import draw
from riverlight.games.niagara.gems import GEMS

from shared_rules import niagara as river
from shared_rules.board import BERTH, FALL, NIAGARA, RIVER, SHORE, SITE, WEATHER

BOARD = shipped("niagara")
SPACES = {space["id"]: space for space in BOARD.document["spaces"]}


def test_the_shipped_board_has_no_fault() -> None:
    assert check(BOARD.document) == []
    assert BOARD.core.game == NIAGARA


def test_a_spaces_index_is_its_number_as_a_place() -> None:
    """NIA-1, NIA-2: five main spaces, two arms of two, the fall; the sites next to them."""
    assert BOARD.space_ids[:11] == (*river.PLACE_NAMES[:-1], "fall")
    assert bytes(BOARD.core.data[:11]) == river.SITE_OF
    assert list(BOARD.core.kinds[:11]) == [SHORE, *[RIVER] * 9, FALL]


def test_the_banks_have_sites_weather_and_berths_in_order() -> None:
    kinds = bytes(BOARD.core.kinds)
    assert kinds[11:] == bytes([SITE] * 5 + [WEATHER] * 4 + [BERTH] * 10)
    assert bytes(BOARD.core.data[11:16]) == bytes(range(5))
    assert BOARD.space_ids[20:] == tuple(f"{seat}{number}" for seat in "ABCDE" for number in (1, 2))


def test_each_space_has_one_light_and_the_chain_has_no_long_leads() -> None:
    lights = sorted((light, space["at_mm"]) for space in SPACES.values() for light in space["leds"]["main"])
    assert [light for light, _ in lights] == list(range(len(SPACES)))
    assert max(dist(place, following) for (_, place), (_, following) in pairwise(lights)) <= 180


def test_spaces_lie_apart_and_clear_of_the_edge() -> None:
    width, height = BOARD.size_mm
    for name, space in SPACES.items():
        x, y = space["at_mm"]
        assert 25 <= x <= width - 25
        assert 25 <= y <= height - 25
        assert min(dist(space["at_mm"], other["at_mm"]) for of, other in SPACES.items() if of != name) >= 40


def test_left_and_right_are_as_one_sees_them_and_the_river_runs_down() -> None:
    """NIA-20: the keys 4 and 6, 2 and 8 lie as the arms and the stream do."""
    at = {name: space["at_mm"] for name, space in SPACES.items()}
    assert at["L6"][0] < at["M5"][0] < at["R6"][0]
    depths = [at[name][1] for name in ("shore", "M1", "M2", "M3", "M4", "M5", "L6", "L7", "fall")]
    assert depths == sorted(depths)


def test_sites_lie_beside_their_discs() -> None:
    for name in ("M3", "M4", "M5", "L6", "R6", "L7", "R7"):
        assert dist(SPACES[name]["at_mm"], SPACES[SPACES[name]["site"]]["at_mm"]) < 150


def spoiled(change: Any) -> list[str]:
    document = copy.deepcopy(BOARD.document)
    change({space["id"]: space for space in document["spaces"]}, document["spaces"])
    return check(document)


FAULTS = {
    "order": (
        lambda _by, spaces: spaces.insert(0, spaces.pop(1)),
        ["Space number 1 of a Niagara board must be shore, not M1."],
    ),
    "missing": (
        lambda _by, spaces: spaces.__delitem__(slice(10, None)),
        [r"touches fall, which is not a space of this board\.", r"touches fall, which is not a space of this board\."],
    ),
    "kind": (
        lambda by, _: by["M2"].update(kind="berth"),
        [
            "Space M2 must be of the kind river, not berth.",
            "A Niagara board must have 10 berths, two of each seat in turn; this one has 11.",
        ],
    ),
    "colour": (lambda by, _: by["M3"].update(site="pink"), ["The site next to M3 must be violet, not pink."]),
    "no colour": (lambda by, _: by["R6"].__delitem__("site"), ["The site next to R6 must be blue, not none."]),
    "touch": (
        lambda by, _: (by["M1"]["touches"].append("M3"), by["M3"]["touches"].append("M1")),
        [
            "Space M1 touches M3 on this board, but not on the river.",
            "Space M3 touches M1 on this board, but not on the river.",
        ],
    ),
    "no touch": (
        lambda by, _: (by["M1"]["touches"].remove("M2"), by["M2"]["touches"].remove("M1")),
        [
            "Space M1 touches M2 on the river, but not on this board.",
            "Space M2 touches M1 on the river, but not on this board.",
        ],
    ),
    "two sites of a colour": (
        lambda by, _: by["clear"].update(site="violet"),
        [
            r"A Niagara board must have five sites, violet, clear, yellow, blue, pink in this order; this one has "
            r"violet \(violet\), clear \(violet\), yellow"
        ],
    ),
    "a berth with a colour": (
        lambda by, _: by["A1"].update(site="violet"),
        ["Space A1 has a colour, but only sites and the discs next to them have one."],
    ),
    "weather": (
        lambda by, _: by["weather_2"].update(kind="berth"),
        [
            r"A Niagara board must have 4 weather lights, −1, 0, \+1 and \+2; this one has 3\.",
            "A Niagara board must have 10 berths, two of each seat in turn; this one has 11.",
        ],
    ),
    "a second fall": (
        lambda by, _: by["E2"].update(kind="fall"),
        [
            "A Niagara board must have 10 berths, two of each seat in turn; this one has 9.",
            "Space E2 is of the kind fall, but not a space of the river.",
        ],
    ),
}


@pytest.mark.parametrize(("change", "expected"), FAULTS.values(), ids=FAULTS)
def test_each_fault_gets_its_sentence(change: Any, expected: list[str]) -> None:
    found = spoiled(change)
    assert len(found) == len(expected), found
    for sentence, pattern in zip(found, expected, strict=True):
        assert re.search(pattern, sentence)


@pytest.mark.parametrize("light", ["auto", "night", "day"])
def test_the_picture_is_well_formed_small_and_has_each_space_once(light: str) -> None:
    picture = draw(BOARD, light)
    tree = ElementTree.fromstring(picture)  # noqa: S314  (our own output)
    groups = [group for group in tree.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "space"]
    assert [group.get("data-space") for group in groups] == list(BOARD.space_ids)
    assert len(picture.encode()) < 80_000
    assert not re.search(r"\d\.\d{3}", picture)


def test_every_colour_of_the_picture_is_declared() -> None:
    style, body = draw(BOARD, names=True).split("</style>")
    assert not re.search(r"#[0-9a-f]{3,6}\b", body)
    assert set(re.findall(r"var\((--rb-[\w-]+)\)", style + body)) <= set(re.findall(r"(--rb-[\w-]+):", style))


def test_each_gem_has_a_letter_and_a_shape_of_its_own() -> None:
    assert list(GEMS) == list(river.COLOURS)
    assert len({gem.letter for gem in GEMS.values()}) == len({gem.outline for gem in GEMS.values()}) == 5


def test_any_well_formed_board_is_drawn() -> None:
    kinds = ("shore", "river", "fall", "site", "weather", "berth")
    spaces = [{"id": kind, "kind": kind, "at_mm": [40 * number + 20, 50]} for number, kind in enumerate(kinds)]
    head = {"riverlight_board": 1, "game": "niagara", "id": "odd", "title": "Odd", "size_mm": [300, 200]}
    assert 'data-space="berth"' in draw(Board({**head, "spaces": spaces}))
