"""The table page with a simulated Pico: its keys are the device's keys, its lights the device's lights."""

import pytest
from playwright.sync_api import expect
from riverlight.boards import shipped
from riverlight.boards.sensors import with_sensors
from riverlight.table.session import Table
from riverlight.web.devices import simulated_pico

from tests.browser.conftest import until
from tests.browser.test_table_page import sentence
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

BRIGHT = """() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((_, at) => at % 4 === 3).some((strength) => strength > 100);
}"""


def test_a_key_of_the_page_travels_through_the_device_and_the_lights_come_back(tmp_path, visit):
    with serving(tmp_path, beside=simulated_pico) as served:
        served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        table = served.room.sitting.table
        page = visit(f"{served.origin}/table")
        expect(page.locator("#health")).to_have_text("ready", timeout=20_000)
        for entries in (1, 2):
            before = sentence(page).inner_text()
            page.locator('[data-key="1"]').click()
            expect(sentence(page)).not_to_have_text(before)
            assert len(table.history.entries) == entries
        until(page, BRIGHT)
        boots = {row.press.boot for row in served.room.store.rows(table.game_id) if row.press}
        assert len(boots) == 1
        assert table.snapshot("table")["device"]["mismatches"] == 0
        page.goto("about:blank")
    visit.complaints.clear()  # Chromium would rather that nobody read a canvas


def test_pieces_of_a_simulated_board_are_dragged_or_moved_by_keys(tmp_path, visit):
    with serving(tmp_path, beside=simulated_pico) as served:
        names, options = ["Ada", "Ben", "Cleo"], {"entry": "tricks"}
        table = Table.new(served.room.store, "canyon", options, names, 4, with_sensors(shipped("canyon")))
        assert table.press("1").kind == "accepted"
        served.room.open(table)
        page = visit(f"{served.origin}/table")
        expect(page.locator("#health")).to_have_text("ready", timeout=20_000)
        while not served.room._device.link.status.sensors:  # the board's wiring was changed, so it restarts
            page.wait_for_timeout(20)
        boxed = page.get_by_role("button", name="A piece from the box")
        boxed.hover()  # waits until the page stands still
        page.mouse.down()
        light = page.evaluate(
            """() => {
                const { size, spaces } = JSON.parse(document.getElementById('setting').textContent).board;
                const { left, top, width } = document.getElementById('river').getBoundingClientRect();
                const { at } = spaces.find(({ id }) => id === 'start2');
                return at.map((mm, way) => (mm * width) / size[0] + [left, top][way]);
            }"""
        )
        page.mouse.move(*light, steps=4)
        page.mouse.up()
        piece = page.get_by_role("button", name="Piece on start 2")
        expect(piece).to_be_visible()
        expect(sentence(page)).to_have_text("Cleo, choose a start space: 1 to 5.")
        assert [move for _, move in table.history.moves] == ["dealer 0", "place start2"]
        piece.focus()
        piece.press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Piece on start 2")).to_be_visible()
        page.goto("about:blank")
    visit.complaints.clear()
