"""A damaged record opens whole or says what is lost: never shorter in silence, never with a traceback."""

import os
import random
import shutil

import pytest
from riverlight.errors import RecordError
from riverlight.table.heads import HEADS_FILE, read_heads
from riverlight.table.record import Store
from riverlight.table.recovery import recover
from riverlight.table.rows import KeyPress, Row
from riverlight.table.session import Table

FLIPS = int(os.environ.get("RIVERLIGHT_FLIPS", "40"))
RECORD = "riverlight.sqlite3"
LOG = f"{RECORD}-wal"
FRAME = 24 + 4096  # of the log, after a header of 32 bytes
NAMES = ["Ada", "Ben"]


@pytest.fixture
def killed(tmp_path):
    """The folder of a host that was killed, half of its game still in the log, and the rows that it had committed."""
    with Store(tmp_path / "living") as store:
        table = Table.new(store, "toy", {}, NAMES, 7)
        dice = random.Random(3)
        for turn in range(14):
            if turn == 6:
                store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            number = len(store.rows(1))
            for key in dice.choice(table.codes(table.history.state.to_act()[0])).keys:
                table.press(key, press=KeyPress("f00", number))
        rows = store.rows(1)
        shutil.copytree(store.folder, tmp_path / "killed")
    return tmp_path / "killed", rows


def damaged(folder, name, change):
    """Return a copy of ``folder`` whose file ``name`` has the content that ``change`` makes of its own."""
    copy = folder.parent / "damaged"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    (copy / name).write_bytes(change((folder / name).read_bytes()))
    return copy


def flipped(content, place, bit):
    changed = bytearray(content)
    changed[place] ^= 1 << bit
    return bytes(changed)


def damages(content, name):
    """Yield what may become of a file: a bit or a byte flipped here and there, its end cut off at every boundary."""
    dice = random.Random(name)
    for _ in range(FLIPS):
        yield flipped(content, dice.randrange(len(content)), dice.randrange(8))
    for _ in range(FLIPS // 4):
        place = dice.randrange(len(content))
        yield content[:place] + dice.randbytes(16) + content[place + 16 :]
    boundaries = range(32, len(content), FRAME) if name == LOG else range(0, len(content), 4096)
    for boundary in boundaries:
        yield from (content[: max(boundary + near, 0)] for near in (-1, 0, 1))


def found_in(folder, opened):
    """Return the rows of game 1 as ``opened`` resumes it, or the sentence with which it refuses."""
    try:
        with opened(folder) as store:
            if opened is Store:
                Table.resume(store, 1)
                return store.rows(1)
            rows = store.rows(1)
            return "altered" if rows[-1].ends_altered else rows
    except RecordError as error:
        return error.sentence


@pytest.mark.parametrize("name", [RECORD, LOG])
def test_a_damaged_file_opens_whole_or_says_what_is_lost(killed, name):
    folder, rows = killed
    losses = 0
    for number, content in enumerate(damages((folder / name).read_bytes(), name)):
        copy = damaged(folder, name, lambda _, content=content: content)
        for opened in (Store.reading, Store):
            found = found_in(copy, opened)
            assert found == rows or isinstance(found, str), number
        if found != rows:
            losses += 1
            assert (
                "damaged" in found
                or "lost" in found
                or "altered" in found
                or "cannot be used" in found
                or ("not a record" in found or "newer" in found)
            ), found
    assert losses


@pytest.mark.parametrize("name", [f"{RECORD}-shm", HEADS_FILE])
def test_damage_to_the_files_that_hold_no_rows_loses_none(killed, name):
    folder, rows = killed
    for content in damages((folder / name).read_bytes(), name):
        copy = damaged(folder, name, lambda _, content=content: content)
        assert found_in(copy, Store.reading) == rows
        assert found_in(copy, Store) == rows


def test_a_log_cut_short_is_reported_with_numbers_and_copied_before_anything_is_written(killed):
    folder, rows = killed
    copy = damaged(folder, LOG, lambda content: content[: 32 + 3 * FRAME])
    short = (copy / LOG).read_bytes()
    with Store(copy) as store:
        (loss,) = store.losses()
        assert (loss.game_id, loss.written) == (1, len(rows))
        assert 0 < loss.left < len(rows)
        with pytest.raises(RecordError) as refused:
            Table.resume(store, 1)
        assert f"{len(rows)} were written, {loss.left} are left" in refused.value.sentence
        assert "riverlight games recover 1" in refused.value.sentence
        with pytest.raises(RecordError, match=f"{len(rows)} were written, {loss.left} are left"):
            store.append(1, loss.left, [Row("undo", digest="00")])
        assert [game.is_damaged for game in store.games()] == [True]
        assert len(store.rows(1, sound=True)) == loss.left
        assert (store.copy / LOG).read_bytes() == short
        assert Table.new(store, "toy", {}, NAMES, 8).game_id == 2
    with Store(copy) as again:
        assert again.losses() == [loss]
        assert [path.name for path in copy.glob("damaged-*")] == [f"damaged-game-1-has-{loss.left}-of-{len(rows)}"]


def test_a_recovered_game_continues_from_what_is_left(killed):
    folder, rows = killed
    copy = damaged(folder, LOG, lambda content: content[: 32 + 3 * FRAME])
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    left, lost, files = recover(copy, 1)
    assert left + lost == len(rows)
    for name in (RECORD, LOG, HEADS_FILE):
        assert (files / name).read_bytes() == before[name]
    with Store(copy) as store:
        assert store.losses() == []
        assert store.rows(1) == rows[:left]
        table = Table.resume(store, 1)
        assert table.undo().kind in ("accepted", "asks")
    assert recover(copy, 1) is None
    with pytest.raises(RecordError, match="There is no saved game 7"):
        recover(copy, 7)


def test_a_recovered_game_ends_before_its_first_damaged_row(killed):
    folder, rows = killed
    step = next(row.n for row in rows[4:] if row.kind == "move")
    with Store(folder) as store:
        store._database.execute("UPDATE events SET digest = 'ffff' WHERE n = ?", (step,))
    left, lost, _files = recover(folder, 1)
    assert left < step
    assert left + lost == len(rows)
    with Store(folder) as store:
        assert Table.resume(store, 1).game_id == 1


def test_an_altered_name_or_key_is_reported_though_the_game_can_be_replayed(killed):
    folder, rows = killed
    with Store(folder) as store:
        store._database.execute("UPDATE events SET body = replace(body, 'Ada', 'Eda') WHERE n = 1")
    with Store(folder) as store, pytest.raises(RecordError, match=f"Game 1 is altered: its {len(rows)} rows are not"):
        Table.resume(store, 1)
    assert recover(folder, 1)[:2] == (len(rows), 0)
    with Store(folder) as store:
        assert Table.resume(store, 1).head.names == ("Eda", "Ben")


def test_a_game_that_is_gone_is_reported_and_its_number_not_used_again(killed):
    folder, rows = killed
    with Store(folder) as store:
        store._database.execute("DELETE FROM events")
        assert store.games() == []
        (loss,) = store.losses()
        assert loss.sentence.startswith(f"Game 1 is lost: {len(rows)} rows were written, none is left. `riverlight ")
        assert Table.new(store, "toy", {}, NAMES, 8).game_id == 2
    recover(folder, 1)
    with Store(folder) as store:
        assert store.losses() == []


def test_a_record_without_its_file_reports_every_game(killed):
    folder, rows = killed
    for path in folder.glob(f"{RECORD}*"):
        path.unlink()
    with Store(folder) as store:
        assert [(loss.left, loss.written) for loss in store.losses()] == [(0, len(rows))]


def test_a_kill_between_the_commit_and_its_head_is_no_loss(killed):
    folder, rows = killed
    heads = (folder / HEADS_FILE).read_bytes()
    with Store(folder) as store:
        Table.resume(store, 1).press("1")
        more = store.rows(1)
    (folder / HEADS_FILE).write_bytes(heads)
    with Store(folder) as store:
        assert store.losses() == []
        assert store.rows(1) == more
        Table.resume(store, 1).press("2")
        assert read_heads(folder)[1].rows == len(store.rows(1)) > len(more)
    assert len(more) > len(rows)


def test_a_record_from_before_there_were_heads_opens_and_gets_them(killed):
    folder, rows = killed
    (folder / HEADS_FILE).unlink()
    with Store(folder) as store:
        assert store.rows(1) == rows
        Table.resume(store, 1).press("1")
        assert read_heads(folder)[1].rows == len(store.rows(1))


def test_the_log_is_folded_in_now_and_then(tmp_path):
    with Store(tmp_path) as store:
        game = store.create([Row("new", body={"game": "toy", "names": NAMES})])
        for last in range(1, 300):
            store.append(game, last, [Row("typed", body={"keys": "1" * 200})])
        assert (tmp_path / LOG).stat().st_size < 150 * FRAME
