"""The picture of a board: every space once, the same bytes each time, nothing from outside."""

import re
import sys
from xml.etree import ElementTree

import pytest
from riverlight.boards import Board, load, shipped, shipped_ids
from riverlight.boards.drawing import draw
from riverlight.errors import BoardError

CANYON = shipped("canyon")
SVG = "{http://www.w3.org/2000/svg}"


def spaces_of(picture):
    tree = ElementTree.fromstring(picture)  # noqa: S314  (our own output)
    return [group for group in tree.iter(f"{SVG}g") if group.get("class") == "space"]


@pytest.mark.parametrize("light", ["auto", "night", "day"])
@pytest.mark.parametrize("names", [False, True])
def test_the_picture_is_well_formed_and_has_each_space_once(light, names):
    groups = spaces_of(draw(CANYON, light, names))
    assert [group.get("data-space") for group in groups] == list(CANYON.space_ids)
    assert [group.get("data-index") for group in groups] == [str(index) for index in range(len(groups))]


def test_each_space_has_its_kind_title_place_and_one_light():
    for group, space in zip(spaces_of(draw(CANYON)), CANYON.document["spaces"], strict=True):
        assert group.get("data-kind") == space["kind"]
        assert group.findtext(f"{SVG}title") == f"{space['id']}, {space['kind']}"
        assert group.get("transform") == "translate({} {})".format(*space["at_mm"])
        assert len([circle for circle in group.iter(f"{SVG}circle") if circle.get("class") == "light"]) == 1


def test_each_current_has_an_arrow_and_nothing_else_has():
    for group, space in zip(spaces_of(draw(CANYON)), CANYON.document["spaces"], strict=True):
        arrows = [path for path in group.iter(f"{SVG}path") if path.get("class") == "arrow"]
        assert len(arrows) == (space["kind"] == "current")


def test_the_same_board_gives_the_same_bytes():
    again = Board(CANYON.document)
    assert draw.__wrapped__(again, "night") == draw.__wrapped__(CANYON, "night")


def test_the_picture_is_small_and_needs_nothing_from_outside():
    picture = draw(CANYON)
    assert len(picture.encode()) < 80_000
    assert set(re.findall(r'(?:href|src)="([^"]*)"', picture)) <= {"#rb-pine1", "#rb-pine2"}
    assert "url(" not in picture


def test_every_colour_is_a_custom_property_that_a_page_can_change():
    body = draw(CANYON).split("</style>")[1]
    assert not re.search(r"#[0-9a-f]{3,6}\b", body)
    style = draw(CANYON).split("</style>")[0]
    declared = set(re.findall(r"(--rb-[\w-]+):", style))
    used = set(re.findall(r"var\((--rb-[\w-]+)\)", draw(CANYON, names=True)))
    assert used <= declared


def test_its_style_touches_nothing_else_on_a_page():
    style = re.search(r"<style>(.*)</style>", draw(CANYON))[1]
    selectors = re.findall(r"(?:^|[{}])([^{}]+){", style)
    for selector in selectors:
        assert all(part.strip().startswith(".riverlight-board") for part in selector.split(",")) or "@media" in selector


def test_no_number_has_more_than_two_decimals():
    assert not re.search(r"\d\.\d{3}", draw(CANYON, "night"))


@pytest.mark.parametrize("game", shipped_ids())
def test_a_drawing_takes_few_steps(game):
    """Each line that Python runs costs about 50 ns: a million of them are half of the tenth of a second there is."""
    steps = 0

    def count(*_event):
        nonlocal steps
        steps += 1
        return count

    draw.__wrapped__(Board(shipped(game).document), "night")  # imports what it needs
    before = sys.gettrace()
    sys.settrace(count)
    try:
        draw.__wrapped__(Board(shipped(game).document), "night")
    finally:
        sys.settrace(before)
    assert 100_000 < steps < 1_100_000


def canyon(*spaces, **more):
    head = {"riverlight_board": 1, "game": "canyon", "id": "odd", "title": "Odd & <old>", "size_mm": [300, 200]}
    return Board({**head, "spaces": list(spaces), **more})


def test_any_well_formed_board_is_drawn():
    kinds = ("start", "water", "current", "landing", "cave", "waterfall")
    lone = [{"id": kind, "kind": kind, "at_mm": [30 * number, 50], "touches": []} for number, kind in enumerate(kinds)]
    assert len(spaces_of(draw(canyon(*lone)))) == len(kinds)
    heap = [{"id": f"h{n}", "kind": "water", "at_mm": [9, 9], "touches": [f"h{1 - n}"]} for n in range(2)]
    assert len(spaces_of(draw(canyon(*heap)))) == 2


def test_a_large_board_is_drawn():
    across = 18

    def touches(column, row):
        near = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]
        return [f"r{y}c{x}" for x, y in near if 0 <= x < across and 0 <= y < 14]

    grid = [
        {"id": f"r{y}c{x}", "kind": "water", "at_mm": [20 + 38 * x, 20 + 34 * y], "touches": touches(x, y)}
        for y in range(14)
        for x in range(across)
    ]
    assert len(spaces_of(draw(canyon(*grid, size_mm=[700, 500])))) == 252


def test_a_title_cannot_break_out_of_the_picture():
    picture = draw(canyon({"id": "a", "kind": "water", "at_mm": [20, 20], "touches": []}))
    assert "<old>" not in picture
    assert ElementTree.fromstring(picture).get("aria-label") == "Board: Odd & <old>"  # noqa: S314


def test_a_board_without_places_is_not_drawn():
    with pytest.raises(BoardError, match=r"Board odd cannot be drawn: it lacks at_mm of a\."):
        draw(canyon({"id": "a", "kind": "water", "touches": []}))
    unsized = Board({"game": "canyon", "spaces": [{"id": "a", "kind": "water", "at_mm": [1, 1], "touches": []}]})
    with pytest.raises(BoardError, match=r"Board unnamed cannot be drawn: it lacks size_mm\."):
        draw(unsized)


def test_a_board_read_from_a_file_is_drawn_like_the_shipped_one(tmp_path):
    from riverlight.boards import read_board_file

    path = tmp_path / "mine.json"
    path.write_bytes(read_board_file("canyon"))
    assert draw(load(path), "night") == draw(CANYON, "night")
