"""The switch that opens the pages to phones while a game continues, and the lobby where they choose a seat."""

import json
import re
import socket
import threading
from contextlib import closing
from functools import partial
from urllib.parse import urlencode

import pytest
from riverlight.errors import ServerError
from riverlight.table.record import Store
from riverlight.web import server as server_module
from riverlight.web.access import TableAccess
from riverlight.web.addresses import LocalAddress
from riverlight.web.app import make_app
from riverlight.web.room import Room
from riverlight.web.security import local_hosts
from riverlight.web.server import PageServer, switch_network
from websockets.exceptions import ConnectionClosed

from tests.host.web.serving import DEADLINE_S, Served, next_message
from tests.host.web.test_table_access import OTHER, FromElsewhere


class Switched(Served):
    """Pages for this machine alone that can be opened to another address of it."""

    def __init__(self, room, port, access):
        super().__init__(room, None, port)
        self.access = access
        self.phone = FromElsewhere(room, access, port)

    def switch(self, is_open):
        """Press the switch on this machine; return what is answered."""
        return json.loads(self.post("/network", open="1" if is_open else "0")[2])

    def post(self, path, **fields):
        """Send a form from this machine."""
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields).encode(), form)


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """Serve a game with secret hands, for this machine alone at first."""
    try:
        socket.create_server((OTHER, 0)).close()
    except OSError:
        pytest.skip(f"This system has no address {OTHER} to ask from.")
    monkeypatch.setattr(server_module, "choose_addresses", lambda _lan: [LocalAddress(OTHER, 8, "lo")])
    with socket.create_server(("127.0.0.1", 0)) as listener, Store(tmp_path) as store:
        port = listener.getsockname()[1]
        room, access, hosts = Room(store, None, bot_delay_s=0.0), TableAccess(tmp_path, ()), set(local_hosts(port))
        room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo", "Dan"], bots=[3])
        ready = threading.Event()
        server = PageServer(make_app(room, hosts, access), ready.set)
        access.switch = partial(switch_network, server, access, hosts, port, "")
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        assert ready.wait(DEADLINE_S)
        with closing(room):
            yield Switched(room, port, access)
        server.should_exit = True
        thread.join(DEADLINE_S)
        assert not thread.is_alive()


def is_reached(pages):
    """Return whether anything answers where phones would come in."""
    try:
        socket.create_connection((OTHER, pages.port), DEADLINE_S, (OTHER, 0)).close()
    except OSError:
        return False
    return True


def scan(pages):
    """Return the cookie that a phone gets which scans the code on the table page."""
    status, headers, _html = pages.phone.ask("GET", f"/join?code={pages.access.code}")
    assert (status, headers["location"]) == (303, "/lobby")
    return headers["set-cookie"].partition(";")[0]


def test_the_network_is_opened_and_closed_without_losing_the_game_or_this_machines_page(pages, capsys):
    sitting = pages.room.sitting
    assert not is_reached(pages)
    assert 'id="network" value="1"' in pages.ask("GET", "/table")[2]
    with pages.line(f"/live/{next(iter(sitting.seats))}") as own:
        next_message(own, lambda heard: "snapshot" in heard)
        assert pages.switch(is_open=True) == {}
        assert pages.phone.ask("GET", "/table")[1]["location"] == "/join"
        html = pages.ask("GET", "/table")[2]
        assert f"{pages.phone.origin} and enter the table code {pages.access.code}" in html
        assert 'id="network" value="0"' in html
        assert pages.access.code in capsys.readouterr().out
        with pages.phone.line("/live", scan(pages)) as phone:
            next_message(phone, lambda heard: "snapshot" in heard)
            assert pages.switch(is_open=False) == {}
            with pytest.raises(ConnectionClosed):
                next_message(phone, lambda _heard: False)
        assert not is_reached(pages)
        assert pages.room.sitting is sitting
        next_message(own, lambda heard: heard == {} or "snapshot" in heard)  # still there
    assert pages.ask("GET", "/table", headers={"Host": f"{OTHER}:{pages.port}"})[0] == 400
    assert pages.switch(is_open=True) == {}
    assert is_reached(pages)


def test_only_this_machine_presses_the_switch(pages):
    pages.switch(is_open=True)
    cookie = scan(pages)
    assert pages.phone.ask("POST", "/network", {"open": "0"}, cookie)[0] == 403
    assert 'id="network"' not in pages.phone.ask("GET", "/table", cookie=cookie)[2]
    assert is_reached(pages)


def test_a_network_that_cannot_be_opened_is_refused_in_a_sentence(pages, monkeypatch):
    with socket.create_server((OTHER, pages.port)):
        assert str(pages.port) in pages.switch(is_open=True)["refusal"]

    def nowhere(_lan):
        message = "This machine is in no local network now."
        raise ServerError(message)

    monkeypatch.setattr(server_module, "choose_addresses", nowhere)
    assert pages.switch(is_open=True) == {"refusal": "This machine is in no local network now."}
    assert not pages.access.is_open
    assert not is_reached(pages)


def test_people_scan_one_code_and_choose_a_free_seat(pages):
    pages.switch(is_open=True)
    cookie = scan(pages)
    lobby = pages.phone.ask("GET", "/lobby", cookie=cookie)[2]
    assert re.findall(r'action="/lobby/(\d)"', lobby) == ["0", "1", "2"]  # the computer has the fourth
    assert "taken" not in lobby
    status, headers, _html = pages.phone.ask("POST", "/lobby/1", {}, cookie)
    assert status == 303
    assert pages.room.sitting.seats[headers["location"].removeprefix("/seat/")] == 1
    device = headers["set-cookie"].partition(";")[0]
    with pages.phone.line(headers["location"].replace("seat", "live"), device) as own:
        shown = next_message(own, lambda heard: "snapshot" in heard)
        assert shown["link"]["devices"] == 1  # the phone that chose it is the one that opened it
    status, _headers, html = pages.phone.ask("POST", "/lobby/1", {}, scan(pages))
    assert (status, "seat is taken." in html) == (409, True)
    assert html.count("disabled") == 1
    assert pages.phone.ask("POST", "/lobby/3", {}, cookie)[0] == 404
    pages.post("/seats/1", move="1")  # its owner, or the table, gives it a new link: it is free again
    assert "disabled" not in pages.phone.ask("GET", "/lobby", cookie=cookie)[2]


def test_the_lobby_needs_the_code_and_codes_to_scan_count_as_attempts(pages):
    pages.switch(is_open=True)
    for method, path in (("GET", "/lobby"), ("POST", "/lobby/0")):
        assert pages.phone.ask(method, path, None if method == "GET" else {})[1]["location"] == "/join"
    wrong = f"{(int(pages.access.code) + 1) % 10**6:06}"
    answers = [pages.phone.ask("GET", f"/join?code={wrong}")[0] for _ in range(8)]
    assert answers == [403] * 6 + [429] * 2


def test_without_a_game_the_lobby_leads_to_the_set_up_page(served):
    status, headers, _html = served.ask("GET", "/lobby")
    assert (status, headers["location"]) == (303, "/table")
