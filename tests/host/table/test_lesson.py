"""The guided first games: each scripted step can be played with the keys that the coach says, and nothing else."""

import pytest
from riverlight.errors import OptionError
from riverlight.games.registry import GAMES
from riverlight.games.sides import SECOND
from riverlight.table.lesson import open_lesson, script_of
from riverlight.table.rows import KeyPress

LONGEST_SENTENCE = 140


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_that_the_coach_says_play_the_whole_opening(store, game):
    lesson = open_lesson(store, game)
    pressed = 0
    while keys := (coach := lesson.snapshot("table")["coach"])["keys"]:
        assert coach["sentence"].endswith(".")
        assert len(coach["sentence"]) <= LONGEST_SENTENCE
        entries = len(lesson.history.entries)
        for key in keys:
            assert lesson.press(key).kind in ("typed", "accepted"), (coach, lesson.snapshot("table")["refusal"])
        assert len(lesson.history.entries) > entries
        pressed += 1
    assert "Start a game of your own" in coach["sentence"]
    assert len(lesson.history.entries) == len(script_of(game))
    assert pressed >= 8
    assert store.games() == []


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_its_sentence(game):
    assert all(step.coach for step in script_of(game))


def test_another_legal_key_is_refused_with_what_the_coach_wants(store):
    lesson = open_lesson(store, "canyon")
    refused = lesson.press("1")
    assert refused.kind == "refused"
    assert refused.sentence.startswith("That would be legal, but in this tutorial:")
    assert lesson.press("9").kind == "refused"
    assert lesson.press("3").kind == "accepted"


def test_a_step_is_taken_back_and_played_again(store):
    lesson = open_lesson(store, "canyon")
    lesson.press("3")
    assert lesson.press("#").kind == "accepted"
    assert lesson.snapshot("table")["coach"]["at"] == 0
    assert lesson.press("3").kind == "accepted"


def test_only_the_table_page_has_a_coach_and_an_unknown_game_is_refused(store):
    assert open_lesson(store, "pyramid").snapshot(0)["coach"] is None
    assert open_lesson(store, "pyramid").press("1", SECOND).kind == "refused"
    with pytest.raises(OptionError, match="no tutorial for 'chess'"):
        open_lesson(store, "chess")


def test_a_press_that_the_device_sends_again_counts_once(store):
    """After a reconnection it comes again under its number; a press of another start of the device is another one."""
    lesson = open_lesson(store, "canyon")
    assert lesson.press("3", press=KeyPress("f00", 1)).kind == "accepted"
    assert lesson.press("3", press=KeyPress("f00", 1)).kind == "repeated"
    assert len(lesson.history.entries) == 1
    keys = lesson.snapshot("table")["coach"]["keys"]
    for number, key in enumerate(keys, start=2):
        assert lesson.press(key, press=KeyPress("f00", number)).kind in ("typed", "accepted")
        assert lesson.press(key, press=KeyPress("f00", number)).kind == "repeated"
    assert len(lesson.history.entries) == 2
    lesson.press("#", press=KeyPress("f01", 1))
    assert len(lesson.history.entries) == 1
