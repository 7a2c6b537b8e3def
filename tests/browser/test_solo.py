"""One person with nothing but a screen: hand, board, choices and log on one page."""

import pytest
from playwright.sync_api import expect
from riverlight.games.sides import TABLE_PAGE

from tests.browser.conftest import PHONE

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
