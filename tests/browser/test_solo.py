"""One person with nothing but a screen: hand, board, choices and log on one page."""

import pytest
from playwright.sync_api import expect
from riverlight.games.sides import TABLE_PAGE
from riverlight.table.hints import Hints

from tests.browser.conftest import PHONE
from tests.host.web.test_solo import put_on

pytestmark = pytest.mark.browser


def test_one_person_starts_and_plays_a_whole_trick_on_one_page(served, visit):
    page = visit(served.origin, PHONE)
    page.get_by_role("button", name="Only this screen").click()
    expect(page.get_by_role("button", name="Only this screen")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Start Canyon").click()
    expect(page).to_have_url(f"{served.origin}/table")
    table = served.room.sitting.table

    def is_asked():
        return table.history.state.to_act() == (0,)

    hand, choices = page.locator("#hand button:enabled"), page.locator("#choices button")
    played = 0
    while played < 2:
        if not is_asked():
            page.wait_for_timeout(20)
            continue
        phase = table.snapshot(TABLE_PAGE)["view"]["phase"]
        version = table.version
        if phase == "place":
            page.locator(".ends button").first.click()
        elif phase == "pace":
            choices.first.click()
        else:
            expect(page.locator("#hand .held")).to_have_count(8 - played)
            hand.first.click()
            played += 1
        while table.version == version:
            page.wait_for_timeout(20)
    expect(page.locator("#keypad")).to_be_hidden()
    expect(page.locator("#coach")).to_be_hidden()
    page.locator("#take_back").click()  # across the others' cards, and nobody is asked
    expect(page.locator("#hand .held")).to_have_count(7)
    expect(page.locator("#question")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_one_person_gets_a_hint_for_the_seat_that_is_to_act(served, visit, monkeypatch):
    asked = []

    def ask(_hints, seat):
        asked.append(seat)
        return {"moves": [{"move": "somewhere", "cost": 0.0}], "why": "It is best.", "counted_in": "chance to win"}

    monkeypatch.setattr(Hints, "ask", ask)
    table = put_on(served, "niagara", people=2, bots=(1,))
    served.room.sitting.opponents.set_pace("pause")  # a hint is for one version of the table
    assert table.head.lone_seats == (0, 2)
    page = visit(f"{served.origin}/table", PHONE)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_have_text("Best: somewhere. It is best.")
    table.enter(0, table.codes(0)[0].move)
    expect(page.locator("#hint")).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_have_text("Best: somewhere. It is best.")
    assert asked == [0, 2]
