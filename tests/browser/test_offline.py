"""A page finds out within seconds that its connection is dead, says so, drops no press unsaid, and comes back."""

from __future__ import annotations

from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, until
from tests.browser.dead_network import Network
from tests.browser.test_table_page import play_until
from tests.host.devices.scripted_pico import wait_until
from tests.host.web.serving import serving

pytestmark = pytest.mark.browser

GIVEN_UP_MS = 5000
LONGEST_WAIT_MS = 3000
OFFLINE = "() => document.body.classList.contains('offline')"
ONLINE = "() => !document.body.classList.contains('offline')"

# What the page's clock says when it opens sockets, and when it goes offline and online.
WATCH = """() => {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            sockets.push(this);
            this.heard = [];
            this.addEventListener('message', (event) => {
                this.heard.push(Date.now());
                if (window.hearsNothing) event.stopImmediatePropagation();
            });
        }
    };
    window.changes = [];
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
        const isOffline = document.body.classList.contains('offline');
        if (isOffline !== changes.at(-1)?.isOffline) changes.push({ isOffline, at: Date.now() });
    }).observe(document.body, { attributeFilter: ['class'] }));
}"""


class Phone:
    """A page behind a network that can go dead, with a clock that the test moves on."""

    def __init__(self, page, network):
        self.page = page
        self.network = network

    def pass_ms(self, duration_ms):
        """Let so much time pass on the page's clock."""
        self.page.clock.run_for(duration_ms)

    @property
    def notice(self):
        """What the page says of its connection."""
        return self.page.locator("#connection")

    def expect_offline(self):
        """The page says that it has no connection."""
        until(self.page, OFFLINE)
        expect(self.notice).to_contain_text("Connection lost. Reconnecting…")

    def comes_back(self):
        """Mend the network, and see the page online after one attempt and the longest wait, if not sooner."""
        asked = self.network.asked
        self.network.mend()
        waited_ms = 0
        while self.network.asked == asked:
            assert waited_ms <= GIVEN_UP_MS + LONGEST_WAIT_MS
            self.pass_ms(250)
            waited_ms += 250
            self.page.wait_for_timeout(30)  # what was sent meanwhile arrives
        until(self.page, ONLINE)


@pytest.fixture
def opened(chromium_away):
    """Open a path of a served page, as `localhost` by way of a network, the rest directly."""
    with ExitStack() as stack:

        def open_at(served, path="/table", size=PHONE, silent_after=None, **settings):
            network = stack.enter_context(closing(Network(served.port)))
            network.silent_after = silent_after
            context = chromium_away.new_context(viewport=size, **settings)
            stack.callback(context.close)
            page = context.new_page()
            page.clock.install()
            page.add_init_script(f"({WATCH})()")
            page.goto(f"http://localhost:{served.port}{path}")
            return Phone(page, network)

        yield open_at


def shown(phone):
    """Wait until a page shows the state of the table."""
    expect(phone.page.locator("#sentence")).not_to_have_text("…")
    return phone


@pytest.mark.parametrize("fails", ["silence", "overload", "cut"])
def test_an_open_connection_that_falls_silent_is_given_up_after_five_seconds_and_comes_back(at_table, opened, fails):
    """Silent for good, with new connections left unanswered, not even accepted, or refused."""
    phone = shown(opened(at_table))
    getattr(phone.network, fails)()
    if fails != "cut":
        until(phone.page, "() => changes.length === 0")
        phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    phone.pass_ms(LONGEST_WAIT_MS)
    phone.comes_back()
    expect(phone.notice).to_be_hidden()
    until(phone.page, "() => sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length === 1")


def test_a_connection_that_is_heard_is_not_given_up(at_table, opened):
    """The host says something every two seconds."""
    phone = shown(opened(at_table))
    assert until(phone.page, "() => sockets[0].heard?.length > 2 && sockets[0].heard")
    gaps_ms = phone.page.evaluate("() => sockets[0].heard.map((at, index, all) => at - (all[index - 1] ?? at))")
    assert max(gaps_ms) < GIVEN_UP_MS
    assert phone.page.evaluate("() => [sockets.length, changes.length]") == [1, 0]


@pytest.mark.parametrize("stage", ["upgrade", "half a frame"])
def test_a_connection_that_falls_silent_before_the_first_state_is_given_up_and_comes_back(at_table, opened, stage):
    phone = opened(at_table, silent_after=stage)
    until(phone.page, "() => sockets.at(-1)?.readyState === WebSocket.OPEN")
    assert phone.page.evaluate(ONLINE)
    phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    phone.comes_back()
    shown(phone)


def test_a_second_attempt_that_hangs_is_given_up_like_the_first(at_table, opened):
    """The socket falls silent; another hangs while it connects; then the network is good again, but not for these."""
    phone = shown(opened(at_table))
    phone.network.silence()
    phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    accepted = phone.network.accepted
    while phone.network.accepted == accepted:
        phone.pass_ms(100)
        phone.page.wait_for_timeout(20)
    phone.comes_back()


def test_a_socket_that_hangs_while_it_connects_is_given_up(at_table, opened):
    """A CONNECTING socket that neither opens nor closes."""
    phone = shown(opened(at_table))
    phone.page.evaluate("""() => {
        const { WebSocket: Real } = window;
        window.WebSocket = class extends EventTarget {
            constructor() {
                super();
                window.WebSocket = Real;
                this.readyState = Real.CONNECTING;
                window.hung = this;
            }
            close() { this.readyState = Real.CLOSING; }
        };
    }""")
    phone.network.cut()
    phone.expect_offline()
    phone.network.mend()
    while not phone.page.evaluate("() => window.hung"):
        phone.pass_ms(100)
        phone.page.wait_for_timeout(20)
    phone.pass_ms(GIVEN_UP_MS)
    assert phone.page.evaluate("() => hung.readyState === WebSocket.CLOSING")
    phone.comes_back()


@pytest.mark.parametrize(
    "sign",
    [
        "dispatchEvent(new Event('online'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        "dispatchEvent(new Event('focus'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
        "document.dispatchEvent(new Event('resume'))",
    ],
)
def test_a_sign_that_the_network_is_back_brings_a_new_attempt_at_once(at_table, opened, sign):
    phone = shown(opened(at_table))
    phone.network.silence()
    phone.pass_ms(GIVEN_UP_MS + LONGEST_WAIT_MS)
    phone.expect_offline()
    phone.network.mend()
    phone.page.clock.pause_at(phone.page.evaluate("() => Date.now() + 1000"))
    phone.page.evaluate(f"() => void {sign}")
    until(phone.page, ONLINE)


def test_what_is_pressed_while_offline_is_not_sent_and_that_is_said(at_table, opened):
    phone = shown(opened(at_table))
    phone.network.cut()
    phone.expect_offline()
    opacity = phone.page.evaluate("() => getComputedStyle(document.querySelector('#keypad')).opacity")
    assert float(opacity) < 1
    phone.page.locator('[data-key="1"]').click()
    expect(phone.notice).to_contain_text("Nothing was sent")
    phone.comes_back()
    assert at_table.room.sitting.table.history.entries == []
    phone.page.locator('[data-key="1"]').click()
    until(phone.page, "() => !document.querySelector('.waiting')")
    assert len(at_table.room.sitting.table.history.entries) == 1


def test_a_press_into_a_dead_network_shows_at_once_that_it_waits_and_is_taken_once(at_table, opened):
    phone = shown(opened(at_table))
    phone.network.silence()
    phone.page.locator('[data-key="1"]').click()
    assert phone.page.evaluate("() => document.querySelector('.waiting')?.dataset.key") == "1"
    expect(phone.page.locator(".waiting")).to_have_attribute("aria-busy", "true")
    phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    expect(phone.notice).to_contain_text("is sent as soon as the connection is back")
    phone.comes_back()
    expect(phone.page.locator(".waiting")).to_have_count(0)
    assert len(at_table.room.sitting.table.history.entries) == 1


def test_a_connection_on_which_the_host_is_heard_and_hears_nothing_is_given_up_and_the_press_taken_once(
    at_table, opened
):
    phone = shown(opened(at_table))
    phone.network.deafen()
    phone.page.locator('[data-key="1"]').click()
    for _ in range(3):
        heard = phone.page.evaluate("() => sockets[0].heard.length")
        until(phone.page, "(heard) => sockets[0].heard.length > heard || sockets.length > 1", heard)
        phone.pass_ms(GIVEN_UP_MS // 2)
    assert phone.page.evaluate("() => changes[0]?.isOffline")
    phone.comes_back()
    expect(phone.page.locator(".waiting")).to_have_count(0)
    assert len(at_table.room.sitting.table.history.entries) == 1


def test_a_press_is_taken_once_though_the_host_starts_again_twice(tmp_path, opened):
    """It was taken before the first end, and the answer lost; what is sent again meets hosts that know it."""
    with serving(tmp_path) as first:
        first.room.begin("canyon", {}, ["Ada", "Ben", "Cleo", "Dan"])
        phone = shown(opened(first))
        phone.page.evaluate("() => { window.hearsNothing = true; }")
        phone.page.locator('[data-key="1"]').click()
        until(phone.page, "() => document.querySelector('.waiting')")
        port, table = first.port, first.room.sitting.table
        wait_until(lambda: table.history.entries)
        game_id = table.game_id
    phone.page.evaluate("() => { window.hearsNothing = false; }")
    for _ in range(2):
        phone.expect_offline()
        with serving(tmp_path, port, resumes=game_id) as again:
            phone.comes_back()
            expect(phone.page.locator(".waiting")).to_have_count(0)
            assert len(again.room.sitting.table.history.entries) == 1


def test_a_press_that_the_game_has_overtaken_is_refused_in_words(at_table, opened):
    phone = shown(opened(at_table))
    phone.network.silence()
    phone.page.locator('[data-key="1"]').click()
    phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    table = at_table.room.sitting.table
    table.press("2")
    phone.comes_back()
    expect(phone.page.locator("#refusal")).to_contain_text("The game has moved on")
    assert len(table.history.entries) == 1


def test_a_press_that_nobody_expects_any_more_is_dropped_and_that_is_said(at_table, opened):
    phone = shown(opened(at_table))
    phone.network.silence()
    phone.page.locator('[data-key="1"]').click()
    phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    for _ in range(8):
        phone.pass_ms(GIVEN_UP_MS)
    phone.comes_back()
    expect(phone.notice).to_have_text("Your last press was not sent. Press again.")
    expect(phone.page.locator(".waiting")).to_have_count(0)
    assert at_table.room.sitting.table.history.entries == []
    phone.page.locator('[data-key="1"]').click()
    expect(phone.notice).to_be_hidden()


def test_a_card_pressed_shows_at_once_that_it_waits(served, opened):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    table = served.room.sitting.table
    play_until(table, "tricks")
    turn = table.history.state.to_act()[0]
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == turn)
    phone = shown(opened(served, f"/seat/{token}"))
    phone.network.silence()
    card = phone.page.locator(".held:enabled").first
    move = card.get_attribute("data-move")
    card.click()
    assert phone.page.evaluate("() => document.querySelector('.held.waiting')?.dataset.move") == move
    phone.pass_ms(GIVEN_UP_MS)
    phone.expect_offline()
    phone.comes_back()
    expect(phone.page.locator(".held")).to_have_count(7)


def test_every_page_of_a_game_comes_back_after_the_host_was_killed_and_the_game_resumed(tmp_path, visit):
    """The table, a seat, the mummy apart, and who only watches go on where they were, without being loaded again."""
    with serving(tmp_path) as first:
        first.room.begin("pyramid", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        sitting = first.room.sitting
        paths = ["/table", "/watch", *(f"/seat/{token}" for token, seat in sitting.seats.items() if seat < 2)]
        pages = [visit(f"{first.origin}{path}", PHONE) for path in paths]
        for page in pages:
            expect(page.locator("#sentence")).not_to_have_text("…")
            page.evaluate("() => { window.isTheSame = true; }")
        port, game_id = first.port, sitting.table.game_id
    for page in pages:
        until(page, OFFLINE)
    with serving(tmp_path, port, resumes=game_id) as again:
        for page in pages:
            until(page, ONLINE)
            assert page.evaluate("() => window.isTheSame")
        again.room.sitting.table.press("1")
        version = again.room.sitting.table.version
        table = again.room.sitting.table
        pages[0].keyboard.press("2")
        expect(pages[0].locator(".waiting")).to_have_count(0)
        assert table.version >= version
        for page in pages:
            page.goto("about:blank")
    visit.complaints.clear()  # each attempt to connect again stands in Chromium's console


@pytest.mark.parametrize("kind", ["replay", "lesson", "arrange"])
def test_what_is_looked_at_gives_way_to_the_game_that_a_host_started_again_has(tmp_path, visit, kind):
    with serving(tmp_path) as first:
        first.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        game_id = first.room.sitting.table.game_id
        play_until(first.room.sitting.table, "pace")
        {
            "replay": first.room.start_replay,
            "lesson": lambda _: first.room.teach("canyon"),
            "arrange": first.room.arrange,
        }[kind](game_id)
        page = visit(f"{first.origin}/table", PHONE)
        expect(page.locator("#sentence")).not_to_have_text("…")
        port = first.port
    until(page, OFFLINE)
    with serving(tmp_path, port, resumes=game_id) as again:
        sentence = again.room.sitting.table.snapshot("table")["prompt"]["sentence"]
        expect(page.locator("#sentence")).to_have_text(str(sentence))
        until(page, ONLINE)
        page.goto("about:blank")
    visit.complaints.clear()


def test_the_link_of_a_seat_whose_game_is_not_on_the_table_outlives_the_host(tmp_path, visit):
    with serving(tmp_path) as first:
        first.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        token = next(iter(first.room.sitting.seats))
        first.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
        page = visit(f"{first.origin}/seat/{token}", PHONE)
        expect(page.locator("main")).to_contain_text("opens by itself")
        port = first.port
    with page.expect_event("requestfailed"):
        pass
    with serving(tmp_path, port) as again:
        again.room.resume(1)
        expect(page.locator(".whose")).to_contain_text("Ada")
        page.goto("about:blank")
    visit.complaints.clear()
