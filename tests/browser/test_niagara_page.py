"""Niagara's pages in a real browser: the river, the crews, keys and bubbles, sealed cards, and who cannot see well."""

import itertools
import re
from math import hypot
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect
from riverlight.games.niagara import GAME
from riverlight.games.niagara.state import NiagaraState

from tests.browser.clear import AWAY, assert_clear_everywhere
from tests.browser.conftest import PHONE, WIDE, go, until

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
SVG = "{http://www.w3.org/2000/svg}"


def play_until(table, is_there, chance=7):
    """Let chance players play until ``is_there`` says so of the table's view."""
    player = GAME.chance_player
    while not is_there(table.snapshot("table")["view"]):
        state = table.history.state
        seat = state.to_act()[0]
        chance, move = player(state, seat, chance)
        table.enter(seat, state.move_text(move))


def is_paddling(view):
    return view["round"] > 5 and view["phase"] == "act" and len(view["must_move"]) == 2


SCENES = {
    "reveal": ({}, lambda view: view["phase"] == "reveal" and view["round"] > 3),
    "act": ({}, is_paddling),
    "flow": ({}, lambda view: view["phase"] == "flow" and view["flow_left"] > 1),
    "shown": ({"card_history": "shown"}, is_paddling),
    "sealed": ({"cards": "app"}, lambda view: view["phase"] == "cards" and view["sealed"][0] and view["round"] > 2),
    "over": ({}, lambda view: view["phase"] == "over"),
}


@pytest.fixture
def at_river(served):
    """Pages with a game of Niagara in progress: four seats, real cards."""
    served.room.begin("niagara", {}, NAMES)
    return served


def test_every_text_is_large_and_clear_and_every_target_large_and_named(served, visit):
    """In each phase, wide and narrow, by night and by day, on the table page and on a private one."""
    page = visit(served.origin)
    for options, is_there in SCENES.values():
        served.room.begin("niagara", options, NAMES)
        play_until(served.room.sitting.table, is_there)
        addresses = ["/table"]
        if options.get("cards") == "app":
            addresses += [f"/seat/{token}" for token in served.room.sitting.seats][:2]
        for address in addresses:
            go(page, f"{served.origin}{address}")
            assert_clear_everywhere(page)
            page.goto(AWAY)


@SIZES
def test_all_that_matters_is_in_sight_at_once(at_river, visit, size):
    play_until(at_river.room.sitting.table, is_paddling)
    page = visit(f"{at_river.origin}/table", size)
    expect(page.locator(".crews li")).to_have_count(4)
    for part in ("#sentence", "#river", "#keypad"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
    expect(page.locator(".canoe")).to_have_count(8)


def test_each_seat_shows_its_canoes_its_gems_and_its_goals(at_river, visit):
    """NIA-24: gems ashore on the way to four alike, five kinds, seven in all; the life ring; the card of the round."""
    table = at_river.room.sitting.table
    play_until(table, lambda view: is_paddling(view) and any(sum(each.values()) > 2 for each in view["scored"]))
    view = table.snapshot("table")["view"]
    page = visit(f"{at_river.origin}/table")
    for place, seat in enumerate((view["life_ring"] + step) % 4 for step in range(4)):
        crew = page.locator(".crews li").nth(place)
        expect(crew).to_contain_text(NAMES[seat])
        counts = list(view["scored"][seat].values())
        assert crew.locator(".tally").all_inner_texts() == [str(count) for count in counts]
        expected = [f"{max(counts)}/4", f"{sum(1 for count in counts if count)}/5", f"{sum(counts)}/7"]
        told = crew.locator(".goal").all_text_contents()
        assert [text.split()[-1] for text in told] == expected
        assert crew.locator("[aria-label='has the life ring']").count() == (place == 0)
        assert crew.locator(".paddle").count() == (view["revealed"][seat] is not None)
    gems = page.locator("symbol[id^='gem-']")
    assert gems.count() == 5
    assert len({gems.nth(number).inner_html() for number in range(5)}) == 5
    assert "".join(gems.nth(number).locator("text").text_content() for number in range(5)) == "VCYBP"


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
@pytest.mark.parametrize("foreign", [0, 1, 2])
def test_what_lies_at_a_site_is_written_where_it_covers_no_other_place(at_river, visit, width, foreign):
    """However many kinds of gems lie there, on the narrowest phone too: no disc, no site, no weather, no other one."""
    table = at_river.room.sitting.table
    state = table.history.state.copy()
    for site, gem in itertools.product(range(5), repeat=2):
        state.sites[5 * site + gem] = 9 if (gem - site) % 5 <= foreign else 0
    state.note_sites()
    table.history.opening = table.history.opening._replace(after=state)
    page = visit(f"{at_river.origin}/table", {"width": width, "height": 844})
    expect(page.locator(".heap")).to_have_count(5)
    expect(page.locator(".heap .sign")).to_have_count(5 * foreign)
    board = table.head.board
    river = page.locator("#river").bounding_box()
    scale = river["width"] / board.size_mm[0]
    radii_mm = {"river": 21, "site": 24, "weather": 12, "berth": 12, "shore": 12}
    boxes = [heap.bounding_box() for heap in page.locator(".heap").all()]
    for box in boxes:
        assert box["x"] >= river["x"]
        for space in board.document["spaces"]:
            if space["kind"] not in radii_mm:
                continue
            x, y = (river[side] + at_mm * scale for side, at_mm in zip("xy", space["at_mm"], strict=True))
            across = max(box["x"] - x, 0, x - box["x"] - box["width"])
            down = max(box["y"] - y, 0, y - box["y"] - box["height"])
            assert hypot(across, down) > radii_mm[space["kind"]] * scale, (space["id"], box)
    for one, other in itertools.combinations(boxes, 2):
        is_aside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        is_above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        assert is_aside or is_above


def test_keys_say_what_they_mean_and_bubbles_press_them(at_river, visit):
    """NIA-8 to NIA-16: one key a choice; a bubble presses what all ways to its space start with."""
    table = at_river.room.sitting.table
    play_until(table, is_paddling)
    page = visit(f"{at_river.origin}/table")
    expect(page.locator("[data-key='1']")).to_have_text("canoe 1")
    page.locator("[data-key='1']").click()
    expect(page.locator("#typed")).to_contain_text("1")
    expect(page.locator("[data-key='2']")).to_have_text("2 up")
    bubble = page.locator(".end").first
    keys = bubble.get_attribute("data-keys")
    bubble.click()
    expect(page.locator("#typed")).not_to_have_text("1…")
    assert keys


def test_the_path_to_an_end_is_drawn_while_it_is_pointed_at_or_has_the_focus(at_river, visit):
    table = at_river.room.sitting.table

    def lone_end(view):
        codes = table.codes(view["to_act"][0]) if view["phase"] == "act" else ()
        spaces = [code.space for code in codes]
        return next((code for code in codes if len(code.path) > 2 and spaces.count(code.space) == 1), None)

    play_until(table, lone_end)
    code = lone_end(table.snapshot("table")["view"])
    page = visit(f"{at_river.origin}/table")
    end = page.locator(f'.end[data-keys="{code.keys}"]')
    path = page.locator(".arrows.path path")
    for show, hide in ((end.hover, page.locator("#sentence").hover), (end.focus, end.blur)):
        show()
        line = re.match(r"M([\d. L]+?)L[^L]+M", path.get_attribute("d")).group(1)
        assert line.count("L") == len(code.path) - 1
        hide()
        expect(path).to_have_count(0)


def test_a_place_that_is_the_only_one_of_its_kind_is_named_once(at_river, visit):
    table = at_river.room.sitting.table

    def leads_ashore(view):
        return is_paddling(view) and any(code.space == "shore" for code in table.codes(view["to_act"][0]))

    play_until(table, leads_ashore)
    page = visit(f"{at_river.origin}/table", locale="de-DE")
    told = page.get_by_role("list", name="Auf dem Brett").get_by_role("listitem")
    expect(told.filter(has_text="Strand")).to_have_text(re.compile(r"^Taste \d+: Strand\.$"))


def test_the_way_and_the_flow_are_gone_along_space_by_space(at_river, visit):
    """NIA-19: the page's own reading of the river is that of the rules."""
    page = visit(f"{at_river.origin}/table")
    expect(page.locator("#sentence")).not_to_have_text("…")
    gone = page.evaluate(
        """async () => {
            const { ways } = await import('/static/games/niagara.js');
            const seats = ['A', 'B', 'C'].map((letter, seat) => ({ seat, letter }));
            const view = {
                last_way: [0, 1, ['shore', 'M1', 'M2']],
                last_flow: {
                    arms: ['left', 'right'],
                    before: [['M5', 'M2'], ['L7', 'R7'], ['shore', 'L6']],
                },
            };
            return ways({ view, seats });
        }"""
    )
    assert gone == [
        ["0.0", "M5", "L6"],
        ["0.1", "A2", "shore", "M1", "M2", "M3", "M4"],
        ["1.0", "L7", "fall", "B1"],
        ["1.1", "R7", "fall", "B2"],
        ["2.1", "L6", "L7"],
    ]


def test_the_last_round_stays_in_sight_and_headings_stand_apart(at_river, visit):
    """NIA-24: also where what stands below the seats is scrolled away."""
    play_until(at_river.room.sitting.table, lambda view: view["met"] and view["phase"] != "over")
    for size, locale in itertools.product((WIDE, PHONE), ("en", "de")):
        page = visit(f"{at_river.origin}/table", size, locale=locale)
        expect(page.locator(".labels .last-round")).to_be_in_viewport(ratio=0.99)
        heads = [head.bounding_box() for head in page.locator(".heads span").all()]
        for left, right in itertools.pairwise(heads if size is WIDE else []):
            assert left["x"] + left["width"] <= right["x"]


def test_a_finished_game_is_shared_as_a_picture_of_board_and_standings(at_river, visit):
    """The file is self-contained, with signs and board, and the winner comes first."""
    table = at_river.room.sitting.table
    play_until(table, lambda view: view["phase"] == "over")
    page = visit(f"{at_river.origin}/table")
    expect(page.locator("#picture")).to_be_visible()
    with page.expect_download() as download:
        page.locator("#picture").click()
    assert download.value.suggested_filename == "riverlight.svg"
    svg = ElementTree.parse(download.value.path()).getroot()  # noqa: S314 - the program wrote it
    links = [use.get("href") for use in svg.iter(f"{SVG}use")]
    assert {link[1:] for link in links} <= {symbol.get("id") for symbol in svg.iter(f"{SVG}symbol")}
    view = table.snapshot("table")["view"]
    afloat = sum(place != "lost" for canoes in view["canoes"] for place in canoes)
    assert len(links) == afloat + len(NAMES)
    assert svg.find(f"{SVG}image").get("href").startswith("data:image/svg+xml,")
    told = [text.text for text in svg.findall(f"{SVG}text") + svg.findall(f"{SVG}g/{SVG}text")]
    winners = view["winners"]
    assert told[:2] == ["Niagara · Riverlight", table.snapshot("table")["prompt"]["sentence"]]
    assert told[3] == NAMES[winners[0]]
    assert told[4] == f"{sum(view['scored'][winners[0]].values())} gems ashore"


def test_a_canoe_that_fell_lies_at_the_foot_of_the_fall_and_then_fades(at_river, visit):
    table = at_river.room.sitting.table
    play_until(table, lambda view: view["round"] > 1)
    page = visit(f"{at_river.origin}/table")
    expect(page.locator(".canoe")).to_have_count(8)
    page.evaluate("""() => {
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
            if (frames.at(-1).opacity === 0) window.faded = [frames[0].opacity, timing.duration >= 2000];
            return animate.call(this, frames, timing);
        };
    }""")
    play_until(table, lambda view: any("lost" in canoes for canoes in view["canoes"]))
    assert until(page, "() => window.faded") == [1, True]


def test_a_card_is_chosen_on_its_own_page_and_stays_sealed_on_the_others(served, visit):
    """NIA-25, NIA-26."""
    served.room.begin("niagara", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    tokens = list(served.room.sitting.seats)
    table = visit(f"{served.origin}/table")
    own = visit(f"{served.origin}/seat/{tokens[0]}")
    other = visit(f"{served.origin}/seat/{tokens[1]}")
    expect(table.locator("#sentence")).to_have_text("Ada, Ben and Cleo choose a card.")
    expect(own.locator(".held:enabled")).to_have_count(7)
    own.get_by_role("button", name="a 5").click()
    expect(own.locator(".held.chosen")).to_have_count(1)
    expect(table.locator(".paddle.sealed")).to_have_count(1)
    expect(other.locator("#sentence")).to_have_text("Ben, choose a card.")
    for page in (table, other):
        assert page.locator(".chosen").count() == 0
        assert "5" not in page.locator("#middle").inner_text()
    state = served.room.sitting.table.history.state
    assert isinstance(state, NiagaraState)
    assert state.chosen == [5, -1, -1]


def test_a_used_card_is_refused_with_its_clause(at_river, visit):
    """NIA-5."""
    table = at_river.room.sitting.table
    play_until(table, lambda view: view["phase"] == "reveal" and view["round"] == 2)
    state = table.history.state
    used = state.used[state.seat].bit_length() - 1
    page = visit(f"{at_river.origin}/table")
    expect(page.locator("#sentence")).not_to_have_text("…")  # before that no key is heard
    page.keyboard.press(str(used or "*"))
    expect(page.locator("#refusal")).to_contain_text("is already used")
    expect(page.locator("#refusal")).to_contain_text("NIA-5")


def test_a_refusal_leaves_keypad_and_last_entry_in_sight_on_a_short_phone(at_river, visit):
    """As a phone's browser leaves it room, its own bars above and below."""
    table = at_river.room.sitting.table
    play_until(table, lambda view: view["phase"] == "reveal" and view["round"] == 2)
    used = table.history.state.used[table.history.state.seat].bit_length() - 1
    page = visit(f"{at_river.origin}/table", {"width": PHONE["width"], "height": 664}, locale="de-DE")
    expect(page.locator("#sentence")).not_to_have_text("…")  # before that no key is heard
    page.keyboard.press(str(used or "*"))
    expect(page.locator("#refusal")).to_be_visible()
    keypad, foot = page.locator("#keypad").bounding_box(), page.locator("footer").bounding_box()
    assert keypad["y"] + keypad["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= 664
    entry = page.locator(".log summary").bounding_box()
    last = page.locator("#last").bounding_box()
    assert "Rettungsring." in page.locator("#last").inner_text()
    assert entry["y"] <= last["y"]
    assert last["y"] + last["height"] <= entry["y"] + entry["height"]
    assert last["x"] + last["width"] <= entry["x"] + entry["width"] + 1


def test_a_bubble_tells_the_keys_of_each_way_to_its_space_in_full(at_river, visit):
    """Two keys that load one gem or another there, and where many lead there, how many."""
    page = visit(f"{at_river.origin}/table")
    expect(page.locator("#sentence")).not_to_have_text("…")
    said = page.evaluate(
        """async () => {
            const { ends } = await import('/static/games/niagara.js');
            const to = (space, ...keys) => keys.map((each) => ({ space, keys: each, move: '', label: 'up' }));
            const choices = [...to('R6', '1D', '1B'), ...to('M2', '22'), ...to('M3', '150', '151', '152', '153')];
            return ['', '1'].map((typed) => ends({ choices, typed }).map(({ keys, lines }) => [keys, lines ?? null]));
        }"""
    )
    assert said == [
        [["1", ["1B", "1D"]], ["22", None], ["15", ["15: 4 moves"]]],
        [["5", ["5: 4 moves"]]],
    ]


def test_canoes_that_are_still_to_be_set_are_not_told_to_be_lost(at_river, visit):
    table = at_river.room.sitting.table
    play_until(table, is_paddling)
    at_river.room.arrange(table.game_id)
    page = visit(f"{at_river.origin}/table")
    expect(page.locator(".berth").first).to_be_visible()
    placed = [place for pair in table.snapshot("table")["view"]["canoes"] for place in pair]
    afloat = len(placed) - placed.count("shore") - placed.count("lost")
    expect(page.locator(".berth.unset")).to_have_count(afloat - 1)
    expect(page.locator(".berth.unset").first).to_have_text("canoe 1 not yet")
    expect(page.locator(".berth.lost")).to_have_count(placed.count("lost"))
    expect(page.locator(".canoe")).to_have_count(len(placed) - afloat + 1)
