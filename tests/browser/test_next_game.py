"""From one game to the next: every open page follows, even if the host is busy, and loads no file twice."""

import pytest
from playwright.sync_api import expect
from riverlight.web import app, static_files
from riverlight.web.pages import error_page

from tests.browser.conftest import PATIENCE_S, go
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

PAGES = 4


def test_every_page_gets_to_a_new_game_after_refusals_and_asks_for_no_file_again(tmp_path, monkeypatch, chromium):
    files, refusals = [], []
    serve, draw = static_files._serve, app.table_page

    async def counted(request):
        files.append(request.url.path)
        return await serve(request)

    def busy(*arguments, **options):
        if len(refusals) < 2 * PAGES:
            refusals.append(503)
            return error_page(503, "The host is busy.")
        return draw(*arguments, **options)

    monkeypatch.setattr(static_files, "_serve", counted)
    with serving(tmp_path) as served:
        served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        contexts = [chromium.new_context() for _ in range(PAGES)]
        pages = [context.new_page() for context in contexts]
        for page in pages:
            page.set_default_timeout(PATIENCE_S * 1000)
            go(page, f"{served.origin}/table")
        assert len(files) > 10 * PAGES
        files.clear()
        monkeypatch.setattr(app, "table_page", busy)
        served.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
        for page in pages:
            expect(page.locator("#seats")).to_contain_text("Nia")
            expect(page.locator("#sentence")).not_to_have_text("…")
        assert len(refusals) == 2 * PAGES
        assert files == []
        for context in contexts:
            context.close()
