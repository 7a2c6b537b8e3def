"""A seat's link: unguessable, stable over restarts, movable to another phone, never shown; its pages agree."""

import errno
import json
import os
import re
import stat
from urllib.parse import urlencode

import pytest
from riverlight.errors import RecordError
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.private_file import read_private, write_private
from riverlight.web.qr import qr_code
from riverlight.web.rate_limits import RateLimit
from riverlight.web.seat_links import SeatLinks
from riverlight.web.sitting import SEAT_MOVED
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.host.web.serving import DEADLINE_S, next_message, say, serving

NAMES = ["Ada", "Ben", "Cleo"]


def begun(served):
    served.room.begin("canyon", {"cards": "app"}, NAMES)
    return {seat: token for token, seat in served.room.sitting.seats.items()}


def shown_link(served, seat, *, move=False):
    body = urlencode({"move": int(move)}).encode()
    status, headers, text = served.ask(
        "POST", f"/seats/{seat}", body, {"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert status == 200
    assert headers["cache-control"] == "no-store"
    return json.loads(text)


def has_state(heard):
    return isinstance(heard, dict) and "table" in heard


def test_a_seats_code_is_shown_when_asked_and_stands_in_no_other_page(served):
    tokens = begun(served)
    shown = shown_link(served, 1)
    assert shown["address"] == f"{served.origin}/seat/{tokens[1]}"
    assert shown["code"] == ""  # no phone reaches this machine's loopback address
    assert shown["reach"].endswith("For phones, start Riverlight with: riverlight play --lan")
    for path in ("/", "/table", "/nowhere"):
        text = served.ask("GET", path)[2]
        assert not [token for token in tokens.values() if token in text]
    assert served.ask("POST", "/seats/3")[0] == 404
    assert served.ask("GET", "/seats/1")[0] == 405


def test_a_link_survives_a_restart_and_waits_while_its_game_is_away(tmp_path):
    with serving(tmp_path) as first:
        tokens = begun(first)
        game_id = first.room.sitting.table.game_id
    with serving(tmp_path) as again:
        status, _headers, text = again.ask("GET", f"/seat/{tokens[0]}")
        assert status == 409
        assert "opens by itself" in text
        assert re.search(r'src="[^"]*/waiting\.js"', text)  # which looks again also while no host answers
        again.room.open(Table.resume(again.room.store, game_id))
        assert again.room.sitting.seats == {token: seat for seat, token in tokens.items()}
        assert again.ask("GET", f"/seat/{tokens[0]}")[0] == 200


def test_phones_are_asked_again_after_a_restart_and_their_answer_takes_back(tmp_path):
    def has_question(heard):
        return has_state(heard) and heard.get("snapshot", {}).get("question") is not None

    with serving(tmp_path) as first:
        tokens = begun(first)
        table = first.room.sitting.table
        while table.snapshot("table")["view"]["phase"] != "pace":
            state = table.history.state
            table.enter(state.to_act()[0], state.move_text(state.legal(state.to_act()[0])[0]))
        game_id, seats = table.game_id, []
        for _ in range(2):
            seats.append(table.history.state.to_act()[0])
            table.enter(seats[-1], "pace 2")
        with first.line(f"/live/{tokens[seats[0]]}") as asker, first.line(f"/live/{tokens[seats[1]]}"):
            assert say(asker, id="a-1", take_back=True, agreed=False)["result"] == "asks"
            number = table.snapshot("table")["question"]["number"]
        entries = len(table.history.entries)
    with serving(tmp_path) as again:
        again.room.open(Table.resume(again.room.store, game_id))
        with again.line(f"/live/{tokens[seats[0]]}") as asker, again.line(f"/live/{tokens[seats[1]]}") as other:
            asked = next_message(asker, has_question)["snapshot"]["question"]
            assert (asked["number"], asked["yours"]) == (number, False)
            assert next_message(other, lambda heard: has_question(heard) and heard["snapshot"]["question"]["yours"])
            assert say(other, id="b-1", agree=True, question=number)["result"] == "accepted"
            assert len(again.room.sitting.table.history.entries) == entries - 2
            assert say(other, id="b-2", agree=True, question=number) == {
                "answer": "b-2",
                "result": "refused",
                "sentence": "There is no request to answer now.",
                "clause": "",
            }


def test_the_links_are_for_their_owners_eyes_and_in_no_record_and_no_game_text(tmp_path):
    with serving(tmp_path) as served:
        tokens = begun(served)
    path = tmp_path / "seat-links.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for other in tmp_path.iterdir():
        if other != path:
            assert not [token for token in tokens.values() if token.encode() in other.read_bytes()]


def test_a_seat_moved_to_another_phone_ends_its_old_link_at_once(served):
    tokens = begun(served)
    old = tokens[2]
    with served.line(f"/live/{old}") as phone, served.line(f"/live/{tokens[0]}") as other:
        next_message(phone, has_state)
        next_message(other, has_state)
        new = shown_link(served, 2, move=True)["address"].rpartition("/")[2]
        assert new != old
        next_message(phone, lambda heard: heard == {"table": None})
        with pytest.raises(ConnectionClosedError, match="This seat has a new link") as ended:
            phone.recv(timeout=DEADLINE_S)
        assert ended.value.rcvd.code == SEAT_MOVED
        assert say(other, id="k-2", redo=True)["sentence"] == "There is nothing to redo."
    status, _headers, text = served.ask("GET", f"/seat/{old}")
    assert status == 404
    assert "moved to another phone" in text
    assert old not in text
    with pytest.raises(InvalidStatus), served.line(f"/live/{old}"):
        pass
    assert served.ask("GET", f"/seat/{new}")[0] == 200


def test_two_phones_on_one_seat_agree_and_a_tap_on_both_counts_once(served):
    tokens = begun(served)
    table = served.room.sitting.table
    while table.snapshot("table")["view"]["phase"] != "pace":
        state = table.history.state
        table.enter(state.to_act()[0], state.move_text(state.legal(state.to_act()[0])[0]))
    seat, version = table.history.state.to_act()[0], table.version
    phone = f"/live/{tokens[seat]}"
    with served.line(phone) as one, served.line(phone) as two, served.line(phone) as third, served.line(phone) as last:
        assert next_message(third, has_state) == next_message(last, has_state)
        assert say(one, id="a-1", enter="pace 2", version=version)["result"] == "accepted"
        assert say(two, id="b-1", enter="pace 2", version=version)["result"] == "repeated"
        late = say(two, id="b-2", enter="pace 3", version=version)
        assert late["result"] == "refused"
        assert late["sentence"].endswith(".")
        after = [
            next_message(line, lambda heard: has_state(heard) and heard["snapshot"]["version"] > version)
            for line in (third, last)
        ]
        assert after[0]["snapshot"]["view"] == after[1]["snapshot"]["view"]


def test_links_that_are_no_seats_are_counted_and_told_to_wait(served):
    begun(served)
    statuses = [served.ask("GET", f"/seat/{number:022}")[0] for number in range(14)]
    assert statuses == [404] * 12 + [429] * 2


def test_wrong_links_never_delay_a_right_one(served):
    token = begun(served)[0]
    for number in range(14):
        served.ask("GET", f"/seat/{number:022}")
    assert served.ask("GET", f"/seat/{token}")[0] == 200
    with served.line(f"/live/{token}") as line:
        assert next_message(line, has_state)
    refused = served.ask("GET", "/seat/wrong")
    assert refused[0] == 429
    assert "Too many wrong links" in refused[2]


def test_wrong_tries_count_for_a_minute_for_each_address_and_for_all_together():
    now = [0.0]
    rate_limit = RateLimit(each=3, together=3, clock=lambda: now[0])
    for _ in range(2):
        assert not rate_limit.is_exceeded("a")
        rate_limit.count_failure("a")
    assert not rate_limit.is_exceeded("a")
    rate_limit.count_failure("b")
    assert rate_limit.is_exceeded("a")
    assert rate_limit.is_exceeded("b")
    now[0] = 61.0
    assert not rate_limit.is_exceeded("a")
    for _ in range(3):
        rate_limit.count_failure("a")
    assert rate_limit.is_exceeded("a")


def test_who_was_never_wrong_is_not_kept_waiting_by_others_until_they_are_too_many_to_count():
    now = [0.0]
    rate_limit = RateLimit(each=2, together=3, clock=lambda: now[0])
    addresses = [f"10.0.{n}.1" for n in range(64)]
    for address in addresses[:-1]:
        rate_limit.count_failure(address)
    assert not rate_limit.is_exceeded("10.1.0.1")
    rate_limit.count_failure(addresses[-1])
    assert rate_limit.is_exceeded("10.1.0.1")
    rate_limit.count_failure("10.2.0.1")  # the first one's try is forgotten, which lets nobody in
    assert rate_limit.is_exceeded(addresses[0])
    now[0] = 61.0
    assert not rate_limit.is_exceeded("10.1.0.1")


def test_a_game_of_the_same_number_in_a_record_begun_anew_gets_links_of_its_own(tmp_path):
    def links_of(folder):
        with Store(folder) as store:
            table = Table.new(store, "canyon", {}, NAMES, 1)
            links = SeatLinks(tmp_path)
            tokens = links.tokens_of(table)
            assert SeatLinks(tmp_path).tokens_of(table) == tokens
            return set(tokens)

    first = links_of(tmp_path / "one")
    second = links_of(tmp_path / "two")
    assert not first & second


def test_a_damaged_file_of_links_is_as_none_and_a_folder_that_cannot_be_written_is_told(tmp_path):
    path = tmp_path / "links.json"
    for damage in (b"{", b"[1]", b'"x"', b"\xff{}", b"[" * 100_000, b'{"a":' + b" " * (1 << 20) + b"1}"):
        path.write_bytes(damage)
        assert read_private(path) == {}
    with pytest.raises(RecordError, match=r"^links\.json cannot be saved in "):
        write_private(tmp_path / "nowhere" / "links.json", {"a": 1})


def test_a_disk_that_is_full_leaves_nothing_of_what_was_to_be_stored(tmp_path, monkeypatch):
    write_private(tmp_path / "links.json", {"a": 1})

    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="No space left on device"):
        write_private(tmp_path / "links.json", {"a": 2})
    assert [path.name for path in tmp_path.iterdir()] == ["links.json"]
    assert read_private(tmp_path / "links.json") == {"a": 1}


@pytest.mark.parametrize("token", ["", "a", "a" * 21, "a" * 23, "a" * 21 + "/", "é" * 22, 7])
def test_a_link_that_could_be_guessed_is_no_link(tmp_path, token):
    kept = {"1-5": [token, "b" * 22], "2-6": ["c" * 22, "d" * 22]}
    (tmp_path / "seat-links.json").write_text(json.dumps(kept))
    links = SeatLinks(tmp_path)
    assert not links.is_known(token)
    assert not links.is_known("b" * 22)
    assert links.is_known("c" * 22)


def test_a_code_is_a_drawing_without_style_that_keeps_its_margin():
    drawing = qr_code("http://10.0.0.1/seat/x", "A <code>")
    side = int(re.search(r'viewBox="0 0 (\d+) ', drawing).group(1))
    assert (side - 8 - 17) % 4 == 0
    assert "style" not in drawing
    assert "&lt;code&gt;" in drawing
    corners = [tuple(map(int, found)) for found in re.findall(r"M(\d+) (\d+)h7v1h-7z", drawing)]
    assert (4, 4) in corners
    assert (side - 11, 4) in corners
    assert (4, side - 11) in corners
