"""What the table page tells of the device: how far its lights are limited."""

import pytest
from playwright.sync_api import expect
from riverlight.devices.status import Status

pytestmark = pytest.mark.browser


def test_the_table_page_says_how_far_the_lights_are_limited(at_table, visit):
    """Faults that others met: the brightness seems dead above the limit of current."""
    table = at_table.room.sitting.table
    page = visit(f"{at_table.origin}/table")
    facts = page.locator("#device_facts")
    for permille, is_told in ((1000, False), (437, True), (1000, False)):
        status = Status("ready", "The board is connected.", currents=(("main", 210, permille),))
        table.report_device(status.for_page(tells_current=True))
        if is_told:
            expect(facts).to_contain_text("limited to 40 %")
        else:
            expect(facts).not_to_contain_text("limited")
