"""Who cannot see well, point well, or see at all can use the pages too: checked on the pages as they are drawn."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_table_page import play_until

pytestmark = pytest.mark.browser

AWAY = "about:blank"  # a page whose game is no longer on the table would go elsewhere by itself

# Text drawn by each visible element, its size, and its contrast with the ground behind it (WCAG 2).
TEXTS = """() => {
    const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
        .getContext('2d', { willReadFrequently: true });
    const colour = (css, under) => {
        pen.clearRect(0, 0, 1, 1);
        if (under) { pen.fillStyle = `rgb(${under})`; pen.fillRect(0, 0, 1, 1); }
        pen.fillStyle = css;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const grounds = (element) => {
        const layers = [];
        for (let here = element; here; here = here.parentElement) {
            const style = getComputedStyle(here);
            const gradient = style.backgroundImage.match(/rgba?\\([^)]*\\)|color\\([^)]*\\)/g);
            if (style.backgroundImage.includes('gradient') && gradient) {
                const over = (under, css) => colour(css, under.slice(0, 3));
                return gradient.map((css) => layers.reduceRight(over, colour(css)));
            }
            layers.push(style.backgroundColor);
            if (colour(style.backgroundColor)[3] === 255) break;
        }
        return [layers.reduceRight((under, over) => colour(over, under?.slice(0, 3)), null)];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const words = walker.currentNode.textContent.trim();
        if (!words || element.closest('.spoken, svg, script, noscript, dialog:not([open])')) continue;
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        if (!box.width || style.clipPath !== 'none' || !element.checkVisibility({ visibilityProperty: true })) continue;
        const ratios = grounds(element).map((ground) => {
            const [high, low] = [light(colour(style.color, ground.slice(0, 3))), light(ground)].sort((a, b) => b - a);
            return (high + 0.05) / (low + 0.05);
        });
        found.push({ words, size: parseFloat(style.fontSize), contrast: Math.min(...ratios) });
    }
    return found;
}"""

# Buttons, links and fields that are in sight: their boxes and accessible names.
TARGETS = """() => [...document.querySelectorAll('a, button, summary, input:not([type=hidden]), select')]
    .filter((element) => element.checkVisibility() && !element.closest('dialog:not([open])'))
    .map((element) => {
        const target = element.type === 'checkbox' ? element.closest('label') : element; // its words can be pressed too
        const box = target.getBoundingClientRect();
        const label = element.labels?.[0]?.textContent ?? '';
        const name = (element.getAttribute('aria-label') ?? '') + element.textContent + label;
        const { className: kind, outerHTML: html } = element;
        return { name: name.trim(), width: box.width, height: box.height, kind, html };
    })"""


def addresses(served):
    """The table page of each game, Canyon's in each phase, the set-up page with everything open, private pages."""
    served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"])
    for phase in ("place", "tricks", "move"):
        play_until(served.room.sitting.table, phase)
        yield "/table"
    yield "/"
    yield "/games"
    yield f"/games/{served.room.sitting.table.game_id}/statistics"
    yield "/nowhere"
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    play_until(served.room.sitting.table, "tricks")
    yield "/table"
    yield from (f"/seat/{token}" for token in served.room.sitting.seats)
    for game in ("niagara", "pyramid"):
        served.room.begin(game, {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        yield "/table"
        yield from (f"/seat/{token}" for token in served.room.sitting.seats)
    yield "/watch"
    served.room.teach("pyramid")
    yield "/table"
    served.room.look_back(1)
    yield "/table"


def test_every_text_is_large_and_clear_and_every_target_large_and_named(served, visit):
    page = visit(served.origin)
    for address in addresses(served):
        page.goto(f"{served.origin}{address}")
        if address == "/table" or address.startswith("/seat"):
            expect(page.locator("#sentence")).not_to_have_text("…")
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        for size in (WIDE, PHONE):
            page.set_viewport_size(size)
            for scheme in ("dark", "light"):
                page.emulate_media(color_scheme=scheme)
                texts = page.evaluate(TEXTS)
                assert texts
                assert [text for text in texts if text["size"] < 16] == []
                assert [text for text in texts if text["contrast"] < 4.5] == []
            for target in page.evaluate(TARGETS):
                assert target["name"], target["html"]
                if not target["kind"].startswith("end"):  # the keypad does the same
                    assert target["width"] >= 44, target["html"]
                    assert target["height"] >= 44, target["html"]
        assert page.evaluate("document.querySelectorAll('h1').length") == 1
        assert page.evaluate("document.querySelectorAll('main').length") == 1
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.evaluate("[...document.images].every((image) => image.alt)")
        names = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
        assert len(set(names)) == len(names)
        page.goto(AWAY)
    visit.complaints.clear()  # Chromium's console tells of the status 404


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


def test_a_screen_reader_is_told_the_sentence_the_seats_and_the_board(at_table, visit):
    play_until(at_table.room.sitting.table, "move")
    page = visit(f"{at_table.origin}/table")
    expect(page.locator("#sentence")).to_have_attribute("aria-live", "polite")
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(["Seat", "Tricks of pace", "Points"])
    expect(table.get_by_role("rowheader")).to_have_count(4)
    expect(table.get_by_role("row").nth(1)).to_contain_text("tricks of a pace of")
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
        page.goto(f"{served.origin}{address}")
        if address == "/table" or address.startswith("/seat"):
            expect(page.locator("#sentence")).not_to_have_text("…")
        assert faults(page) == [], address
        page.goto(AWAY)
    visit.complaints.clear()  # Chromium's console tells of the status 404


def test_axe_finds_a_picture_without_words(served, visit):
    """The check can fail."""
    page = visit(served.origin)
    page.evaluate("document.querySelector('main').append(new Image())")
    assert [rule for rule, _html in faults(page)] == ["image-alt"]
