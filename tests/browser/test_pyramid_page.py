"""Pyramid's pages apart from the table in a real browser: the mummy's own, and that of who only watches.

The mummy plays on its page and must not learn there where a hunter is: not from the page's source, not from what its
line brings, not from the lights that it shows.
"""

import itertools
import json
import re
import time

import pytest
from playwright.sync_api import expect
from riverlight.games.pyramid import GAME
from riverlight.web.devices import simulated_pico

from tests.browser.clear import AWAY, assert_clear_everywhere
from tests.browser.conftest import PATIENCE_S, PHONE, WIDE, go, until
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
TOMB, SHRINE = 0, 1  # the numbers of the hunters' panel and of the mummy's on the board
PICTURES = 12  # of a chain, enough to see each light at its brightest


def play_until(table, is_there, chance=7):
    """Let chance players play until ``is_there`` says so of the hunters' view."""
    player = GAME.chance_player
    while not is_there(table.history.state.view("tomb")):
        state = table.history.state
        seat = state.to_act()[0]
        chance, move = player(state, seat, chance)
        table.enter(seat, state.move_text(move), keypad="handed")


def is_walk(view):
    return view["round"] > 3 and view["phase"] == "mummy" and view["steps_left"] > 2 and view["set_aside"] > 1


SCENES = {
    "walk": ({}, is_walk),
    "hunt": ({"mummy_aid": "on"}, lambda view: view["round"] > 3 and view["phase"] == "move"),
    "die": ({}, lambda view: view["round"] > 1 and view["phase"] == "mummy_roll"),
    "over": ({}, lambda view: view["phase"] == "over"),
}


def mummys(served):
    """Return the address of the mummy's page."""
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == 0)
    return f"{served.origin}/seat/{token}"


@pytest.fixture
def in_pyramid(served):
    """Pages with a game of Pyramid under way: the mummy and three hunters, real cards and dice."""
    served.room.begin("pyramid", {}, NAMES)
    return served


def test_every_text_is_large_and_clear_and_every_target_large_and_named(served, visit):
    """In each phase, wide and narrow, by night and by day, on the mummy's page and the one that watches."""
    page = visit(served.origin)
    for options, is_there in SCENES.values():
        served.room.begin("pyramid", options, NAMES)
        play_until(served.room.sitting.table, is_there)
        for address in (mummys(served), f"{served.origin}/watch"):
            go(page, address)
            assert_clear_everywhere(page)
            page.goto(AWAY)


@SIZES
def test_all_that_matters_to_the_mummy_is_in_sight_at_once(in_pyramid, visit, size):
    """While it walks, too: its steps, the keys for them, and each hunter."""
    play_until(in_pyramid.room.sitting.table, is_walk)
    page = visit(mummys(in_pyramid), size)
    expect(page.locator(".hunt li")).to_have_count(4)
    part_of_page = page.locator(".round").bounding_box()
    hunters = [f".hunt li:nth-child({place})" for place in range(1, 5)]
    for part in ("#sentence", "#river", "#keypad", ".steps", *hunters):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
        if part.startswith(".hunt"):
            assert box["y"] + box["height"] <= part_of_page["y"] + part_of_page["height"]
    expect(page.locator(".canoe")).to_have_count(1)


def test_the_mummy_walks_by_keys_and_by_bubbles_on_its_own_page(in_pyramid, visit):
    """PYR-12."""
    table = in_pyramid.room.sitting.table
    play_until(table, is_walk)
    page = visit(mummys(in_pyramid))
    expect(page.locator(".steps")).to_contain_text(f"{table.history.state.steps_left} of {table.history.state.steps}")
    before = table.history.state.mummy
    bubble = page.locator(".end").first
    page.locator(f"[data-key='{bubble.get_attribute('data-keys')}']").click()
    expect(page.locator("#last")).to_contain_text("Ada steps to")
    assert table.history.state.mummy != before
    steps = table.history.state.steps_left
    page.locator(".end").first.click()
    expect(page.locator(".steps b")).to_have_text(str(steps - 1))
    page.locator("[data-key='5']").click()
    expect(page.locator("#sentence")).to_contain_text("is moving (hidden)")


def lit_keys(page):
    """Return the enabled keys except the undo key."""
    keys = page.eval_on_selector_all(".key:enabled", "(keys) => keys.map((key) => key.dataset.key)")
    return "".join(key for key in keys if key != "#")


def test_the_keys_for_the_mummys_die_are_lit_on_its_page(in_pyramid, visit):
    """PYR-2."""
    play_until(in_pyramid.room.sitting.table, lambda view: view["phase"] == "mummy_roll")
    page = visit(mummys(in_pyramid))
    expect(page.locator("#sentence")).to_have_text("Ada, roll the mummy's die: 1, 2 or 3, then C.")
    assert lit_keys(page) == "123"


def test_dice_to_be_thrown_again_are_named_in_any_order(served, visit):
    """PYR-6."""
    served.room.begin("pyramid", {"reroll": "select"}, NAMES)
    table = served.room.sitting.table
    enter(table, "1 throw")
    enter(table, "table roll 1 A 2 M 3")
    page = visit(f"{served.origin}/table")
    expect(page.locator("#sentence")).to_contain_text("choose a die")
    for key, lit in (("*", "123A"), ("A", "123*"), ("1", "23*")):
        page.locator(f"[data-key='{key}']").click()
        expect(page.locator("#typed")).to_contain_text(key)
        assert sorted(lit_keys(page)) == sorted(lit)
    page.locator("[data-key='*']").click()
    expect(page.locator("#sentence")).to_contain_text("rolls 2 dice")


def test_the_mummy_goes_back_past_a_step_only_when_the_hunters_agree(in_pyramid, visit):
    """PYR-12: a step has shown whether a hunter stands there."""
    table = in_pyramid.room.sitting.table
    play_until(table, is_walk)
    at_table, page = visit(f"{in_pyramid.origin}/table"), visit(mummys(in_pyramid))
    at = table.history.state.mummy
    page.locator(".end").first.click()
    expect(page.locator("#last")).to_contain_text("Ada steps to")
    page.get_by_role("button", name="Undo", exact=True).click()
    at_table.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("#refusal")).to_contain_text("does not agree")
    assert table.history.state.mummy != at
    page.get_by_role("button", name="Undo", exact=True).click()
    at_table.get_by_role("button", name="I agree").click()
    expect(page.locator("#redo")).to_be_enabled()
    assert table.history.state.mummy == at


A_WAY_ON = "a:not([href^='/rules/'])"
"""A link to anything but the rules, from where no other page of the table can be reached."""


def test_who_only_watches_has_no_key_and_no_way_to_another_page(in_pyramid, visit):
    play_until(in_pyramid.room.sitting.table, is_walk)
    page = visit(f"{in_pyramid.origin}/watch")
    expect(page.locator("#sentence")).to_contain_text("Ada walks")
    assert page.locator(f"#keypad, #take_back, #redo, dialog, {A_WAY_ON}").count() == 0
    assert page.locator(".canoe").count() == 1
    on_mummys = visit(mummys(in_pyramid))
    expect(on_mummys.locator("#keypad")).to_be_visible()
    assert on_mummys.locator(A_WAY_ON).count() == 0


# What the mummy's side gets.


class Listening:
    """A page with all that its line brings: texts, and the pictures of each chain of lights."""

    def __init__(self, visit, address):
        self.texts = []
        self.pictures = {}
        self.page = visit("about:blank")
        self.page.on("websocket", lambda line: line.on("framereceived", self._hear))
        self.source = self.page.goto(address).text()
        expect(self.page.locator("#sentence")).not_to_have_text("…")

    def _hear(self, message):
        if isinstance(message, bytes):
            self.pictures.setdefault(message[0], []).append(message[1:])
        else:
            self.texts.append(message)

    def wait_for(self, words):
        """Wait until the page says so, in its sentence or as the last entry."""
        until(self.page, "(words) => `${sentence.textContent} ${last.textContent}`.includes(words)", words)

    def wait_for_state(self, version):
        """Wait until the state of that version has come."""
        deadline = time.monotonic() + PATIENCE_S
        while not any(f'"snapshot":{{"version":{version},' in text for text in self.texts):
            assert time.monotonic() < deadline, "no such state came"
            self.page.wait_for_timeout(5)

    def wait_for_pictures(self, chain, count):
        """Wait until so many pictures of a chain of lights have come."""
        deadline = time.monotonic() + PATIENCE_S
        while len(self.pictures.get(chain, ())) < count:
            assert time.monotonic() < deadline, "no picture came"
            self.page.wait_for_timeout(20)

    def clear(self):
        """Forget what came until now."""
        self.texts.clear()
        self.pictures.clear()


def plain(text, served):
    """Return a page's source or message without what no two games have alike: tokens, names of messages, times."""
    sitting = served.room.sitting
    for secret in (sitting.id, *sitting.seats):
        text = text.replace(secret, "…")
    text = re.sub(r'"since":\d+', '"since":"…"', text)
    return re.sub(r'"answer":"[^"]*"', '"answer":"…"', text)


HUNT = (
    # what the mummy's side is told, and the moves that lead there in one game and in the other
    ("1 die is set aside", ("1 throw", "table roll 1 2 3 A M"), ("1 throw", "table roll 3 3 4 A M")),
    ("Ben moves 3", ("1 die 3",), ("1 die 3",)),
    ("Cleo is moving (hidden)", ("1 move d2",), ("1 move e3",)),
    (
        "Cleo moves with the arrow",
        ("2 throw", "table roll 1 4 A A", "2 die arrow"),
        ("2 throw", "table roll 2 3 3 A", "2 reroll 2 3 3 A", "table roll 1 1 4 A", "2 die arrow"),
    ),
    ("Dan is moving (hidden)", ("2 move a1",), ("2 move f2",)),
    ("5 dice are set aside", *[("3 throw", "table roll M M M M")] * 2),
    ("Ada, roll the mummy's die", ("3 pass",), ("3 pass",)),
)


def enter(table, line):
    seat, _, text = line.partition(" ")
    outcome = table.enter(-1 if seat == "table" else int(seat), text, keypad="handed")
    assert outcome.kind == "accepted", (line, outcome)


def told_in(served, visit, game):
    """Play ``game`` (1 or 2) of ``HUNT`` and the walk after it.

    Return what the two pages of the mummy's side got, their pictures before the walk, and where the hunters were then.
    """
    served.room.begin("pyramid", {"dice": "physical"}, NAMES)
    table = served.room.sitting.table
    mummy, watch = (Listening(visit, address) for address in (mummys(served), f"{served.origin}/watch"))
    for side in (mummy, watch):
        expect(side.page.locator("#health")).to_have_text("ready")
        side.clear()
    for step in HUNT:
        for line in step[game]:
            enter(table, line)
        for side in (mummy, watch):
            side.wait_for(step[0])
    hunters = list(table.history.state.hunters)
    for side in (mummy, watch):
        side.pictures.clear()
    for side in (mummy, watch):
        side.wait_for_pictures(SHRINE, PICTURES)
    lights = [dict(side.pictures) for side in (mummy, watch)]
    for keys, told in (("2C", "Ada walks: 7 steps left"), ("2", "6 steps left"), ("6", "5 steps left")):
        for key in keys:
            mummy.page.locator(f"[data-key='{key}']").click()
            if key != keys[-1]:  # states that come one close upon the other may be sent as one
                expect(mummy.page.locator("#typed")).to_contain_text(key)
                for side, viewer in ((mummy, 0), (watch, "watch")):
                    side.wait_for_state(table.snapshot(viewer)["version"])
        for side in (mummy, watch):
            side.wait_for(told)
    mummy.page.keyboard.press("9")
    expect(mummy.page.locator("#refusal")).to_be_visible()
    expect(mummy.page.locator(".struck, .refused")).to_have_count(0)
    got = []
    for side in (mummy, watch):
        states = [plain(text, served) for text in side.texts if text.startswith('{"table"')]
        answers = [plain(text, served) for text in side.texts if text.startswith('{"answer"')]
        got.append((plain(side.source, served), plain(side.page.content(), served), states, answers))
        assert len(states) + len(answers) == len([text for text in side.texts if text != "{}"])
        side.page.context.close()
    return got, lights, hunters


def test_neither_source_nor_line_nor_lights_tell_the_mummys_side_where_a_hunter_is(tmp_path, visit):
    """PYR-18: the same game twice with hunters elsewhere, who throw oftener, is the same there to the last byte."""
    with serving(tmp_path, beside=simulated_pico) as served:
        one, other = told_in(served, visit, 1), told_in(served, visit, 2)
        assert one[2] != other[2]
        for page, twin in zip(one[0], other[0], strict=True):
            assert page == twin
            assert len(page[2]) > len(HUNT)
            for state in page[2]:
                view = json.loads(state)["snapshot"]["view"]
                assert not {"hunters", "faces", "ends", "cards", "dice_to_throw"} & set(view)
        board = served.room.sitting.table.head.board.core
        shining = dict(board.panels)["shrine"]
        for _told, lights, hunters in (one, other):
            for pictures in lights:
                assert set(pictures) == {SHRINE}
                brightest = [0] * board.n
                for picture in pictures[SHRINE]:
                    for light, space in enumerate(shining):
                        brightest[space] = max(brightest[space], *picture[3 * light : 3 * light + 3])
                chambers = [space for space in range(board.n) if not board.kinds[space]]
                empty = [brightest[space] for space in chambers if space not in hunters]
                hidden = [brightest[space] for space in chambers if space in hunters]
                assert hidden
                assert max(hidden) <= max(empty)


def test_the_table_page_shows_the_lights_of_the_hunters_board_alone(in_pyramid, device, visit):
    """PYR-1: two boards, two panels; the mummy's lights would be ends and hunters that are none."""
    at_table, at_mummys = (Listening(visit, address) for address in (f"{in_pyramid.origin}/table", mummys(in_pyramid)))
    lights = len(in_pyramid.room.sitting.table.head.board.core.panels[TOMB][1])
    for count, bright in ((1, 90), (2, 200)):  # what comes with the first picture has come before the second
        for chain in (TOMB, SHRINE):
            for _ in range(8):
                device.see(chain, bytes([bright]) * 3 * lights)
        for side, chain in ((at_table, TOMB), (at_mummys, SHRINE)):
            side.wait_for_pictures(chain, count)
    assert set(at_table.pictures) == {TOMB}
    assert set(at_mummys.pictures) == {SHRINE}


@SIZES
def test_hunters_on_one_space_are_fanned_so_that_each_is_seen(served, visit, size):
    served.room.begin("pyramid", {}, ["Ada", "Ben", "Cleo", "Dan", "Eve"])
    hunters = set(served.room.sitting.table.history.state.hunters)
    assert len(hunters) == 1, "all start at the entrance"
    page = visit(f"{served.origin}/table", size)
    expect(page.locator(".canoe")).to_have_count(5)
    boxes = [page.locator(f".canoe:has([href='#seat-{letter}'])").bounding_box() for letter in "BCDE"]
    for one, other in itertools.combinations(boxes, 2):
        wide = max(0, min(one["x"], other["x"]) + one["width"] - max(one["x"], other["x"]))
        high = max(0, min(one["y"], other["y"]) + one["height"] - max(one["y"], other["y"]))
        assert wide * high < 0.25 * one["width"] * one["height"]
