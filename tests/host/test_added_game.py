"""A fourth game, of one package with a module of the pages and clauses, is played from the command line and a page."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from riverlight.commands import riverlight
from riverlight.web.static_files import without_comments

from tests.host.toy.installed import installed
from tests.host.web.serving import next_message, say, serving

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game, and a data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "data"))
    with installed(tmp_path):
        yield


def run(*words: str) -> str:
    done = CliRunner().invoke(riverlight, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def shown(served: Any, path: str = "/live") -> Any:
    """Return what a page shows when it opens."""
    with served.line(path) as line:
        return next_message(line, lambda heard: "snapshot" in heard)["snapshot"]


def send(served: Any, path: str = "/live", **request: str) -> dict[str, Any]:
    """Return the answer to what a page sends."""
    with served.line(path) as line:
        return say(line, id=f"k-{secrets.token_hex(4)}", **request)


def play_round(served: Any, pages: list[str]) -> None:
    """Have everybody pick by keys of the table, and take a stone on the page of their own."""
    for seat, keys in enumerate(("07", "12")):
        assert shown(served)["prompt"]["seat"] == seat
        assert [send(served, press=key)["result"] for key in keys] == ["typed", "accepted"]
    for seat, path in enumerate(pages):
        own = shown(served, path)
        assert own["view"]["to_act"] == [seat]
        assert [choice["verb"] for choice in own["choices"]] == ["take"] * 3
        assert send(served, path, enter=f"take {own['view']['hand'][0]}")["result"] == "accepted"


def test_it_is_played_from_a_page_to_its_end(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        page = served.ask("GET", "/?game=toy")[2]
        assert 'value="toy"' in page
        assert "Who rolls." in page
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        status = served.ask("POST", "/games", b"game=toy&seats=2&name_0=Ada&name_1=Ben", form)[0]
        assert status == 303
        status, _headers, page = served.ask("GET", "/table")
        assert status == 200
        assert '"game": "toy"' in page
        module = (HERE / "toy" / "toy.js").read_bytes()
        assert served.ask("GET", "/static/games/toy.js")[2].encode() == without_comments(module)
        assert "pick is a number" in served.ask("GET", "/clauses/TOY-3")[2]
        tokens = sorted(served.room.sitting.seats.items(), key=itemgetter(1))
        assert [served.ask("GET", f"/seat/{token}")[0] for token, _seat in tokens] == [200, 200]
        answer = send(served, press="9")
        assert (answer["result"], answer["clause"]) == ("refused", "TOY-3")
        for number in (1, 2, 3):
            assert shown(served)["view"]["round"] == number
            play_round(served, [f"/live/{token}" for token, _seat in tokens])
        end = shown(served)
        assert end["status"] == "over"
        assert end["view"]["winners"] == [1]
        assert end["prompt"]["sentence"] == "Ben wins."
        assert 'id="again"' in page
        assert "Ben won" in served.ask("GET", "/games")[2]
        assert served.ask("GET", "/games/1/statistics")[0] == 200


def test_it_is_played_and_carried_from_the_command_line(tmp_path: Path) -> None:
    found = json.loads(run("selfplay", "toy", "--games", "5", "--seats", "2", "--jobs", "1", "--json"))
    assert found["ends"] == {"most": 5}
    with serving(tmp_path / "data") as served:
        served.room.begin("toy", {}, ["Ada", "Ben"])
        table = served.room.sitting.table
        while table.history.state.to_act():
            seat = table.history.state.to_act()[0]
            assert table.enter(seat, table.codes(seat)[0].move).kind == "accepted"
    assert "toy" in run("games", "list")
    assert "Now: Ada and Ben win." in run("games", "show", "1")
    written = tmp_path / "toy.txt"
    run("games", "export", "1", "-o", str(written))
    assert "is saved" in run("games", "import", str(written))
    assert "The table: rolled" in run("games", "replay", "2")
