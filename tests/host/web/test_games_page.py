"""Saved games: listed, replayed, summarised in statistics, exported as text and imported again."""

import io
import json
import re
import zipfile
from urllib.parse import urlencode

import pytest
from riverlight.boards.files import save, shipped
from riverlight.clauses import seeds_folder
from riverlight.games.transcript import read
from riverlight.table.replay import Replay
from riverlight.table.summary import Summary
from riverlight.web.all_games import zip_games
from riverlight.web.game_labels import GameLabels

from tests.host.web.serving import next_message, say

GOLDEN = (seeds_folder() / "games" / "canyon-single.txt").read_text(encoding="utf-8")


def form(served, path, **fields):
    return served.ask("POST", path, urlencode(fields).encode(), {"Content-Type": "application/x-www-form-urlencoded"})


def has_replay(at):
    return lambda heard: isinstance(heard, dict) and heard.get("snapshot", {}).get("replay", {}).get("at") == at


@pytest.fixture
def kept(served):
    """A finished game of Canyon, brought in as text."""
    assert form(served, "/games/text", text=GOLDEN)[0] == 303
    return served


def test_a_text_brought_in_is_listed_with_who_won_and_given_back_the_same(kept):
    text = kept.ask("GET", "/games")[2]
    assert "won, " in text
    for way in ("replay", "statistics", "text"):
        assert f"/games/1/{way}" in text
    assert "Resume" not in text
    status, headers, given = kept.ask("GET", "/games/1/text")
    assert status == 200
    assert headers["content-disposition"] == 'attachment; filename="canyon-1.txt"'
    moves = [[(move.seat, move.text) for move in read(text).moves] for text in (given, GOLDEN)]
    assert moves[0] == moves[1]
    assert read(given).digest == read(GOLDEN).digest


def listed(served, query=""):
    """Return the numbers of the games that the page lists."""
    return [int(number) for number in re.findall(r'aria-label="Game (\d+)"', served.ask("GET", f"/games{query}")[2])]


def test_a_game_is_named_found_by_name_players_and_title_deleted_and_restored(served):
    for names in (["Ada", "Ben", "Cleo"], ["Mia", "Ben", "Tom"]):
        served.room.begin("niagara", {}, names)
    assert form(served, "/games/1/name", name="  Rainy   <Sunday> ")[1]["location"] == "/games"
    assert "Rainy &lt;Sunday&gt; (Niagara)" in served.ask("GET", "/games")[2]
    assert "Rainy &lt;Sunday&gt; (Niagara)" in served.ask("GET", "/")[2]
    assert form(served, "/games/1/name", name="x" * 41)[0] == 400
    assert [listed(served, f"?q={words}") for words in ("", "sunday", "ben+MIA", "niagara+2", "canyon")] == [
        [2, 1],
        [1],
        [2],
        [2],
        [],
    ]
    assert form(served, "/games/1/delete")[1]["location"] == "/games?deleted=1"
    page = served.ask("GET", "/games?deleted=1")[2]
    assert 'action="/games/1/restore"' in page
    assert listed(served) == [2]
    assert 'action="/games/1"' not in served.ask("GET", "/")[2]
    assert listed(served, "?show=deleted") == [1]
    assert listed(served, "?show=deleted&q=mia") == []
    assert form(served, "/games/1/restore")[0] == 303
    assert listed(served) == [2, 1]
    assert "Rainy" in served.ask("GET", "/games")[2]
    assert form(served, "/games/9/delete")[0] == 404


def test_games_in_progress_finished_ones_and_those_of_one_game_are_listed_alone(kept):
    kept.room.begin("niagara", {}, ["Ada", "Ben", "Cleo"])
    found = {
        "?progress=open": [2],
        "?progress=over": [1],
        "?game=canyon": [1],
        "?game=niagara&progress=over": [],
        "?game=chess&progress=soon": [2, 1],
    }
    assert {query: listed(kept, query) for query in found} == found
    assert "No saved game matches." in kept.ask("GET", "/games?game=pyramid")[2]
    assert '<option value="over" selected>' in kept.ask("GET", "/games?progress=over")[2]


@pytest.mark.parametrize("damaged", [b"[1]", b'{"1-2": 3}', b'{"1-2": {"name": 5, "deleted": "yes"}}'])
def test_a_damaged_file_of_names_hides_no_game(tmp_path, damaged):
    (tmp_path / "game-names.json").write_bytes(damaged)
    game = Summary(1, "canyon", ("Ada", "Ben", "Cleo"), 2, 2, 3, None)
    assert GameLabels(tmp_path).read()(game) == ("", False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Game"),
        (GOLDEN.replace("pace 3", "pace 11", 1), "line"),
        (GOLDEN.replace('[Game "canyon"]', '[Game "chess"]'), "chess"),
        (GOLDEN.replace('[Board "canyon"]', '[Board "mine"]'), "mine"),
    ],
)
def test_a_text_that_is_no_sound_game_is_refused_with_its_line(served, text, reason):
    status, _headers, page = form(served, "/games/text", text=text)
    assert status == 400
    assert "This game cannot be imported" in page
    assert reason in page
    assert served.room.store.games() == []


def test_a_text_may_name_a_board_of_ones_own_but_no_file(served, tmp_path, monkeypatch):
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "own"))
    mine = GOLDEN.replace('[Board "canyon"]', '[Board "mine"]')
    path = save({**shipped("canyon").document, "id": "mine"}, replaces=False)
    assert form(served, "/games/text", text=mine)[0] == 303
    by_path = GOLDEN.replace('[Board "canyon"]', f'[Board "{path}"]')
    status, _headers, page = form(served, "/games/text", text=by_path)
    assert status == 400
    assert "Save its file to your boards" in page
    assert len(served.room.store.games()) == 1


def test_a_game_with_secret_hands_is_given_as_text_only_when_it_is_over(served):
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    status, _headers, text = served.ask("GET", "/games/1/text")
    assert status == 409
    assert "at the latest when the game is over" in text
    assert "Seed" not in text
    assert served.ask("GET", "/games/1/statistics")[0] == 200


def test_a_game_from_afar_has_its_plots_and_their_figures(kept):
    status, _headers, text = kept.ask("GET", "/games/1/statistics")
    assert status == 200
    assert text.count('role="img"') == 2
    assert "The race" in text
    assert "<table>" in text


@pytest.mark.parametrize("way", ["statistics", "text"])
def test_a_game_that_is_not_kept_is_told_in_a_sentence(served, way):
    assert served.ask("GET", f"/games/7/{way}")[0] == 409
    assert served.ask("GET", f"/games/99999999999999999999/{way}")[0] == 404


def test_looking_back_turns_to_any_entry_on_page_and_board_and_ends_with_going_on(kept, device):
    kept.room.begin("canyon", {}, ["Mo", "Nia", "Oz"])
    playing = kept.room.sitting.table.game_id
    assert form(kept, "/games/1/replay")[1]["location"] == "/table"
    assert isinstance(device.tables[-1].play, Replay)
    length = device.tables[-1].play.length
    assert 'id="replay"' in kept.ask("GET", "/table")[2]
    with kept.line() as line, kept.line() as watching:
        next_message(watching, has_replay(0))
        for number, at in enumerate((5, length, 0, 7)):
            assert say(line, id=f"k-{number}", go_to=at)["result"] == "typed"
            shown = next_message(watching, has_replay(at))["snapshot"]
            assert len(json.dumps(shown)) < 4096
        assert say(line, id="k-9", enter="pace 3")["result"] == "refused"
    assert form(kept, f"/games/{playing}")[1]["location"] == "/table"
    assert kept.room.sitting.table.game_id == playing
    with kept.line() as line:
        assert "Only a replay can go" in say(line, id="k-1", go_to=3)["sentence"]


def test_a_tutorial_is_offered_and_asks_as_people_have_the_game(served, device):
    page = served.ask("GET", "/?game=pyramid")[2]
    assert 'formaction="/lessons/pyramid"' in page
    assert 'formaction="/lessons/pyramid-mummy"' in page
    for kit, word in (("app", "Tap"), ("lights", "Take")):
        assert form(served, "/lessons/niagara", kit=kit)[1]["location"] == "/table"
        assert f'href="/?game=niagara&amp;kit={kit}"' in served.ask("GET", "/table")[2]
        with served.line() as line, served.line() as watching:
            next_message(watching, has_step(1))
            assert say(line, id="k-1", go_to=1)["result"] == "typed"
            step = next_message(watching, has_step(2))["snapshot"]["lesson"]
            assert f"{word} the card" in step["sentence"]
            assert say(line, id="k-2", go_to=2)["sentence"].startswith("First make the move")
            token = next(token for token, seat in served.room.sitting.seats.items() if seat == 0)
            with served.line(f"/live/{token}") as own:
                assert "Three steps and two" in say(own, id="k-1", enter="paddle 3")["sentence"]
                assert say(own, id="k-2", enter="paddle 5")["result"] == "accepted"
    assert form(served, "/lessons/chess")[0] == 409
    assert served.room.store.games() == []
    assert len(device.tables) == 2


def has_step(at):
    return lambda heard: isinstance(heard, dict) and heard.get("snapshot", {}).get("lesson", {}).get("at") == at


def test_a_damaged_game_is_told_and_hides_no_other(kept):
    kept.room.store._database.execute("UPDATE events SET body = '[' WHERE game = 1 AND n = 1")
    assert form(kept, "/games/text", text=GOLDEN)[0] == 303
    text = kept.ask("GET", "/games")[2]
    assert "riverlight games export 1 --sound" in text
    assert "/games/2/replay" in text
    assert kept.ask("GET", "/")[0] == 200


@pytest.mark.parametrize("number", ["0", "7", str(1 << 63), "9" * 5000])
@pytest.mark.parametrize("way", ["statistics", "text"])
def test_a_number_that_no_game_has_is_answered_with_a_sentence(served, number, way):
    status, _headers, page = served.ask("GET", f"/games/{number}/{way}")
    assert status in (404, 409)
    assert "There is no" in page


def test_a_board_is_set_piece_by_piece_and_the_game_goes_on_by_itself(served, device):
    tags, _, moves = GOLDEN.partition("\n\n")
    begun = [line for line in tags.splitlines() if not line.startswith(("[Result", "[Digest"))]
    form(served, "/games/text", text="\n".join([*begun, "", *moves.splitlines()[:30]]))
    assert form(served, "/games/1")[1]["location"] == "/table"
    assert 'action="/games/1/arrange"' in served.ask("GET", "/table")[2]
    assert form(served, "/games/1/arrange")[1]["location"] == "/table"
    arranging = served.room.sitting.table
    shown = arranging.snapshot("table")
    assert "(1 of 4)" in shown["prompt"]["sentence"]
    assert len([space for space in shown["view"]["canoes"] if space]) == 1
    with served.line() as line:
        assert say(line, id="k-1", press="1")["result"] == "typed"
    for _ in range(3):
        arranging.press("1")
    table = served.room.sitting.table
    assert table is not arranging
    assert table.game_id == 1
    assert not table.snapshot("table")["prompt"]["sentence"].startswith("Put ")
    assert device.tables[-1] is table


def test_all_games_without_secrets_are_exported_in_one_file(kept):
    """CAN-24: the game in progress, whose cards are hidden, is left out; so is a deleted one."""
    kept.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    status, headers, packed = kept.ask("GET", "/games/all.zip")
    assert (status, headers["content-type"], packed[:2]) == (200, "application/zip", "PK")
    assert "/games/all.zip" in kept.ask("GET", "/games")[2]
    store, labels = kept.room.store, kept.room.labels
    with zipfile.ZipFile(io.BytesIO(zip_games(store, labels))) as archive:
        assert archive.namelist() == ["canyon-1.txt"]
        moves = read(archive.read("canyon-1.txt").decode()).moves
    assert [move[:2] for move in moves] == [move[:2] for move in read(GOLDEN).moves]
    labels.mark(1, store.started_ms(1), is_deleted=True)
    assert zipfile.ZipFile(io.BytesIO(zip_games(store, labels))).namelist() == []
