"""Limits on connections: what strangers hold open is bounded, and never at the expense of players."""

import asyncio
import logging
import resource
import socket
import struct
import time
from contextlib import ExitStack, suppress
from unittest.mock import Mock

import pytest
from riverlight.web import connections as limits
from riverlight.web.connections import Connections, LimitedWebSocket, address_group, available_connections
from riverlight.web.static_files import static_path

from tests.aside import run_aside
from tests.host.web.serving import DEADLINE_S, next_message, serving

HOME = "127.0.0.1"
STRANGER = "127.0.0.2"
PLAYER = "127.0.0.3"


class Transport:
    """Stands for a connection; ``unsent`` bytes wait for the client."""

    def __init__(self):
        self.is_open = True
        self.unsent = 0

    def abort(self):
        """End it."""
        self.is_open = False

    def get_write_buffer_size(self):
        """Return how many bytes wait."""
        return self.unsent


class Clients:
    """Clients of a server with room for ``most`` connections."""

    def __init__(self, most):
        self.now = 0.0
        self.connections = Connections(most, lambda: self.now)

    def connect(self, group, *, waits=True):
        """Return a new connection, None when it is refused."""
        self.now += 0.001
        transport = Transport()
        return transport if self.connections.add(transport, group, lambda: waits) else None


def test_one_address_too_many_connections_of_a_stranger_cost_its_own_longest_waiting():
    clients = Clients(400)
    others = [clients.connect(f"10.0.0.{n}") for n in range(9)]
    own = [clients.connect("10.0.1.1") for _ in range(24)]
    assert all(each.is_open for each in own)
    assert clients.connect("10.0.1.1").is_open
    assert [each.is_open for each in own] == [False] + [True] * 23
    clients.connections.restart(own[1])  # it was answered: now another one waits longest
    assert clients.connect("10.0.1.1").is_open
    assert [each.is_open for each in own] == [False, True, False] + [True] * 21
    assert all(each.is_open for each in others)


def test_strangers_together_have_a_quarter_and_the_address_with_most_loses_first():
    clients = Clients(80)
    single = clients.connect("10.0.0.1")
    greedy = [clients.connect("10.0.0.2") for _ in range(19)]
    newcomers = [clients.connect(f"10.0.1.{n}") for n in range(10)]
    assert single.is_open
    assert all(each.is_open for each in newcomers)
    assert [each.is_open for each in greedy] == [False] * 10 + [True] * 9


def test_of_many_addresses_with_one_connection_each_the_longest_waiting_goes():
    clients = Clients(80)
    flood = [clients.connect(f"10.0.0.{n}") for n in range(20)]
    assert clients.connect("10.0.1.1").is_open
    assert [each.is_open for each in flood] == [False] + [True] * 19


def test_players_and_this_machine_have_room_whatever_strangers_do():
    clients = Clients(40)
    clients.connections.mark("10.0.9.9")
    pages = [clients.connect("10.0.9.9", waits=False) for _ in range(5)]
    for n in range(200):
        assert clients.connect(f"10.0.{n}.1")
    pages += [clients.connect(HOME, waits=False) for _ in range(20)]
    pages += [clients.connect("10.0.9.9", waits=False) for _ in range(15)]  # the last ones in place of strangers
    assert all(page.is_open for page in pages)
    assert clients.connect("10.0.9.9") is None  # nothing but open pages is left
    assert all(page.is_open for page in pages)


def test_a_stranger_whose_request_carries_the_cookie_or_a_link_is_a_player_from_then_on():
    clients = Clients(40)
    page = clients.connect("10.0.0.1", waits=False)
    clients.connections.mark("10.0.0.1")
    for n in range(50):
        clients.connect(f"10.0.1.{n}")
    assert page.is_open


def test_players_are_remembered_up_to_a_bound_and_this_machine_always(monkeypatch):
    monkeypatch.setattr(limits, "_MOST_PLAYERS", 2)
    clients = Clients(4)  # one stranger at a time
    for player in ("10.0.0.1", HOME, "10.0.0.2", "10.0.0.1", "10.0.0.3"):
        clients.connections.mark(player)
    stay = [clients.connect(each) for each in (HOME, "10.0.0.1", "10.0.0.3")]
    forgotten = clients.connect("10.0.0.2")
    assert clients.connect("10.0.5.5").is_open
    assert not forgotten.is_open
    assert all(each.is_open for each in stay)


def test_what_waits_too_long_for_a_request_or_leaves_its_answer_untaken_is_ended():
    clients = Clients(40)
    head, answered, page, stalled, slow = (
        clients.connect(f"10.0.0.{n}", waits=waits) for n, waits in enumerate((True, True, False, False, False))
    )
    stalled.unsent = slow.unsent = 9
    clients.connections.sweep()
    clients.now += Connections.REQUEST_S - 1
    clients.connections.restart(answered)
    slow.unsent = 0
    clients.connections.sweep()
    slow.unsent = 9
    clients.now += 2
    clients.connections.sweep()
    assert [each.is_open for each in (head, answered, page, stalled, slow)] == [False, True, True, True, True]
    clients.now += Connections.STALLED_S - Connections.REQUEST_S
    clients.connections.sweep()
    assert [each.is_open for each in (answered, page, stalled, slow)] == [True, True, False, True]


def test_requests_of_strangers_are_answered_one_after_another_and_those_of_players_at_once(monkeypatch):
    monkeypatch.setattr(Connections, "TURN_S", 0)
    connections = Connections()
    connections.mark("10.0.9.9")
    answered = []

    async def ask(group):
        await connections.take_turn(group)
        answered.append(group)

    async def all_ask():
        groups = ["10.0.0.1"] * 5 + ["10.0.0.2"] * 5 + ["10.0.9.9", HOME]
        await asyncio.gather(*map(ask, groups))

    run_aside(all_ask())
    assert answered == ["10.0.9.9", HOME, *["10.0.0.1"] * 5, *["10.0.0.2"] * 5]


def test_a_ping_is_answered_only_while_what_was_sent_is_taken():
    class Line(LimitedWebSocket):
        def __init__(self):
            self.transport, self.conn, self.writable = Mock(), Mock(), asyncio.Event()
            self.conn.data_to_send.return_value = [b"pong"]

    line = Line()
    line.handle_ping()
    assert line.transport.write.call_args_list == []
    assert line.conn.data_to_send.called  # and nothing is left to pile up
    line.writable.set()
    line.handle_ping()
    line.transport.write.assert_called_once_with(b"pong")


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("fe80::1:2:3:4%eth0", "fe80::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_of_ipv6_counts_with_all_those_that_its_owner_may_choose(address, group):
    assert address_group(address) == group


@pytest.mark.parametrize(
    ("soft", "hard", "available", "raised"),
    [
        (1024, 4096, 2000, 2576),
        (256, resource.RLIM_INFINITY, 2000, 2576),
        (1024, 1024, 448, 1024),
        (64, 64, 64, 64),
        (9999, 9999, 2000, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 2000, None),
    ],
)
def test_connections_fit_the_files_that_may_be_open(monkeypatch, soft, hard, available, raised):
    set_to = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _which, both: set_to.append(both))
    assert available_connections() == available
    assert set_to == ([] if raised is None else [(raised, hard)])


def from_address(port, source):
    try:
        return socket.create_connection((HOME, port), DEADLINE_S, (source, 0))
    except OSError:
        pytest.skip(f"This system has no address {source} to ask from.")


def is_ended(connection):
    """Wait until the server ends a connection."""
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return True


def is_ended_while_sending(connection, what):
    """Send ``what`` again and again, and read nothing, until the server ends a connection."""
    with suppress(ConnectionError):
        while True:
            connection.sendall(what)  # it blocks once the server stops reading
    return True


def answers(connection, port, path="/join", cookie=""):
    """Ask on a connection that stays open; return the status."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOME}:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
    return int(connection.recv(65536).split()[1])


REQUESTS = {
    "nothing": b"",
    "half a head": b"GET /join HTTP/1.1\r\nHost: x",
    "half a body": b"POST /join HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 90\r\n\r\ncode",
    "a second half head": b"GET /join HTTP/1.1\r\nHost: {host}\r\n\r\nGET /join HT",
}


@pytest.mark.parametrize("sent", REQUESTS.values(), ids=REQUESTS)
def test_a_request_that_does_not_end_is_ended_and_an_open_page_is_not(tmp_path, monkeypatch, sent):
    monkeypatch.setattr(Connections, "SWEEP_S", 0.01)
    with serving(tmp_path) as served:
        served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        with served.line() as line, from_address(served.port, STRANGER) as slow:
            assert next_message(line, lambda heard: "snapshot" in heard)
            slow.sendall(sent.replace(b"{host}", f"{HOME}:{served.port}".encode()))
            monkeypatch.setattr(Connections, "REQUEST_S", 0.0)
            assert is_ended(slow)
            line.send('{"id": "k-1", "redo": true}')
            assert next_message(line, lambda heard: "answer" in heard)


def test_a_client_that_never_reads_its_answers_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(Connections, "STALLED_S", 0.2)
    monkeypatch.setattr(Connections, "SWEEP_S", 0.05)
    with serving(tmp_path) as served:
        ask = f"GET {static_path('table.js')} HTTP/1.1\r\nHost: {HOME}:{served.port}\r\n\r\n".encode()
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(DEADLINE_S)
            deaf.connect((HOME, served.port))
            assert is_ended_while_sending(deaf, ask)
        assert served.ask("GET", "/")[0] == 200


def test_a_page_that_never_reads_its_line_is_ended_and_leaves_the_room(tmp_path, monkeypatch):
    monkeypatch.setattr(Connections, "STALLED_S", 0.2)
    monkeypatch.setattr(Connections, "SWEEP_S", 0.05)
    with serving(tmp_path) as served:
        served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        with served.line() as line, socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(DEADLINE_S)
            deaf.connect((HOME, served.port))
            deaf.sendall(
                f"GET /live HTTP/1.1\r\nHost: {HOME}:{served.port}\r\nOrigin: {served.origin}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                "\r\n".encode()
            )
            assert deaf.recv(16).startswith(b"HTTP/1.1 101")
            ping = b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125  # masked with zeros
            assert is_ended_while_sending(deaf, ping * 100)
            line.send('{"id": "k-1", "redo": true}')
            assert next_message(line, lambda heard: "answer" in heard)
            ends_at = time.monotonic() + DEADLINE_S
            while len(served.room._watchers) > 1 and time.monotonic() < ends_at:
                line.ping().wait(DEADLINE_S)
            assert len(served.room._watchers) == 1


def test_half_open_requests_of_a_stranger_leave_players_and_this_machine_untouched(tmp_path):
    with serving(tmp_path, lan=STRANGER) as served, ExitStack() as opened:
        served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
        token = next(iter(served.room.sitting.seats))
        player = opened.enter_context(from_address(served.port, PLAYER))
        assert answers(player, served.port, f"/seat/{token}") == 200
        flood = []
        for _ in range(205):
            flood.append(opened.enter_context(from_address(served.port, STRANGER)))
            with suppress(ConnectionError):
                flood[-1].sendall(b"GET / HTTP/1.1\r\nHost:")
        assert is_ended(flood[0])
        assert served.ask("GET", "/table")[0] == 200
        other = opened.enter_context(from_address(served.port, PLAYER))
        assert answers(other, served.port, f"/seat/{token}") == 200
        assert served.ask("GET", "/")[0] == 200
        again = opened.enter_context(from_address(served.port, STRANGER))  # who shares the address is served, too
        assert answers(again, served.port) == 200


NOISE = (
    b"\x00\xff\r\n\r\n",
    b"POST /join HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 90\r\n\r\ncode",
    b"POST /language HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nla",
    b"GET /live/x HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET /join HTTP/1.1\r\nHost: {host}\r\n\r\n" * 9,
)


def test_strangers_who_send_anything_and_leave_at_once_write_nothing_to_the_log(tmp_path):
    said = []
    handler = logging.Handler()
    handler.emit = said.append
    log = logging.getLogger("uvicorn.error")
    try:
        with serving(tmp_path, lan=STRANGER) as served:
            log.addHandler(handler)
            for number, sent in enumerate(NOISE * 4):
                with from_address(served.port, STRANGER) as stranger:
                    stranger.sendall(sent.replace(b"{host}", f"{HOME}:{served.port}".encode()))
                    if number % 2:
                        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
            with from_address(served.port, STRANGER) as last:
                assert answers(last, served.port) == 200  # in turn, so all before it have been read
    finally:
        log.removeHandler(handler)
    assert [record.getMessage() for record in said] == []
