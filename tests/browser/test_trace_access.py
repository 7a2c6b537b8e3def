"""The tracing page on touch screens, and its accessibility."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.clear import assert_targets_are_large, assert_texts_are_clear
from tests.browser.conftest import WIDE, until
from tests.browser.tracing_hand import TABLET, begun, middle_of

pytestmark = pytest.mark.browser


def test_two_fingers_pinch_and_one_pushes_the_board_about(visit, shared):
    page, hand = begun(visit, shared, "canyon", size=TABLET, has_touch=True)
    client = page.context.new_cdp_session(page)

    def touch(kind, *points):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def view():
        return [float(part) for part in page.get_attribute("#stage", "data-view").split()]

    def until_scale_is(wanted):
        scale = "document.querySelector('#stage').dataset.view.split(' ')[2]"
        until(page, f"(wanted) => Math.abs({scale} / wanted - 1) < 0.1", wanted)

    until(page, "() => document.querySelector('#stage').dataset.view")
    before, spaces = view()[2], len(hand.board()["spaces"])
    touch("touchStart", (300, 400), (400, 400))
    touch("touchMove", (200, 400), (500, 400))
    touch("touchEnd")
    until_scale_is(3 * before)
    left = view()[0]
    page.locator("#fit").click()
    until_scale_is(before)
    assert left != pytest.approx(view()[0])
    assert len(hand.board()["spaces"]) == spaces


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_text_is_clear_and_every_target_large_in_every_mode(visit, shared, size, scheme):
    page, hand = begun(visit, shared, "canyon", size=size, color_scheme=scheme)
    for mode in ("photo", "spaces", "lights", "sensors", "calibrate"):
        hand.choose("mode", mode)
        if mode in ("spaces", "sensors"):
            hand.tap(middle_of(hand.board(), "c2"))
        if mode == "spaces":
            expect(page.locator("#space_id")).to_have_value("c2")
        assert_texts_are_clear(page)
        assert_targets_are_large(
            page,
            may_be_narrow=lambda target: 'type="range"' in target["html"],
            may_be_low=lambda target: 'type="range"' in target["html"] or "checkbox" in target["html"],
        )
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.locator("#open").click()
    assert_texts_are_clear(page)
    assert page.evaluate("new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size") == page.evaluate(
        "document.querySelectorAll('[id]').length"
    )
