"""The record: durable, one writer, damage reported in a sentence."""

import json
import sqlite3
from types import SimpleNamespace

import pytest
from riverlight.errors import RecordError
from riverlight.folders import data_folder
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress, Row
from riverlight.table.session import Table

HEAD = Row("new", body={"game": "toy", "names": ["Ada", "Ben"]}, digest="00")


def database(store):
    return sqlite3.connect(store.folder / "riverlight.sqlite3")


def test_the_data_folder_is_named_by_the_environment_or_by_the_system(monkeypatch, tmp_path):
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("RIVERLIGHT_DATA")
    assert data_folder().name == "riverlight"


def test_rows_come_back_as_they_went_in(store):
    rows = [HEAD, Row("move", 1, "pick 3", body={"tail": "é"}, digest="ab", press=KeyPress("f00", 4))]
    game_id = store.create(rows)
    read = store.rows(game_id)
    assert [row._replace(n=0, at_ms=0) for row in read] == rows
    assert [row.n for row in read] == [1, 2]


def test_the_file_outlives_a_power_cut_by_its_settings(store):
    assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_second_writer_gets_a_sentence_and_a_reader_reads_on(store):
    game_id = store.create([HEAD])
    with pytest.raises(RecordError, match=r"Another Riverlight \(process \d+\) is using .*RIVERLIGHT_DATA"):
        Store(store.folder)
    with Store.reading(store.folder) as reader:
        assert [game.game_id for game in reader.games()] == [game_id]
        store.append(game_id, 1, [Row("undo", digest="00")])
        assert len(reader.rows(game_id)) == 2


def test_the_folder_is_free_again_when_the_writer_closes(store):
    store.close()
    with Store(store.folder) as again:
        assert again.games() == []


def test_a_reader_cannot_write(store):
    with Store.reading(store.folder) as reader, pytest.raises(RecordError, match="cannot be used"):
        reader.create([HEAD])


def test_a_folder_without_a_record_reads_as_empty(tmp_path):
    with Store.reading(tmp_path / "nowhere") as reader:
        assert reader.games() == []
        with pytest.raises(RecordError, match=r"There is no saved game 3\. Saved games: none yet"):
            reader.rows(3)
    assert not (tmp_path / "nowhere").exists()


def test_rows_that_fail_leave_nothing_behind(store):
    game_id = store.create([HEAD])
    with pytest.raises(RecordError, match="cannot be used"):
        store.append(game_id, 0, [Row("undo"), Row("redo")])
    assert len(store.rows(game_id)) == 1
    store.append(game_id, 1, [Row("undo")])
    assert len(store.rows(game_id)) == 2


def test_the_last_press_of_a_device_counts_over_all_games(store):
    first, second = store.create([HEAD]), store.create([HEAD])
    store.append(first, 1, [Row("typed", press=KeyPress("aaa", 9))])
    store.append(second, 1, [Row("typed", press=KeyPress("bbb", 2))])
    assert [store.last_press(boot) for boot in ("aaa", "bbb", "ccc")] == [9, 2, 0]


def test_games_are_listed_latest_first_with_their_result(store):
    store.create([HEAD])
    over = store.create([HEAD, Row("move", 0, "x", body={"result": {"winners": [1], "way": "most"}})])
    store.append(over, 2, [Row("typed", body={"keypad": "main", "keys": "", "tail": ""})])
    latest, first = store.games()
    assert latest.result == {"winners": [1], "way": "most"}
    assert (latest.game_id, latest.names, latest.entries) == (over, ("Ada", "Ben"), 3)
    assert first.result is None
    store.append(over, 3, [Row("undo")])
    assert store.games()[0].result is None


def test_a_record_of_a_newer_riverlight_is_left_alone(store):
    store.close()
    changed = database(store)
    changed.execute("PRAGMA user_version = 2")
    changed.close()
    for opened in (Store, Store.reading):
        with pytest.raises(RecordError, match=r"newer Riverlight \(schema 2; this one reads 1\): update"):
            opened(store.folder)


def test_a_file_of_another_program_is_left_alone(tmp_path):
    other = sqlite3.connect(tmp_path / "riverlight.sqlite3")
    other.execute("CREATE TABLE songs (title)")
    other.close()
    with pytest.raises(RecordError, match="is not a record of Riverlight"):
        Store(tmp_path)


def test_a_file_that_is_no_database_is_damage(tmp_path):
    (tmp_path / "riverlight.sqlite3").write_bytes(b"not a database at all" * 300)
    with pytest.raises(RecordError, match=r"is damaged \(file is not a database\)\. Nothing was changed"):
        Store(tmp_path)
    (tmp_path / "riverlight.sqlite3").unlink()
    with Store(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be created"):
        Store(tmp_path / "file" / "games")


def test_a_missing_or_torn_row_is_damage_and_the_sound_part_is_read(store):
    game_id = store.create([HEAD, Row("undo"), Row("redo"), Row("undo", body={"a": 1})])
    damaging = database(store)
    damaging.execute("UPDATE events SET body = '{' WHERE n = 4")
    damaging.commit()
    with pytest.raises(RecordError, match=r"game 1 is damaged at row 4: its details cannot be read.*export 1 --sound"):
        store.rows(game_id)
    damaging.execute("DELETE FROM events WHERE n = 2")
    damaging.commit()
    with pytest.raises(RecordError, match="damaged at row 2: the row is missing"):
        store.rows(game_id)
    assert [row.n for row in store.rows(game_id, sound=True)] == [1]
    damaging.close()


@pytest.mark.parametrize(
    "change",
    [
        "body = NULL",
        "body = '[]'",
        "body = '{'",
        "body = 17",
        "body = x'ff00'",
        f"body = '{'[' * 5000}'",
        """body = '{"game": "canyon"}'""",
        """body = '{"game": "canyon", "names": 7}'""",
        """body = '{"game": "canyon", "names": ["Ada"], "result": 5}'""",
        """body = '{"game": "canyon", "names": ["Ada"], "result": {"winners": ["?"], "way": "most"}}'""",
        """body = '{"game": "canyon", "names": []}'""",
        """body = '{"game": "canyon", "names": [1, 2, 3, 4, 5, 6, 7]}'""",
        """body = '{"game": "canyon", "names": ["Ada"], "result": {"winners": [9], "way": "most"}}'""",
        "at_ms = 'yesterday'",
        "at_ms = 9223372036854775807",
    ],
)
def test_a_damaged_game_is_listed_as_such_and_hides_no_other(store, change):
    sound, damaged = store.create([HEAD]), store.create([HEAD])
    with database(store) as changed:
        changed.execute(f"UPDATE events SET {change} WHERE game = ?", (damaged,))  # noqa: S608  (ours)
    changed.close()
    assert [(game.game_id, game.is_damaged, game.is_under_way) for game in store.games()] == [
        (damaged, True, False),
        (sound, False, True),
    ]


@pytest.mark.parametrize(
    "change",
    [
        "kind = x'07'",
        "seat = 'A'",
        "move = x'03'",
        "automatic = 'no'",
        "digest = x'05'",
        "at_ms = 'late'",
        "boot = 'a1b2c3'",
        "number = 4",
        "boot = 'a1b2c3', number = 'many'",
        "body = '[1]'",
        "body = CAST(x'7bff7d' AS TEXT)",
    ],
)
def test_a_row_whose_parts_are_of_other_kinds_is_damage(store, change):
    game = store.create([HEAD, Row("move", 1, "pick 3", digest="ab"), Row("move", 1, "pick 4", digest="cd")])
    with database(store) as changed:
        changed.execute(f"UPDATE events SET {change} WHERE n = 2")  # noqa: S608  (ours)
    changed.close()
    with pytest.raises(RecordError, match=f"game {game} is damaged at row 2: (its|a value) "):
        store.rows(game)
    assert [row.n for row in store.rows(game, sound=True)] == [1]


def test_a_text_that_is_no_text_spoils_only_its_own_game(store):
    sound, spoilt = store.create([HEAD]), store.create([HEAD])
    with database(store) as changed:
        changed.execute("UPDATE events SET body = CAST(x'7bff7d' AS TEXT) WHERE game = ?", (spoilt,))
    changed.close()
    assert [(game.game_id, game.is_damaged) for game in store.games()] == [(spoilt, True), (sound, False)]


def test_a_game_whose_number_is_none_hides_no_other_and_keeps_none_from_beginning(store):
    first, second = store.create([HEAD]), store.create([HEAD])
    with database(store) as changed:
        changed.execute("UPDATE events SET game = 'second' WHERE game = ?", (second,))
    changed.close()
    assert [game.game_id for game in store.games()] == [first]
    assert store.create([HEAD]) == second + 1  # a lost game keeps its number


def test_a_press_whose_number_is_none_is_as_though_it_had_not_been(store):
    store.create([HEAD, Row("typed", press=KeyPress("f00", 4)), Row("typed", press=KeyPress("f00", 5))])
    with database(store) as changed:
        changed.execute("UPDATE events SET number = 'many' WHERE n = 3")
    changed.close()
    assert store.last_press("f00") == 4


def test_a_number_that_no_record_can_hold_is_told(store):
    with pytest.raises(RecordError, match="cannot be used: Python int too large"):
        store.create([HEAD, Row("typed", press=KeyPress("f00", 1 << 70))])
    assert store.games() == []


@pytest.mark.parametrize(
    "body",
    [
        {"keypad": []},
        {"keypad": 9, "keys": "1", "tail": ""},
        {"keypad": "main", "keys": 1, "tail": ""},
        {"keypad": "main", "keys": "E", "tail": ""},
        {"keypad": "main", "keys": "1"},
        {"by": 2},
        {"agreed": "ab"},
        {"agreed": [7]},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["typed", "move"])
def test_details_that_no_table_writes_are_damage_at_their_row(table, store, kind, body):
    table.press("1")
    row = store.append(table.game_id, len(store.rows(table.game_id)), [Row(kind, 0, "pick 1", body=body, digest="ab")])
    with pytest.raises(RecordError, match=f"damaged at row {row}: its details have the wrong types"):
        Table.resume(store, table.game_id)


@pytest.mark.parametrize(
    "change",
    [
        {"names": "AB"},
        {"names": ["Ada", 7]},
        {"names": ["Ada"]},
        {"seed": "7"},
        {"options": [1]},
        {"options": {"no such": "on"}},
        {"board": "canyon"},
        {"board": {"game": "canyon", "spaces": [{"id": "a1"}]}},
        {"board": {"game": "canyon", "spaces": [], "panels": []}},
        {"bots": 7},
        {"bots": ["x"]},
        {"game": ["toy"]},
    ],
    ids=str,
)
def test_a_first_row_that_begins_no_game_is_damage(table, store, change):
    body = store.rows(table.game_id)[0].body
    with database(store) as changed:
        changed.execute("UPDATE events SET body = ? WHERE n = 1", (json.dumps(body | change),))
    changed.close()
    with pytest.raises(RecordError, match=r"damaged at row 1: it does not start a game \(") as told:
        Table.resume(store, table.game_id)
    assert len(str(told.value)) < 400


@pytest.mark.parametrize(
    ("result", "winners"),
    [({"winners": [1], "way": "points"}, ("Ben",)), ({"winners": [0, 1], "way": "shared"}, ("Ada", "Ben"))],
)
def test_who_won_is_told_by_name(store, result, winners):
    store.create([HEAD, Row("move", 1, "pick 3", body={"result": result}, digest="ab")])
    assert store.games()[0].winners == winners
    store.create([HEAD])
    assert store.games()[0].winners == ()


def test_a_game_that_is_not_there_is_told_with_some_that_are(store):
    for _ in range(14):
        store.create([HEAD])
    with pytest.raises(RecordError, match=r"There is no saved game 99. Saved games: 14, 13, .*, 3, …\."):
        store.rows(99)
    with pytest.raises(RecordError, match=r'There is no saved game "1{38}…'):
        store.rows(int("1" * 4000))


def test_the_latest_games_are_listed_without_reading_the_others(store):
    """Page by page from the last one back, with gaps, and each once."""
    for _ in range(130):
        store.create([HEAD, Row("move", 0, "draw")])
    with database(store) as changed:
        changed.execute("DELETE FROM events WHERE game % 3 = 0")
        changed.execute("DELETE FROM events WHERE game = 100 AND n = 1")
    changed.close()
    there = [game for game in range(130, 0, -1) if game % 3 and game != 100]
    assert [game.game_id for game in store.games()] == there
    assert [game.game_id for game in store.games(7)] == there[:7]
    assert store.count() == len(there)


def test_an_index_that_leads_round_in_a_circle_ends_the_list(store, monkeypatch):
    """SQLite may find the same game again and again below its own number, once its file is damaged."""
    body = json.dumps(HEAD.body)
    row = (7, body, 5, 1, 5, body)
    damaged = SimpleNamespace(execute=lambda _query, _where: SimpleNamespace(fetchall=lambda: [row, row]))
    with monkeypatch.context() as patched:
        patched.setattr(store, "_database", damaged)
        assert {game.game_id for game in store.games()} == {7}


def test_a_schema_with_a_name_that_is_no_text_is_damage(store):
    with database(store) as changed:
        changed.execute("PRAGMA writable_schema = ON")
        changed.execute("UPDATE sqlite_master SET name = CAST(x'80' AS TEXT), sql = 'CREATE' WHERE type = 'table'")
    changed.close()
    with pytest.raises(RecordError, match=r"is damaged \(malformed database schema\)\. Nothing was changed"):
        Store.reading(store.folder)
