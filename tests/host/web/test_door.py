"""The door to the local network: this machine comes in freely, others with the table code, seats by their link."""

import http.client
import json
import socket
import stat
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest
from riverlight.errors import ServerError
from riverlight.table.record import Store
from riverlight.web import door as door_module
from riverlight.web.app import make_app
from riverlight.web.door import Door, local_address
from riverlight.web.room import Room
from riverlight.web.security import local_hosts
from riverlight.web.tries import Tries
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.host.web.serving import DEADLINE_S, answering, next_message

OTHER = "127.0.0.2"  # stands for a phone, and for this machine's address as the phone sees it


class FromElsewhere:
    """Pages asked for from another address."""

    def __init__(self, room, door, port):
        self.room, self.door, self.port = room, door, port
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
    """Pages with a game of secret hands, and a door."""
    try:
        listener = socket.create_server((OTHER, 0))
    except OSError:
        pytest.skip(f"This system has no address {OTHER} to ask from.")
    port = listener.getsockname()[1]
    with listener, Store(tmp_path) as store:
        room = Room(store, None)
        room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        door = Door(tmp_path, OTHER)
        with answering(make_app(room, local_hosts(port) | {f"{OTHER}:{port}"}, door), listener):
            yield FromElsewhere(room, door, port)


@pytest.mark.parametrize("path", ["/", "/table", "/nowhere", "/boards/0.svg"])
def test_who_comes_from_elsewhere_is_asked_for_the_table_code_first(elsewhere, path):
    status, headers, _text = elsewhere.ask("GET", path)
    assert (status, headers["location"]) == (303, "/door")
    assert elsewhere.ask("GET", path, source="127.0.0.1")[0] != 303  # this machine is at home


@pytest.mark.parametrize("path", ["/games", "/games/1", "/seats/0"])
def test_nothing_can_be_changed_without_the_code(elsewhere, path):
    before = elsewhere.room.sitting
    assert elsewhere.ask("POST", path, {})[0] == 303
    assert elsewhere.room.sitting is before
    with pytest.raises(InvalidStatus), elsewhere.line("/live"):
        pass


def test_the_right_code_opens_once_and_for_all(elsewhere):
    assert elsewhere.ask("GET", "/door")[0] == 200
    status, headers, _text = elsewhere.ask("POST", "/door", {"code": f" {elsewhere.door.code} "})
    assert (status, headers["location"]) == (303, "/table")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert elsewhere.door.code not in cookie
    cookie = cookie.partition(";")[0]
    status, _headers, text = elsewhere.ask("GET", "/table", cookie=cookie)
    assert status == 200
    assert f"{elsewhere.origin} with the table code {elsewhere.door.code}" in text
    with elsewhere.line("/live", cookie) as line:
        assert "snapshot" in next_message(line, lambda heard: isinstance(heard, dict))
    assert elsewhere.ask("GET", "/table", cookie=f"{cookie}x")[0] == 303


def test_a_seats_link_needs_no_code_and_its_code_shows_the_address_for_phones(elsewhere):
    shown = json.loads(elsewhere.ask("POST", "/seats/1", {"move": "0"}, source="127.0.0.1")[2])
    assert shown["address"].startswith(f"{elsewhere.origin}/seat/")
    assert shown["reach"] is None
    token = shown["address"].rpartition("/")[2]
    assert elsewhere.ask("GET", f"/seat/{token}")[0] == 200
    with elsewhere.line(f"/live/{token}") as line:
        assert "snapshot" in next_message(line, lambda heard: isinstance(heard, dict))


def test_wrong_codes_are_refused_then_told_to_wait_and_the_right_one_waits_too(elsewhere):
    wrong = "000000" if elsewhere.door.code != "000000" else "111111"
    answers = [elsewhere.ask("POST", "/door", {"code": code}) for code in [wrong, "", "ünf", *[wrong] * 3]]
    assert {status for status, _, _ in answers} == {403}
    status, _headers, text = elsewhere.ask("POST", "/door", {"code": elsewhere.door.code})
    assert status == 429
    assert "wait a minute" in text


@pytest.mark.parametrize(("name", "value"), [("Host", "example.org"), ("Origin", "http://example.org")])
def test_host_and_origin_are_checked_at_the_door_too(elsewhere, name, value):
    fields = {"code": elsewhere.door.code}
    assert elsewhere.ask("POST", "/door", fields, **{name: value})[0] in (400, 403)


def test_code_and_cookie_outlive_a_restart_and_are_for_their_owners_eyes(tmp_path):
    first, again = Door(tmp_path, OTHER), Door(tmp_path, OTHER)
    assert first.code == again.code
    assert first.open(first.code, "x") == again.open(again.code, "x")
    path = tmp_path / "table-code.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text('{"code": "12", "key": ""}')
    assert len(Door(tmp_path, OTHER).code) == 6


def test_a_code_in_wide_digits_is_the_same_code(tmp_path):
    door = Door(tmp_path, "192.0.2.7")
    wide = "".join(chr(ord(digit) - ord("0") + ord("\uff10")) for digit in door.code)
    assert door.open(wide, "x") == door.open(door.code, "x")


def test_after_a_minute_the_right_code_opens_again(tmp_path):
    now = [0.0]
    door = Door(tmp_path, OTHER, Tries(1, 9, lambda: now[0]))
    assert door.open("", "x") is None
    with pytest.raises(ServerError, match="wait a minute"):
        door.open(door.code, "x")
    now[0] = 61
    assert door.open(door.code, "x")


def test_a_machine_in_no_network_says_so(monkeypatch):
    class Nowhere:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def connect(self, _address):
            raise OSError

    monkeypatch.setattr(door_module.socket, "socket", Nowhere)
    with pytest.raises(ServerError, match="no local network"):
        local_address()
