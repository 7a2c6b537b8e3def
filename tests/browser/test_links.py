"""The links of seats and the table code in a real browser: notices of a second device, and what ends a link."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, go
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

LAN = "table.test"


@pytest.fixture
def in_lan(tmp_path):
    """Pages that the local network reaches, too, with a game of secret hands."""
    with serving(tmp_path, lan=LAN) as pages:
        pages.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        yield pages


def link_of(served, seat):
    return served.origin + next(f"/seat/{token}" for token, each in served.room.sitting.seats.items() if each == seat)


def opened(visit, address, size):
    page = visit(address, size)
    expect(page.locator("#sentence")).not_to_have_text("…")
    return page


def test_a_second_device_is_told_on_the_first_and_at_the_table_until_somebody_has_seen_it(in_lan, visit):
    phone = opened(visit, link_of(in_lan, 1), PHONE)
    table = opened(visit, f"{in_lan.origin}/table", WIDE)
    expect(phone.locator("#access")).to_be_hidden()
    expect(table.locator("#access")).to_be_hidden()
    seats = table.locator("#private button[data-seat] small")
    expect(seats).to_have_text(["", "1 device", ""])
    opened(visit, link_of(in_lan, 1), PHONE)
    expect(phone.locator("#access")).to_contain_text(re.compile(r"A second device opened this page at \d+:\d\d"))
    expect(table.locator("#access")).to_contain_text("A second device opened Ben's page")
    expect(seats).to_have_text(["", "2 devices", ""])
    phone.locator("#access").get_by_role("button", name="OK").click()
    expect(phone.locator("#access")).to_be_hidden()
    go(phone, link_of(in_lan, 1))
    expect(phone.locator("#access")).to_be_hidden()
    opened(visit, link_of(in_lan, 1), PHONE)
    expect(phone.locator("#access")).to_contain_text("3 devices have opened this page")


def test_a_seats_page_ends_all_others_on_its_link_and_goes_on_itself(in_lan, visit):
    phone = opened(visit, link_of(in_lan, 1), PHONE)
    other = opened(visit, link_of(in_lan, 1), PHONE)
    phone.locator("#access").get_by_role("button", name="Use on this device only").click()
    expect(other.locator("main")).to_contain_text("moved to another phone")
    expect(phone).to_have_url(link_of(in_lan, 1))
    expect(phone.locator(".whose")).to_contain_text("Ben")
    expect(phone.locator("#access")).to_be_hidden()
    visit.complaints.clear()  # Chromium's console reports every status 404


def test_the_table_shows_a_code_for_phones_closes_a_link_and_makes_a_new_table_code(in_lan, visit):
    phone = opened(visit, link_of(in_lan, 1), PHONE)
    table = opened(visit, f"{in_lan.origin}/table", WIDE)
    table.get_by_text("Players' phones").click()
    table.locator("#private button", has_text="Ben").click()
    dialog = table.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="The code of Ben's seat")).to_be_visible()
    box = dialog.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= WIDE["height"]
    expect(phone.locator("#access")).to_contain_text("The link to this page was shown on a table page")
    dialog.get_by_role("button", name="Close link").click()
    expect(dialog.locator("#link_told")).to_contain_text("This link is closed.")
    expect(dialog.get_by_role("img")).to_have_count(0)
    expect(phone.locator("main")).to_contain_text("moved to another phone")
    dialog.get_by_role("button", name="Done").click()
    table.get_by_text("Players' phones").click()
    old = f"table code {json.loads(in_lan.ask('GET', '/access')[2])['code']}"
    expect(table.locator("#private")).to_contain_text(old)
    table.get_by_role("button", name="New code").click()
    expect(table.locator("#private")).not_to_contain_text(old)  # the page has loaded again
    new = f"table code {json.loads(in_lan.ask('GET', '/access')[2])['code']}"
    expect(table.get_by_text(new)).to_be_visible()  # what was open is open again
    visit.complaints.clear()


def test_a_new_link_is_made_from_the_notice_at_the_table(in_lan, visit):
    table = opened(visit, f"{in_lan.origin}/table", WIDE)
    opened(visit, link_of(in_lan, 0), PHONE)
    other = opened(visit, link_of(in_lan, 0), PHONE)
    old = link_of(in_lan, 0)
    table.locator("#access").get_by_role("button", name="New link").click()
    expect(table.get_by_role("dialog").get_by_role("img", name="The code of Ada's seat")).to_be_visible()
    assert link_of(in_lan, 0) != old
    expect(other.locator("main")).to_contain_text("moved to another phone")
    expect(table.locator("#access")).to_be_hidden()
    visit.complaints.clear()
