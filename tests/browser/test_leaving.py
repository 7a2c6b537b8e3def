"""A link or a form pressed while the host does not answer leaves the page as it is, and says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import until
from tests.browser.test_offline import opened, shown

__all__ = ["opened"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("fails", ["cut", "silence", "overload"])
def test_a_form_pressed_while_the_host_does_not_answer_stays_filled_in_and_is_sent_later(served, opened, fails):
    phone = opened(served, "/")
    page = phone.page
    notice = page.locator("#unanswered")
    page.locator('[name="name_0"]').fill("Zoë")
    getattr(phone.network, fails)()
    page.get_by_role("button", name="Start Canyon").click()
    expect(notice).to_contain_text("Riverlight is not answering. Nothing was sent")
    expect(page.locator('[name="name_0"]')).to_have_value("Zoë")
    assert served.room.sitting is None
    phone.network.mend()
    page.get_by_role("button", name="Start Canyon").click()
    expect(page.locator("#sentence")).to_be_visible()
    assert served.room.sitting.table.head.names[0] == "Zoë"


def test_a_form_pressed_twice_is_sent_once(served, opened):
    page = opened(served, "/").page
    page.evaluate("""() => {
        const begin = document.querySelector('.begin');
        begin.click();
        begin.click();
        setTimeout(() => begin.click(), 0);
    }""")
    shown(type("Opened", (), {"page": page}))
    assert served.room.store.count() == 1


@pytest.mark.parametrize("path", ["/", "/games", "/games/1/statistics", "/table", "/nowhere"])
def test_no_link_or_form_of_any_page_leads_to_the_browsers_own_error_page(at_table, opened, path):
    phone = opened(at_table, path)
    page = phone.page
    page.wait_for_load_state()
    if path == "/table":
        shown(phone)
    phone.network.cut()
    address = page.url
    pressed = page.evaluate("""() => {
        const forms = [...document.forms].filter((form) => form.method === 'post');
        const links = [...document.links].filter((link) => !link.target);
        for (const field of document.querySelectorAll('[required]')) field.value = 'x';
        return forms.length + links.length;
    }""")
    assert pressed > 1
    for number in range(pressed):
        page.evaluate(
            """(number) => {
                document.getElementById('unanswered').hidden = true;
                const forms = [...document.forms].filter((form) => form.method === 'post');
                const links = [...document.links].filter((link) => !link.target);
                if (number < forms.length) forms[number].requestSubmit();
                else links[number - forms.length].click();
            }""",
            number,
        )
        until(page, "() => !document.getElementById('unanswered').hidden")
    assert page.url == address


def test_a_link_to_a_file_and_the_language_are_followed_as_ever(at_table, opened):
    page = opened(at_table, "/games").page
    with page.expect_download() as loaded:
        page.get_by_role("link", name="Export", exact=True).click()
    assert loaded.value.suggested_filename == "canyon-1.txt"
    page.get_by_role("group").filter(has_text="Deutsch").locator("summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url.endswith("/games")
