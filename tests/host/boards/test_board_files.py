"""Boards are found by id or path, held with their compiled form, and refused with a sentence."""

import json
import os
from pathlib import Path

import pytest
from riverlight.boards import load, read_board_file, shipped, shipped_ids
from riverlight.boards.compile import compile_board
from riverlight.errors import BoardError

from shared_rules.board import NONE, PYRAMID, Board, distances

CANYON = shipped("canyon")


def test_a_shipped_board_is_read_once():
    assert shipped("canyon") is load("canyon")


def test_every_shipped_board_is_named_after_its_file():
    for name in shipped_ids():
        assert shipped(name).id == name


def test_a_board_knows_its_spaces_by_name_and_by_index():
    assert CANYON.space_ids[CANYON.index["c4"]] == "c4"
    assert CANYON.space_ids == tuple(space["id"] for space in CANYON.document["spaces"])
    assert repr(CANYON) == f"<Board 'canyon' of canyon, {len(CANYON.space_ids)} spaces, {CANYON.core.hash}>"


def test_the_same_file_by_its_path_is_the_same_board(tmp_path):
    path = tmp_path / "copy.json"
    path.write_bytes(read_board_file("canyon"))
    assert load(path).core.hash == CANYON.core.hash
    assert load(str(path)).title == CANYON.title


@pytest.mark.parametrize("name", ["atlantis", Path("atlantis")])
def test_an_unknown_id_is_refused_with_the_ids_there_are(name):
    with pytest.raises(BoardError, match=r"There is no board 'atlantis'. Choose one of (.*, )?canyon, "):
        load(name)


def test_a_game_without_a_board_is_refused():
    with pytest.raises(BoardError, match="Riverlight has no built-in board 'chess'"):
        shipped("chess")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BoardError, match=r"lost\.json cannot be read: No such file or directory\."):
        load(tmp_path / "lost.json")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(BoardError, match=r"cannot be read: Is a directory\."):
        load(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipe has a name here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(BoardError, match=r"pipe\.json is a pipe or a device, not a file\."):
        load(tmp_path / "pipe.json")


@pytest.mark.parametrize("name", ["a\0b.json", "\ud800/b.json"])
def test_a_name_that_no_file_system_has_is_refused(name):
    with pytest.raises(BoardError, match="cannot be read: the name is not valid"):
        load(name)


def test_a_name_of_any_length_is_quoted_in_part():
    with pytest.raises(BoardError, match=r"cannot be read: File name too long\.") as refused:
        load("x" * 100_000 + ".json")
    assert len(str(refused.value)) < 300


def test_the_compiled_form_says_what_the_file_says():
    core, spaces = CANYON.core, CANYON.document["spaces"]
    lights = core.lights("main")
    for number, space in enumerate(spaces):
        slots = core.neighbours[number * core.degree : (number + 1) * core.degree]
        touched = [CANYON.space_ids[other] for other in slots if other != NONE]
        assert sorted(touched) == sorted(space["touches"])
        assert list(slots) == sorted(slots)
        flow = core.data[number]
        assert (CANYON.space_ids[flow] if flow != NONE else None) == space.get("flow")
        assert all(lights[light] == number for light in space["leds"]["main"])
    assert len(lights) == sum(len(space["leds"]["main"]) for space in spaces)
    assert len(CANYON.blob) < 2000


def test_an_arrow_counts_only_on_a_current_and_where_it_leads_to_a_space():
    spaces = [
        {"id": "a", "kind": "water", "touches": ["b"], "flow": "b"},
        {"id": "b", "kind": "current", "touches": ["a", "c"], "flow": "hill"},
        {"id": "c", "kind": "landing", "touches": ["b"]},
    ]
    core = Board(compile_board({"game": "canyon", "spaces": spaces}))
    assert list(core.data) == [NONE, NONE, NONE]
    assert list(distances(core)) == [2, 1, 0]


def test_a_light_named_twice_shows_the_first_space_and_spare_lights_show_none():
    spaces = [
        {"id": "a", "kind": "water", "touches": [], "leds": {"main": [1]}},
        {"id": "b", "kind": "water", "touches": [], "leds": {"main": [1, 3.0]}},
    ]
    core = Board(compile_board({"game": "canyon", "panels": {"main": 6}, "spaces": spaces}))
    assert list(core.lights("main")) == [NONE, 0, NONE, 1, NONE, NONE]


def test_the_exits_of_a_maze_have_a_slot_for_each_direction():
    spaces = [
        {"id": "a", "kind": "chamber", "exits": {"e": "b"}},
        {"id": "b", "kind": "treasure", "colour": "yellow", "exits": {"w": "a"}},
    ]
    core = Board(compile_board({"game": "pyramid", "spaces": spaces}))
    assert (core.game, core.degree) == (PYRAMID, 4)
    assert list(core.neighbours) == [NONE, 1, NONE, NONE, NONE, NONE, NONE, 0]
    assert list(core.data) == [NONE, 3]


def test_the_schema_travels_with_the_boards_and_is_no_board():
    assert "board" not in shipped_ids()
    assert json.loads(read_board_file("canyon"))["riverlight_board"] == 1
