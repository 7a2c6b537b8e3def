"""Computer players as people see them: chosen on the set-up page, marked, waiting, explained."""

from __future__ import annotations

import threading

from playwright.sync_api import expect
from riverlight.table.session import Table

from tests.browser.conftest import PHONE, until


def play_until_round(served, number):
    """Play Ada's seat through the table itself until round ``number`` begins."""
    table = served.room.sitting.table
    while (shown := table.snapshot("table"))["view"]["round"] < number:
        if table.history.state.to_act() == (0,):
            table.enter(0, table.codes(0)[0].move)
        else:
            until_changed(table, shown["version"])


def until_changed(table: Table, version: int) -> None:
    """Wait until the table has gone on from ``version``."""
    changed = threading.Event()
    stop = table.subscribe(changed.set)
    while table.version == version:
        assert changed.wait(20)
        changed.clear()
    stop()


def test_bots_are_chosen_marked_and_explain_themselves(visit, served):
    page = visit(f"{served.origin}/")
    for seat in (1, 2, 3):
        page.get_by_label(f"Seat {'ABCD'[seat]}: Computer player").check()
    page.get_by_text("House rules").click()
    page.locator("label:has(#option_cards-app)").click()
    page.get_by_role("button", name="Start Canyon").click()
    expect(page.locator(".seats")).to_be_visible()
    assert page.locator(".seats .thing-bot").count() == 3
    assert page.locator(".seats tr:has-text('Ben')").get_by_role("img", name="computer player").count() == 1
    assert page.locator(".seats tr:has-text('Ada')").get_by_role("img", name="computer player").count() == 0
    why = page.get_by_role("button", name="Why these moves?")
    expect(why).to_be_hidden()
    play_until_round(served, 2)
    why.click()
    expect(page.locator("#reasons h3")).to_have_text(["Ben", "Cleo", "Dan"])
    assert page.locator("#reasons li").count() > 9
    assert page.evaluate("document.querySelector('#reasons').scrollTop") == 0
    page.keyboard.press("Escape")
    expect(page.locator("#reasons")).to_be_hidden()


def test_on_a_phone_bots_wait_for_the_board_until_a_button_says_that_it_is_set(visit, served):
    begun = Table.new(served.room.store, "niagara", {"cards": "app"}, ["", "", ""], 3, bots=(1, 2))
    begun.enter(0, "paddle 3")
    served.room.resume(begun.game_id)
    page = visit(f"{served.origin}/table", PHONE)
    ready = page.get_by_role("button", name="The board is set up: continue")
    expect(ready).to_be_visible()
    box = ready.bounding_box()
    assert box["height"] >= 44
    assert served.room.sitting.table.version == begun.version
    ready.click()
    expect(ready).to_be_hidden()
    until(page, "document.querySelector('#sentence').textContent.startsWith('Ada')")
    assert served.room.sitting.table.version > begun.version
