"""The table page in a real browser: it shows the game, takes keys, says why it refuses, and reconnects."""

import re

import pytest
from playwright.sync_api import expect
from riverlight.table.session import Table

from tests.browser.conftest import PHONE, WIDE, until
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])


def play_until(table, phase):
    """Play the first legal move each time until ``phase``."""
    while table.snapshot("table")["view"]["phase"] != phase:
        state = table.history.state
        seat = state.to_act()[0]
        table.enter(seat, state.move_text(state.legal(seat)[0]))


def sentence(page):
    return page.locator("#sentence")


@SIZES
def test_the_page_loads_without_a_complaint_with_all_that_matters_in_sight_at_once(at_table, visit, size):
    page = visit(f"{at_table.origin}/table", size)
    expect(page.locator(".key:enabled").first).to_be_visible()
    expect(page.locator("#river img")).to_have_js_property("complete", True)
    assert page.evaluate("document.querySelector('#river img').naturalWidth") > 0
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    for part in ("#sentence", "#river", "#keypad"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
    font_px = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#sentence')).fontSize)")
    assert font_px >= (28 if size is WIDE else 24)  # to be read from two metres, or from the hand


def test_a_key_pressed_on_the_page_plays_a_move(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    expect(page.locator(".key:enabled").first).to_be_visible()
    before = sentence(page).inner_text()
    page.locator('[data-key="1"]').click()
    expect(sentence(page)).not_to_have_text(before)
    assert len(at_table.room.sitting.table.history.entries) == 1


def test_a_keyboard_plays_takes_back_and_plays_again(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    expect(sentence(page)).not_to_have_text("…")
    before = sentence(page).inner_text()
    page.keyboard.press("2")
    expect(sentence(page)).not_to_have_text(before)
    page.keyboard.press("Backspace")
    expect(sentence(page)).to_have_text(before)
    page.get_by_role("button", name="Redo").click()
    expect(sentence(page)).not_to_have_text(before)


def test_the_number_of_an_end_on_the_board_plays_it(at_table, visit):
    play_until(at_table.room.sitting.table, "place")
    page = visit(f"{at_table.origin}/table")
    expect(page.locator(".end")).to_have_count(6)
    page.locator(".end", has_text="3").click()
    expect(page.locator(".canoe")).to_have_count(1)
    expect(page.locator(".end")).to_have_count(5)


def test_suits_stand_on_their_keys_and_half_a_card_is_shown(at_table, visit):
    table = at_table.room.sitting.table
    play_until(table, "tricks")
    page = visit(f"{at_table.origin}/table")
    expect(page.locator('[data-key="A"] .sign')).to_be_visible()
    expect(page.locator('[data-key="A"]')).to_have_attribute("aria-label", re.compile("red"))
    page.keyboard.press("A")
    expect(page.locator("#typed kbd")).to_have_text("A")
    page.keyboard.press("9")
    expect(page.locator(".trick .card")).to_have_attribute("aria-label", re.compile("red flame 9"))


def test_a_refusal_stands_on_the_page_with_its_rule_each_time(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    expect(sentence(page)).not_to_have_text("…")
    for _ in range(2):
        page.keyboard.press("D")
        expect(page.locator(".prompt.refused")).to_be_visible()
        refusal = page.get_by_role("alert")
        expect(refusal).to_contain_text(re.compile(r"\w.*\."))
        expect(page.locator(".prompt.refused")).to_have_count(0)
    refusal.locator("summary").click()
    expect(refusal.locator("details p")).to_contain_text("\n")
    page.locator('[data-key="1"]').click()
    expect(page.locator("#refusal")).to_be_hidden()


def test_what_a_rule_emphasises_is_shown_so_and_its_marks_are_not(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    page.evaluate("import('/static/state.js').then(({ clause }) => document.body.replaceChildren(clause('CAN-15')))")
    page.locator(".clause summary").click()
    rule = page.locator(".clause p")
    expect(rule.locator("em").filter(has_text=re.compile("^open$"))).to_have_count(1)
    expect(rule).not_to_contain_text(re.compile("[*`]"))


def test_the_reason_is_told_when_asked(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    expect(page.locator("#why")).to_be_hidden()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why")).to_contain_text(".")


def test_a_reload_shows_the_same_state(at_table, visit):
    play_until(at_table.room.sitting.table, "pace")
    page = visit(f"{at_table.origin}/table")
    parts = ("#sentence", "#seats", "#middle", "#last", ".spoken[aria-label='On the board']")
    expect(page.locator(".canoe")).to_have_count(4)
    before = [page.locator(part).inner_text() for part in parts]
    page.reload()
    expect(page.locator(".canoe")).to_have_count(4)
    assert [page.locator(part).inner_text() for part in parts] == before


def test_two_pages_show_the_same_game(at_table, visit):
    one, other = (visit(f"{at_table.origin}/table", size) for size in (WIDE, PHONE))
    for page in (one, other):
        expect(sentence(page)).not_to_have_text("…")
    before = sentence(one).inner_text()
    one.locator('[data-key="1"]').click()
    expect(sentence(other)).not_to_have_text(before)
    expect(sentence(one)).to_have_text(sentence(other).inner_text())


def test_the_page_finds_the_table_again_after_the_program_was_started_anew(tmp_path, visit):
    with serving(tmp_path) as first:
        first.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        page = visit(f"{first.origin}/table")
        page.locator('[data-key="1"]').click()
        expect(page.locator("#take_back")).to_be_enabled()
        before = sentence(page).inner_text()
        port, game_id = first.port, first.room.sitting.table.game_id
    expect(page.locator("body.offline")).to_be_visible()
    expect(page.locator("#health")).to_have_text("reconnecting")
    with serving(tmp_path, port) as again:
        again.room.open(Table.resume(again.room.store, game_id))
        expect(page.locator("body:not(.offline)")).to_be_visible()
        expect(sentence(page)).to_have_text(before)
        page.goto("about:blank")
    # It asks again and again: of nobody, and perhaps of a program that has not yet opened the game.
    awaited = ("ERR_CONNECTION_REFUSED", "Unexpected response code: 403")
    visit.complaints[:] = [text for text in visit.complaints if not any(words in text for words in awaited)]


def test_each_light_shines_in_the_colour_that_the_device_sends(at_table, device, visit):
    page = visit(f"{at_table.origin}/table")
    expect(sentence(page)).not_to_have_text("…")
    table = at_table.room.sitting.table
    count = len(table.head.board.core.panels[0][1])
    colours = bytearray(3 * count)
    colours[0:3] = (255, 0, 0)
    colours[150:153] = (0, 20, 0)  # dim for a strip, plain to see for an eye
    for _ in range(8):
        device.see(0, bytes(colours))
    shown = """([light]) => {
        const canvas = document.querySelector('canvas');
        const { board } = JSON.parse(document.querySelector('#setting').textContent);
        const [x, y] = board.spaces[board.chains[0][light]].at.map((mm) => mm * canvas.width / board.size[0]);
        return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data];
    }"""
    until(page, f"(light) => ({shown})(light)[3] > 250", [0])
    assert page.evaluate(shown, [0])[:3] == [255, 0, 0]
    red, green, blue, strength = page.evaluate(shown, [50])
    assert (red, green, blue) == (0, 255, 0)
    assert strength == pytest.approx(79, abs=4)  # 20 of 255 is 0.078 of the power, 0.31 to the eye
    assert page.evaluate(shown, [70])[3] == 0
    visit.complaints.clear()  # Chromium would rather that nobody read a canvas


@pytest.mark.parametrize(("motion", "glides"), [("no-preference", True), ("reduce", False)])
def test_a_canoe_glides_along_its_way_unless_motion_is_unwelcome(at_table, visit, motion, glides):
    table = at_table.room.sitting.table
    play_until(table, "move")
    page = visit(f"{at_table.origin}/table", reduced_motion=motion)
    expect(page.locator(".canoe")).to_have_count(4)
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        window.glides = [];
        Element.prototype.animate = function (frames, timing) {
            window.glides.push([frames.length, timing.duration]);
            return animate.call(this, frames, timing);
        };
    }""")
    while table.snapshot("table")["view"]["last_way"] is None:
        page.keyboard.press("1")
        page.wait_for_timeout(50)
    seat, *_way, end = table.snapshot("table")["view"]["last_way"]
    name = table.head.names[seat]
    expect(page.get_by_role("list", name="On the board")).to_contain_text(f"{name} stands on {end}")
    seen = page.evaluate("window.glides")
    assert bool(seen) == glides
    assert all(frames >= 2 and 150 <= duration <= 400 for frames, duration in seen)


def test_what_all_must_agree_to_is_asked_before_it_is_taken_back(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "pace")
    state = table.snapshot("table")
    page = visit(f"{served.origin}/table")
    assert state["can"]["needs_agreement"]
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#undoes")).to_have_text(state["undoes"])
    page.get_by_role("button", name="Cancel").click()
    assert table.version == state["version"]
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("button", name="Everyone agrees: undo").click()
    expect(page.locator("#redo")).to_be_enabled()
    assert table.version == state["version"] + 1


def test_a_key_without_meaning_is_hidden_and_keeps_its_place_and_the_focus_goes_to_one_that_has_some(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    boxes = "() => [...document.querySelectorAll('.key')].map((key) => key.getBoundingClientRect().toJSON())"
    expect(page.locator(".key:enabled")).to_have_count(4)  # who deals
    expect(page.locator(".key:visible")).to_have_count(4)
    before = page.evaluate(boxes)
    page.locator('[data-key="4"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sentence")).to_contain_text("choose a start")
    expect(page.locator(".key:enabled")).to_have_count(7)  # six start spaces, and undo
    assert page.evaluate(boxes) == before
    play_until(at_table.room.sitting.table, "trump")
    expect(page.locator('[data-key="4"]')).to_be_hidden()
    assert page.evaluate("document.activeElement.matches('.key:enabled')")


def test_what_is_read_aloud_of_ends_and_keys_says_each_thing_once_and_no_signs(at_table, visit):
    play_until(at_table.room.sitting.table, "place")
    page = visit(f"{at_table.origin}/table")
    expect(page.locator(".end")).to_have_count(6)
    expect(page.get_by_role("button", name="3: start 3", exact=True)).to_be_visible()
    play_until(at_table.room.sitting.table, "trump")
    expect(page.get_by_role("button", name="A: red flame", exact=True)).to_be_visible()
    expect(page.locator('[data-key="#"]')).to_have_attribute("aria-label", "hash, undo")
