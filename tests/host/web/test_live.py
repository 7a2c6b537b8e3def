"""The live line: whole states and pictures of the lights out, requests in, each request once."""

import asyncio
import json
from contextlib import ExitStack

import pytest
from riverlight.games.sides import TABLE_PAGE
from riverlight.web.light_preview import between_looks_s
from riverlight.web.live import _send_newest, converse
from riverlight.web.room import Room
from riverlight.web.sitting import Watcher
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.aside import run_aside
from tests.host.web.serving import next_message, say

STATE_BYTES_MOST = 4096


def is_state(message):
    return "snapshot" in message


def shows(version):
    return lambda heard: is_state(heard) and heard["snapshot"]["version"] >= version


def test_a_new_line_gets_the_whole_state_and_the_lights(at_table, device):
    device.see(0, bytes([1, 2, 3, 4, 5, 255]))
    with at_table.line() as line:
        state = next_message(line, is_state)
        assert state["snapshot"]["game"] == "canyon"
        assert [seat["name"] for seat in state["snapshot"]["seats"]] == ["Ada", "Ben", "Cleo"]
        assert next_message(line, lambda heard: isinstance(heard, bytes)) == bytes([0, 13, 22, 28, 34, 38, 255])


def test_a_key_pressed_on_the_page_plays_a_move_and_everyone_sees_it(at_table):
    with at_table.line() as line, at_table.line() as other:
        before = next_message(other, is_state)["snapshot"]
        keys = before["choices"][0]["keys"]
        assert say(line, id="k-1", press=keys)["result"] == "accepted"
        after = next_message(other, shows(before["version"] + 1))
        assert after["snapshot"]["log"]


def test_a_move_as_text_is_played_for_the_seat_whose_turn_it_is(at_table):
    with at_table.line() as line:
        move = next_message(line, is_state)["snapshot"]["choices"][0]["move"]
        assert say(line, id="k-1", enter=move)["result"] == "accepted"


def test_a_message_sent_twice_counts_once(at_table):
    with at_table.line() as line:
        before = next_message(line, is_state)["snapshot"]
        keys = before["choices"][0]["keys"]
        first = say(line, id="k-1", press=keys)
        entries = len(at_table.room.sitting.table.history.entries)
        assert say(line, id="k-1", press=keys) == first
        with at_table.line() as again:
            assert say(again, id="k-1", press=keys) == first
        assert len(at_table.room.sitting.table.history.entries) == entries == 1


def test_a_refusal_says_why_and_is_counted_each_time(at_table):
    with at_table.line() as line, at_table.line() as watching:
        refused = next_message(watching, is_state)["refused"]
        answer = say(line, id="k-1", press="D")
        assert answer["result"] == "refused"
        assert answer["sentence"].endswith(".")
        assert answer["clause"].startswith("CAN-")
        state = next_message(watching, lambda heard: is_state(heard) and heard["refused"] == refused + 1)
        assert state["snapshot"]["refusal"]["sentence"] == answer["sentence"]
        say(line, id="k-2", press="D")
        next_message(watching, lambda heard: is_state(heard) and heard["refused"] == refused + 2)


def test_take_back_and_redo_are_asked_from_the_page(at_table):
    with at_table.line() as line:
        keys = next_message(line, is_state)["snapshot"]["choices"][0]["keys"]
        say(line, id="k-1", press=keys)
        assert say(line, id="k-2", take_back=True)["result"] == "accepted"
        assert say(line, id="k-3", take_back=True) == {
            "answer": "k-3",
            "result": "refused",
            "sentence": "There is nothing to undo.",
            "clause": "",
        }
        assert say(line, id="k-4", redo=True)["result"] == "accepted"


@pytest.mark.parametrize("message", ["", "{", "[]", '{"id":"k"}', '{"id":"k","press":"Q"}', "x" * 60_000, b"\x00\x01"])
def test_a_message_that_cannot_be_read_gets_a_sentence_and_the_line_stays(at_table, message):
    with at_table.line() as line:
        line.send(message)
        assert next_message(line, lambda heard: "error" in heard)["error"].endswith(".")
        assert "result" in say(line, id="k-1", press="1")


def test_a_message_beyond_all_bounds_ends_the_line_but_not_the_server(at_table):
    with at_table.line() as line:
        line.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            next_message(line, lambda _heard: False)
    with at_table.line() as line:
        assert next_message(line, is_state)


@pytest.mark.parametrize("origin", ["http://example.org", "null", None])
def test_a_line_from_another_origin_is_refused(at_table, origin):
    with pytest.raises(InvalidStatus), at_table.line(origin=origin):
        pass


def test_a_line_without_a_game_or_with_a_wrong_token_is_refused(served):
    with pytest.raises(InvalidStatus), served.line():
        pass
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    with pytest.raises(InvalidStatus), served.line("/live/AAAAAAAAAAAAAAAAAAAAAA"):
        pass


def test_the_page_that_only_watches_hears_of_every_game_under_one_address(at_table):
    for names in (["Ada", "Ben", "Cleo"], ["Mo", "Nia", "Oz"]):
        at_table.room.begin("canyon", {}, names)
        with at_table.line("/live/watch") as line:
            state = next_message(line, is_state)
            assert [seat["name"] for seat in state["snapshot"]["seats"]] == names


def test_more_pages_than_a_table_needs_are_refused(at_table, monkeypatch):
    monkeypatch.setattr("riverlight.web.room._MOST_WATCHERS", 1)
    with at_table.line() as line:
        next_message(line, is_state)
        with pytest.raises(InvalidStatus), at_table.line():
            pass
        for path in ("/table", "/watch", f"/seat/{next(iter(at_table.room.sitting.seats))}"):
            status, _headers, text = at_table.ask("GET", path)
            assert status == 503
            assert "Too many pages are open at this table." in text


def test_another_game_on_the_table_is_told_and_an_old_page_cannot_play_in_it(at_table):
    with at_table.line() as line:
        old = next_message(line, is_state)["table"]
        at_table.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
        told = next_message(line, lambda heard: "table" in heard and heard["table"] != old)
        assert told == {"table": at_table.room.sitting.id, "spread_ms": 25}
        assert "Another game is on the table" in say(line, id="k-1", press="1")["sentence"]
    assert not at_table.room.sitting.table.history.entries


def test_the_pages_of_a_full_room_load_a_new_game_within_a_longer_time(at_table):
    with ExitStack() as lines:
        opened = [lines.enter_context(at_table.line()) for _ in range(8)]
        for line in opened:
            next_message(line, is_state)
        at_table.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
        for line in opened:
            assert next_message(line, lambda heard: "spread_ms" in heard)["spread_ms"] == 200


def test_the_lights_of_a_full_room_are_sent_less_often_so_that_all_pages_together_cost_no_more():
    assert [between_looks_s(pages) for pages in (1, 50, 200)] == [0.05, 0.05, 0.2]


def test_pages_that_see_the_same_share_one_state_until_something_happens(at_table):
    room = at_table.room
    pages = [Watcher(room.sitting, TABLE_PAGE) for _ in range(2)]
    first = room.state(pages[0])
    assert room.state(pages[1]) is first
    room.sitting.table.press("D")
    assert room.state(pages[1])["snapshot"]["refusal"]
    assert room.state(Watcher(room.sitting, 0, "x" * 22)) == {"table": None}


def test_a_page_apart_has_its_state_computed_each_time(served):
    served.room.begin("pyramid", {}, ["Ada", "Ben", "Cleo"])
    sitting = served.room.sitting
    token = next(token for token, seat in sitting.seats.items() if sitting.table.sides.is_apart(seat))
    mummy = Watcher(sitting, sitting.seats[token], token)
    state = served.room.state(mummy)
    assert served.room.state(mummy) == state
    assert served.room.state(mummy) is not state


def test_a_page_that_comes_or_goes_wakes_others_only_where_they_show_it(served):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    room, token = served.room, next(iter(served.room.sitting.seats))

    async def woken_by(viewer, token):
        """Return whether a table page is woken as another page comes, and as it goes."""
        page = room.enter(room.sitting, TABLE_PAGE)
        page.is_state_due = False
        other = room.enter(room.sitting, viewer, token)
        came, page.is_state_due = page.is_state_due, False
        room.leave(other)
        went = page.is_state_due
        room.leave(page)
        return came, went

    assert run_aside(woken_by(TABLE_PAGE, None)) == (False, False)
    assert run_aside(woken_by(room.sitting.seats[token], token)) == (True, True)


def test_a_page_that_goes_before_its_line_is_open_leaves_the_room(at_table):
    async def receive():
        return {"type": "websocket.connect"}

    async def send(_message):
        raise OSError

    socket = WebSocket({"type": "websocket"}, receive, send)
    with pytest.raises(OSError):  # noqa: PT011  (what the server raises then, and catches)
        run_aside(converse(socket, at_table.room, at_table.room.sitting, TABLE_PAGE))
    assert at_table.room._watchers == set()


def until_paces(room: Room) -> None:
    """Play the opening with the first legal move each time."""
    table = room.sitting.table
    while table.snapshot("table")["view"]["phase"] != "pace":
        state = table.history.state
        seat = state.to_act()[0]
        table.enter(seat, state.move_text(state.legal(seat)[0]))


def test_a_private_page_gets_its_own_hand_and_no_other_page_gets_it(served):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    until_paces(served.room)
    hands = {}
    for token, seat in served.room.sitting.seats.items():
        with served.line(f"/live/{token}") as line:
            hands[seat] = set(next_message(line, is_state)["snapshot"]["view"]["hand"])
    assert all(len(hand) == 8 for hand in hands.values())
    assert not hands[0] & hands[1] | hands[1] & hands[2] | hands[0] & hands[2]
    with served.line() as line:
        assert "hand" not in next_message(line, is_state)["snapshot"]["view"]


def test_a_private_page_plays_for_its_own_seat_only_and_only_once(served):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    until_paces(served.room)
    table = served.room.sitting.table
    turn = table.history.state.to_act()[0]
    version = table.version
    for token, seat in served.room.sitting.seats.items():
        with served.line(f"/live/{token}") as line:
            answer = say(line, id="k-1", enter="pace 2", version=version)
            if seat == turn:
                assert answer["result"] == "accepted"
                assert say(line, id="k-2", enter="pace 2", version=version)["result"] == "repeated"
            else:
                assert answer["result"] == "refused"
        if seat == turn:
            break


def test_lights_go_to_the_table_page_only_and_only_when_they_change(served, device):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    token = next(iter(served.room.sitting.seats))
    with served.line() as line, served.line(f"/live/{token}") as private:
        next_message(line, is_state)
        next_message(private, is_state)
        for _ in range(20):
            device.see(0, b"\xff\x00\x00")
        assert next_message(line, lambda heard: isinstance(heard, bytes)) == b"\x00\xff\x00\x00"
        for _ in range(20):
            device.see(0, b"\xff\x00\x00")
        answers = [say(line, id=f"k-{n}", take_back=True) for n in range(3)]  # a picture would be no answer
        assert all("answer" in answer for answer in answers)
        device.see(0, b"\x00\xff\x00")
        assert isinstance(next_message(line, lambda heard: isinstance(heard, bytes)), bytes)
        private.send(json.dumps({"id": "k-1", "press": "1"}))
        heard = []
        while not heard or "answer" not in heard[-1]:
            heard.append(next_message(private, lambda _message: True))
        assert not [message for message in heard if isinstance(message, bytes)]


def test_a_state_is_small_at_every_step_of_a_round(served):
    served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"])
    table = served.room.sitting.table
    largest = 0
    with served.line() as line:
        watched = table.snapshot("table")["view"]["round"]
        while watched == 1:
            state = table.history.state
            seat = state.to_act()[0]
            table.enter(seat, state.move_text(state.legal(seat)[-1]))
            version = table.version
            heard = next_message(
                line, lambda message, v=version: is_state(message) and message["snapshot"]["version"] >= v, json.loads
            )
            largest = max(largest, len(json.dumps(heard, separators=(",", ":"), ensure_ascii=False).encode()))
            watched = heard["snapshot"]["view"]["round"]
    assert largest < STATE_BYTES_MOST


def test_a_page_hears_a_sign_of_life_also_while_it_is_woken_without_news(at_table, monkeypatch):
    monkeypatch.setattr("riverlight.web.live._HEARTBEAT_S", 0.05)
    sent = []

    class Socket:
        async def send_text(self, text):
            sent.append(text)

    async def wakes():
        watcher = Watcher(at_table.room.sitting, TABLE_PAGE)
        sender = asyncio.create_task(_send_newest(Socket(), at_table.room, watcher))
        while sent.count("{}") < 3:
            watcher.state_is_due()
            await asyncio.sleep(0.001)
        sender.cancel()

    run_aside(asyncio.wait_for(wakes(), 20))
    assert len(sent) >= 4


@pytest.mark.parametrize("steps", range(6))
def test_a_page_that_goes_as_something_happens_is_let_go(at_table, steps):
    """Something happens, and so many steps of the loop later the page has gone."""

    async def goes():
        watcher = Watcher(at_table.room.sitting, TABLE_PAGE)
        watcher.is_state_due = False
        sender = asyncio.create_task(_send_newest(None, at_table.room, watcher))
        await asyncio.sleep(0.01)
        watcher.wake.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        sender.cancel()
        await asyncio.wait([sender], timeout=2)
        return sender.cancelled()

    assert run_aside(goes())


def test_a_page_that_is_found_gone_before_it_is_answered_ends_its_line_in_peace(at_table):
    """Its move is made; what is sent to it fails, and then its answer finds nobody."""
    is_gone = asyncio.Event()
    heard = iter(({"type": "websocket.connect"}, {"type": "websocket.receive", "text": '{"id":"k-1","press":"1"}'}))

    async def receive():
        message = next(heard)
        if message["type"] == "websocket.receive":
            await is_gone.wait()
        return message

    async def send(message):
        if message["type"] == "websocket.send":
            is_gone.set()
            raise OSError

    socket = WebSocket({"type": "websocket"}, receive, send)
    run_aside(converse(socket, at_table.room, at_table.room.sitting, TABLE_PAGE))
    assert len(at_table.room.sitting.table.history.entries) == 1
