"""``riverlight play`` and the server under it: the address answers, the end is clean, refusals are a sentence."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading

import pytest
from riverlight.boards.files import save
from riverlight.boards.kept import written
from riverlight.boards.new import new_board
from riverlight.errors import ServerError
from riverlight.table.record import Store
from riverlight.web.door import Door
from riverlight.web.server import serve


def start(folder, *arguments):
    environment = {**os.environ, "RIVERLIGHT_DATA": str(folder)}
    command = [sys.executable, "-m", "riverlight", "play", "--no-browser", *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def address_of(process):
    watchdog = threading.Timer(30, process.kill)
    watchdog.start()
    try:
        line = process.stdout.readline()
    finally:
        watchdog.cancel()
    found = re.match(r"Riverlight is at http://127\.0\.0\.1:(\d+)(/\w*)  \(Ctrl-C ends it\)", line)
    assert found, line or process.stderr.read()
    return int(found[1]), found[2]


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.parametrize(("arguments", "path"), [(("canyon", "--seats", "5", "--bots", "2"), "/table"), ((), "/")])
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
    assert ("the game is kept" in output) == bool(arguments)
    assert errors == ""
    with Store.reading(tmp_path) as store:
        assert [len(game.names) for game in store.games()] == ([5] if arguments else [])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("canyon", "--seats", "9"), "seats 3, 4, 5, 6 players, not 9"),
        (("canyon", "--option", "cards"), "An option is given as"),
        (("canyon", "--option", "cards=tarot"), "Option cards is one of"),
        (("--seats", "4"), "name it"),
        (("--board", "canyon"), "name it"),
        (("canyon", "--board", "niagara"), "The board niagara is for niagara, not for canyon."),
        (("canyon", "--board", "lost"), "There is no board 'lost'"),
        (("canyon", "--board", ""), "There is no board ''"),
        (("canyon", "--seats", "3", "--bots", "3"), "At least one seat is a person's"),
        (("canyon", "--seats", "3", "--bots", "4"), "There are 3 seats"),
        (("canyon", "--bots", "2", "--option", "cards=physical"), "choose the option cards = app"),
        (("--bots", "2"), "name it"),
    ],
)
def test_what_will_not_do_is_refused_in_one_sentence(tmp_path, arguments, sentence):
    with start(tmp_path, *arguments) as process:
        _output, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert sentence in errors
    assert errors.count("\n") == 1


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
    path.write_text(written(board))
    with start(tmp_path, "canyon", "--board", str(path)) as process:
        _output, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "The board mine is not sound for play: A Canyon map has 1 cave jetty, not 0." in errors


def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken, Store(tmp_path) as store:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"Port {port} of 127.0.0.1 cannot be had"):
            serve(None, store, port=port, open_browser=False)


def test_pages_are_served_on_this_machine_only(tmp_path):
    with Store(tmp_path) as store, pytest.raises(ServerError, match=r"this machine only.*not '0\.0\.0\.0'"):
        serve(None, store, host="0.0.0.0", open_browser=False)  # noqa: S104  (refused)


def test_lan_opens_the_pages_at_a_second_address_and_prints_the_table_code(tmp_path, monkeypatch, capsys):
    with Store(tmp_path) as store:
        door = Door(tmp_path, "127.0.0.1")

        def look(server, sockets):
            assert len(sockets) == 2
            server._answers()

        monkeypatch.setattr("riverlight.web.server._had", lambda _host, _port: socket.create_server(("127.0.0.1", 0)))
        monkeypatch.setattr("riverlight.web.server.PageServer.run", look)
        serve(None, store, port=0, door=door, open_browser=False)
    told = rf"In the local network: http://127\.0\.0\.1:\d+ with the table code {door.code}"
    assert re.search(told, capsys.readouterr().out)
