"""``riverlight play`` and the server under it: it serves pages, exits cleanly, and reports errors in a sentence."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from importlib import import_module

import click
import pytest
from riverlight.boards.files import save
from riverlight.boards.saved import format_board
from riverlight.commands import riverlight
from riverlight.errors import ServerError
from riverlight.table.record import Store
from riverlight.web import addresses, server
from riverlight.web.access import TableAccess
from riverlight.web.addresses import LocalAddress
from riverlight.web.game_labels import GameLabels
from riverlight.web.server import serve
from riverlight.workshop.new import new_board

from tests.signals import usual_signals


def start(folder, *arguments):
    environment = {**os.environ, "RIVERLIGHT_DATA": str(folder)}
    command = [sys.executable, "-m", "riverlight", "play", "--no-browser", *arguments]
    with usual_signals():
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def address_of(process):
    watchdog = threading.Timer(30, process.kill)
    watchdog.start()
    try:
        line = process.stdout.readline()
    finally:
        watchdog.cancel()
    found = re.match(r"Riverlight is at http://127\.0\.0\.1:(\d+)(/\w*)  \(Ctrl-C to stop\)", line)
    assert found, line or process.stderr.read()
    return int(found[1]), found[2]


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.parametrize(
    ("arguments", "path"), [(("canyon", "--seats", "5", "--bots", "2", "--name", "Final"), "/table"), ((), "/")]
)
def test_the_page_answers_at_the_address_printed_and_ctrl_c_ends_it_cleanly(tmp_path, arguments, path):
    with start(tmp_path, "--http-port", "0", *arguments) as process:
        try:
            port, printed = address_of(process)
            assert printed == path
            assert ask(port, path)[0] == 200
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "Riverlight has stopped" in output
    assert ("The game is saved" in output) == bool(arguments)
    assert errors == ""
    with Store.reading(tmp_path) as store:
        assert [len(game.names) for game in store.games()] == ([5] if arguments else [])
        label_of = GameLabels(tmp_path).read()
        assert [label_of(game) for game in store.games()] == ([("Final", False)] if arguments else [])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("canyon", "--seats", "9"), "seats 3, 4, 5, 6 players, not 9"),
        (("canyon", "--option", "cards"), "Expected an option as"),
        (("canyon", "--option", "cards=tarot"), "Option cards must be one of"),
        (("--seats", "4"), "name it"),
        (("--colours", "red"), "name it"),
        (("canyon", "--colours", "red,white,red"), "Two pieces cannot both be red."),
        (("--board", "canyon"), "name it"),
        (("canyon", "--board", "niagara"), "The board niagara is for niagara, not for canyon."),
        (("canyon", "--board", "lost"), "There is no board 'lost'"),
        (("canyon", "--board", ""), "There is no board ''"),
        (("canyon", "--seats", "3", "--bots", "3"), "At least one player must be a person"),
        (("canyon", "--seats", "3", "--bots", "4"), "There are only 3 seats"),
        (("canyon", "--bots", "2", "--option", "cards=physical"), "Choose the option cards = app"),
        (("--bots", "2"), "name it"),
        (("--no-hints",), "name it"),
        (("canyon", "--name", "x" * 41), "at most 40 printable characters"),
    ],
)
def test_what_will_not_do_is_refused_in_one_sentence(tmp_path, arguments, sentence):
    with start(tmp_path, *arguments) as process:
        _output, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert sentence in errors
    assert errors.count("\n") == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "has_hints"), [((), True), (("--no-hints",), False)])
def test_hints_can_be_turned_off(run, monkeypatch, words, has_hints):
    heads = []

    def serve(begin, *_words, **_named):
        heads.append(begin().head)

    monkeypatch.setattr(import_module("riverlight.commands.play"), "serve_table", serve)
    assert run("play", "canyon", "--bots", "2", *words) == (0, "", "")
    assert [head.has_hints for head in heads] == [has_hints]


def test_a_board_of_ones_own_is_played_by_its_id(tmp_path, monkeypatch):
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path))
    save(new_board("canyon", "mine", "My river"), replaces=False)
    with start(tmp_path, "canyon", "--http-port", "0", "--board", "mine") as process:
        try:
            port, _ = address_of(process)
            assert "The board My river" in ask(port, "/table")[1]
        finally:
            process.kill()


def test_a_board_on_which_a_game_would_not_end_is_not_played(tmp_path):
    board = new_board("canyon", "mine", "My river")
    board["spaces"] = [space for space in board["spaces"] if space["kind"] != "cave"]
    for space in board["spaces"]:
        space["touches"] = [other for other in space["touches"] if other != "cave"]
    path = tmp_path / "mine.json"
    path.write_text(format_board(board))
    with start(tmp_path, "canyon", "--board", str(path)) as process:
        _output, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "The board mine is not ready to play: A Canyon board must have 1 cave jetty, not 0." in errors


def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken, Store(tmp_path) as store:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"Port {port} on 127.0.0.1 is not available"):
            serve(None, store, port=port, open_browser=False)


def test_any_port_is_one_that_is_free_at_every_address(monkeypatch):
    hosts, tried = ["127.0.0.1", "192.0.2.7"], []

    def bound(host, _port):
        tried.append(host)
        if host == hosts[1] and tried.count(host) < 3:
            raise OSError(98, "Address already in use")
        return socket.create_server(("127.0.0.1", 0))

    monkeypatch.setattr(server, "_bound", bound)
    with ExitStack() as opened:
        assert len(server._listen(opened, hosts, None)) == 2
        assert tried == hosts * 3
        tried.clear()
        with pytest.raises(ServerError, match=r"Port \d+ on 192\.0\.2\.7 is not available"):
            server._listen(opened, hosts, 8000)
        assert tried == hosts


def test_pages_are_served_on_this_machine_only(tmp_path):
    with Store(tmp_path) as store, pytest.raises(ServerError, match=r"this machine only.*not '0\.0\.0\.0'"):
        serve(None, store, host="0.0.0.0", open_browser=False)  # noqa: S104  (refused)


def test_lan_opens_the_pages_at_a_second_address_and_prints_the_table_code(tmp_path, monkeypatch, capsys):
    with Store(tmp_path) as store:
        access = TableAccess(tmp_path, ["127.0.0.1"])

        def look(server, sockets):
            assert len(sockets) == 2
            server._answers()

        monkeypatch.setattr("riverlight.web.server._bind", lambda _host, _port: socket.create_server(("127.0.0.1", 0)))
        monkeypatch.setattr("riverlight.web.server.PageServer.run", look)
        serve(None, store, port=0, access=access, open_browser=False)
    told = rf"In the local network: http://127\.0\.0\.1:\d+ with the table code {access.code}"
    assert re.search(told, capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "lan", "game"),
    [
        ("play", None, None),
        ("play --lan", "", None),
        ("play --lan canyon", "", "canyon"),
        ("play canyon --lan --no-browser", "", "canyon"),
        ("play --lan 192.168.1.20 canyon", "192.168.1.20", "canyon"),
        ("play --lan=fd00::2 canyon", "fd00::2", "canyon"),
        ("games resume --lan 3", "", 3),
        ("games resume 3 --lan 192.168.1.20", "192.168.1.20", 3),
    ],
)
def test_lan_takes_an_address_or_none_and_leaves_what_follows_alone(words, lan, game):
    given = words.split()
    command, parent = riverlight, click.Context(riverlight)
    while isinstance(command, click.Group):
        command = command.get_command(parent, given.pop(0))
    context = command.make_context(command.name, given, parent)
    assert context.params["lan"] == lan
    given_game = context.params.get("game", context.params.get("game_id"))
    assert getattr(given_game, "name", given_game) == game


@pytest.mark.usefixtures("folder")
def test_an_address_that_is_not_this_machines_is_refused_in_a_sentence(run, monkeypatch):
    monkeypatch.setattr(addresses, "find_addresses", lambda: [LocalAddress("192.168.1.20", 24, "wlan0")])
    assert run("play", "--lan", "192.168.1.21", "--no-browser") == (
        2,
        "",
        "riverlight: --lan takes an address of this machine (192.168.1.20 (wlan0)), not '192.168.1.21'.\n",
    )
