"""What people call Canyon's cards and spaces, in their own language."""

import pytest
from riverlight.games.canyon.names import card_name, space_name
from riverlight.languages.text import reading, spoken


@pytest.mark.parametrize(
    ("card", "english", "german", "chinese"),
    [("B7", "blue 7", "Blau 7", "藍色 7"), ("R10", "red 10", "Rot 10", "紅色 10"), ("V", "violet", "Violett", "紫色")],
)
def test_a_card_is_called_by_its_suit_and_number(card, english, german, chinese):
    assert spoken(card_name(card)) == english
    with reading("de"):
        assert spoken(card_name(card)) == german
    with reading("zh-Hant"):
        assert spoken(card_name(card)) == chinese


def test_spaces_that_the_board_shows_no_name_for_are_called_by_their_kind():
    assert [spoken(space_name(space)) for space in ("start2", "landing3", "cave", "d3")] == [
        "start space 2",
        "landing 3",
        "the cave",
        "d3",
    ]
    with reading("de"):
        assert spoken(space_name("start2")) == "Startfeld 2"
