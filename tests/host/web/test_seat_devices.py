"""A second user of a seat's link is seen by the first and at the table; links are closed and renewed at once."""

import http.client
import json
import logging
from urllib.parse import urlencode

import pytest
from riverlight.web.seat_devices import SeatDevices, device_of
from riverlight.web.seat_links import SeatLinks
from riverlight.web.sitting import SEAT_MOVED, TABLE_CODE_CHANGED, WATCHING
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.host.web.serving import DEADLINE_S, next_message, serving
from tests.host.web.test_table_access import OTHER, elsewhere  # noqa: F401  (a fixture)

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PHONE, TABLET = "p" * 22, "t" * 22


def begun(served):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    return {seat: token for token, seat in served.room.sitting.seats.items()}


def device(name):
    return {"additional_headers": {"Cookie": f"riverlight_device={name}"}}


def post(served, path, fields=None):
    return served.ask("POST", path, urlencode(fields or {}).encode(), FORM)


def link_of(line, wanted):
    return next_message(line, lambda heard: isinstance(heard, dict) and wanted(heard.get("link")))["link"]


def links_of(line, wanted):
    return next_message(line, lambda heard: isinstance(heard, dict) and wanted(heard.get("links")))["links"]


def test_a_second_device_shows_on_the_first_and_on_the_table_page_a_reload_of_the_first_does_not(served):
    token = begun(served)[1]
    with served.line() as table, served.line(f"/live/{token}", **device(PHONE)) as phone:
        assert link_of(phone, bool)["devices"] == 1
        with served.line(f"/live/{token}", **device(PHONE)) as again:
            assert link_of(again, bool)["devices"] == 1
        with served.line(f"/live/{token}", **device(TABLET)):
            pass
        seen = link_of(phone, lambda link: link["devices"] == 2)  # also after the second one has gone
        assert seen["shown"] is None
        (told,) = links_of(table, lambda links: links and links[0]["devices"] == 2)
        assert told == {"seat": 1, **seen}


def test_a_link_shown_at_the_table_shows_on_the_page_that_has_it_open(served):
    token = begun(served)[2]
    assert post(served, "/seats/2", {"move": "0"})[0] == 200
    assert served.room.devices.report(token) is None  # nobody has it yet, so there is nothing to report
    with served.line() as table, served.line(f"/live/{token}", **device(PHONE)) as phone:
        assert link_of(phone, bool)["shown"] is None
        post(served, "/seats/2", {"move": "0"})
        shown = link_of(phone, lambda link: link["shown"])["shown"]
        assert links_of(table, lambda links: links and links[0]["shown"])[0]["shown"] == shown


def test_a_page_without_the_cookie_is_known_by_its_address():
    def asked(cookie, client=("192.0.2.9", 5000)):
        return HTTPConnection({"type": "http", "headers": [(b"cookie", cookie)], "client": client})

    assert device_of(asked(b"riverlight_device=" + PHONE.encode())) == PHONE
    assert device_of(asked(b"riverlight_device=short")) == device_of(asked(b"")) == "at 192.0.2.9"
    assert device_of(asked(b"", None)) == "at "


def test_a_seats_page_gives_a_browser_a_name_once(served):
    token = begun(served)[0]
    headers = served.ask("GET", f"/seat/{token}")[1]
    name, *attributes = headers["set-cookie"].split("; ")
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(attributes)
    assert served.ask("GET", f"/seat/{token}", headers={"Cookie": name})[1]["set-cookie"].split("; ")[0] == name


def test_devices_are_counted_from_the_first_to_open_and_no_more_than_fit_are_remembered():
    now = [1.0]
    devices = SeatDevices(lambda: now[0])
    assert devices.report("a") is None
    devices.opened("a", "first")
    now[0] = 2.5
    devices.opened("a", "second")
    now[0] = 4.0
    devices.opened("a", "first")
    assert devices.report("a") == {"devices": 2, "since": 2500, "shown": None}
    devices.shown("a")
    assert devices.report("a")["shown"] == 4000
    for number in range(1000):
        devices.opened("a", str(number))
        devices.opened(f"link {number}", "x")
    assert devices.report("a")["devices"] == 32
    assert devices.report("link 0") is None
    assert devices.report("link 999")["devices"] == 1


def test_a_closed_link_is_dead_at_once_and_its_open_pages_are_told_why(served):
    tokens = begun(served)
    old = tokens[2]
    with served.line(f"/live/{old}") as phone:
        status, headers, answer = post(served, "/seats/2/close")
        assert (status, headers["cache-control"], answer) == (200, "no-store", "{}")
        next_message(phone, lambda heard: heard == {"table": None})
        with pytest.raises(ConnectionClosedError, match="This seat has a new link") as ended:
            phone.recv(timeout=DEADLINE_S)
        assert ended.value.rcvd.code == SEAT_MOVED
    assert served.ask("GET", f"/seat/{old}")[0] == 404
    with pytest.raises(InvalidStatus), served.line(f"/live/{old}"):
        pass
    assert old not in SeatLinks(served.room.store.folder).tokens_of(served.room.sitting.table)
    assert post(served, "/seats/9/close")[0] == 404


def test_a_seats_page_may_keep_its_seat_for_itself(served):
    old = begun(served)[1]
    with served.line(f"/live/{old}", **device(TABLET)) as tablet:
        status, _headers, answer = post(served, f"/seat/{old}/keep")
        assert status == 200
        path = json.loads(answer)["path"]
        with pytest.raises(ConnectionClosedError, match="This seat has a new link"):
            next_message(tablet, lambda _heard: False)
    assert served.ask("GET", path)[0] == 200
    assert served.room.devices.report(path.rpartition("/")[2]) is None
    assert post(served, f"/seat/{old}/keep")[0] == 404
    assert post(served, f"/seat/{WATCHING}/keep")[0] == 404


def test_a_new_table_code_ends_the_cookies_and_the_open_pages_of_other_machines(elsewhere):  # noqa: F811
    old = elsewhere.access.code
    cookie = f"riverlight_table={elsewhere.access.open(old, OTHER)}"
    token = next(iter(elsewhere.room.sitting.seats))
    watch = f"/live/{WATCHING}"
    with (
        elsewhere.line("/live", cookie) as table,
        elsewhere.line(watch, cookie) as watching,
        elsewhere.line(f"/live/{token}") as seat,
    ):
        status, _headers, answer = elsewhere.ask("POST", "/table-code", {}, source="127.0.0.1")
        assert status == 200
        assert json.loads(answer) == {"code": elsewhere.access.code}
        for line in (table, watching):
            with pytest.raises(ConnectionClosedError, match="The table has a new code") as ended:
                next_message(line, lambda _heard: False)
            assert ended.value.rcvd.code == TABLE_CODE_CHANGED
        assert link_of(seat, bool)["devices"] == 1  # a seat's link has nothing to do with the code
    assert elsewhere.ask("GET", "/table", cookie=cookie)[0] == 303
    for path in ("/live", watch):
        with pytest.raises(InvalidStatus), elsewhere.line(path, cookie):
            pass
    if old != elsewhere.access.code:
        assert elsewhere.ask("POST", "/join", {"code": old})[0] == 403
    assert elsewhere.ask("POST", "/join", {"code": elsewhere.access.code})[0] == 303


def test_a_new_table_code_is_made_on_this_machine_only(elsewhere):  # noqa: F811
    code = elsewhere.access.code
    cookie = f"riverlight_table={elsewhere.access.open(code, OTHER)}"
    assert elsewhere.ask("POST", "/table-code", {}, cookie)[0] == 403
    assert elsewhere.access.code == code
    assert 'id="new_code"' not in elsewhere.ask("GET", "/table", cookie=cookie)[2]
    assert 'id="new_code"' in elsewhere.ask("GET", "/table", source="127.0.0.1")[2]


def test_who_has_a_watching_pages_link_needs_the_table_code_too(elsewhere):  # noqa: F811
    with pytest.raises(InvalidStatus), elsewhere.line(f"/live/{WATCHING}"):
        pass


def test_the_report_on_access_is_for_whoever_has_the_table_page(elsewhere):  # noqa: F811
    assert elsewhere.ask("GET", "/access")[0] == 303
    cookie = f"riverlight_table={elsewhere.access.open(elsewhere.access.code, OTHER)}"
    token = next(token for token, seat in elsewhere.room.sitting.seats.items() if seat == 1)
    with elsewhere.line(f"/live/{token}") as phone:
        link_of(phone, bool)
        report = json.loads(elsewhere.ask("GET", "/access", cookie=cookie)[2])
    assert report["addresses"] == [elsewhere.origin]
    assert report["code"] == elsewhere.access.code
    assert [(seat["letter"], seat["name"], seat["devices"]) for seat in report["seats"]] == [
        ("A", "Ada", 0),
        ("B", "Ben", 1),
        ("C", "Cleo", 0),
    ]
    assert token not in json.dumps(report)


def test_no_link_and_no_table_code_comes_into_a_log(tmp_path, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    with serving(tmp_path, lan="table.test") as served:
        tokens = begun(served)
        secrets = [*tokens.values()]
        with served.line(f"/live/{tokens[0]}") as phone:
            link_of(phone, bool)
            post(served, "/seats/0", {"move": "1"})
        served.ask("GET", f"/seat/{tokens[1]}")
        served.ask("GET", f"/seat/{tokens[0]}")
        code = json.loads(post(served, "/table-code")[2])["code"]
        post(served, "/join", {"code": code})
        raw = http.client.HTTPConnection("127.0.0.1", served.port, timeout=DEADLINE_S)
        raw.request("GET", f"/seat/{tokens[1]}?{'x' * 20_000}")  # a head that is too long
        raw.close()
    logged = [record.getMessage() for record in caplog.records if not record.name.startswith("websockets.client")]
    logged += capfd.readouterr()
    for secret in (*secrets, code):
        assert not [line for line in logged if secret in line], secret
