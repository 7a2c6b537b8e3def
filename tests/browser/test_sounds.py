"""The table page's sounds: off by default, only for public events, and on no other page."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import until

pytestmark = pytest.mark.browser

LISTEN = """() => {
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.heard.push(Math.round(this.frequency.value));
        return start.apply(this, when);
    };
}"""


def heard(page):
    return page.evaluate("window.heard")


def turn_up(page, volume):
    """Set the volume as a hand on the slider does; return the slider."""
    page.locator("#sounds summary").click()
    slider = page.get_by_role("slider", name="Volume")
    slider.fill(str(volume))
    page.keyboard.press("Escape")
    return slider


def test_sounds_are_off_until_turned_on_and_stay_as_loud_as_they_were_left(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    page.evaluate(LISTEN)
    page.locator('.key[data-key="1"]').click()
    expect(page.locator("#sentence")).to_contain_text("choose a start")
    assert heard(page) == []
    turn_up(page, 40)
    assert heard(page) == [660]
    page.locator('.key[data-key="1"]').click()
    until(page, "() => window.heard.length === 2")
    page.keyboard.press("A")
    until(page, "() => window.heard.length === 4")
    assert heard(page) == [660, 660, 175, 147]
    page.reload()
    expect(page.locator("#volume")).to_have_value("40")
    turn_up(page, 0)
    page.evaluate(LISTEN)
    page.keyboard.press("A")
    expect(page.locator("#refusal")).to_be_visible()
    assert heard(page) == []


def test_who_had_turned_them_on_before_there_was_a_volume_hears_them_at_half(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    page.evaluate("localStorage.setItem('riverlight-sounds', 'on')")
    page.reload()
    expect(page.locator("#volume")).to_have_value("50")


def test_a_browser_that_may_remember_nothing_plays_on_and_sounds_all_the_same(at_table, visit):
    page = visit(f"{at_table.origin}/table")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    page.reload()
    expect(page.locator("#volume")).to_have_value("0")
    page.evaluate(LISTEN)
    turn_up(page, 100)
    assert heard(page) == [660]
    page.locator('.key[data-key="1"]').click()
    expect(page.locator("#sentence")).to_contain_text("choose a start")


def test_no_page_sounds_that_could_tell_a_secret(served, visit):
    """Neither a private page nor a table at which the mummy sits and listens."""
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    page = visit(f"{served.origin}/seat/{next(iter(served.room.sitting.seats))}")
    expect(page.locator("#sentence")).not_to_have_text("…")
    assert page.locator("#sounds").count() == 0
    page.close()
    served.room.begin("pyramid", {}, ["Ada", "Ben", "Cleo"])
    page = visit(f"{served.origin}/table")
    expect(page.locator("#sentence")).not_to_have_text("…")
    assert page.locator("#sounds").count() == 0
