"""The maze that Riverlight ships is sound and good to hunt in; one that is not gets a sentence for each fault."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from itertools import combinations, pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest
from riverlight.boards import Board, check, shipped
from riverlight.boards.drawing import draw
from riverlight.games.pyramid.options import COLOURS
from riverlight.games.pyramid.treasures import TREASURES

from shared_rules import pyramid as maze
from shared_rules.board import ENTRANCE, NONE, PYRAMID

BOARD = shipped("pyramid")
CORE = BOARD.core
IDS = BOARD.space_ids
SPACES = {space["id"]: space for space in BOARD.document["spaces"]}
OPEN = [space for space in range(CORE.n) if CORE.kinds[space] < ENTRANCE]


def reached(start: int, without: Iterable[int] = ()) -> set[int]:
    """Return the open spaces that can be come to from ``start``, none of ``without`` entered."""
    barred = set(without)
    found = {start}
    queue = [start]
    for space in queue:
        for other in CORE.around[space]:
            if other not in found and other not in barred and CORE.kinds[other] < ENTRANCE:
                found.add(other)
                queue.append(other)
    return found - {start} if CORE.kinds[start] >= ENTRANCE else found


def steps_from(start: int) -> dict[int, int]:
    steps = {start: 0}
    queue = [start]
    for space in queue:
        for other in CORE.around[space]:
            if other not in steps and CORE.kinds[other] < ENTRANCE:
                steps[other] = steps[space] + 1
                queue.append(other)
    return steps


def halls() -> list[int]:
    """Return the length of each straight hall of three spaces or more."""
    found = []
    for space in OPEN:
        for direction in (maze.NORTH, maze.EAST):
            back = CORE.neighbours[space * 4 + (direction ^ 2)]
            if back == NONE or CORE.kinds[back] >= ENTRANCE:
                found.append(1 + len(maze.line(CORE, space, direction, False)))
    return [length for length in found if length >= 3]


def test_the_shipped_maze_has_no_fault() -> None:
    assert check(BOARD.document) == []
    assert CORE.game == PYRAMID


def test_it_is_nine_by_twelve_narrowing_upwards_with_names_that_people_can_say() -> None:
    rows = [[name for name in IDS if name[1:] == str(row)] for row in range(1, 10)]
    assert sum(map(len, rows)) == CORE.n
    widths = [len(row) for row in rows]
    assert widths[0] == 12
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 6
    assert all(re.fullmatch(r"[a-l][1-9]", name) for name in IDS)


def test_entrance_and_sarcophagus_lie_side_by_side_in_the_middle_of_the_bottom() -> None:
    entrance, sarcophagus = maze.entrance(CORE), maze.sarcophagus(CORE)
    (x, y), (other_x, other_y) = (SPACES[IDS[space]]["at_mm"] for space in (entrance, sarcophagus))
    assert y == other_y == max(space["at_mm"][1] for space in SPACES.values())
    assert x < other_x
    assert (x + other_x) / 2 == BOARD.size_mm[0] / 2
    assert len(CORE.around[sarcophagus]) == 2
    assert all(CORE.kinds[space] < ENTRANCE for space in (*CORE.around[sarcophagus], *CORE.around[entrance]))


def test_there_are_23_treasures_of_five_colours() -> None:
    """PYR-3."""
    colours = [space["colour"] for space in SPACES.values() if space["kind"] == "treasure"]
    assert [colours.count(colour) for colour in COLOURS] == [5, 5, 5, 4, 4]


def test_each_colour_lies_in_a_region_of_its_own() -> None:
    regions = {
        colour: [space["at_mm"] for space in SPACES.values() if space.get("colour") == colour] for colour in COLOURS
    }
    for colour, other in combinations(regions, 2):
        boxes = []
        for places in (regions[colour], regions[other]):
            across, down = zip(*places, strict=True)
            boxes.append((min(across), max(across), min(down), max(down)))
        (left, right, top, bottom), (other_left, other_right, other_top, other_bottom) = boxes
        assert right < other_left or other_right < left or bottom < other_top or other_bottom < top, (colour, other)


def test_no_treasure_is_won_with_the_first_step_and_none_lies_out_of_reach() -> None:
    steps = steps_from(maze.entrance(CORE))
    away = [steps[BOARD.index[name]] for name, space in SPACES.items() if space["kind"] == "treasure"]
    assert min(away) >= 4
    assert max(away) <= 14
    assert max(steps.values()) <= 18


def test_the_mummy_cuts_off_no_more_than_a_niche() -> None:
    """Wherever it stands, all other open spaces hang together but for dead ends of one space."""
    for mummy in OPEN:
        rest = [space for space in OPEN if space != mummy]
        largest = max((reached(space, [mummy]) for space in CORE.around[mummy] if space in rest), key=len)
        assert len(rest) - len(largest) <= 1, IDS[mummy]


def test_the_way_out_stays_open_with_the_mummy_anywhere() -> None:
    """PYR-14: from entrance and sarcophagus nearly all is reached past the mummy."""
    for start in (maze.entrance(CORE), maze.sarcophagus(CORE)):
        for mummy in OPEN:
            assert len(reached(start, [mummy])) >= len(OPEN) - 2


def test_dead_ends_are_few_and_loops_many() -> None:
    ways = [sum(CORE.kinds[other] < ENTRANCE for other in CORE.around[space]) for space in OPEN]
    assert 1 <= ways.count(1) <= 4
    loops = sum(ways) // 2 - len(OPEN) + 1
    assert loops >= 15
    assert ways.count(3) + ways.count(4) >= 25


def test_there_are_long_lines_for_the_arrow_and_no_wide_rooms() -> None:
    lengths = halls()
    assert sum(length >= 5 for length in lengths) >= 8
    assert sum(length >= 7 for length in lengths) >= 3
    for space in OPEN:
        right, above = (CORE.neighbours[space * 4 + way] for way in (maze.EAST, maze.NORTH))
        if NONE not in (right, above):
            corners = [CORE.neighbours[right * 4 + maze.NORTH], CORE.neighbours[above * 4 + maze.EAST]]
            assert corners[0] == NONE or corners[0] != corners[1], f"a room at {IDS[space]}"


def test_both_panels_have_one_light_a_space_in_a_chain_without_long_leads() -> None:
    assert [name for name, _ in CORE.panels] == ["tomb", "shrine"]
    for panel in ("tomb", "shrine"):
        lights = sorted((light, space["at_mm"]) for space in SPACES.values() for light in space["leds"][panel])
        assert [light for light, _ in lights] == list(range(CORE.n))
        assert max(dist(place, following) for (_, place), (_, following) in pairwise(lights)) <= 60


def spoiled(change: Any) -> list[str]:
    document = copy.deepcopy(BOARD.document)
    change({space["id"]: space for space in document["spaces"]}, document["spaces"])
    return check(document)


def _cut(spaces: Any, name: str) -> None:
    for other in list(spaces[name]["exits"].values()):
        ways = spaces[other]["exits"]
        spaces[other]["exits"] = {way: there for way, there in ways.items() if there != name}
    spaces[name]["exits"] = {}


def _swap_exits(spaces: Any, name: str, way: str, other_way: str) -> None:
    ways = spaces[name]["exits"]
    ways[way], ways[other_way] = ways[other_way], ways[way]


FAULTS = {
    "no entrance": (lambda by, _: by["f1"].update(kind="chamber"), ["A maze must have 1 entrance, not 0."]),
    "two coffins": (lambda by, _: by["a2"].update(kind="sarcophagus"), ["A maze must have 1 sarcophagus, not 2."]),
    "a treasure too few": (
        lambda by, _: (by["a1"].update(kind="chamber"), by["a1"].pop("colour")),
        ["A maze must have 5 red treasures, not 4 (PYR-3)."],
    ),
    "a treasure of another colour": (
        lambda by, _: by["a1"].update(colour="green"),
        ["A maze must have 5 red treasures, not 4 (PYR-3).", "A maze must have 4 green treasures, not 5 (PYR-3)."],
    ),
    "no colour": (
        lambda by, _: by["a1"].pop("colour"),
        ["A maze must have 5 red treasures, not 4 (PYR-3).", "The treasure a1 has no colour."],
    ),
    "a coloured chamber": (
        lambda by, _: by["b1"].update(colour="red"),
        ["Space b1 has a colour, but only a treasure has one; it is chamber."],
    ),
    "a gap walled up": (
        lambda by, _: (by["g1"]["exits"].pop("e"), by["h1"]["exits"].pop("w")),
        ["The sarcophagus g1 must have 2 gaps, not 1 (PYR-14)."],
    ),
    "a gap to the entrance": (
        lambda by, _: (by["g1"]["exits"].update(w="f1"), by["f1"]["exits"].update(e="g1")),
        [
            "The sarcophagus g1 must have 2 gaps, not 3 (PYR-14).",
            "A gap of the sarcophagus g1 leads to the entrance, which nobody may re-enter (PYR-11).",
        ],
    ),
    "a space that nobody comes to": (
        lambda by, _: _cut(by, "d8"),
        ["No path leads from f1 to d8.", "No path leads from g1 to d8."],
    ),
    "an exit that turns": (
        lambda by, _: _swap_exits(by, "a1", "n", "e"),
        [
            "The exit n of a1 leads to b1, whose exit s does not lead back.",
            "The exit e of a1 leads to a2, whose exit w does not lead back.",
            "The exit w of b1 leads to a1, whose exit e does not lead back.",
            "The exit s of a2 leads to a1, whose exit n does not lead back.",
        ],
    ),
    "a space that lies elsewhere": (
        lambda by, _: by["d8"].update(at_mm=[200, 155]),
        [
            "The exit n of d7 leads to d8, which is not above it.",
            "The exit s of d8 leads to d7, which is not below it.",
        ],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_gets_its_sentence(fault: str) -> None:
    change, sentences = FAULTS[fault]
    found = spoiled(change)
    assert [sentence for sentence in found if sentence in sentences] == sentences
    if fault not in ("no entrance", "two coffins"):
        assert found == sentences


def test_entrance_and_sarcophagus_far_apart_are_a_fault() -> None:
    def part(by: Any, _spaces: Any) -> None:
        by["f1"]["kind"], by["a2"]["kind"] = "chamber", "entrance"

    assert any(
        sentence.startswith("Entrance a2 and sarcophagus g1 must be side by side;") for sentence in spoiled(part)
    )


@pytest.mark.parametrize("light", ["night", "day", "auto"])
def test_the_picture_is_well_formed_small_and_shows_each_space_once(light: str) -> None:
    picture = draw(BOARD, light)
    tree = ElementTree.fromstring(picture)  # noqa: S314  (our own output)
    groups = [group for group in tree.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "space"]
    assert [group.get("data-space") for group in groups] == list(IDS)
    assert len(picture.encode()) < 80_000
    assert "url(" not in picture
    assert not re.search(r"#[0-9a-f]{3,6}\b", picture.split("</style>")[1])
    declared = set(re.findall(r"(--rb-[\w-]+):", picture.split("</style>")[0]))
    assert set(re.findall(r"var\((--rb-[\w-]+)\)", picture)) <= declared
    assert not re.search(r"\d\.\d{3}", picture)


def test_treasures_are_told_apart_by_their_shape() -> None:
    assert list(TREASURES) == list(COLOURS)
    assert len({treasure.outline for treasure in TREASURES.values()}) == 5
    picture = draw(BOARD, "night")
    for colour, treasure in TREASURES.items():
        count = [space.get("colour") for space in SPACES.values()].count(colour)
        assert picture.count(treasure.outline) == count


def test_any_well_formed_maze_is_drawn() -> None:
    kinds = ("chamber", "treasure", "entrance", "sarcophagus")
    lone = [{"id": kind, "kind": kind, "at_mm": [30 * number, 50], "exits": {}} for number, kind in enumerate(kinds)]
    head = {"riverlight_board": 1, "game": "pyramid", "id": "odd", "title": "Odd & <old>", "size_mm": [300, 200]}
    for spaces in (lone, lone[:1]):
        picture = draw(Board({**head, "spaces": spaces}))
        assert "<old>" not in picture
        ElementTree.fromstring(picture)  # noqa: S314


def test_letters_and_numbers_at_the_edge_name_the_spaces_of_a_grid() -> None:
    words = re.findall(r'class="edge"[^>]*>(\w+)<', draw(BOARD))
    assert sorted(words, key=lambda word: (word.isdigit(), word)) == [*"abcdefghijkl", *"123456789"]
    document = copy.deepcopy(BOARD.document)
    document["spaces"][0]["id"] = "hall"
    for space in document["spaces"]:
        space["exits"] = {way: "hall" if end == IDS[0] else end for way, end in space["exits"].items()}
    assert 'class="edge"' not in draw(Board(document))
