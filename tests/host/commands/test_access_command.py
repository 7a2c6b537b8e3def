"""``riverlight access``: the table code and the links of seats, in a Riverlight that runs and in one that does not."""

import json
import re
import socket

import pytest
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.access import TableAccess
from riverlight.web.control import RunningServer, announced
from riverlight.web.seat_links import SeatLinks
from websockets.exceptions import ConnectionClosedError

from tests.host.web.serving import next_message, serving

LAN = "192.168.1.20"


@pytest.fixture
def running(folder):
    """A Riverlight that phones reach, with a game of three seats, the last one a bot's."""
    with serving(folder, lan=LAN) as served, announced(folder, served.port):
        served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"], [2])
        yield served


@pytest.fixture
def stopped(folder):
    """A data folder with a game in progress; return the game's id."""
    with Store(folder) as store:
        return Table.new(store, "canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"], 7, bots=[2]).game_id


def tokens_of(served):
    return {seat: token for token, seat in served.room.sitting.seats.items()}


def test_show_lists_addresses_code_and_which_links_have_been_opened(running, run):
    token = tokens_of(running)[1]
    with running.line(f"/live/{token}") as phone:
        next_message(phone, lambda heard: isinstance(heard, dict) and "link" in heard)
    code, printed, errors = run("access", "show")
    assert (code, errors) == (0, "")
    lines = printed.splitlines()
    assert lines[0] == f"Addresses: http://{LAN}:{running.port}"
    assert re.fullmatch(r"Table code: \d{6}", lines[1])
    assert lines[2] == "A  Ada                   not opened"
    assert re.fullmatch(r"B  Ben {19}opened on 1 device at \d\d:\d\d", lines[3])
    assert len(lines) == 4
    assert token not in printed


def test_a_new_code_is_the_one_that_the_running_server_takes(running, run, folder):
    _code, printed, _errors = run("access", "new-code")
    told = re.search(r"The new table code is (\d{6})\.", printed)[1]
    assert json.loads((folder / "table-code.json").read_text())["code"] == told
    assert json.loads(running.ask("GET", "/access")[2])["code"] == told


@pytest.mark.parametrize("seat", ["B", "b", "Ben", "ben"])
def test_a_new_link_is_printed_with_its_code_and_ends_what_is_open_under_the_old_one(running, run, seat):
    with running.line(f"/live/{tokens_of(running)[1]}") as phone:
        _code, printed, _errors = run("access", "new-link", seat)
        with pytest.raises(ConnectionClosedError, match="This seat has a new link"):
            next_message(phone, lambda _heard: False)
    first, *drawn = printed.splitlines()
    assert first == f"Ben's new link: http://{LAN}:{running.port}/seat/{tokens_of(running)[1]}"
    assert len(drawn) > 10


def test_a_closed_link_ends_at_once(running, run):
    old = tokens_of(running)
    with running.line(f"/live/{old[0]}") as phone:
        _code, printed, _errors = run("access", "close-link", "Ada")
        with pytest.raises(ConnectionClosedError, match="This seat has a new link"):
            next_message(phone, lambda _heard: False)
    assert printed.startswith("Ada's link is closed.")
    assert tokens_of(running)[0] != old[0]
    assert tokens_of(running)[1] == old[1]
    assert not [token for token in tokens_of(running).values() if token in printed]


@pytest.mark.parametrize("seat", ["C", "Cleo", "D", "", "AB"])
def test_a_seat_that_no_person_has_is_refused_with_those_that_people_have(running, run, seat):
    before = tokens_of(running)
    code, printed, errors = run("access", "close-link", seat)
    assert (code, printed) == (2, "")
    assert errors == f"riverlight: SEAT takes a letter or a name of A (Ada), B (Ben); not {seat!r}.\n"
    assert tokens_of(running) == before


def test_pages_for_this_computer_only_say_so(folder, run):
    with serving(folder) as served, announced(folder, served.port):
        served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        assert run("access", "show")[1].startswith("The pages are for this computer only.")
        printed = run("access", "new-link", "A")[1]
    assert printed.splitlines()[1].endswith("start Riverlight with: riverlight play --lan")


def test_without_a_running_riverlight_code_and_links_hold_from_the_next_start_on(stopped, folder, run):
    first = run("access", "show")[1]
    assert first == f"Riverlight is not running. Table code: {TableAccess(folder, ()).code}\n"
    key = json.loads((folder / "table-code.json").read_text())["key"]
    run("access", "new-code")
    assert json.loads((folder / "table-code.json").read_text())["key"] != key

    def links():
        with Store(folder) as store:
            return {seat: token for token, seat in SeatLinks(folder).tokens_of(Table.resume(store, stopped)).items()}

    before = links()
    assert run("access", "close-link", "B")[1].startswith("Ben's link is closed.")
    assert {seat for seat, token in links().items() if token != before[seat]} == {1}
    assert run("access", "new-link", "A")[1].startswith("Ada's link is closed.")
    assert run("access", "close-link", "C")[2] == (
        "riverlight: SEAT takes a letter or a name of A (Ada), B (Ben); not 'C'.\n"
    )


def test_without_a_game_no_link_can_be_closed(folder, run):
    Store(folder).close()
    assert run("access", "close-link", "A")[2].startswith("riverlight: No game is in progress")


def test_a_record_that_another_program_has_open_is_named(folder, run):
    with Store(folder):
        code, _printed, errors = run("access", "show")
    assert code == 2
    assert errors.startswith("riverlight: ")
    assert "Traceback" not in errors


def test_a_server_that_does_not_answer_is_a_sentence(folder, run):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with Store(folder), announced(folder, port):
        assert (folder / "server.json").stat().st_mode & 0o777 == 0o600
        errors = run("access", "show")[2]
    assert errors.startswith(f"riverlight: Riverlight runs on port {port}, but does not answer")
    assert not (folder / "server.json").exists()


@pytest.mark.parametrize("port", [None, "8275", 0, -1, 1 << 16, 1e9, [1]])
def test_a_damaged_port_is_as_none(tmp_path, port):
    (tmp_path / "server.json").write_text(json.dumps({"port": port}))
    assert RunningServer.find(tmp_path) is None
