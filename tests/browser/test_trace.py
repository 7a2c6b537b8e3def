"""The tracing page in a real browser: from a photo of an invented board to a game played on it; calibration."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import expect
from riverlight.boards.files import load_playable
from riverlight.games.simulate import demo_players
from riverlight.table.session import Table
from riverlight.web.devices import simulated_pico
from riverlight.web.trace_page import Opening
from riverlight.workshop.lights import chain_of
from riverlight.workshop.new import blank_board, new_board
from riverlight.workshop.single_light import SingleLight
from riverlight.workshop.wiring_order import propose_order

from tests.browser import invented_board as invented
from tests.browser.conftest import until
from tests.browser.tracing_hand import Hand, begun, middle_of
from tests.host.web.serving import serving
from tests.host.web.test_trace_requests import tracing

pytestmark = pytest.mark.browser

PHOTO = {"name": "board.png", "mimeType": "image/png"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def scrambled(board):
    """A strip laid by chance under the spaces of a board."""
    strip = [space["id"] for space in board["spaces"]]
    random.Random(11).shuffle(strip)
    return strip


def raft():
    """A board of twenty spaces in four rows, sound for nothing but lights."""
    spaces = [
        {"id": f"w{at}", "kind": "water", "at_mm": [60 + 60 * (at % 5), 60 + 60 * (at // 5)], "touches": [], "leds": {}}
        for at in range(20)
    ]
    return {**blank_board("canyon", "raft", "A raft", (400, 300)), "spaces": spaces}


def in_rows(board):
    """A strip laid in rows to and fro."""
    order = propose_order([tuple(space["at_mm"]) for space in board["spaces"]], "rows")
    return [board["spaces"][number]["id"] for number in order]


# Where on the screen the device's light of this number shines; null while it does not.
LAMP = """(light) => {
    const box = document.querySelector(`[data-light="${light}"] .lamp`)?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def test_an_invented_board_is_traced_lit_calibrated_saved_and_played_to_the_end(visit, tmp_path):
    with tracing(single_light=SingleLight(strip=scrambled)) as served:
        page, hand = begun(visit, served, "canyon", "blank")
        page.set_default_timeout(20_000)
        straighten_photo(page, hand)
        board = trace_spaces(page, hand)
        light_spaces(page, hand, board)
        strip = calibrate_strip(page, hand)
        assert strip == scrambled(board)
        page.locator("#save").click()
        page.locator("#board_title").fill("An invented river")
        page.locator("#board_id").fill("invented")
        page.locator("#save_board").click()
        expect(page.locator("#save_note")).to_have_text("Saved. Play on it: riverlight play canyon --board invented")
        page.goto("about:blank")
    visit.complaints.clear()  # Chromium would rather that nobody read a canvas
    play_to_the_end(tmp_path / "record")


def straighten_photo(page, hand):
    """Pull the corners onto the board's, and see its printed spaces where they are on the board itself."""
    page.set_input_files("#photo_file", {**PHOTO, "buffer": invented.photo()})
    expect(page.locator("[data-corner]")).to_have_count(4)
    width, height = invented.PHOTO_PX
    loose = [(0.08 * width, 0.08 * height), (0.92 * width, 0.08 * height)]
    loose += [(x, 0.92 * height) for x, _ in reversed(loose)]
    for start, corner in zip(loose, invented.CORNERS_PX, strict=True):
        hand.drag(start, corner)
    for name, length in zip(("#width", "#height"), invented.SIZE_MM, strict=True):
        page.locator(name).fill(str(length))
        page.locator(name).press("Tab")
    page.locator("#straighten").click()
    expect(page.locator("[data-corner]")).to_have_count(0)
    hand.choose("mode", "spaces")
    for spot in invented.spots():
        until(
            page,
            """([at_mm, colour]) => {
                const canvas = document.querySelector('#ground');
                const ratio = canvas.width / canvas.clientWidth;
                const [left, top, scale] = document.querySelector('#stage').dataset.view.split(' ').map(Number);
                const [x, y] = [left + at_mm[0] * scale, top + at_mm[1] * scale].map((px) => Math.round(px * ratio));
                const seen = canvas.getContext('2d').getImageData(x, y, 1, 1).data;
                return colour.every((part, index) => Math.abs(part - seen[index]) <= 6);
            }""",
            [spot.at, invented.COLOURS[spot.kind]],
        )


def trace_spaces(page, hand):
    """Tap all spaces by kind, join those that lie near, draw the arrows; then nothing but lights is missing."""
    for kind in invented.COLOURS:
        hand.choose("kind", f"{kind},")
        for spot in invented.spots():
            if spot.kind == kind:
                hand.tap(spot.at)
        if kind == "start":
            expect(page.locator('[name="kind"][value="water,"]')).to_be_checked()
            hand.choose("kind", "start,")
            expect(page.locator("#sentence")).to_have_text(
                "All spaces of the kind start are placed: 6. Choose another kind or tool."
            )
    page.locator("#within").fill(str(invented.REACH_MM))
    page.locator("#join_within button").click()
    hand.choose("tool", "arrow")
    for spot in invented.spots():
        if spot.to:
            hand.drag(spot.at, spot.to)
    expect(page.locator("#problems li")).to_have_count(1)
    expect(page.locator("#problems li")).to_have_text("Lights: 35 problems so far")
    expect(page.locator("#counted")).to_have_text("35 spaces · 0 lights · not finished")
    page.locator("#problems button").click()
    expect(page.locator("#problems li")).to_have_text("Space s1 has no light. And 34 more like this.")
    board = hand.board()
    assert len(board["spaces"]) == len(invented.spots())
    by_kind = sorted(invented.spots(), key=lambda spot: [*invented.COLOURS].index(spot.kind))
    for space, spot in zip(board["spaces"], by_kind, strict=True):
        assert space["kind"] == spot.kind
        assert space["at_mm"] == pytest.approx(spot.at, abs=1)
    return board


def light_spaces(page, hand, board):
    """Have an order proposed; a light of the device follows it, but not under the spaces: the strip lies otherwise."""
    hand.choose("mode", "lights")
    page.locator("#propose").click()
    expect(page.locator("#counted")).to_have_text("35 spaces · 35 lights · ready")
    expect(page.locator("#wire")).to_contain_text("longest hop")
    order = [name for name in chain_of(hand.board(), "main") if name]
    page.locator("#follow").click()
    single_light = page.locator("[data-lamp]")
    expect(single_light).to_have_count(1)
    assert single_light.get_attribute("data-lamp") in scrambled(board)
    assert order != scrambled(board)
    page.locator("#follow").click()
    expect(single_light).to_have_count(0)


def calibrate_strip(page, hand):
    """Tap the space where each light shines; return the chain that the board then has."""
    hand.choose("mode", "calibrate")
    page.locator("#strip_start").click()
    sentence = page.locator("#sentence")
    for light in range(35):
        page.mouse.click(*until(page, LAMP, light))
    expect(sentence).to_have_text("All lights are assigned. Use these lights, then save.")
    page.locator("#strip_take").click()
    expect(page.locator('[name="mode"][value="lights"]')).to_be_checked()
    expect(page.locator("#counted")).to_have_text("35 spaces · 35 lights · ready")
    return chain_of(hand.board(), "main")


def play_to_the_end(record):
    """Play a seeded game on the saved board next to a simulated Pico, which lights what the host works out."""
    with serving(record, beside=simulated_pico) as served:
        board = load_playable("invented", "canyon")
        table = Table.new(served.room.store, "canyon", {}, ["Ada", "Ben", "Cleo"], 5, board)
        served.room.open(table)
        served.device.link.settle()
        players = demo_players(table.head.game, 5)
        while to_act := table.history.state.to_act():
            table.enter(to_act[0], players.choose(table.history.state, to_act[0], table.codes(to_act[0])).move)
        served.device.link.settle()
        assert table.snapshot("table")["status"] == "over"
        assert table.snapshot("table")["device"]["mismatches"] == 0


def test_a_strip_laid_with_some_sense_goes_on_by_itself_after_a_few_taps(visit):
    board = raft()
    with tracing(Opening(board, "calibrate"), SingleLight(strip=in_rows)) as served:
        page = visit(served.origin)
        hand = Hand(page)
        page.locator("#strip_start").click()
        walk = page.locator("#strip_walk")
        taps = tap_lamps(hand, walk.is_visible)
        assert 4 <= taps <= 6
        expect(page.locator("#strip_note")).to_contain_text("The strip seems to be laid")
        walk.click()
        expect(walk).to_have_text("Stop")
        told = "document.querySelector('#strip_progress').value"
        taps += tap_lamps(hand, lambda: page.evaluate(told) >= 10 and walk.is_visible())
        seen = page.evaluate(told)
        walk.click()
        expect(walk).to_have_text("Step automatically")
        assert page.evaluate(told) <= seen
        page.reload()
        expect(page.locator("#sentence")).to_have_text(
            re.compile(r"\d+ lights are assigned. Continue where you stopped.")
        )
        page.locator("#strip_start").click()
        walk.click()
        taps += tap_lamps(hand, lambda: page.evaluate(told) == 20)
        assert taps < 10
        expect(page.locator("#sentence")).to_have_text("All lights are assigned. Use these lights, then save.")
        page.locator("#strip_take").click()
        expect(page.locator("#counted")).to_contain_text("20 spaces · 20 lights")
        assert chain_of(hand.board(), "main") == in_rows(board)
        page.goto("about:blank")


def tap_lamps(hand, is_enough):
    """Tap the space where the light shines whenever the page asks for it; return how often."""
    page, lights = hand.page, set()
    deadline = time.monotonic() + 30
    while not is_enough():
        assert time.monotonic() < deadline
        asked = re.match(r"Light (\d+): .*tap", page.locator("#sentence").inner_text())
        light = int(asked[1]) - 1 if asked else None
        if asked and light not in lights and (spot := page.evaluate(LAMP, light)) and not is_enough():
            lights.add(light)
            page.mouse.click(*spot)
        page.wait_for_timeout(20)
    return len(lights)


def test_answers_are_given_taken_back_and_corrected_by_keys(visit):
    board = new_board("niagara", "mine", "Mine")
    with tracing(Opening(board, "calibrate"), SingleLight(strip=in_rows)) as served:
        page = visit(served.origin)
        sentence = page.locator("#sentence")
        held = []
        page.route("**/trace/device", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it, which a built-in does not let it
        with page.expect_request("**/trace/device"):
            page.locator("#strip_start").click()
        Hand(page).choose("mode", "spaces")  # calibration is left while the device is being opened
        with page.expect_response("**/trace/device"):
            held[0].continue_()
        page.unroute("**/trace/device")
        Hand(page).choose("mode", "calibrate")
        page.locator("#strip_start").click()
        expect(sentence).to_have_text("Light 1: tap the space that is lit.")
        page.keyboard.press("0")
        expect(sentence).to_have_text(re.compile("Light 2: "))
        page.keyboard.press("Backspace")
        expect(sentence).to_have_text(re.compile("Light 1: "))
        page.locator("#strip_none").click()
        expect(sentence).to_have_text(re.compile("Light 2: "))
        served.device.press("#")  # the keypad of the device itself
        expect(sentence).to_have_text(re.compile("Light 1: "))
        Hand(page).tap(middle_of(board, "shore"))
        expect(sentence).to_have_text(re.compile(r"Light 2: at \w+\? Press Yes, or tap the space that is lit."))
        page.keyboard.press("Enter")
        expect(sentence).to_have_text(re.compile("Light 3: "))
        Hand(page).tap(middle_of(board, "shore"))
        doubt = page.locator("#strip_doubts button")
        expect(doubt).to_have_text("shore has lights 1, 3, which are far apart. Ask again?")
        doubt.click()
        expect(sentence).to_have_text(re.compile("Light 1: "))
        expect(page.locator("#strip_note")).to_contain_text("1 of 30 lights are assigned")
        page.goto("about:blank")
