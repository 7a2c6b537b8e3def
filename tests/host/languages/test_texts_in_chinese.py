"""How fields stand in Chinese sentences: a space parts Chinese from letters and digits, and from nothing else."""

import gettext

import pytest
from riverlight.languages.text import listed, text


class _Catalogue(gettext.NullTranslations):
    def __init__(self, translations):
        super().__init__()
        self._translations = translations

    def gettext(self, message):
        return self._translations.get(message, message)


MOVES = "{name} moves {points}: {choose}."
CHINESE = _Catalogue(
    {MOVES: "{name}走 {points} 步：選擇 {choose}。", "{before} or {word}": "{before} 或 {word}", "arrow": "箭頭"}
)


@pytest.mark.parametrize(
    ("name", "choices", "sentence"),
    [
        ("Ben", ("1", "2"), "Ben 走 4 步：選擇 1 或 2。"),
        ("小明", ("1", text("arrow")), "小明走 4 步：選擇 1 或箭頭。"),
        ("Zoë", (text("arrow"), "3"), "Zoë 走 4 步：選擇箭頭或 3。"),
        ("B!", ("+1", "−1"), "B!走 4 步：選擇 +1 或 −1。"),
    ],
)
def test_a_field_beside_a_chinese_character_has_a_space_only_if_it_is_in_letters_or_digits(name, choices, sentence):
    told = text(MOVES, name=name, points=4, choose=listed(choices))
    assert told.translated(CHINESE) == sentence


def test_in_other_languages_a_field_stands_as_the_translator_wrote_it():
    german = _Catalogue({"{name}'s canoe": "{name}s Kanu"})
    assert text("{name}'s canoe", name="小明").translated(german) == "小明s Kanu"
    assert text("{name}'s canoe", name="小明").translated(gettext.NullTranslations()) == "小明's canoe"
