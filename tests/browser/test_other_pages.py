"""The set-up page, the private pages and the plain ones in a real browser."""

import re

import pytest
from playwright.sync_api import expect
from riverlight.table.session import Table

from tests.browser.conftest import PHONE, WIDE, until
from tests.browser.test_table_page import play_until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("has_scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_game_is_set_up_and_begun(served, visit, has_scripts):
    page = visit(served.origin, PHONE, java_script_enabled=has_scripts)
    page.get_by_role("radio", name="3", exact=True).check()
    expect(page.locator(".names [type=text]:visible")).to_have_count(3)
    expect(page.locator(".names [type=checkbox]:visible")).to_have_count(3)
    page.locator('[name="name_0"]').fill("Zoë")
    page.get_by_text("House rules").click()
    page.get_by_role("radio", name="as near as possible").check()
    page.get_by_role("button", name="Start Canyon").click()
    expect(page).to_have_url(f"{served.origin}/table")
    head = served.room.sitting.table.head
    assert head.names == ("Zoë", "Ben", "Cleo")
    assert head.options["movement"] == "nearest"


def test_a_form_refused_keeps_what_was_filled_in(served, visit):
    page = visit(served.origin)
    page.locator('[name="name_0"]').fill("Ada")
    page.locator('[name="name_1"]').fill("Ada")
    page.get_by_role("button", name="Start Canyon").click()
    expect(page.get_by_role("alert")).to_contain_text("Each player needs a different name")
    expect(page.locator('[name="name_1"]')).to_have_value("Ada")
    visit.complaints.clear()  # Chromium's console reports every status 400


def test_a_kept_game_is_gone_on_with(at_table, visit):
    play_until(at_table.room.sitting.table, "pace")
    kept = at_table.room.sitting.table.game_id
    at_table.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
    page = visit(at_table.origin)
    page.get_by_role("button", name=f"Resume game {kept}").click()
    expect(page.locator("#seats")).to_contain_text("Cleo")
    expect(page.locator(".canoe")).to_have_count(4)


def test_a_private_page_shows_its_own_hand_and_plays_from_it(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "tricks")
    turn = table.history.state.to_act()[0]
    pages = {}
    for token, seat in served.room.sitting.seats.items():
        pages[seat] = visit(f"{served.origin}/seat/{token}", PHONE)
        expect(pages[seat].locator(".held")).to_have_count(8)
        assert pages[seat].evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert len({page.locator("#hand").inner_html() for page in pages.values()}) == 3
    expect(pages[(turn + 1) % 3].locator(".held:enabled")).to_have_count(0)
    pages[turn].locator(".held:enabled").first.click()
    expect(pages[turn].locator(".held")).to_have_count(7)
    expect(pages[(turn + 1) % 3].locator(".held:enabled").first).to_be_visible()
    expect(pages[(turn + 2) % 3].locator(".trick .card")).to_have_count(1)
    for page in pages.values():  # what everybody may see of each seat
        assert sorted(page.locator("#seats tbody .name").all_inner_texts()) == ["Ada", "Ben", "Cleo"]
        expect(page.locator("#seats tbody .count")).to_have_count(3)


def test_a_pace_is_chosen_on_a_private_page(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "pace")
    turn = table.history.state.to_act()[0]
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == turn)
    page = visit(f"{served.origin}/seat/{token}", PHONE)
    page.get_by_role("button", name=re.compile("^3$")).click()
    expect(page.locator("#choices button")).to_have_count(0)
    assert table.snapshot("table")["view"]["paces"][turn] == 3


def test_a_choice_of_spaces_stands_on_a_small_board_of_the_private_page_and_is_made_by_a_tap(served, visit):
    table = Table.new(served.room.store, "canyon", {"cards": "app"}, [""] * 3, 5)
    served.room.open(table)
    seat = table.history.state.to_act()[0]
    token = next(token for token, of in served.room.sitting.seats.items() if of == seat)
    page = visit(f"{served.origin}/seat/{token}", PHONE)
    ends = page.locator("#map .end")
    expect(ends).to_have_count(len(table.codes(seat)))
    wanted = table.codes(seat)[2]
    page.locator(f'#map .end[data-keys="{wanted.keys}"]').click()
    expect(page.locator("#map")).to_be_hidden()  # the next seat chooses now
    assert table.history.moves[-1] == (seat, wanted.move)


def test_the_table_page_shows_a_seats_code_and_moves_the_seat_to_another_phone(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == 1)
    phone = visit(f"{served.origin}/seat/{token}", PHONE)
    expect(phone.locator("#sentence")).not_to_have_text("…")
    page = visit(f"{served.origin}/table")
    expect(page.locator("#sentence")).not_to_have_text("…")  # its scripts handle presses by then
    page.get_by_text("Players' phones").click()
    expect(page.locator("#private button")).to_have_count(3)
    page.locator("#private button", has_text="Ben").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Ben's seat")
    expect(dialog.get_by_role("img")).to_have_count(0)  # no phone reaches an address of loopback
    expect(page.locator("#link_told")).to_contain_text("riverlight play --lan")
    box = dialog.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= WIDE["height"]
    expect(page.locator("#link_here")).to_have_attribute("href", f"{served.origin}/seat/{token}")
    dialog.get_by_role("button", name="New link").click()
    expect(page.locator("#link_told")).to_contain_text("new")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(phone.locator("main")).to_contain_text("moved to another phone")
    phone.goto(page.locator("#link_here").get_attribute("href"))
    expect(phone.locator(".whose")).to_contain_text("Ben")
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator("#link_code svg")).to_have_count(0)
    visit.complaints.clear()  # Chromium's console reports every status 404


def test_what_opens_beside_the_board_comes_into_sight_and_what_lies_below_is_hinted_at(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"])
    page = visit(f"{served.origin}/table", {"width": 1280, "height": 640})
    expect(page.locator(".round.more")).to_be_visible()
    page.get_by_text("Players' phones").click()
    for button in page.locator("#private button").all():
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        until(page, "(at) => document.elementFromPoint(...at)?.closest('#private button')", middle)
    page.evaluate("document.querySelector('.round').scrollTo(0, 10000)")
    expect(page.locator(".round:not(.more)")).to_be_visible()


def test_a_seat_takes_back_what_another_entered_since_once_that_one_agrees(served, visit):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "pace")
    first = table.history.state.to_act()[0]
    tokens = {seat: token for token, seat in served.room.sitting.seats.items()}
    one, two = (visit(f"{served.origin}/seat/{tokens[seat % 3]}", PHONE) for seat in (first, first + 1))
    one.get_by_role("button", name=re.compile("^3$")).click()
    two.get_by_role("button", name=re.compile("^2$")).click()
    expect(two.locator("#last")).to_contain_text("shows pace 2")
    one.get_by_role("button", name="Undo my last move").click()
    expect(one.locator("#question")).to_contain_text("Waiting for")
    expect(two.locator("#question")).to_contain_text("wants to undo")
    two.get_by_role("button", name="I agree").click()
    expect(one.locator("#choices button")).not_to_have_count(0)
    expect(one.locator("#question")).to_be_hidden()
    expect(two.locator("#last")).to_contain_text("undid")
    assert table.snapshot("table")["view"]["paces"] == [None] * 3


@pytest.mark.parametrize("answer", ["I agree", "No"])
def test_the_answer_to_a_question_asked_twice_in_the_same_words_is_for_the_second(served, visit, answer):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "pace")
    first = table.history.state.to_act()[0]
    tokens = {seat: token for token, seat in served.room.sitting.seats.items()}
    one, two = (visit(f"{served.origin}/seat/{tokens[seat % 3]}", PHONE) for seat in (first, first + 1))
    one.get_by_role("button", name=re.compile("^3$")).click()
    two.get_by_role("button", name=re.compile("^2$")).click()
    expect(two.locator("#last")).to_contain_text("shows pace 2")
    for number in (1, 2):
        one.get_by_role("button", name="Undo my last move").click()
        expect(two.locator("#question")).to_have_attribute("data-question", str(number))
    two.get_by_role("button", name=answer).click()
    expect(two.locator("#question")).to_be_hidden()
    expect(two.locator("#refusal")).to_be_hidden()
    assert table.snapshot("table")["view"]["paces"].count(None) == (3 if answer == "I agree" else 1)


def test_a_part_drawn_anew_changes_only_what_differs(served, visit):
    page = visit(served.origin)
    kept = """async () => {
        const { make, renew } = await import('/static/dom.js');
        const place = make('section');
        document.querySelector('main').append(place);
        const button = (move, style, ...inner) => {
          const made = make('button', { 'data-move': move, class: inner.length > 1 ? 'new' : null }, ...inner);
          made.style.cssText = style;
          return made;
        };
        renew(place, make('p', {}, 'one'), button('play R1', 'top: 1px;', 'R1'), make('i'), 'end');
        const [, first] = place.children;
        first.focus();
        renew(place, make('b', {}, 'other'), button('play R2', 'top: 2px;', make('em', {}, 'R2'), '!'));
        return [place.innerHTML, document.activeElement === first];
    }"""
    html = '<b>other</b><button data-move="play R2" style="top: 2px;" class="new"><em>R2</em>!</button>'
    assert page.evaluate(kept) == [html, True]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_an_address_that_leads_nowhere_is_told_in_the_same_look(served, visit, size):
    page = visit(f"{served.origin}/nowhere", size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.get_by_role("link", name="Start page").click()
    expect(page.get_by_role("heading", name="Riverlight")).to_be_visible()
    visit.complaints.clear()  # Chromium's console reports every status 404
