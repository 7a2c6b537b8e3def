"""One whole game of each kind: a table page and phones in three languages, a reload, a dead network, a killed host."""

from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import expect
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.browser.conftest import PHONE, WIDE, until
from tests.browser.dead_network import Network
from tests.browser.evening import Host, Script, Shown, seat_address

pytestmark = pytest.mark.browser

EVENINGS = {
    "canyon": (3, {"cards": "app"}, 49, 0.0),
    "niagara": (3, {"cards": "app", "fork": "alternate"}, 267, 0.2),
    "pyramid": (2, {"cards": "app", "dice": "app"}, 118, 0.2),
}
"""People, house rules, and the seed and luck of a short game."""

LANGUAGES = (("de-DE", "de"), ("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans"))
RELOAD_AT, CUT_AT, KILL_AT = 8, 14, 22


@pytest.fixture
def evening(chromium_away, tmp_path):
    """What an evening needs: a function that starts it; everything is closed at the end."""
    with ExitStack() as stack:

        def begun(game, people, options, seed):
            named = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
            host = Host(tmp_path, game, "--seats", str(people), "--seed", str(seed), *named)
            stack.callback(host.close)
            network = stack.enter_context(closing(Network(host.port)))

            def opened(address, language, size):
                context = chromium_away.new_context(locale=language, viewport=size)
                stack.callback(context.close)
                return Shown(context.new_page(), address)

            return host, network, opened

        yield begun


@pytest.mark.parametrize("game", EVENINGS)
def test_a_whole_game_outlives_a_reload_a_dead_network_and_a_killed_host(game, evening, tmp_path):
    """What is entered on the pages is the game that the record then holds, and that every page shows, to its end."""
    people, options, seed, luck = EVENINGS[game]
    script = Script(game, options, people, seed, luck)
    host, network, opened = evening(game, people, options, seed)
    table = opened(f"{host.address}/table", "en-GB", WIDE)
    links = [seat_address(table.page, seat) for seat in range(people)]
    links[1] = links[1].replace("127.0.0.1", "localhost")  # by way of the network that goes dead
    phones = [opened(link, language, PHONE) for link, (language, _) in zip(links, LANGUAGES, strict=False)]

    for number, (seat, move) in enumerate(script.moves()):
        if number == RELOAD_AT:
            phones[0].page.reload()
        if number == CUT_AT:
            network.cut()
            until(phones[1].page, "() => document.body.classList.contains('offline')")
        if network.is_cut and seat == 1:  # its turn has come
            network.mend()
            until(phones[1].page, "() => !document.body.classList.contains('offline')")  # a press would be dropped
        if number == KILL_AT:
            host.kill()
            until(table.page, "() => document.body.classList.contains('offline')")
            expect(table.page.locator("#connection")).to_contain_text("Connection lost")
            host.start_again()
            table.page.wait_for_url(f"{host.address}/")
            for shown in (table, *phones):
                shown.state = None
            table.page.locator(".kept button").first.click()
        hand = table if seat < 0 else phones[seat]
        hand.play(move)

    result = script.state.result()
    assert result is not None
    for shown in (table, *phones):
        shown.wait(lambda state: state["status"] == "over")
        assert shown.state["view"]["winners"] == list(result.winners)
    expect(table.page.locator("#sentence")).to_contain_text("win")
    for shown, (_, tag) in zip(phones, LANGUAGES, strict=False):
        assert shown.page.evaluate("document.documentElement.lang") == tag
        assert shown.page.locator("#sentence").text_content() != table.page.locator("#sentence").text_content()
    host.close()
    with Store(tmp_path) as store:
        (kept,) = store.games()
        assert Table.resume(store, kept.game_id).history.state.key() == script.state.key()
