"""What the pages answer to requests of every kind, over a real socket."""

import re
import socket
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from riverlight import web
from riverlight.games.canyon.options import OPTIONS
from riverlight.games.registry import GAMES
from riverlight.languages import LANGUAGES
from riverlight.web.security import LARGEST_BODY, Guard, canonical_host, local_hosts

from tests.aside import run_aside
from tests.host.web.serving import loaded_by, next_message, page_bytes

PAGE_BYTES_MOST = 150_000
STATIC = Path(web.__file__).parent / "static"


def form(served, path, **fields):
    return served.ask("POST", path, urlencode(fields).encode(), {"Content-Type": "application/x-www-form-urlencoded"})


def test_the_set_up_page_offers_every_seat_count_and_every_option_with_its_help(bare):
    status, _headers, text = bare.ask("GET", "/")
    assert status == 200
    for count in (3, 4, 5, 6):
        assert f'id="seats-{count}"' in text
    for option in OPTIONS:
        assert escape(str(option.help)) in text
        for value in option.values:
            assert f'name="option_{option.name}" value="{value}"' in text


def test_without_a_game_the_table_page_leads_to_the_set_up_page(bare):
    status, headers, _text = bare.ask("GET", "/table")
    assert (status, headers["location"]) == (303, "/")


def test_a_form_filled_in_begins_a_game_and_puts_it_on_the_table_and_on_the_device(served, device):
    fields = {"game": "canyon", "seats": "3", "name_0": "Ada", "name_1": "", "name_2": "Zoë", "name_3": "not seated"}
    status, headers, _text = form(served, "/games", **fields, option_movement="nearest")
    assert (status, headers["location"]) == (303, "/table")
    table = served.room.sitting.table
    assert table.head.names == ("Ada", "Ben", "Zoë")
    assert table.head.options["movement"] == "nearest"
    assert device.tables == [table]
    assert "Canyon" in served.ask("GET", "/table")[2]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seats": "4", "name_0": "Ada", "name_1": "Ada"}, "needs a different name"),
        ({"seats": "4", "name_0": "A" * 30}, "at most 20"),
        ({"seats": "9"}, "seats"),
        ({"seats": "four"}, "seats"),
        ({}, "seats"),
        ({"seats": "4", "option_cards": "app", "option_entry": "tricks"}, "cards=physical"),
        ({"seats": "4", "option_cards": "tarot"}, "tarot"),
        ({"seats": "4", "option_stakes": "high"}, "stakes"),
    ],
)
def test_a_form_that_will_not_do_comes_back_filled_in_with_the_reason(bare, fields, reason):
    status, _headers, text = form(bare, "/games", game="canyon", **fields)
    assert status == 400
    assert reason in text.replace("&#x27;", "'")
    assert bare.room.sitting is None
    for name in ("name_0", "name_1"):
        if name in fields:
            assert f'name="{name}" value="{fields[name]}"' in text


def test_an_unknown_game_is_refused_in_a_sentence(bare):
    status, _headers, text = form(bare, "/games", game="chess", seats="4")
    assert status == 400
    assert "Unknown game &#x27;chess&#x27;" in text


def test_a_kept_game_is_offered_and_gone_on_with(at_table):
    first = at_table.room.sitting.table
    at_table.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
    text = at_table.ask("GET", "/")[2]
    assert f'action="/games/{first.game_id}"' in text
    assert form(at_table, f"/games/{first.game_id}")[1]["location"] == "/table"
    assert at_table.room.sitting.table.game_id == first.game_id


def test_a_game_that_is_not_kept_is_refused_in_a_sentence(at_table):
    status, _headers, text = form(at_table, "/games/99")
    assert status == 409
    assert "no saved game 99" in text


def test_to_play_again_keeps_rules_and_people_and_moves_everyone_on_by_a_seat(served):
    assert form(served, "/games/again")[1]["location"] == "/table"  # with no game yet, that leads to the set-up page
    served.room.begin("niagara", {"cards": "app", "min_flow": "1"}, ["Ada", "Ben", "Cleo"], bots=[0])
    first = served.room.sitting.table
    assert form(served, "/games/again")[1]["location"] == "/table"
    again = served.room.sitting.table
    assert again.game_id != first.game_id
    assert (again.head.names, again.head.bots) == (("Ben", "Cleo", "Ada"), (2,))
    assert again.head.options == first.head.options
    assert again.head.seed != first.head.seed
    served.room.begin("pyramid", {}, ["Ada", "Ben"])
    served.room.play_again(served.room.sitting.table.head._replace(bots=(0,)))
    assert served.room.sitting.table.head.options["dice"] == "app"  # for a bot that hunts now


def test_a_page_is_told_what_an_undo_would_take_back(at_table):
    table = at_table.room.sitting.table
    assert table.snapshot("table")["undoes"] == ""
    table.press("2")
    assert table.snapshot("table")["undoes"] == table.snapshot("table")["log"][-1]["sentence"]
    assert table.snapshot("watch")["undoes"] == ""


def test_a_name_with_html_in_it_stays_a_name(served):
    form(served, "/games", game="canyon", seats="3", name_0="<script>", name_1="&amp;")
    for path in ("/", "/table"):
        text = served.ask("GET", path)[2]
        assert "<script>" not in text


def test_each_private_page_has_an_address_of_its_own_that_says_nothing(served):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    links = [f"/seat/{token}" for token in served.room.sitting.seats]
    assert len(set(links)) == 3
    for link in links:
        status, headers, text = served.ask("GET", link)
        assert status == 200
        assert headers["referrer-policy"] == "same-origin"
        title = re.search("<title>(.*)</title>", text).group(1)
        assert link.rpartition("/")[2] not in title
        assert len(link.rpartition("/")[2]) >= 22  # 128 bits
    assert served.ask("GET", "/seat/AAAAAAAAAAAAAAAAAAAAAA")[0] == 404


def test_with_real_cards_the_table_page_shows_no_private_pages(at_table):
    assert "data-seat" not in at_table.ask("GET", "/table")[2]


def test_the_picture_of_the_board_is_kept_by_the_browser_under_a_name_of_its_own(at_table):
    path = re.search(r'src="(/boards/\w+\.svg)"', at_table.ask("GET", "/table")[2]).group(1)
    status, headers, _text = at_table.ask("GET", path)
    assert (status, headers["content-type"], headers["content-encoding"]) == (200, "image/svg+xml", "gzip")
    assert "immutable" in headers["cache-control"]
    assert at_table.ask("GET", "/boards/0.svg")[0] == 404


def test_a_rule_clause_is_quoted(bare):
    status, headers, text = bare.ask("GET", "/clauses/CAN-7")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert '"id":"CAN-7"' in text
    assert bare.ask("GET", "/clauses/CAN-99")[0] == 404


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/../web/app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/games/1", 405),
        ("POST", "/table", 405),
        ("DELETE", "/", 405),
        ("PUT", "/static/table.js", 405),
        ("GET", "/%00", 404),
        ("GET", "/seat/", 404),
        ("POST", "/games/abc", 404),
        ("POST", "/games/99999999999999999999999", 404),
    ],
)
def test_a_request_that_goes_nowhere_gets_a_sentence(bare, method, path, status):
    got, headers, text = bare.ask(method, path)
    assert got == status
    assert "<h1>" in text
    assert "Traceback" not in text
    assert "default-src 'none'" in headers["content-security-policy"]


def test_only_a_trusted_origin_is_sent_what_browsers_would_warn_of_elsewhere():
    lan = "192.0.2.7:80"
    asked = []

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def heard(message):
        asked.append({name.decode(): value.decode() for name, value in message["headers"]})

    guard = Guard(app, local_hosts(80) | {lan}, lambda *_: app)
    for host in ("127.0.0.1:80", "localhost:80", "[::1]:80", lan):
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", host.encode())]}
        run_aside(guard(scope, None, heard))
    assert [headers.get("cross-origin-opener-policy") for headers in asked] == ["same-origin"] * 3 + [None]
    assert all(headers["cross-origin-resource-policy"] == "same-origin" for headers in asked)


def test_a_form_that_is_no_text_is_refused(bare):
    assert bare.ask("POST", "/games", b"name_0=%ff%fe")[0] == 400
    assert bare.ask("POST", "/games", b"\xff\xfe=1")[0] == 400
    assert bare.ask("POST", "/games", "&".join(f"f{n}=1" for n in range(200)).encode())[0] == 400


def test_a_body_too_large_is_refused(bare):
    status, _headers, text = bare.ask("POST", "/games", b"x" * (LARGEST_BODY + 1))
    assert status == 413
    assert str(LARGEST_BODY) in text


def test_a_body_that_hides_its_size_is_refused_when_it_grows_too_large(bare):
    chunk = b"1000\r\n" + b"x" * 0x1000 + b"\r\n"
    request = f"POST /games HTTP/1.1\r\nHost: 127.0.0.1:{bare.port}\r\nOrigin: {bare.origin}\r\n"
    with socket.create_connection(("127.0.0.1", bare.port), timeout=10) as raw:
        raw.sendall(request.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * (LARGEST_BODY // 0x1000 + 1))
        assert b" 413 " in raw.recv(4096).split(b"\r\n")[0]


def test_headers_that_are_too_large_are_refused_also_when_they_arrive_at_once(served):
    assert served.ask("GET", "/", headers={"X-Large": "x" * 15_000})[0] == 200
    status, _headers, text = served.ask("GET", "/", headers={"X-Large": "x" * 17_000})
    assert status == 431
    assert "the limit is 16384 bytes" in text


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "evil.localhost:80", ""])
def test_another_host_name_is_refused(bare, host):
    assert bare.ask("GET", "/", headers={"Host": host})[0] == 400


@pytest.mark.parametrize("host", ["LOCALHOST:{port}", "localhost.:{port}", "Localhost.:{port}", "[0:0::0:1]:{port}"])
def test_a_host_may_be_written_in_every_way_that_browsers_and_people_write_it(at_table, host):
    host = host.format(port=at_table.port)
    assert at_table.ask("GET", "/table", headers={"Host": host})[0] == 200
    assert at_table.ask("POST", "/games/99", headers={"Host": host, "Origin": f"http://{host}"})[0] == 409
    with at_table.line(origin=f"http://{host}") as line:
        assert next_message(line, lambda heard: "snapshot" in heard)


@pytest.mark.parametrize(
    ("host", "canonical"),
    [
        ("127.0.0.1", "127.0.0.1:80"),
        ("localhost.", "localhost:80"),
        ("[::1]", "[::1]:80"),
        ("[::0001]:80", "[::1]:80"),
        ("localhost:8275", "localhost:8275"),
        *((host, "") for host in ("", ".", "localhost..", "localhost:", "a b", "::1", "[::1", "[]", "[1]")),
    ],
)
def test_a_host_without_a_port_is_at_port_80_and_a_malformed_one_is_none(host, canonical):
    assert canonical_host(host) == canonical


def test_a_server_at_port_80_answers_to_names_without_a_port_and_to_no_foreign_one():
    def status_of(host, origin):
        heard = []

        async def send(message):
            heard.append(message)

        async def answer(scope, _receive, send):
            await send({"type": "http.response.start", "status": scope.get("refused", 200), "headers": []})

        def refuse(scope, status, _sentence):
            scope["refused"] = status
            return answer

        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
        run_aside(Guard(answer, local_hosts(80), refuse)(scope, None, send))
        return heard[0]["status"]

    for name in ("127.0.0.1", "localhost", "[::1]", "127.0.0.1:80"):
        assert status_of(name, f"http://{name}") == 200
    assert status_of("example.org", "http://example.org") == 400
    assert status_of("127.0.0.1:8275", "http://127.0.0.1") == 400
    for origin in ("http://example.org", "https://127.0.0.1", "127.0.0.1", "http://127.0.0.1:8275"):
        assert status_of("127.0.0.1", origin) == 403


@pytest.mark.parametrize("origin", ["http://example.org", "null", ""])
def test_a_change_asked_by_another_origin_is_refused(at_table, origin):
    before = at_table.room.sitting
    assert at_table.ask("POST", "/games", b"game=canyon&seats=4", {"Origin": origin})[0] == 403
    assert at_table.room.sitting is before


def test_every_answer_carries_the_policy_and_no_inline_script_or_style(at_table):
    for path in ("/", "/table", "/nowhere"):
        _status, headers, text = at_table.ask("GET", path)
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert " style=" not in text
        assert "<style" not in text
        assert not re.search(r"<script(?! type=\"(module|application/json)\")", text)
        assert not re.search(r"\son[a-z]+=", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_with_all_that_it_loads_is_small(served, game, language):
    served.room.begin(game, {}, ["Ada", "Ben", "Cleo"])
    page = served.ask("GET", "/table", headers={"Accept-Language": language})[2]
    names = loaded_by(page, game)
    assert {"table.js", "dom.js", "riverlight.css", f"games/{game}.js", "moments.js"} <= names
    assert page_bytes(served, page, game) < PAGE_BYTES_MOST


def test_every_game_has_its_panels_beside_the_board():
    for name in GAMES:
        script = (STATIC / "games" / f"{name}.js").read_text(encoding="utf-8")
        given = set(re.findall(r"^export function (\w+)", script, re.MULTILINE))
        assert {"seats", "middle", "canoes", "ends", "ways", "labels", "legend", "hand", "actions"} <= given


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("{origin}/games?x=1", "/games?x=1"),
        ("{origin}//elsewhere.example/", "/"),
        ("", "/"),
        ("about:blank", "/"),
        ("http://[::1", "/"),
        ("http://[nowhere]/table", "/"),
    ],
)
def test_the_language_switch_leads_back_to_a_page_of_ours(bare, came_from, leads_to):
    form = {"Content-Type": "application/x-www-form-urlencoded", "Referer": came_from.format(origin=bare.origin)}
    status, headers, _ = bare.ask("POST", "/language", b"language=de", form)
    assert (status, headers["location"]) == (303, leads_to)
