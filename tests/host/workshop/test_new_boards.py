"""``boards new``: a good start is sound for play as it stands, of any size that spaces fit on."""

import pytest
from riverlight.boards import check
from riverlight.boards.files import save, shipped_ids
from riverlight.boards.kinds import kind_for
from riverlight.boards.saved import boards_folder, saved_ids
from riverlight.errors import BoardError
from riverlight.games.registry import GAMES, game_named
from riverlight.workshop.new import blank_board, new_board


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size_mm", [None, (420, 420), (1200, 600)])
def test_a_good_start_is_sound_for_play(game, size_mm):
    board = new_board(game, "mine", "Mine", size_mm)
    assert check(board) == []
    assert board["id"] == "mine"
    assert {name for space in board["spaces"] for name in space["leds"]} == set(kind_for(game).panels)


@pytest.mark.parametrize("game", GAMES)
def test_the_chains_of_a_start_are_the_panels_of_its_game(game):
    assert kind_for(game).panels == tuple(game_named(game).panels)


@pytest.mark.parametrize("game", GAMES)
def test_a_size_on_which_the_spaces_do_not_fit_is_refused_with_the_fault(game):
    with pytest.raises(BoardError, match="are less than 12 mm apart"):
        new_board(game, "mine", "Mine", (120, 100))


def test_a_name_that_is_no_id_is_refused():
    with pytest.raises(BoardError, match="The board: id must be 1 to 32 lowercase letters"):
        new_board("canyon", "../mine", "Mine")


def test_a_board_that_is_kept_is_listed_and_found_by_its_id(folder):
    path = save(new_board("canyon", "mine", "Mine"), replaces=False)
    assert path == folder / "boards" / "mine.json"
    assert saved_ids() == ("mine",)
    assert [file.name for file in boards_folder().iterdir()] == ["mine.json"]


@pytest.mark.usefixtures("folder")
def test_a_kept_board_is_replaced_only_when_that_is_said():
    board = new_board("niagara", "mine", "Mine")
    save(board, replaces=False)
    with pytest.raises(BoardError, match="You already have a board mine"):
        save({**board, "title": "Other"}, replaces=False)
    path = save({**board, "title": "Other"}, replaces=True)
    assert '"title": "Other"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["../up", "a/b", "..", "", "Mine", "a" * 33, "mine.json", "/mine"])
@pytest.mark.usefixtures("folder")
def test_a_kept_board_can_name_no_path(name):
    with pytest.raises(BoardError, match="The board: id must be"):
        save({**new_board("niagara", "mine", "Mine"), "id": name}, replaces=True)
    assert saved_ids() == ()


@pytest.mark.usefixtures("folder")
def test_the_ids_of_shipped_boards_stay_theirs():
    for name in shipped_ids():
        with pytest.raises(BoardError, match=f"The id {name} belongs to a built-in board"):
            save(new_board("niagara", name, "Mine"), replaces=True)


@pytest.mark.usefixtures("folder")
def test_a_board_that_cannot_be_used_is_not_kept():
    with pytest.raises(BoardError, match="The board: spaces must be a list of 1 to 254 spaces; it has 0"):
        save(blank_board("canyon", "mine", "Mine", (500, 400)), replaces=False)


def test_a_folder_that_cannot_be_written_is_named(folder):
    (folder / "boards").write_text("no folder")
    with pytest.raises(BoardError, match=r"The board cannot be written to .*boards: "):
        save(new_board("niagara", "mine", "Mine"), replaces=False)
