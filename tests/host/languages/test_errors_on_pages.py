"""Errors in a move's text or a record are shown on pages too, in the reader's language."""

import pytest
from riverlight.errors import MoveTextError, RecordError
from riverlight.languages import LOCALES
from riverlight.languages.text import reading, spoken
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.rows import Row

HEADS = {game: Head.create(game, {}, ["", "", ""], 1, None) for game in ("canyon", "niagara", "pyramid")}

WRONG = {
    "canyon": ("jump", "place nowhere"),
    "niagara": (
        "jump",
        "canoe 3 up to M2",
        "canoe 1 load red at M3",
        "canoe 1 over M2",
        "canoe 1 up to M9",
        "canoe 1 up to M2 steal Z9",
        "canoe 1 up to M2 now",
    ),
    "pyramid": ("jump", "move nowhere", "roll 9"),
}


def told_of(game, words):
    with pytest.raises(MoveTextError) as caught:
        HEADS[game].new_state().parse_move(words)
    return caught.value.sentence


@pytest.mark.parametrize("tag", LOCALES)
@pytest.mark.parametrize(("game", "words"), [(game, words) for game, wrong in WRONG.items() for words in wrong])
def test_a_text_that_is_no_move_is_refused_in_each_language(game, words, tag):
    sentence = told_of(game, words)
    with reading(tag):
        told = spoken(sentence)
    assert told != sentence
    assert not {"Expected", "got", "has", "is", "the"} & set(told.split())


def test_the_german_names_board_and_space():
    with reading("de"):
        assert spoken(told_of("canyon", "place nowhere")) == "Das Brett 'canyon' hat kein Feld 'nowhere'."
        told = spoken(told_of("niagara", "canoe 1 up to"))
    assert told.startswith("Erwartet wird: „up to“, „down to“")


def test_what_is_wrong_with_a_record_is_told_in_german_with_the_reason_in_it():
    head = HEADS["canyon"].row()
    with pytest.raises(RecordError) as caught:
        History.from_rows(4, [head, Row("move", 0, "jump", n=2)])
    assert str(caught.value).startswith(
        "The record of game 4 is damaged at row 2: its step cannot be played ('jump' is not a move of Canyon. Moves are"
    )
    with reading("de"):
        told = spoken(caught.value.sentence)
    assert told.startswith("Die Aufzeichnung von Partie 4 ist in Zeile 2 beschädigt: der Schritt lässt sich nicht")
    assert "`riverlight games export 4 --sound`" in told
