"""The language switch in a real browser, and every page in every language within its window."""

import pytest
from playwright.sync_api import expect
from riverlight.languages import LANGUAGES
from riverlight.languages.text import reading, spoken

from tests.browser.clear import AWAY
from tests.browser.conftest import PHONE, WIDE, go

pytestmark = pytest.mark.browser

LOCALES = {"en": "en-GB", "de": "de-DE", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}

# Whether nothing of the page stands beyond its sides. What is drawn on the board may, and what is folded away.
FITS = """() => {
    const width = document.documentElement.clientWidth;
    const stray = [...document.querySelectorAll("body *")].filter((part) => {
        const folded = part.closest("details:not([open])");
        if (part.closest(".sprite, .river, .figures, .spoken") || (folded && !part.closest("summary"))) return false;
        const { left, right, width: own } = part.getBoundingClientRect();
        return own && (left < -1 || right > width + 1) && getComputedStyle(part).position !== "absolute";
    });
    const names = stray.map((part) => part.outerHTML.slice(0, 90));
    return document.documentElement.scrollWidth > width ? ["the page", ...names] : names;
}"""


def told(served):
    """The sentence of the table page, as it is made."""
    return served.room.sitting.table.snapshot("table")["prompt"]["sentence"]


def in_language(sentence, tag):
    with reading(tag):
        return spoken(sentence)


def test_the_switch_turns_one_page_and_its_live_sentences_and_no_other(at_table, visit):
    other = visit(f"{at_table.origin}/table", locale="en-GB")
    page = visit(f"{at_table.origin}/table", locale="en-GB")
    expect(page.locator("#sentence")).to_have_text(str(told(at_table)))
    page.get_by_label("Language").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#sentence")).to_have_text(in_language(told(at_table), "de"))
    expect(page.get_by_role("button", name="Deutsch")).to_be_hidden()
    page.locator(".key:enabled").first.click()
    expect(page.locator("#sentence")).to_have_text(in_language(told(at_table), "de"))
    expect(other.locator("#sentence")).to_have_text(str(told(at_table)))
    assert in_language(told(at_table), "de") != told(at_table)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_switch_opens_upwards_clear_of_the_sentence_with_targets_of_44_px(at_table, visit, size):
    page = visit(f"{at_table.origin}/table", size)
    expect(page.locator("#sentence")).not_to_have_text("…")  # until then everything still moves
    page.locator(".languages summary").click()
    form = page.locator(".languages form").bounding_box()
    summary = page.locator(".languages summary").bounding_box()
    sentence = page.locator("#sentence").bounding_box()
    assert form["y"] + form["height"] <= summary["y"] + 1
    assert form["y"] > sentence["y"] + sentence["height"]
    assert form["x"] >= 0
    assert form["x"] + form["width"] <= size["width"]
    for button in page.locator(".languages :is(summary, button)").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    page.keyboard.press("Escape")
    expect(page.locator(".languages form")).to_be_hidden()


def stray(page):
    """What stands beyond the sides of ``page``, wide and narrow."""
    found = []
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        found += page.evaluate(FITS)
    return found


@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_every_page_fits_its_window_in_every_language(served, visit, tag):
    page = visit(f"{served.origin}/games", locale=LOCALES[tag])
    for game, options in (("canyon", {"cards": "app"}), ("niagara", {}), ("pyramid", {"cards": "app", "dice": "app"})):
        served.room.begin(game, options, ["Ada", "Ben", "Cleo"])
        token = next(token for token, seat in served.room.sitting.seats.items() if seat == 1)
        pages = ["/table", f"/seat/{token}", f"/?game={game}", f"/games/{served.room.sitting.table.game_id}/statistics"]
        for path in ("/games", *pages):
            go(page, served.origin + path)
            assert page.evaluate("document.documentElement.lang") == tag
            page.evaluate(
                "document.querySelectorAll('details:not(.log, .clause)').forEach((part) => (part.open = true))"
            )
            assert stray(page) == [], (game, path)
        page.goto(AWAY)
