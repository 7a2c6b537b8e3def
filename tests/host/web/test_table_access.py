"""Access from the local network: this machine comes in freely, others with the table code, seats by their link."""

import http.client
import json
import re
import socket
import stat
import time
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest
from riverlight.errors import ServerError
from riverlight.table.record import Store
from riverlight.web.access import TableAccess
from riverlight.web.app import make_app
from riverlight.web.qr import qr_code
from riverlight.web.rate_limits import RateLimit
from riverlight.web.room import Room
from riverlight.web.security import local_hosts
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.host.web.serving import DEADLINE_S, answering, next_message

OTHER = "127.0.0.2"  # stands for a phone, and for this machine's address as the phone sees it


DAY_S = 24 * 3600


class FromElsewhere:
    """Pages asked for from another address."""

    def __init__(self, room, access, port):
        self.room, self.access, self.port = room, access, port
        self.origin = f"http://{OTHER}:{port}"

    def ask(self, method, path, fields=None, cookie="", source=OTHER, **headers):
        """Return status, headers and text of the answer."""
        connection = http.client.HTTPConnection(OTHER, self.port, timeout=DEADLINE_S, source_address=(source, 0))
        body = None if fields is None else urlencode(fields)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, {"Origin": self.origin, "Cookie": cookie, **form, **headers})
        answer = connection.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        text = answer.read().decode(errors="replace")
        connection.close()
        return answer.status, told, text

    @contextmanager
    def line(self, path, cookie=""):
        """Hold a live line open."""
        raw = socket.create_connection((OTHER, self.port), DEADLINE_S, (OTHER, 0))
        with connect(
            f"ws://{OTHER}:{self.port}{path}", sock=raw, origin=self.origin, additional_headers={"Cookie": cookie}
        ) as line:
            yield line


@pytest.fixture
def elsewhere(tmp_path):
    """Pages with a game of secret hands, and access from elsewhere."""
    try:
        listener = socket.create_server((OTHER, 0))
    except OSError:
        pytest.skip(f"This system has no address {OTHER} to ask from.")
    port = listener.getsockname()[1]
    with listener, Store(tmp_path) as store:
        room = Room(store, None)
        room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        access = TableAccess(tmp_path, [OTHER])
        with answering(make_app(room, local_hosts(port) | {f"{OTHER}:{port}"}, access), listener):
            yield FromElsewhere(room, access, port)


@pytest.mark.parametrize("path", ["/", "/table", "/nowhere", "/boards/0.svg"])
def test_who_comes_from_elsewhere_is_asked_for_the_table_code_first(elsewhere, path):
    status, headers, _text = elsewhere.ask("GET", path)
    assert (status, headers["location"]) == (303, "/join")
    assert elsewhere.ask("GET", path, source="127.0.0.1")[0] != 303  # this machine is at home


@pytest.mark.parametrize("path", ["/games", "/games/1", "/seats/0"])
def test_nothing_can_be_changed_without_the_code(elsewhere, path):
    before = elsewhere.room.sitting
    assert elsewhere.ask("POST", path, {})[0] == 303
    assert elsewhere.room.sitting is before
    with pytest.raises(InvalidStatus), elsewhere.line("/live"):
        pass


def test_the_right_code_opens_once_and_for_all(elsewhere):
    assert elsewhere.ask("GET", "/join")[0] == 200
    status, headers, _text = elsewhere.ask("POST", "/join", {"code": f" {elsewhere.access.code} "})
    assert (status, headers["location"]) == (303, "/table")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert elsewhere.access.code not in cookie
    cookie = cookie.partition(";")[0]
    status, _headers, text = elsewhere.ask("GET", "/table", cookie=cookie)
    assert status == 200
    assert f"{elsewhere.origin} and enter the table code {elsewhere.access.code}" in text
    with elsewhere.line("/live", cookie) as line:
        assert "snapshot" in next_message(line, lambda heard: isinstance(heard, dict))
    assert elsewhere.ask("GET", "/table", cookie=f"{cookie}x")[0] == 303


def test_a_seats_link_needs_no_code_and_its_code_shows_the_address_for_phones(elsewhere):
    shown = json.loads(elsewhere.ask("POST", "/seats/1", {"move": "0"}, source="127.0.0.1")[2])
    assert shown["address"].startswith(f"{elsewhere.origin}/seat/")
    assert shown["code"] == qr_code(shown["address"], "The code of Ben's seat")
    assert shown["reach"] is None
    token = shown["address"].rpartition("/")[2]
    assert elsewhere.ask("GET", f"/seat/{token}")[0] == 200
    with elsewhere.line(f"/live/{token}") as line:
        assert "snapshot" in next_message(line, lambda heard: isinstance(heard, dict))


def test_the_page_that_only_watches_needs_the_code_at_every_address(elsewhere):
    assert elsewhere.ask("GET", "/watch")[1]["location"] == "/join"
    status, headers, _text = elsewhere.ask("GET", "/seat/watch")
    assert status == 404
    assert "set-cookie" not in headers


def test_a_link_opens_the_mummys_page_with_its_board_and_no_other_link_that_picture(elsewhere):
    elsewhere.room.begin("pyramid", {}, ["Ada", "Ben", "Cleo"])
    mummy, hunter, _other = elsewhere.room.sitting.seats
    _status, _headers, text = elsewhere.ask("GET", f"/seat/{mummy}")
    (picture,) = re.findall(r'src="([^"]+[.]svg)"', text)
    status, headers, _text = elsewhere.ask("GET", picture)
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    name = picture.rpartition("/")[2]
    assert elsewhere.ask("GET", f"/seat/{hunter}x/{name}")[0] == 404
    assert elsewhere.ask("GET", f"/boards/{name}")[1]["location"] == "/join"


def test_wrong_codes_are_refused_then_told_to_wait_and_the_right_one_waits_too(elsewhere):
    wrong = "000000" if elsewhere.access.code != "000000" else "111111"
    answers = [elsewhere.ask("POST", "/join", {"code": code}) for code in [wrong, "", "ünf", *[wrong] * 3]]
    assert {status for status, _, _ in answers} == {403}
    status, _headers, text = elsewhere.ask("POST", "/join", {"code": elsewhere.access.code})
    assert status == 429
    assert "Wait a minute" in text


@pytest.mark.parametrize(("name", "value"), [("Host", "example.org"), ("Origin", "http://example.org")])
def test_host_and_origin_are_checked_at_the_door_too(elsewhere, name, value):
    fields = {"code": elsewhere.access.code}
    assert elsewhere.ask("POST", "/join", fields, **{name: value})[0] in (400, 403)


def test_a_browser_whose_cookie_ended_is_told_why_it_is_asked_again(elsewhere):
    assert "code has changed" in elsewhere.ask("GET", "/join", cookie="riverlight_table=1.x")[2]
    assert "code has changed" not in elsewhere.ask("GET", "/join")[2]


def test_code_and_cookie_outlive_a_restart_and_are_for_their_owners_eyes(tmp_path):
    first, again = TableAccess(tmp_path, [OTHER]), TableAccess(tmp_path, [OTHER])
    assert first.code == again.code
    assert first.open(first.code, "x") == again.open(again.code, "x")
    path = tmp_path / "table-code.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text('{"code": "12", "key": ""}')
    assert len(TableAccess(tmp_path, [OTHER]).code) == 6


@pytest.mark.parametrize("source", ["127.0.0.1", OTHER])
def test_the_code_shows_the_address_by_which_the_asking_page_was_reached(elsewhere, source):
    elsewhere.access.addresses = ("192.0.2.9", OTHER)
    cookie = f"riverlight_table={elsewhere.access.open(elsewhere.access.code, OTHER)}"
    shown = json.loads(elsewhere.ask("POST", "/seats/1", {"move": "0"}, cookie, source)[2])
    assert shown["address"].startswith(f"{elsewhere.origin}/seat/")
    told = elsewhere.ask("GET", "/table", cookie=cookie, source=source)[2]
    assert f"If a phone cannot open it, try http://192.0.2.9:{elsewhere.port}." in told
    assert "Plain HTTP, without encryption" in told


def asked_with(cookie):
    """Return the scope of a request with a cookie, as a phone sends it."""
    headers = [(b"cookie", f"riverlight_table={cookie}".encode())]
    return HTTPConnection({"type": "http", "path": "/table", "headers": headers, "client": ("192.0.2.30", 5000)})


def test_a_cookie_lasts_for_thirty_days_without_a_visit_and_is_renewed_by_one(tmp_path):
    now = [1_000 * DAY_S]
    access = TableAccess(tmp_path, [OTHER], clock=lambda: now[0])
    phone = asked_with(access.open(access.code, "x"))
    assert access.lets_in(phone)
    assert access.renewed_cookie(phone) is None
    now[0] += 29 * DAY_S
    assert access.lets_in(phone)
    again = asked_with(access.renewed_cookie(phone))
    now[0] += DAY_S
    assert not access.lets_in(phone)
    assert access.renewed_cookie(phone) is None
    assert access.lets_in(again)
    now[0] = 0  # a machine without a clock of its own has been started
    assert access.lets_in(again)


def test_a_visit_on_another_day_brings_the_cookie_anew(elsewhere):
    day = int(time.time() // DAY_S) - 3
    old = elsewhere.access._cookie(day)
    _status, headers, _text = elsewhere.ask("GET", "/table", cookie=f"riverlight_table={old}")
    fresh, *attributes = headers["set-cookie"].split("; ")
    assert attributes == ["HttpOnly", f"Max-Age={30 * DAY_S}", "Path=/", "SameSite=Lax"]
    assert fresh != f"riverlight_table={old}"
    status, headers, _text = elsewhere.ask("GET", "/table", cookie=fresh)
    assert status == 200
    assert "set-cookie" not in headers


@pytest.mark.parametrize("cookie", ["", ".", "1", "20000.", "20000.ab", "-1.ab", "99999999.ab", "²0.é", "é"])
def test_a_cookie_that_was_never_given_opens_nothing(tmp_path, cookie):
    access = TableAccess(tmp_path, [OTHER])
    given = asked_with(cookie)
    assert not access.lets_in(given)
    assert access.renewed_cookie(given) is None


def test_a_code_in_wide_digits_is_the_same_code(tmp_path):
    access = TableAccess(tmp_path, ["192.0.2.7"])
    wide = "".join(chr(ord(digit) - ord("0") + ord("\uff10")) for digit in access.code)
    assert access.open(wide, "x") == access.open(access.code, "x")


def test_after_a_minute_the_right_code_opens_again(tmp_path):
    now = [0.0]
    access = TableAccess(tmp_path, [OTHER], RateLimit(1, 9, lambda: now[0]))
    assert access.open("", "x") is None
    with pytest.raises(ServerError, match="Wait a minute"):
        access.open(access.code, "x")
    now[0] = 61
    assert access.open(access.code, "x")


@pytest.mark.parametrize("path", ["/join", "/language"])
def test_who_has_no_code_sends_only_small_bodies(elsewhere, path):
    large = {"code": elsewhere.access.code, "language": "de", "more": "x" * 4096}
    assert elsewhere.ask("POST", path, large)[0] == 413
    assert elsewhere.ask("POST", path, large, source="127.0.0.1")[0] == 303
    cookie = elsewhere.ask("POST", "/join", {"code": elsewhere.access.code})[1]["set-cookie"].partition(";")[0]
    assert elsewhere.ask("POST", path, large, cookie=cookie)[0] == 303
