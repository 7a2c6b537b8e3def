"""The toy game in a browser: its own module draws it, keys and buttons play it, and the end panel says who won."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.host import toy
from tests.host.toy.installed import installed
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser


@pytest.fixture
def at_toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Pages with a toy game of two under way, which ends with its first round."""
    monkeypatch.setattr(toy, "ROUNDS", 1)
    with installed(tmp_path), serving(tmp_path / "data") as served:
        served.room.begin("toy", {}, ["Ada", "Ben"])
        yield served


def test_a_module_of_its_own_brings_an_added_game_to_the_pages(at_toy: Any, visit: Any) -> None:
    table = visit("about:blank")
    go(table, f"{at_toy.origin}/table")
    tokens = {seat: token for token, seat in at_toy.room.sitting.seats.items()}
    own = [visit("about:blank") for _ in range(2)]
    for seat, page in enumerate(own):
        go(page, f"{at_toy.origin}/seat/{tokens[seat]}")
    expect(table.locator("#middle .die")).to_contain_text("The die shows")
    for name, keys in (("Ada", "07"), ("Ben", "12")):
        expect(table.locator("#sentence")).to_have_text(f"{name} is asked.")
        expect(table.locator('[data-key="0"]')).to_be_enabled()
        expect(table.locator('[data-key="D"]')).to_be_disabled()
        for key in keys:
            table.keyboard.press(key)
    expect(table.locator("#seats")).to_contain_text("Ben: 12")
    for page in own:
        page.locator("#choices button").first.click()
    expect(table.locator("#sentence")).to_have_text("Ben wins.")
    expect(table.locator("#again")).to_be_visible()
    expect(table.locator("#again")).to_contain_text("Play again")
    expect(table.locator("#keypad")).to_be_hidden()
