"""The page that explains each game: its pictures show what their captions say, in every language, and stay small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from riverlight.clauses import clauses
from riverlight.games.contract import SPECTATOR
from riverlight.games.how_to_play import Figure, Picture
from riverlight.games.registry import GAMES
from riverlight.languages import LANGUAGES
from riverlight.languages.text import reading
from riverlight.web.board import board_picture
from riverlight.web.rules_page import rules_link, rules_page
from riverlight.web.rules_pictures import board_of_pictures, position_of

from tests.host.web.serving import Served, serving

MOST_BYTES = 150_000
PICTURES = [
    (game, picture) for game in GAMES.values() for section in game.how_to_play() if (picture := section.picture)
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("rules")) as served:
        yield served


@contextmanager
def page_of(game: str, tag: str = "en", **asked: str) -> Iterator[str]:
    with reading(tag):
        yield bytes(rules_page(GAMES[game], asked).body).decode()


def drawn(caption: str) -> tuple[Figure, Picture]:
    """Return what is drawn under the caption that starts so."""
    (picture,) = (picture for _game, picture in PICTURES if picture.caption.startswith(caption))
    head, state = position_of(picture.game_text, picture.moves)
    return picture.draw(state, head), picture


@pytest.mark.parametrize("name", GAMES)
def test_each_game_says_what_it_is_about_and_names_clauses_of_its_own(name: str) -> None:
    sections = GAMES[name].how_to_play()
    cited = {clause for section in sections for clause in section.clauses}
    assert cited <= {clause for clause in clauses() if clause.startswith(GAMES[name].clause_prefix)}
    assert all(section.clauses and section.sentences for section in sections)
    assert len(sections) <= 8


@pytest.mark.parametrize(("game", "picture"), PICTURES)
def test_a_picture_is_of_a_position_on_the_board_of_its_page(game, picture) -> None:
    head, state = position_of(picture.game_text, picture.moves)
    figure = picture.draw(state, head)
    assert head.board is not None
    assert head.board == board_of_pictures(game)
    spaces = {mark.space for mark in figure.marks} | {end.space for end in figure.ends} | set(figure.reach)
    assert spaces | {space for way in figure.ways for space in way} <= set(head.board.space_ids)
    assert figure.ends or figure.ways or figure.reach


def test_the_canoe_has_the_ends_that_the_caption_counts() -> None:
    """CAN-12, CAN-15."""
    figure, picture = drawn("Ada bid 2")
    _head, state = position_of(picture.game_text, picture.moves)
    view = dict(state.view(SPECTATOR))
    assert [end.key for end in figure.ends] == ["1", "2", "3"]
    assert (view["paces"][0], view["tricks"][0], view["activity"]["points"]) == (2, 2, 5)


def test_the_drifting_canoe_pushes_two() -> None:
    """CAN-19."""
    figure, _picture = drawn("Cleo missed")
    stands = {mark.space: mark.sign for mark in figure.marks}
    assert [stands[way[0]] for way in figure.ways] == ["seat-C", "seat-B", "seat-A"]


def test_a_six_from_the_shore_leads_where_the_caption_says() -> None:
    """NIA-17."""
    figure, _picture = drawn("A 6 from")
    assert {(end.key, end.space) for end in figure.ends} == {("8", "M4"), ("4", "L6"), ("6", "R6")}


def test_the_thief_has_the_gem_after_one_step() -> None:
    """NIA-15."""
    figure, _picture = drawn("Canoe A paddled")
    assert figure.ways == (("R7", "R6"),)
    on_the_disc = [mark.sign for mark in figure.marks if mark.space == "R6"]
    assert on_the_disc == ["seat-A", "gem-violet", "seat-B"]


def test_the_river_carries_two_canoes_and_drops_one() -> None:
    """NIA-19, NIA-21."""
    figure, _picture = drawn("The river flowed")
    assert sorted(figure.ways) == [("M2", "M4"), ("M3", "M5"), ("R7", "fall")]


def test_the_arrow_leads_three_ways() -> None:
    """PYR-9."""
    figure, _picture = drawn("Hunter B")
    assert [(end.key, end.space) for end in figure.ends] == [("1", "d1"), ("2", "a3"), ("3", "d8")]


def test_a_hunter_stands_where_the_mummy_reaches() -> None:
    """PYR-12."""
    figure, _picture = drawn("The mummy has two steps")
    assert [mark.sign for mark in figure.marks if mark.space in figure.reach] == ["seat-mummy", "seat-D"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_page_is_light_and_describes_its_pictures(name: str, tag: str) -> None:
    with page_of(name, tag) as html:
        board = board_of_pictures(GAMES[name])
        assert board is not None
        assert len(html.encode()) + len(board_picture(board)) < MOST_BYTES
        described = re.findall(r'role="img" aria-label="([^"]+)"', html)
        assert len(described) == html.count("<figure>") >= 2
        assert all(len(words) > 20 for words in described)
        used = set(re.findall(r'<use href="#([^"]+)"', html))
        assert used <= set(re.findall(r'id="([^"]+)"', html))


@pytest.mark.parametrize("name", GAMES)
def test_no_page_of_a_table_can_be_reached_from_the_rules(name: str) -> None:
    """Who only watches, or is alone on a side, may open them."""
    with page_of(name) as text:
        links = re.findall(r'<a [^>]*href="([^"]*)"', text)
    assert [link for link in links if not link.startswith(("#", "/rules/"))] == []


def test_a_clause_is_quoted_with_its_emphasis_and_without_signs_of_its_file() -> None:
    with page_of("canyon") as html:
        assert "<h3>CAN-15 The best move</h3>" in html
        assert "the river is <em>open</em>" in html
        assert not {"`", "*"} & set(html.partition("<main>")[2])


def test_house_rules_come_in_the_address_and_an_unknown_one_is_as_usual() -> None:
    with page_of("canyon", option_movement="nearest", option_cards="?", other="<b>") as html:
        assert 'class="in-force" open' in html
        assert '<div class="changed"><dt>Movement <cite>CAN-15</cite></dt><dd>as near as possible</dd>' in html
        assert "<dd>real cards</dd>" in html
        assert "<b>" not in html
    with page_of("canyon") as html:
        assert 'class="in-force"><summary' in html


def test_a_link_names_what_is_not_as_usual_and_opens_apart() -> None:
    link = rules_link(GAMES["canyon"], {"movement": "nearest", "cards": "physical"})
    assert link is not None
    assert 'href="/rules/canyon?option_movement=nearest" target="_blank"' in link


def test_the_pages_and_their_boards_are_served_and_others_are_not_found(pages: Served) -> None:
    status, _headers, html = pages.ask("GET", "/rules/niagara")
    assert status == 200
    picture = re.search(r'<image href="([^"]+)"', html)
    assert picture is not None
    status, headers, _svg = pages.ask("GET", picture[1])
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    for path in ("/rules/chess", "/rules/niagara/0.svg", "/rules/chess/0.svg"):
        assert pages.ask("GET", path)[0] == 404


def test_set_up_table_and_private_pages_lead_to_the_rules(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert 'href="/rules/canyon"' in served.ask("GET", "/")[2]
        served.room.begin("canyon", {"cards": "app", "movement": "nearest"}, ["Ada", "Ben", "Cleo"])
        address = 'href="/rules/canyon?option_cards=app&amp;option_movement=nearest"'
        assert address in served.ask("GET", "/table")[2]
        sitting = served.room.sitting
        assert sitting is not None
        token = next(iter(sitting.seats))
        assert address in served.ask("GET", f"/seat/{token}")[2]
