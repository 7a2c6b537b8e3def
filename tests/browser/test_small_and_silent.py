"""Pages on a phone zoomed to twice the size, and their consoles, from this machine and from the local network."""

import pytest
from playwright.sync_api import expect
from riverlight.games.registry import GAMES

from tests.browser.clear import AWAY
from tests.browser.conftest import PHONE
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

ZOOMED = {"width": PHONE["width"] // 2, "height": PHONE["height"] // 2}
LAN = "table.test"


@pytest.fixture
def with_access(tmp_path):
    """Pages that the local network reaches, too."""
    with serving(tmp_path, lan=LAN) as pages:
        yield pages


def addresses(served):
    """Every kind of page, each while its game lies on the table."""
    yield from ("/join", "/games")
    for game in GAMES:
        served.room.begin(game, {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        sitting = served.room.sitting
        yield from (
            f"/?game={game}",
            f"/rules/{game}",
            "/table",
            *(f"/seat/{token}" for token in list(sitting.seats)[:2]),
        )
        yield f"/games/{sitting.table.game_id}/statistics"
    yield from ("/watch", "/games")


def opened(page, address):
    page.goto(address)
    if page.locator("#sentence").count():
        expect(page.locator("#sentence")).not_to_have_text("…")


def test_no_page_scrolls_sideways_on_a_phone_zoomed_to_twice_the_size(with_access, visit):
    page = visit(with_access.origin, ZOOMED)
    for address in addresses(with_access):
        opened(page, with_access.origin + address)
        page.evaluate("document.querySelectorAll('details:not(.languages)').forEach((part) => { part.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") == ZOOMED["width"], address
        page.goto(AWAY)


def test_the_console_of_every_page_stays_empty_in_the_local_network(with_access, launch):
    browser = launch(f"--host-resolver-rules=MAP {LAN} 127.0.0.1")
    said = []
    page = browser.new_context().new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for address in addresses(with_access):
        opened(page, f"http://{LAN}:{with_access.port}{address}")
        assert said == [], address
        page.goto(AWAY)
    browser.close()
