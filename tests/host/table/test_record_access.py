"""Who may read the record's files, and what can be done where they cannot be written."""

import json
import os
import shutil
import stat
import subprocess
import sys

import pytest
from riverlight.errors import RecordError
from riverlight.folders import make_private
from riverlight.table.record import Store
from riverlight.table.session import Table

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights than these")

NAMES = ["Ada", "Ben", "Cleo"]
GIVEN_UP = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""What makes root keep to the rights of files too."""


@pytest.fixture
def folder(tmp_path):
    """A data folder with one game, its log not folded in, as a host that was killed leaves it."""
    with Store(tmp_path / "living") as store:
        Table.new(store, "canyon", {}, NAMES, 7)
        shutil.copytree(store.folder, tmp_path / "data")
    yield tmp_path / "data"
    (tmp_path / "data").chmod(0o700)


def rights(path):
    return stat.S_IMODE(path.stat().st_mode)


def read_only(folder):
    for path in folder.iterdir():
        path.chmod(0o400)
    folder.chmod(0o500)


def riverlight(folder, *words):
    is_root = os.geteuid() == 0
    if is_root and shutil.which(GIVEN_UP[0]) is None:
        pytest.skip("root may write anywhere, and there is no setpriv")
    command = [*(GIVEN_UP if is_root else ()), sys.executable, "-m", "riverlight", *words]
    env = {**os.environ, "RIVERLIGHT_DATA": str(folder)}
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=60)


def test_a_new_record_is_its_owners_alone(tmp_path):
    with Store(tmp_path / "deep" / "data") as store:
        Table.new(store, "canyon", {}, NAMES, 7)
        files = {path.name: rights(path) for path in store.folder.iterdir()}
        assert set(files.values()) == {0o600}
        assert {name.partition(".")[2] for name in files} == {"heads", "lock", "sqlite3", "sqlite3-shm", "sqlite3-wal"}
        assert rights(store.folder) == 0o700


def test_a_record_made_before_is_closed_to_others_when_it_is_opened(folder):
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)
    with Store(folder):
        assert {rights(path) for path in folder.iterdir()} == {0o600}
        assert rights(folder) == 0o700


def test_a_folder_that_holds_other_things_too_keeps_its_rights(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "ada"))
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    for each in ("home/ada", "home", "shared"):
        (tmp_path / each).mkdir(parents=True, exist_ok=True)
        before = rights(tmp_path / each)
        make_private(tmp_path / each)
        assert rights(tmp_path / each) == before


@pytest.mark.parametrize("has_log", [True, False])
@pytest.mark.parametrize("has_index", [True, False])
def test_a_read_only_folder_can_be_read(folder, has_log, has_index):
    with Store.reading(folder) as store:
        assert len(store.games()) == 1
    if not has_log:
        with Store(folder):
            pass  # folds the log in
    if not has_index:
        (folder / "riverlight.sqlite3-shm").unlink(missing_ok=True)
    read_only(folder)
    listed = riverlight(folder, "games", "list", "--json")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert json.loads(listed.stdout)["names"] == NAMES
    for words in (("show", "1"), ("export", "1"), ("replay", "1")):
        ended = riverlight(folder, "games", *words)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "Ada" in ended.stdout


def test_writing_to_a_read_only_folder_says_that_it_is_read_only(folder, tmp_path):
    (tmp_path / "game.txt").write_text(riverlight(folder, "games", "export", "1").stdout)
    read_only(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for words in (
        ("play", "canyon"),
        ("play",),
        ("games", "resume"),
        ("games", "import", str(tmp_path / "game.txt")),
        ("demo", "--keep"),
    ):
        ended = riverlight(folder, *words)
        assert (ended.returncode, ended.stdout) == (2, ""), words
        assert f"The data folder {folder} is read-only (Permission denied): its games can" in ended.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_without_rights_is_told(folder):
    folder.chmod(0)
    for words in (("games", "list"), ("play",)):
        ended = riverlight(folder, *words)
        assert ended.returncode == 2
        assert "Traceback" not in ended.stderr
        assert "Permission denied" in ended.stderr


def test_a_data_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "data").write_text("")
    for words, sentence in ((("games", "list"), "is a file"), (("play",), "cannot be created (File exists)")):
        ended = riverlight(tmp_path / "data", *words)
        assert ended.returncode == 2
        assert sentence in ended.stderr


def test_a_full_disk_is_told_and_the_game_has_not_changed(folder):
    with Store(folder) as store:
        table = Table.resume(store, 1)
        before = store.rows(1)
        store._database.execute("PRAGMA max_page_count = 1")  # as good as a full disk
        outcome = None
        for _ in range(2000):
            try:
                table.press("9")
            except RecordError as error:
                outcome = error.sentence
                break
        assert outcome == f"The record in {folder} cannot be used: database or disk is full."
        assert store.rows(1)[: len(before)] == before
    with Store(folder) as store:
        Table.resume(store, 1)
