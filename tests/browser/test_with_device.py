"""The table page beside a simulated Pico: its keys are the device's keys, its lights the device's lights."""

import pytest
from playwright.sync_api import expect
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
