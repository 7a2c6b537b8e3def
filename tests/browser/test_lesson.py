"""The tutorials on their pages: each is played to its end by what a learner taps, on a phone and on a laptop."""

import pytest
from playwright.sync_api import expect
from riverlight.games.sides import TABLE_PAGE
from riverlight.table.lesson_text import lesson_names, script_of

from tests.browser.conftest import PHONE, WIDE, go
from tests.browser.test_access import faults

pytestmark = pytest.mark.browser


class Tapping:
    """A learner in front of a page."""

    def __init__(self, served, page, name, kit="app"):
        served.room.teach(name, kit)
        go(page, f"{served.origin}/table")
        self.page = page
        self.table = served.room.sitting.table
        self.script = script_of(name)
        (self.seat,) = self.script.head.lone_seats
        self.viewer = self.seat if self.table.sides.is_apart(self.seat) else TABLE_PAGE

    @property
    def card(self):
        """What the coach says now, by the host."""
        return self.table.snapshot(self.viewer)["lesson"]

    def control(self, move):
        """Return what is tapped for a move: a card or a button, else its place on the board or its key."""
        buttons = self.page.locator(f':is(#hand, #choices) [data-move="{move}"]')
        keys = [code.keys for code in self.table.codes(self.seat) if code.move == move]
        places = self.page.locator(f'.ends [data-keys="{keys[0] if keys else ""}"]')
        typed = self.page.locator(f'#keypad [data-key="{keys[0] if keys else ""}"]')
        return buttons.or_(places).or_(typed).first

    def shows(self, card):
        """Wait until the page shows the step of ``card``."""
        expect(self.page.locator("#lesson_sentence")).to_have_text(str(card["sentence"]))
        expect(self.page.locator("#lesson_at")).to_have_text(f"Step {card['at']} of {card['of']}")


@pytest.mark.parametrize(("name", "size"), [*zip(lesson_names(), (PHONE, WIDE, WIDE, PHONE), strict=True)])
def test_a_tutorial_is_tapped_through_to_the_button_that_starts_a_game(served, visit, name, size):
    learner = Tapping(served, visit(served.origin, size), name)
    page = learner.page
    while True:
        learner.shows(card := learner.card)
        if card["at"] == card["of"]:
            break
        if card["asks"]:
            choice = learner.script.steps[card["at"] - 1].choice
            control = learner.control(choice.moves[0])
            expect(control).to_be_visible()
            wrong = next(iter(choice.answers), None)
            if wrong is not None:
                learner.control(wrong).click()
                expect(page.locator("#lesson_reply")).to_contain_text(str(choice.answers[wrong]))
                expect(page.locator("#lesson_reply")).to_contain_text(str(choice.hint))
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
            control.click()
        else:
            following = page.locator("#lesson_next")
            expect(following).to_be_in_viewport(ratio=1)
            following.click()
        while (learner.card["at"], learner.card["told"]) == (card["at"], card["told"]):
            page.wait_for_timeout(20)
    expect(page.locator("#lesson_next")).to_be_hidden()
    start = page.locator("#lesson_start")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    game = learner.script.head.game.title
    expect(page.get_by_role("button", name=f"Start {game}").last).to_be_visible()
    expect(page.get_by_role("button", name="Only this screen")).to_have_attribute("aria-pressed", "true")


def test_a_tutorial_goes_on_and_back_by_the_keyboard(served, visit):
    learner = Tapping(served, visit(served.origin), "niagara")
    page = learner.page
    first = learner.card
    learner.shows(first)
    expect(page.locator("#lesson_next")).to_be_focused()
    expect(page.locator("#lesson_back")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.locator("#lesson_at")).to_have_text("Step 2 of 17")
    card = learner.control("paddle 5")
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson")).to_contain_class("told")
    page.locator("#lesson_back").press("Enter")
    expect(page.locator(".lesson")).not_to_contain_class("told")
    expect(page.locator("#lesson_at")).to_have_text("Step 2 of 17")
    page.locator("#lesson_restart").press("Enter")
    learner.shows(first)


@pytest.mark.parametrize("name", lesson_names())
def test_axe_finds_nothing_in_a_tutorial(served, visit, name):
    learner = Tapping(served, visit(served.origin), name)
    learner.shows(learner.card)
    assert faults(learner.page) == []
    keypad = learner.seat if learner.viewer == learner.seat else "main"
    while not learner.card["asks"]:
        learner.table.go_to(learner.card["at"], keypad=keypad)
    learner.table.press("9", keypad)
    expect(learner.page.locator("#lesson_reply")).to_be_visible()
    assert faults(learner.page) == []
