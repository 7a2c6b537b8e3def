"""Each page in its reader's language: by the browser's setting, by the switch, and over the WebSocket."""

import json
import re
from urllib.parse import urlencode

import pytest
from riverlight.games.sides import TABLE_PAGE
from riverlight.languages import LANGUAGES
from riverlight.languages.catalogues import kept
from riverlight.languages.text import listed, reading, spoken_all
from riverlight.workshop.new import new_board

from tests.host.web.serving import next_message, say
from tests.host.web.test_trace_requests import tracing

OTHERS = [tag for tag in LANGUAGES if tag != "en"]


def is_state(heard):
    return isinstance(heard, dict) and "snapshot" in heard


def switch(served, tag, **headers):
    """Press a button of the switch; return the status, where it leads and the cookie."""
    form = {"Content-Type": "application/x-www-form-urlencoded", **headers}
    status, told, _text = served.ask("POST", "/language", urlencode({"language": tag}).encode(), form)
    return status, told.get("location"), told.get("set-cookie", "").partition(";")[0]


def language_shown(page):
    return re.search(r'<html lang="([^"]+)">', page).group(1)


def pressed(page):
    return re.findall(r'name="language" value="([^"]+)"[^>]*aria-pressed="true"', page)


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/games", "/table", "/nothing-here", "/games/1/statistics"])
def test_a_page_is_in_the_language_that_the_browser_asks_for_and_says_so(at_table, path, tag):
    page = at_table.ask("GET", path, headers={"Accept-Language": tag})[2]
    assert language_shown(page) == tag
    assert pressed(page) == [tag]


@pytest.mark.parametrize("tag", OTHERS)
def test_the_switch_outlasts_what_the_browser_asks_for(bare, tag):
    status, _where, cookie = switch(bare, tag)
    assert status == 303
    page = bare.ask("GET", "/", headers={"Cookie": cookie, "Accept-Language": "en"})[2]
    assert language_shown(page) == tag
    assert pressed(page) == [tag]


def test_each_language_is_offered_in_its_own_words(bare):
    page = bare.ask("GET", "/")[2]
    for tag, name in LANGUAGES.items():
        assert re.search(rf'<button name="language" value="{tag}" lang="{tag}"[^>]*>{name}</button>', page)


def test_a_cookie_of_a_language_that_there_is_not_counts_for_nothing(bare):
    page = bare.ask("GET", "/", headers={"Cookie": "riverlight_language=tlh", "Accept-Language": "de"})[2]
    assert language_shown(page) == "de"


def test_a_language_that_there_is_not_is_refused(bare):
    status, told, page = bare.ask(
        "POST", "/language", b"language=tlh", {"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert status == 409
    assert "set-cookie" not in told
    assert f"Unknown language. Choose one of {listed(list(LANGUAGES))}." in page


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [("http://elsewhere.example/table?a=1", "/table?a=1"), ("https://elsewhere.example//evil.example/", "/")],
)
def test_the_switch_leads_nowhere_but_to_a_path_of_ours(bare, came_from, leads_to):
    assert switch(bare, "de", Referer=came_from)[1] == leads_to


def test_another_site_cannot_switch(bare):
    assert switch(bare, "de", Origin="http://elsewhere.example")[0] == 403


@pytest.mark.parametrize("tag", OTHERS)
def test_the_scripts_get_their_words_with_the_page_and_english_needs_none(at_table, tag):
    page = at_table.ask("GET", "/table", headers={"Accept-Language": tag})[2]
    texts = json.loads(re.search(r'<script type="application/json" id="texts">(.*?)</script>', page).group(1))
    assert texts["Seat {letter}"] != "Seat {letter}"
    assert "{letter}" in texts["Seat {letter}"]
    assert len(texts["Round {round}, {n} card per player"]) == kept("page", tag).num_plurals
    assert 'id="texts"' not in at_table.ask("GET", "/table")[2]


def test_each_line_speaks_the_language_of_its_page(at_table):
    table = at_table.room.sitting.table
    with (
        at_table.line() as english,
        at_table.line(additional_headers={"Accept-Language": "de"}) as german,
        at_table.line(additional_headers={"Cookie": "riverlight_language=zh-Hant"}) as chinese,
    ):
        lines = {"en": english, "de": german, "zh-Hant": chinese}
        heard = {tag: next_message(line, is_state)["snapshot"] for tag, line in lines.items()}
        assert len({state["prompt"]["sentence"] for state in heard.values()}) == len(lines)
        for tag, state in heard.items():
            with reading(tag):
                told = spoken_all(table.snapshot(TABLE_PAGE))
            assert state["prompt"] == json.loads(json.dumps(told["prompt"]))
            assert [seat["name"] for seat in state["seats"]] == ["Ada", "Ben", "Cleo"]
        refused = {tag: say(line, id=f"{tag}-1", press="D") for tag, line in lines.items()}
        assert {answer["clause"] for answer in refused.values()} == {refused["en"]["clause"]}
        assert len({answer["sentence"] for answer in refused.values()}) == len(lines)


def test_a_line_keeps_its_language_when_another_page_is_switched(at_table):
    with at_table.line(additional_headers={"Accept-Language": "de"}) as german:
        before = next_message(german, is_state)["snapshot"]
        switch(at_table, "zh-Hans")
        keys = before["choices"][0]["keys"]
        german.send(json.dumps({"id": "k-1", "press": keys}))  # its answer may come before the state or after it
        after = next_message(german, lambda heard: is_state(heard) and heard["snapshot"]["log"])["snapshot"]
        with reading("de"):
            told = spoken_all(at_table.room.sitting.table.snapshot(TABLE_PAGE))
        assert after["log"][-1]["sentence"] == told["log"][-1]["sentence"]


@pytest.fixture
def traced(tmp_path, monkeypatch):
    """The tracing page, with a data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path))
    with tracing() as served:
        yield served


def test_the_tracing_page_is_in_the_language_that_is_asked_for(traced):
    page = traced.ask("GET", "/trace", headers={"Accept-Language": "de"})[2]
    assert language_shown(page) == "de"
    assert pressed(page) == ["de"]
    assert 'id="texts"' in page
    assert switch(traced, "zh-Hans", Referer=f"{traced.origin}/trace")[:2] == (303, "/trace")


def test_problems_are_in_the_page_s_language_and_otherwise_the_same(traced):
    board = new_board("canyon", "mine", "Mine")
    start = next(space for space in board["spaces"] if space["kind"] == "start")
    start["kind"] = "water"
    body = json.dumps({"document": board}).encode()
    headers = {"Content-Type": "application/json"}
    english, german = (
        json.loads(traced.ask("POST", "/trace/check", body, {**headers, "Accept-Language": tag})[2])["problems"]
        for tag in ("en", "de")
    )
    assert english
    for one, other in zip(english, german, strict=True):
        assert one["sentence"] != other["sentence"]
        assert {**one, "sentence": ""} == {**other, "sentence": ""}
