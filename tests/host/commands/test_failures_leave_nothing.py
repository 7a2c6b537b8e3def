"""A command that fails leaves everything as it was: no game, no file, no folder, nothing half written."""

import os
import socket
import tempfile
from pathlib import Path

import pytest
from riverlight.atomic_files import write_atomically
from riverlight.table.record import Store
from riverlight.table.session import Table

FAILURES = [
    "play canyon --http-port TAKEN --no-browser",
    "play --http-port TAKEN --no-browser",
    "play canyon --http-port TAKEN --no-browser --lan",
    "play canyon --option cards=many",
    "play canyon --option suits=6",
    "play canyon --board nowhere",
    "play canyon --board HERE/bad.json",
    "play canyon --seats 9",
    "play canyon --bots 9",
    "play canyon --device raspberry --http-port TAKEN",
    "play canyon --device emulator",
    "play canyon --device emulator --uf2 HERE/bad.json --http-port TAKEN",
    "play --seats 3",
    "demo canyon --keep --option cards=many",
    "demo canyon --keep --seats 9",
    "games show 7",
    "games resume 7",
    "games resume 7 --http-port TAKEN",
    "games recover 7",
    "games export 7 -o HERE/game.txt",
    "games import HERE/nothing.txt",
    "games import HERE/bad.json",
    "games import HERE/game-of-nowhere.txt",
    "games replay 7",
    "games replay HERE/bad.json",
    "boards new canyon --id Canyon",
    "boards new canyon --id brook --size 10x10",
    "boards new canyon --id brook -o HERE/bad.json",
    "boards new canyon --id brook -o HERE/bad.json/brook.json",
    "boards check HERE/nothing.json",
    "boards check HERE/bad.json",
    "boards draw HERE/bad.json -o HERE/picture.svg",
    "boards draw canyon -o HERE/bad.json/picture.svg",
    "boards trace HERE/bad.json",
    "boards trace --http-port TAKEN --no-browser",
    "boards calibrate HERE/bad.json",
    "boards print HERE/bad.json --out HERE/printed",
    "boards print niagara --out HERE/bad.json/printed",
    "boards print niagara --out HERE/blocked",
    "hardware check HERE/nothing.yaml",
    "hardware parts niagara --bed 20x20 --out HERE/parts",
    "hardware check HERE/bad.json",
    "hardware plan HERE/bad.json --out HERE/built",
    "hardware plan niagara --out HERE/bad.json/built",
    "hardware pages HERE/bad.json/pages",
    "device install --port HERE/no-port",
    "device install --settings HERE/bad.json --port HERE/no-port",
    "device update --port HERE/no-port",
    "device test --port HERE/no-port",
    "device teach --port HERE/no-port --keys A1",
    "moves HERE/nothing.jsonl",
    "selfplay canyon --games 1 --option cards=many",
]


_CHANGING = ("riverlight.lock", "riverlight.sqlite3-wal", "riverlight.sqlite3-shm")
"""The lock has the number of the process that wrote last; SQLite makes its log and index whenever it reads."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder to work in, with some files, and one for temporary files, both inside ``tmp_path``."""
    for name in ("here", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here" / "bad.json").write_text('{"riverlight_board": 1, "game": "canyon"}')
    (tmp_path / "here" / "blocked" / "niagara-overlay-a4.pdf").mkdir(parents=True)
    tags = {"Game": "canyon", "Board": "nowhere", "Seats": "3", "Names": "A | B | C", "Seed": "1"}
    text = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    (tmp_path / "here" / "game-of-nowhere.txt").write_text(f"{text}\n\ntable dealer 2\n")
    return tmp_path / "here"


@pytest.fixture
def taken():
    """A port that another program has."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def tree(folder):
    """Return every folder and file in ``folder``, and what the files hold."""
    return {
        path.relative_to(folder): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if path.name not in _CHANGING
    }


@pytest.mark.parametrize("line", FAILURES)
@pytest.mark.parametrize("has_record", [False, True], ids=["fresh", "played"])
def test_a_command_that_fails_changes_nothing(run, folder, here, taken, line, has_record):
    if has_record:
        with Store(folder) as store:
            Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 7)
    before = tree(here.parent)
    code, output, errors = run(*line.replace("HERE", str(here)).replace("TAKEN", str(taken)).split())
    assert code == (1 if line == "boards check HERE/bad.json" else 2), output + errors
    after = tree(here.parent)
    assert after == before
    if has_record:
        with Store.reading(folder) as store:
            assert [game.game_id for game in store.games()] == [1]


def test_files_are_written_all_or_none(tmp_path):
    (tmp_path / "old.txt").write_bytes(b"old")
    (tmp_path / "taken").mkdir()
    before = tree(tmp_path)
    with pytest.raises(OSError, match="taken") as refused:
        write_atomically(
            {tmp_path / "old.txt": b"new", tmp_path / "deep" / "a": b"a", tmp_path / "taken": b"b"}, makes_folders=True
        )
    assert refused.value.filename == str(tmp_path / "taken")
    assert tree(tmp_path) == before
    with pytest.raises(FileExistsError):
        write_atomically({tmp_path / "fresh.txt": b"a", tmp_path / "old.txt": b"new"}, replaces=False)
    assert tree(tmp_path) == before
    with pytest.raises(FileNotFoundError):
        write_atomically({tmp_path / "old.txt": b"new", tmp_path / "deep" / "a": b"a"})
    assert tree(tmp_path) == before
    write_atomically({tmp_path / "old.txt": b"new", tmp_path / "deep" / "a": b"a"}, makes_folders=True)
    assert {str(path) for path in tree(tmp_path) if path not in before} == {"deep", str(Path("deep", "a"))}
    assert (tmp_path / "old.txt").read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such device")
def test_a_device_is_written_to_as_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically({tmp_path / "pipe": b"all of it"})
        assert os.read(reader, 100) == b"all of it"
    finally:
        os.close(reader)
