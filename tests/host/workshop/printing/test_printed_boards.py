"""What is printed at 1:1 measures what it should, to a tenth of a millimetre."""

from __future__ import annotations

from math import dist, hypot
from pathlib import Path
from unittest import mock

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from riverlight.boards import Board, shipped, shipped_ids
from riverlight.boards.drawing import draw
from riverlight.errors import BoardError
from riverlight.languages.text import reading
from riverlight.workshop import printing
from riverlight.workshop.printing import fonts, furniture
from riverlight.workshop.printing.art import UNDERSTOOD
from riverlight.workshop.printing.paper import OVERLAP_MM, PAPERS, Page, layout
from riverlight.workshop.printing.sheet import Line, Round
from riverlight.workshop.printing.strokes import strokes_of, width_mm

from tests.host.workshop.printing.measuring import pages_of, painted, paper_mm, svg

PANELS = [(name, panel) for name in shipped_ids() for panel, _ in shipped(name).core.panels]
RED = (0.8, 0.13, 0.1)


def is_red(colour: tuple[float, ...]) -> bool:
    return dist(colour, RED) < 0.01


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("game", shipped_ids())
def test_every_page_has_its_paper_its_name_and_a_line_of_100_mm(game: str, paper: str) -> None:
    board = shipped(game)
    pages = layout(board.size_mm, paper)
    sheet = printing.light_shield(board, board.core.panels[0][0])
    found = pages_of(printing.pdf_of(sheet, pages, board.title))
    assert len(found) == len(pages.pages)
    for page, planned in zip(found, pages.pages, strict=True):
        width, height = paper_mm(page)
        assert sorted((width, height)) == pytest.approx(PAPERS[paper], abs=0.01)
        text = page.extract_text()
        assert planned.name in text.split()
        assert "100 mm" in text
        lines = [path for path in painted(page, with_sheet=False) if len(path.points) == 2 and path.size[1] < 0.01]
        checks = [path for path in lines if 99 < path.size[0] < 101 and path.box[1] < 15]
        assert len(checks) == 1
        assert checks[0].size[0] == pytest.approx(100, abs=0.05)


def test_a_print_dialogue_is_asked_not_to_scale() -> None:
    board = shipped("canyon")
    content = printing.pdf_of(printing.drill_template(board, "main"), layout(board.size_mm, "a4"), board.title)
    catalogue = pages_of(content)[0].pdf.trailer["/Root"]
    assert catalogue["/ViewerPreferences"]["/PrintScaling"] == "/None"


@pytest.mark.parametrize(
    ("game", "panel", "paper"), [*((*panel, "a4") for panel in PANELS), ("canyon", "main", "letter")]
)
def test_each_light_has_its_hole_to_a_tenth_of_a_millimetre(game: str, panel: str, paper: str) -> None:
    board = shipped(game)
    pages = layout(board.size_mm, paper)
    found = pages_of(printing.pdf_of(printing.drill_template(board, panel, 7.5), pages, board.title))
    lights = printing.light_places(board, panel)
    # All pages place the same sheet: the last one, which moves it farthest, stands for all.
    holes = [path for path in painted(found[-1]) if path.is_curved and is_red(path.stroke)]
    assert len(holes) == len(lights)
    for hole, light in zip(holes, lights, strict=True):
        x, y = (pages.corner[axis] + light.at[axis] - pages.pages[-1].start[axis] for axis in (0, 1))
        assert dist(hole.centre, (x, y)) < 0.1
        assert hole.size == pytest.approx((7.5, 7.5), abs=0.05)


@pytest.mark.parametrize("game", shipped_ids())
def test_each_light_lies_in_the_window_of_some_page(game: str) -> None:
    board = shipped(game)
    for page_size in sorted(PAPERS):
        pages = layout(board.size_mm, page_size).pages
        for space in board.document["spaces"]:
            assert any(is_shown(space["at_mm"], page) for page in pages)


def is_shown(place: tuple[float, float], page: Page) -> bool:
    return all(0 <= place[axis] - page.start[axis] <= page.size_mm[axis] for axis in (0, 1))


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("size_mm", [(60, 50), (192, 265), (192.1, 265), (720, 500), (500, 720), (2000, 1500)])
def test_pages_cover_the_board_overlap_by_10_mm_and_stay_on_the_paper(size_mm: tuple[float, float], paper: str) -> None:
    pages = layout(size_mm, paper)
    by_place = {(page.column, page.row): page for page in pages.pages}
    assert len(by_place) == pages.columns * pages.rows
    assert len({page.name for page in pages.pages}) == len(pages.pages)
    for (column, row), page in by_place.items():
        for axis, following in ((0, (column + 1, row)), (1, (column, row + 1))):
            end = page.start[axis] + page.size_mm[axis]
            assert pages.corner[axis] + page.size_mm[axis] <= pages.paper[axis] - (9 if axis == 0 else 14) + 1e-6
            if following in by_place:
                assert end - by_place[following].start[axis] == pytest.approx(OVERLAP_MM)
            else:
                assert end == pytest.approx(size_mm[axis])
    assert by_place[0, 0].name == "A1"


def test_pages_are_named_like_the_cells_of_a_spreadsheet() -> None:
    names = {page.name for page in layout((2000, 2000), "a4").pages}
    assert {"A1", "B1", "A2", "K1"} <= names
    assert "AA1" in {page.name for page in layout((9000, 100), "a4").pages}


@pytest.mark.parametrize(("game", "panel"), PANELS)
def test_walls_between_openings_are_as_thick_as_asked(game: str, panel: str) -> None:
    board = shipped(game)
    sheet = printing.light_shield(board, panel, wall_mm=3)
    edge, *openings = [shape.points for shape in sheet.shapes if isinstance(shape, Line) and shape.is_closed]
    lights = printing.light_places(board, panel)
    assert len(openings) == len({light.space for light in lights})
    for number, corners in enumerate(openings):
        for other in openings[:number]:
            if hypot(corners[0][0] - other[0][0], corners[0][1] - other[0][1]) < 60:
                assert apart(corners, other) > 3 - 1e-6
        for x, y in corners:
            assert 3 - 1e-6 <= x <= board.size_mm[0] - 3 + 1e-6
            assert 3 - 1e-6 <= y <= board.size_mm[1] - 3 + 1e-6
    for light in lights:
        assert sum(is_inside(light.at, corners) for corners in openings) == 1
    assert len(edge) == 4


def apart(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> float:
    """Return the distance of two convex outlines that do not meet: from a corner of one to a side of the other."""
    return min(
        to_side(corner, each[number - 1], each[number])
        for corners, each in ((one, other), (other, one))
        for corner in corners
        for number in range(len(each))
    )


def to_side(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    length = dist(start, end)
    if length < 1e-9:
        return dist(point, start)
    along = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(1.0, max(0.0, along))
    return dist(point, (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))


def is_inside(point: tuple[float, float], corners: tuple[tuple[float, float], ...]) -> bool:
    turns = [
        (corners[number][0] - corners[number - 1][0]) * (point[1] - corners[number - 1][1])
        - (corners[number][1] - corners[number - 1][1]) * (point[0] - corners[number - 1][0])
        for number in range(len(corners))
    ]
    return all(turn >= -1e-9 for turn in turns) or all(turn <= 1e-9 for turn in turns)


@pytest.mark.parametrize("game", shipped_ids())
def test_the_map_leaves_every_light_blank(game: str) -> None:
    board = shipped(game)
    pages = layout(board.size_mm, "a4")
    page = pages_of(printing.pdf_of(printing.overlay(board), pages, board.title))[0]
    white = [path for path in painted(page) if path.is_curved and path.fill == (1, 1, 1) and path.paint.startswith("f")]
    picture = printing.overlay(board).picture
    signed = [space for space in board.document["spaces"] if space["kind"] in ("treasure", "site")]
    assert picture.count('class="light seen"') == len(signed)
    for space in board.document["spaces"]:
        x, y = (pages.corner[axis] + space["at_mm"][axis] for axis in (0, 1))
        here = [path for path in white if dist(path.centre, (x, y)) < 0.1]
        assert any(path.size == pytest.approx((14, 14), abs=0.1) for path in here), space["id"]


@pytest.mark.parametrize("game", shipped_ids())
def test_the_pictures_of_boards_use_only_what_can_be_printed(game: str) -> None:
    picture = draw(shipped(game), light="day", names=True)
    assert {element.tag.rpartition("}")[2] for element in svg(picture).iter()} <= UNDERSTOOD
    assert "gradient" not in picture
    assert "url(" not in picture


@pytest.mark.parametrize("game", shipped_ids())
def test_the_names_of_spaces_stand_on_the_map_when_asked(game: str) -> None:
    board = shipped(game)
    pages = layout(board.size_mm, "a4")
    text = pages_of(printing.pdf_of(printing.overlay(board, names=True), pages, board.title))[0].extract_text()
    missing = [name for name in board.space_ids if name not in text]
    assert not missing


def test_the_same_board_gives_the_same_bytes(own_board: Board) -> None:
    pages = layout(own_board.size_mm, "letter")
    files = {printing.pdf_of(printing.drill_template(own_board, "main"), pages, own_board.title) for _ in range(2)}
    assert len(files) == 1


def test_several_lights_of_a_space_get_a_hole_each_10_mm_apart(own_board: Board) -> None:
    lights = printing.light_places(own_board, "main")
    assert [(light.number, light.space_id) for light in lights] == [
        (0, "a"), (1, "a"), (2, "a"), (3, "b"), (4, "b"), (7, "c"),
    ]  # fmt: skip
    assert [dist(lights[number].at, lights[number - 1].at) for number in (1, 2, 4)] == pytest.approx([10, 10, 10])
    assert lights[3].at == pytest.approx((95, 52.5))
    assert lights[5].at == (390, 280)
    holes = [shape for shape in printing.drill_template(own_board, "main").shapes if isinstance(shape, Round)]
    assert [hole.centre for hole in holes] == [light.at for light in lights]


def test_each_panel_has_sheets_of_its_own(own_board: Board) -> None:
    sheet = printing.drill_template(own_board, "side")
    assert [shape.centre for shape in sheet.shapes if isinstance(shape, Round)] == [(40, 40)]
    with pytest.raises(BoardError, match="no panel tomb; it has: main, side"):
        printing.drill_template(own_board, "tomb")


def font_with(letters: str, folder: Path) -> Path:
    """Write a font that has these letters, each a square of its own width."""
    names = [".notdef", *(f"u{ord(letter):x}" for letter in letters)]
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names[1:], strict=True)})
    glyphs = {}
    for number, name in enumerate(names):
        pen = TTGlyphPen(None)
        for step, (x, y) in enumerate(((0, 0), (0, 700), (500 + number, 700), (500 + number, 0))):
            (pen.lineTo if step else pen.moveTo)((x, y))
        pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (600 + number, 0) for number, name in enumerate(names)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    path = folder / f"{len(letters)}.ttf"
    builder.save(path)
    return path


@pytest.mark.parametrize("title", ["长弯峡谷", "Łódź i rzeka"])
def test_a_title_in_another_script_is_printed_with_its_letters_embedded(
    title: str, own_board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = font_with("abc", tmp_path)
    (tmp_path / "torn.ttf").write_bytes(b"torn")
    having = font_with("".join(dict.fromkeys(title + "xyz")), tmp_path)
    monkeypatch.setattr(fonts, "font_files", lambda: [lacking, tmp_path / "torn.ttf", having])
    pages = layout(own_board.size_mm, "a4")
    typefaces = printing.Typefaces()
    document = pages_of(printing.pdf_of(printing.overlay(own_board), pages, title, typefaces))[0].pdf
    assert document.metadata.title == f"{title}: Map to lay on the lights"
    assert title in document.pages[0].extract_text()
    assert "?" not in document.pages[0].extract_text()
    assert not typefaces.missing
    font = document.pages[0]["/Resources"]["/Font"]["/T0"]
    assert font["/Subtype"] == "/Type3"
    assert len(font["/CharProcs"]) == len(set(title)), "only the letters used"
    assert [float(width) for width in font["/Widths"]] == [601 + number for number in range(len(set(title)))]
    square = font["/CharProcs"]["/g1"].get_data().split()
    assert square == b"601 0 d0 0.0 0.0 m 0.0 700.0 l 501.0 700.0 l 501.0 0.0 l h f".split()


def test_letters_that_no_font_has_are_named(own_board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "font_files", list)
    pages = layout(own_board.size_mm, "a4")
    typefaces = printing.Typefaces()
    document = pages_of(printing.pdf_of(printing.overlay(own_board), pages, "Ő-river", typefaces))[0]
    assert "?-river" in document.extract_text()
    assert typefaces.missing == {"Ő"}


def test_pages_speak_the_readers_language(own_board: Board) -> None:
    pages = layout(own_board.size_mm, "a4")
    sheet = printing.overlay(own_board)
    with reading("de"), mock.patch.object(furniture, "spoken", lambda words: f"[{words}]"):
        text = pages_of(printing.pdf_of(sheet, pages, "Fluss"))[0].extract_text()
    assert "[Map to lay on the lights]" in text
    assert "[100 mm: print at 100 % and measure this line]" in text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"size_mm": None}, "Board own cannot be printed: it lacks size_mm, its width and height in millimetres."),
        ({"at_mm": None}, "Board own cannot be printed: it lacks at_mm of b."),
        ({"at_mm": [431, 20]}, "Board own cannot be printed: b beyond its 430 × 300 mm."),
        ({"at_mm": [42, 40]}, "too near for holes of 8 mm"),
    ],
)
def test_a_board_that_cannot_be_printed_gets_a_sentence(own_board: Board, change: dict, sentence: str) -> None:
    document = {**own_board.document, "spaces": [dict(space) for space in own_board.document["spaces"]]}
    for name, value in change.items():
        target = document if name in document else document["spaces"][1]
        if value is None:
            del target[name]
        else:
            target[name] = value
    with pytest.raises(BoardError) as caught:
        printing.drill_template(Board(document), "main")
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_spaces_too_near_for_a_wall_get_a_sentence(own_board: Board) -> None:
    document = {**own_board.document, "spaces": [dict(space) for space in own_board.document["spaces"]]}
    document["spaces"][1]["at_mm"] = [47, 40]
    with pytest.raises(BoardError, match=r"a and b are 7\.0 mm apart, too near for a wall of 3 mm"):
        printing.light_shield(Board(document), "main")


def test_every_letter_of_an_id_can_be_engraved() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,:-"
    drawings = {letter: tuple(map(tuple, strokes_of(letter, (0, 0), 6))) for letter in letters}
    assert all(drawings.values())
    assert len(set(drawings.values())) == len(letters)
    assert width_mm("W", 6) == 4
    left = strokes_of("k10", (0, 0), 3)
    right = strokes_of("k10", (0, 0), 3, align="right")
    assert right[0][0][0] == pytest.approx(left[0][0][0] - width_mm("k10", 3))


def test_svg_pages_show_the_same_places(own_board: Board) -> None:
    pages = layout(own_board.size_mm, "a4")
    sheet = printing.drill_template(own_board, "main")
    for page in pages.pages:
        root = svg(printing.svg_of_page(sheet, pages, page, "<Our> river"))
        width, height = pages.paper
        assert root.get("width") == f"{width:g}mm"
        assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
        window = next(element for element in root if element.tag.endswith("}svg"))
        assert [float(number) for number in window.get("viewBox", "").split()] == pytest.approx(
            [*page.start, *page.size_mm], abs=0.001
        )
        assert (float(window.get("width", 0)), float(window.get("height", 0))) == pytest.approx(page.size_mm, abs=0.001)
        holes = [element for element in window.iter() if element.tag.endswith("}circle")]
        assert [(float(hole.get("cx", 0)), float(hole.get("r", 0))) for hole in holes][3] == (95, 4)
    whole = svg(printing.svg_of(sheet, "Our river"))
    assert (whole.get("width"), whole.get("height")) == ("430mm", "300mm")
