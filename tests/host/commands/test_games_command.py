"""``riverlight games``: saved games can be listed, shown, exported as text and imported unchanged."""

import importlib
import json
import random
import sqlite3
import threading

import pytest
from riverlight.commands import opened_record
from riverlight.games.transcript import digest, read
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.game_labels import GameLabels

from tests.host.table.test_corrections import evening


def keep_a_game(folder, entries=None, seed=3, names=("Ada", "Ben", "Cleo"), **options):
    """Keep a random game of so many entries (None: a whole one); return its digest."""
    dice = random.Random(seed)
    with Store(folder) as store:
        store._database.execute("PRAGMA synchronous = OFF")
        table = Table.new(store, "canyon", options, names, seed)
        while table.history.state.to_act() and (entries is None or len(table.history.entries) < entries):
            seat = table.history.state.to_act()[0]
            table.enter(seat, dice.choice(table.codes(seat)).move)
        return digest(table.history.state)


def test_without_a_game_the_list_says_how_to_begin(run, folder):
    assert run("games", "list") == (0, "No saved games. Start one with: riverlight play\n", "")
    assert not folder.exists()


def test_the_list_has_the_latest_first_and_fits_eighty_columns(run, folder):
    keep_a_game(folder, 30)
    keep_a_game(folder, None, names=[f"Somebody with name {letter}" for letter in "ABC"])
    code, out, _ = run("games", "list")
    lines = out.splitlines()
    assert code == 0
    assert [line.split()[0] for line in lines] == ["no.", "2", "1"]
    assert lines[1].endswith("won")
    assert lines[2].endswith("under way")
    assert max(map(len, lines)) <= 80
    code, out, _ = run("games", "list", "--json")
    assert json.loads(out.splitlines()[1])["names"] == ["Ada", "Ben", "Cleo"]


def test_a_name_stands_before_the_players_and_a_deleted_game_in_a_list_of_its_own(run, folder):
    for _ in range(2):
        keep_a_game(folder, 5)
    labels = GameLabels(folder)
    with Store.reading(folder) as store:
        labels.rename(1, store.started_ms(1), "Final")
        labels.mark(2, store.started_ms(2), is_deleted=True)
    assert "  Final: Ada, Ben, Cleo  " in run("games", "list")[1]
    assert [json.loads(line)["name"] for line in run("games", "list", "--json")[1].splitlines()] == ["Final"]
    assert [line.split()[0] for line in run("games", "list", "--deleted")[1].splitlines()] == ["no.", "2"]


def test_a_game_is_shown_as_a_spectator_sees_it(run, folder):
    keep_a_game(folder, 12, cards="app")
    code, out, _ = run("games", "show", 1)
    assert code == 0
    assert out.startswith("Game 1: Canyon, Ada, Ben, Cleo\nHouse rules: cards = app\nBoard: Ada on start")
    assert "You were dealt" not in out
    assert out.splitlines()[-1].startswith("Now: ")
    assert run("games", "show", 9)[::2] == (2, "riverlight: There is no saved game 9. Saved games: 1.\n")


@pytest.mark.parametrize("options", [{}, {"cards": "app", "bid_mode": "simultaneous"}])
@pytest.mark.parametrize("entries", [40, None])
def test_an_exported_game_is_imported_to_the_same_digest(run, folder, tmp_path, options, entries):
    kept = keep_a_game(folder, entries, **options)
    is_secret = bool(options) and entries is not None
    assert run("games", "export", 1, "-o", tmp_path / "game.txt")[0] == (2 if is_secret else 0)
    assert (tmp_path / "game.txt").exists() != is_secret
    asked = ["--with-secrets"] * is_secret
    assert run("games", "export", 1, "-o", tmp_path / "game.txt", *asked)[0] == 0
    assert read((tmp_path / "game.txt").read_text()).digest == kept
    code, out, _ = run("games", "import", tmp_path / "game.txt")
    assert code == 0
    assert out.startswith("Game 2 is saved: ")
    assert out.endswith(f"digest {kept}.\n")
    assert run("games", "export", 2, *asked)[1] == (tmp_path / "game.txt").read_text()
    with Store(folder) as store:
        assert digest(Table.resume(store, 2).history.state) == kept


def test_what_was_taken_back_is_not_in_the_text(run, folder):
    keep_a_game(folder, 5)
    with Store(folder) as store:
        table = Table.resume(store, 1)
        table.undo()
        kept = digest(table.history.state)
    assert read(run("games", "export", 1)[1]).digest == kept


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text.replace("dealer", "dancer"), "is not a move of Canyon"),
        (lambda text: text.replace('[Seats "3"]', '[Seats "4"]'), "a name for each of the 4 seats; it has 3"),
        (lambda text: text.replace('[Board "canyon"]', '[Board "mine"]'), "There is no board 'mine' here"),
        (lambda text: text.replace('[Digest "', '[Digest "f'), "The last state has the digest"),
        (lambda text: text.replace('[Seed "3"]', ""), "The tag [Seed …] is missing"),
        (lambda text: text.replace("Ada | Ben", "Ben | Ben"), "Each player needs a different name"),
        (lambda text: text.replace('[Game "canyon"]', '[Game "chess"]'), "Unknown game 'chess'"),
        (lambda _: "x" * 1_000_001, "at most 1,000,000 characters"),
    ],
)
def test_a_text_that_is_not_right_is_told_and_not_kept(run, folder, tmp_path, change, sentence):
    keep_a_game(folder, 5)
    text = run("games", "export", 1)[1]
    (tmp_path / "game.txt").write_text(change(text))
    code, out, err = run("games", "import", tmp_path / "game.txt")
    assert (code, out) == (2, "")
    assert sentence in err
    with Store.reading(folder) as store:
        assert len(store.games()) == 1


def test_a_file_that_is_no_text_is_told(run, folder, tmp_path):
    (tmp_path / "game.txt").write_bytes(b"\xff\xfe\x00")
    assert run("games", "import", tmp_path / "game.txt")[2] == "riverlight: Line 1: Expected text in UTF-8.\n"
    assert not folder.exists()


def test_a_board_of_ones_own_is_named_on_import(run, folder, tmp_path):
    keep_a_game(folder, 5)
    run("games", "export", 1, "-o", tmp_path / "game.txt")
    assert run("games", "import", tmp_path / "game.txt", "--board", "canyon")[0] == 0
    assert "cannot be read" in run("games", "import", tmp_path / "game.txt", "--board", tmp_path / "no.json")[2]


def test_a_damaged_record_is_told_and_its_sound_part_written(run, folder, tmp_path):
    keep_a_game(folder, 30)
    database = sqlite3.connect(folder / "riverlight.sqlite3")
    database.execute("UPDATE events SET seat = 1, move = 'pace 1' WHERE n = 20")
    database.commit()
    database.close()
    for words in (("show", 1), ("export", 1), ("replay", 1)):
        code, _, err = run("games", *words)
        assert code == 2
        assert "game 1 is damaged at row 20" in err
    assert run("games", "export", 1, "--sound", "--with-secrets", "-o", tmp_path / "game.txt")[0] == 0
    assert run("games", "import", tmp_path / "game.txt")[1].startswith("Game 2 is saved: 18 moves")


def test_a_game_is_replayed_from_the_record_and_from_its_text(run, folder, tmp_path):
    keep_a_game(folder)
    code, told, _ = run("games", "replay", 1)
    assert code == 0
    assert "  Round 1: 8 cards each; " in told
    assert told.splitlines()[-1].endswith(("wins.", "share the win."))
    run("games", "export", 1, "-o", tmp_path / "game.txt")
    assert run("games", "replay", tmp_path / "game.txt", "--delay", 0)[1] == told
    assert "There is no game 'nothing.txt'" in run("games", "replay", "nothing.txt")[2]


def test_readers_work_while_a_host_writes_and_a_second_writer_is_told(run, folder, tmp_path):
    keep_a_game(folder, 5)
    with Store(folder) as store:
        table = Table.resume(store, 1)
        table.undo()
        for words in (("list",), ("show", 1), ("export", 1, "-o", tmp_path / "game.txt"), ("replay", 1)):
            assert run("games", *words)[0] == 0
        assert "Another Riverlight" in run("games", "import", tmp_path / "game.txt")[2]


def test_a_damaged_game_is_recovered_and_the_damaged_files_copied(run, folder):
    keep_a_game(folder, 30)
    assert run("games", "recover", 1) == (0, "Game 1 is whole: there is nothing to recover.\n", "")
    with Store(folder) as store:
        rows = len(store.rows(1))
        store._database.execute("DELETE FROM events WHERE n > 20")
    assert f"{rows} were written, 20 are left" in run("games", "list")[2]
    code, _out, err = run("games", "resume")
    assert code == 2
    assert f"{rows} were written, 20 are left" in err
    code, out, _err = run("games", "recover", 1)
    assert code == 0
    assert out.startswith(f"Game 1 has 20 rows now; {rows - 20} are lost.\nThe damaged files are copied to {folder}")
    assert run("games", "list")[2] == ""
    assert run("games", "show", 1)[0] == 0


@pytest.mark.parametrize("words", ["", "list", "show", "resume", "export", "import", "replay", "recover"])
def test_help_is_short_and_has_an_example(run, words):
    code, out, _ = run("games", *words.split(), "--help")
    assert code == 0
    assert "Example: riverlight games" in out
    assert len(out.splitlines()) < 25


def test_an_entry_is_corrected_and_what_no_longer_fits_is_told_with_its_reason(run, folder):
    with Store(folder) as store:
        evening(store, 2, lambda cards: [cards[9], *cards[:9], *cards[10:]])  # R10 leads and wins
    listed = run("games", "correct", 1)[1].splitlines()
    (number,) = [line.split()[0] for line in listed if line.endswith("Ben plays red 10.")]
    choices = run("games", "correct", 1, number)[1].splitlines()
    assert "    *9  play V9" in choices
    assert run("games", "correct", 1, number, "play R10")[1].startswith("Nothing has changed")
    code, out, _ = run("games", "correct", 1, number, "*9")
    assert code == 0
    first, second, third = out.splitlines()
    assert first == "The table corrected an entry: Ben plays violet 9."
    assert second.endswith("no longer fits: Ben plays red 6. It is up to Ada to play a card, not Ben.")
    assert "all 6 later entries" in third
    assert run("games", "correct", 1)[1].splitlines()[-2:] == [second, third]
    assert run("games", "correct", 1, "--drop")[1] == "The table dropped the entries that no longer fit.\n"
    assert run("games", "correct", 1, "--drop")[::2] == (2, "riverlight: Every entry fits.\n")
    assert run("games", "correct", 1, 999)[0] == 2


def test_past_a_reveal_a_correction_says_that_all_have_to_agree(run, folder):
    with Store(folder) as store:
        table = Table.new(store, "pyramid", {"cards": "app", "dice": "app"}, ["Ada", "Ben"], 3)
        table.enter(1, "throw")
    assert "--with-secrets" in run("games", "correct", 1)[2]
    keep_a_game(folder, 24, names=("Ada", "Ben", "Cleo"), cards="app")
    entries = run("games", "correct", 2)[1].splitlines()
    number = entries[0].split()[0]
    move = run("games", "correct", 2, number)[1].splitlines()[-1].split(maxsplit=1)[1]
    assert "repeat the command with --agreed" in run("games", "correct", 2, number, move)[2]
    assert run("games", "correct", 2, number, move, "--agreed")[1].startswith("The table corrected an entry: ")


@pytest.mark.parametrize("words", [("play", "canyon"), ("games", "resume")])
def test_the_modules_of_the_pages_load_while_the_record_is_opened(run, folder, monkeypatch, words):
    keep_a_game(folder, 5)
    loading, served = [], []

    class Loading(threading.Thread):
        def __init__(self, **given):
            super().__init__(**given)
            loading.append(given["args"])

    def serve(*_given, **_more):
        served.append([*loading])

    monkeypatch.setattr(opened_record, "Thread", Loading)
    monkeypatch.setattr(importlib.import_module(f"riverlight.commands.{words[0]}"), "serve_table", serve)
    assert run(*words)[0] == 0
    assert served == [[["riverlight.web.server"]]]
