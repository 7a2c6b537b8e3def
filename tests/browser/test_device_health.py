"""The device's status on the table page: how far its lights are limited."""

import pytest
from playwright.sync_api import expect
from riverlight.devices.faults import FileFault
from riverlight.devices.status import Status

pytestmark = pytest.mark.browser


def test_the_table_page_says_how_far_the_lights_are_limited(at_table, visit):
    """Faults that others met: the brightness seems dead above the limit of current."""
    table = at_table.room.sitting.table
    page = visit(f"{at_table.origin}/table")
    facts = page.locator("#device_facts")
    for permille, is_told in ((1000, False), (437, True), (1000, False)):
        status = Status("ready", "The device is connected.", currents=(("main", 210, permille),))
        table.report_device(status.for_page(tells_current=True))
        if is_told:
            expect(facts).to_contain_text("the lights have 40 % of their brightness")
        else:
            expect(facts).not_to_contain_text("brightness")


def test_a_warning_of_a_connected_board_reddens_its_sign_and_is_told_whole(at_table, visit):
    """Settings that are not in force used to look like a board in good health."""
    table = at_table.room.sitting.table
    page = visit(f"{at_table.origin}/table")
    warning = FileFault("settings.json", "number", "brightness", "300", 255).sentence
    for warnings, state in (((), "ready"), ((warning,), "fault"), ((), "ready")):
        status = Status("ready", "The device is connected.", warnings)
        table.report_device(status.for_page(tells_current=True))
        expect(page.locator("#device")).to_have_attribute("data-state", state)
        if warnings:
            expect(page.locator("#device_facts")).to_contain_text("needs a whole number from 0 to 255, not 300.")
