"""A Chromium for the tests of the pages, and pages to test."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.browser.dead_network import AWAY
from tests.host.web.serving import serving
from tests.host.web.test_trace_requests import tracing

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_S = 20  # a machine that does much else at once is slow, not wrong


def chromium_path():
    """Return where a Chromium is, None where none is."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def until(page, script, argument=None):
    """Wait until ``script`` answers with something true; Playwright's own waiting is what the page's policy forbids."""
    deadline = time.monotonic() + PATIENCE_S
    while not (answer := page.evaluate(script, argument)):
        assert time.monotonic() < deadline, f"never true: {script}"
        page.wait_for_timeout(20)
    return answer


def go(page, address):
    """Open an address in ``page``, and wait until its scripts, if any, have drawn it and handle presses."""
    from playwright.sync_api import expect

    page.goto(address)
    if page.locator("#sentence").count():
        expect(page.locator("#sentence")).not_to_have_text("…")


@pytest.fixture(scope="session")
def launch():
    """Return what starts Debian's Chromium; where none is the tests are skipped, but in CI they fail."""
    path = chromium_path()
    if path is None:
        reason = "There is no Chromium on the PATH; install it (Debian: chromium) to test the pages."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        yield lambda *arguments: playwright.chromium.launch(
            executable_path=Path(__file__).with_name("chromium.sh"),
            env={**os.environ, "RIVERLIGHT_CHROMIUM": path},
            args=["--no-sandbox", *arguments],
        )


@pytest.fixture(scope="session")
def chromium(launch):
    """A Chromium that all tests share."""
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium_away(launch):
    """A Chromium that all tests share, for which `localhost` is behind a network; the rest it reaches directly."""
    browser = launch(f"--host-resolver-rules=MAP localhost {AWAY}")
    yield browser
    browser.close()


@pytest.fixture
def served(tmp_path):
    """Pages without a game yet."""
    with serving(tmp_path) as pages:
        yield pages


@pytest.fixture
def device(served):
    """The device next to them, which only remembers."""
    return served.device


@pytest.fixture
def at_table(served):
    """Pages with a game of Canyon in progress: four seats, real cards."""
    served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo", "Dan"])
    return served


@pytest.fixture
def visit(chromium):
    """Open an address in a window of its own; whatever its console or a failed request says fails the test."""
    contexts = []
    complaints = []

    def opened(address, size=None, **settings):
        context = chromium.new_context(viewport=size or WIDE, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("console", lambda message: complaints.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: complaints.append(f"{request.url} {request.failure}"))
        page.goto(address)
        return page

    opened.complaints = complaints
    yield opened
    for context in contexts:
        context.close()
    # What a page had not finished to load when it was left is aborted.
    assert [text for text in complaints if "ERR_ABORTED" not in text] == []


@pytest.fixture(scope="module")
def shared():
    """One server for all tests; what it keeps lies in the folder of each."""
    with tracing() as served:
        yield served
