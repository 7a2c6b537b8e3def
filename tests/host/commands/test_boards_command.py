"""``riverlight boards``: what it prints and how it ends."""

import json

import pytest
from click.testing import CliRunner
from riverlight.boards import read_board_file, shipped, shipped_ids
from riverlight.boards.drawing import draw
from riverlight.commands.boards import command
from riverlight.errors import BoardError


def run(*words):
    return CliRunner().invoke(command, [str(word) for word in words])


@pytest.fixture
def files(tmp_path):
    sound, faulty = tmp_path / "sound.json", tmp_path / "faulty.json"
    sound.write_bytes(read_board_file("canyon"))
    faulty.write_bytes(read_board_file("canyon").replace(b'"c1", "kind": "water"', b'"c1", "kind": "lava"'))
    return tmp_path, sound, faulty


def test_list_names_every_shipped_board():
    result = run("list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(shipped_ids())
    assert f"The Long Bend: {len(shipped('canyon').space_ids)} spaces, lights: 117 on main" in result.stdout


@pytest.mark.parametrize("name", shipped_ids())
def test_every_shipped_board_is_sound(name):
    result = run("check", name)
    assert (result.exit_code, result.stdout) == (0, f"{name}: sound\n")


def test_check_names_the_faults_of_each_file_and_ends_with_1(files):
    _, sound, faulty = files
    result = run("check", sound, faulty)
    assert result.exit_code == 1
    assert result.stdout == (
        f"{sound}: sound\n{faulty}: 1 problem\n"
        '  Space c1: kind must be start, water, current, landing, cave or waterfall, not "lava".\n'
    )


def test_check_prints_problems_as_data(files):
    _, sound, faulty = files
    result = run("check", sound, faulty, "--json")
    assert result.exit_code == 1
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"file": str(sound), "problems": []},
        {
            "file": str(faulty),
            "problems": [
                {
                    "step": "file",
                    "kind": "schema-kind-enum",
                    "sentence": 'Space c1: kind must be start, water, current, landing, cave or waterfall, not "lava".',
                    "spaces": ["c1"],
                    "is_malformed": True,
                }
            ],
        },
    ]


def test_check_ends_with_2_where_a_file_cannot_be_read_and_goes_on_with_the_rest(files):
    folder, sound, faulty = files
    result = run("check", folder / "lost.json", faulty, sound)
    assert result.exit_code == 2
    assert f"{folder / 'lost.json'} cannot be read: No such file or directory." in result.stderr
    assert f"{sound}: sound" in result.stdout


def test_draw_writes_a_picture_by_night_or_by_day(files):
    folder, sound, _ = files
    board = shipped("canyon")
    assert run("draw", sound).stdout == draw(board, "night") + "\n"
    assert run("draw", "canyon", "--day", "--names", "-o", folder / "day.svg").exit_code == 0
    assert (folder / "day.svg").read_text(encoding="utf-8") == draw(board, "day", names=True)


def test_draw_says_why_it_cannot_draw_or_write(files):
    folder, _, faulty = files
    for words, sentence in (
        (("draw", faulty), "Space c1: kind must be"),
        (("draw", "canyon", "-o", folder / "no" / "map.svg"), "cannot be written: No such file or directory."),
        (("draw", "canyon", "-o", folder / ("x" * 3000)), "cannot be written: File name too long."),
    ):
        error = run(*words).exception
        assert isinstance(error, BoardError)
        assert sentence in str(error)


@pytest.mark.parametrize("name", ["list", "check", "draw", "new"])
def test_help_is_short_and_has_an_example(name):
    lines = run(name, "--help").stdout.splitlines()
    assert len(lines) <= 20
    assert any("Example: riverlight boards" in line for line in lines)


def test_new_keeps_a_sound_board_which_list_check_and_draw_find_by_its_id(folder):
    made = run("new", "canyon", "--id", "own", "--size", "800x600")
    assert made.exit_code == 0
    assert made.stdout.startswith(f"{folder / 'boards' / 'own.json'}: 115 spaces, sound.")
    assert "own        Own: 115 spaces, lights: 115 on main, yours" in run("list").stdout
    assert run("check", "own").stdout == "own: sound\n"
    assert 'viewBox="0 0 800 600"' in run("draw", "own").stdout


def test_new_writes_a_file_that_was_not_there(tmp_path):
    path = tmp_path / "mine.json"
    assert run("new", "niagara", "-o", path).exit_code == 0
    assert run("check", path).stdout == f"{path}: sound\n"
    assert "cannot be written: File exists" in str(run("new", "niagara", "-o", path).exception)


@pytest.mark.parametrize("size", ["large", "nanx4", "720", "-1x5", "1e9x1e9"])
def test_new_refuses_what_is_no_size(size):
    result = run("new", "pyramid", "--size", size)
    assert result.exit_code == 2
    assert "expected width and height in mm, such as 720x500" in result.stderr


def test_list_says_which_of_your_boards_cannot_be_used(folder):
    run("new", "niagara", "--id", "own")
    (folder / "boards" / "own.json").write_text("{}")
    assert "own        yours, not usable: This is not a board file" in run("list").stdout
