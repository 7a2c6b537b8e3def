"""Accessibility: the pages can be used with poor sight, poor aim or a screen reader; checked as drawn."""

import pytest
from playwright.sync_api import expect

from tests.browser.clear import AWAY, assert_clear_everywhere
from tests.browser.conftest import go
from tests.browser.test_table_page import play_until

pytestmark = pytest.mark.browser


def addresses(served):
    """The table page of each game, Canyon's in each phase, the set-up page with everything open, private pages."""
    served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"])
    for phase in ("place", "tricks", "move"):
        play_until(served.room.sitting.table, phase)
        yield "/table"
    yield "/"
    yield "/games"
    yield f"/games/{served.room.sitting.table.game_id}/statistics"
    yield "/rules/niagara"
    yield "/nowhere"
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    play_until(served.room.sitting.table, "tricks")
    yield "/table"
    turn = served.room.sitting.table.history.state.to_act()[0]
    yield from seat_pages(served, turn, (turn + 1) % 3)
    for game, seats in (("niagara", [0]), ("pyramid", [0, 1])):
        served.room.begin(game, {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        yield "/table"
        yield from seat_pages(served, *seats)
    yield "/watch"
    served.room.teach("pyramid")
    yield "/table"
    served.room.start_replay(1)
    yield "/table"


def seat_pages(served, *seats):
    """The pages of some seats: of those that look alike one is enough."""
    return [f"/seat/{token}" for token, seat in served.room.sitting.seats.items() if seat in seats]


def test_every_text_is_large_and_clear_and_every_target_large_and_named(served, visit):
    page = visit(served.origin)
    for address in addresses(served):
        go(page, f"{served.origin}{address}")
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        assert_clear_everywhere(page)
        assert page.evaluate("document.querySelectorAll('h1').length") == 1
        assert page.evaluate("document.querySelectorAll('main').length") == 1
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.evaluate("[...document.images].every((image) => image.alt)")
        names = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
        assert len(set(names)) == len(names)
        page.goto(AWAY)
    visit.complaints.clear()  # Chromium's console reports the status 404


def test_every_part_is_reached_by_the_keyboard_and_its_focus_is_seen(at_table, visit):
    play_until(at_table.room.sitting.table, "place")
    page = visit(f"{at_table.origin}/table")
    expect(page.locator(".end")).to_have_count(6)
    reached = []
    while True:
        page.keyboard.press("Tab")
        here = page.evaluate("""() => {
            const { className, id, tagName, dataset } = document.activeElement;
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
            const seen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
            return { name: id || className + (dataset.key ?? dataset.keys ?? '') || tagName, seen };
        }""")
        if here["name"] == "table" or here in reached:  # the body: once round
            break
        assert here["seen"], here
        reached.append(here)
    names = " ".join(here["name"] for here in reached)
    for part in ("ask", "end above1", "key", "take_back"):
        assert part in names


def test_the_focus_stays_among_the_cards_of_a_private_page(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "tricks")
    turn = table.history.state.to_act()[0]
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == turn)
    page = visit(served.origin)
    go(page, f"{served.origin}/seat/{token}")
    page.locator(".held:enabled").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".held")).to_have_count(7)
    assert page.evaluate("document.querySelector('#hand').contains(document.activeElement)")
    while table.history.state.to_act()[0] != turn:
        state = table.history.state
        seat = state.to_act()[0]
        table.enter(seat, state.move_text(state.legal(seat)[0]))
    expect(page.locator(".held:enabled").first).to_be_focused()


def test_what_scrolls_beside_the_board_is_reached_by_the_keyboard(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"])
    page = visit(served.origin, {"width": 1280, "height": 640})
    go(page, f"{served.origin}/table")
    expect(page.locator(".round.more")).to_have_attribute("tabindex", "0")
    page.locator(".round").focus()
    page.keyboard.press("End")
    expect(page.locator(".round:not(.more)")).to_be_visible()


def test_a_screen_reader_is_told_the_sentence_the_seats_and_the_board(at_table, visit):
    play_until(at_table.room.sitting.table, "move")
    page = visit(f"{at_table.origin}/table")
    expect(page.locator("#sentence")).to_have_attribute("aria-live", "polite")
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(["Seat", "Tricks won / pace", "Points"])
    expect(table.get_by_role("rowheader")).to_have_count(4)
    expect(table.get_by_role("row").nth(1)).to_contain_text("tricks won, pace")
    told = page.get_by_role("list", name="On the board").get_by_role("listitem")
    expect(told.first).to_contain_text("stands on start")
    expect(page.get_by_role("img", name="The board")).to_be_visible()
    expect(page.get_by_role("group", name="Keypad").or_(page.get_by_role("region", name="Keypad"))).to_be_visible()


def faults(page):
    """Return what axe finds on a page as it is drawn now: each rule, and the first element that breaks it."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


def test_axe_finds_nothing_on_any_page(served, visit):
    page = visit(served.origin)
    for address in addresses(served):
        go(page, f"{served.origin}{address}")
        assert faults(page) == [], address
        page.goto(AWAY)
    visit.complaints.clear()  # Chromium's console reports the status 404


def test_axe_finds_a_picture_without_words(served, visit):
    """The check can fail."""
    page = visit(served.origin)
    page.evaluate("document.querySelector('main').append(new Image())")
    assert [rule for rule, _html in faults(page)] == ["image-alt"]
