"""A person who traces a board in the browser, for the tests of that page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import until

TABLET = {"width": 834, "height": 1112}


class Hand:
    """A person who traces: points at positions in mm on the screen."""

    def __init__(self, page):
        self.page = page

    def at(self, place):
        """Return where a place in mm lies on the screen."""
        return self.page.evaluate(
            """([x, y]) => {
                const stage = document.querySelector('#stage');
                const [left, top, scale] = stage.dataset.view.split(' ').map(Number);
                const box = stage.getBoundingClientRect();
                return [box.x + left + x * scale, box.y + top + y * scale];
            }""",
            place,
        )

    def tap(self, place):
        """Tap a place in mm."""
        self.page.mouse.click(*self.at(place))

    def drag(self, start, *ways):
        """Drag from a place in mm past others."""
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        for way in ways:
            self.page.mouse.move(*self.at(way), steps=2)
        self.page.mouse.up()

    def choose(self, name, value):
        """Choose a radio button by its label, as its dot is not drawn."""
        self.page.locator(f'label:has([name="{name}"][value="{value}"])').click()

    def board(self):
        """The board as the browser keeps it."""
        return self.work()["board"]

    def work(self):
        """What the browser keeps when the page is put aside now: the board, and how the page stands to it."""
        return self.page.evaluate(
            """() => {
                document.dispatchEvent(new Event('visibilitychange'));
                return JSON.parse(localStorage['riverlight-trace-work-' + localStorage['riverlight-trace']]);
            }"""
        )

    def settle(self, spaces):
        """Wait until so many spaces are drawn."""
        until(self.page, f"document.querySelectorAll('[data-space]').length === {spaces}")


def opened(visit, served, size=None, **settings):
    """Open the page, which asks for a board at first, and close what asks."""
    page = visit(served.origin, size, **settings)
    expect(page.locator("#sentence")).not_to_have_text("…")
    expect(page.locator("#open_dialog")).to_be_visible()
    page.locator("#open_dialog").get_by_role("button", name="Close").click()
    return page


def begun(visit, served, game, start="start", size=None, **settings):
    """Open the page and start a board there."""
    page = visit(served.origin, size, **settings)
    expect(page.locator("#sentence")).not_to_have_text("…")
    if not page.locator("#open_dialog").is_visible():  # this browser has a board already
        page.locator("#open").click()
    page.locator("#new_game").select_option(game)
    page.locator("#new_start").select_option(start)
    page.locator("#begin button").click()
    expect(page.locator("#open_dialog")).not_to_be_visible()
    expect(page).to_have_title(re.compile(f"My {game.capitalize()}"))
    hand = Hand(page)
    hand.choose("mode", "spaces")
    return page, hand


def middle_of(board, name):
    return next(space["at_mm"] for space in board["spaces"] if space["id"] == name)
