"""The rules in each language of the pages say what the English ones say: no clause, number or option is lost."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from riverlight.clauses import Clause, clause, clauses, seeds_folder
from riverlight.languages import ENGLISH, LOCALES
from riverlight.languages.text import reading, spoken, text

FILES = ("canyon.md", "niagara.md", "pyramid.md")
DIGITS = re.compile(r"(?:[−+]|(?<![A-Za-z])[LMR])?\d+")
"""A number in digits with its sign, or a space of Niagara's river: ``0``, ``−1``, ``R7``."""

CHINESE = "三=3 四=4 五=5 六=6 七=7 八=8 九=9 十=10 十一=11 十四=14 二十三=23 五十=50"
NUMERALS = {
    ENGLISH: "three=3 third=3 four=4 five=5 fifth=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 fourteen=14 "
    "twenty-three=23 fifty=50",
    "de": "drei=3 dritte=3 drittes=3 vier=4 fünf=5 fünften=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 "
    "vierzehn=14 dreiundzwanzig=23 fünfzig=50",
    "zh-Hant": CHINESE,
    "zh-Hans": CHINESE,
}
"""How the rules spell out the numbers from three upwards; *one* and *two* are other words too."""


def spelled(text: str, language: str) -> Counter[int]:
    """Return how often each number from three upwards is spelled out in ``text``."""
    values = {word: int(value) for word, value in (pair.split("=") for pair in NUMERALS[language].split())}
    longest_first = "|".join(sorted(values, key=len, reverse=True))
    pattern = longest_first if NUMERALS[language] == CHINESE else rf"\b(?:{longest_first})\b"
    return Counter(values[word] for word in re.findall(pattern, text.lower()))


def faults(english: Clause, translated: Clause, language: str) -> list[str]:
    """Return what ``translated`` does not say as ``english`` does, each fault in a few words."""
    found: list[str] = []
    if english.text.count("\n\n") != translated.text.count("\n\n"):
        found.append("paragraphs")
    sentences = [each for each in re.split(r"(?<=[.;])\s+", english.text) if len(each.split()) > 2]
    if english.title == translated.title or not translated.text or any(each in translated.text for each in sentences):
        found.append("left in English")
    if Counter(DIGITS.findall(english.text)) != Counter(DIGITS.findall(translated.text)):
        found.append("digits")
    if spelled(f"{english.title} {english.text}", ENGLISH) - spelled(f"{translated.title} {translated.text}", language):
        found.append("spelled numbers")
    if re.findall("`[^`]*`", english.text) != re.findall("`[^`]*`", translated.text):
        found.append("options")
    return found


def heads(language: str) -> list[Clause]:
    """Return what stands above the clauses of each file, as a clause whose id is the file's name."""
    folder = seeds_folder() if language == ENGLISH else seeds_folder() / language
    texts = {name: (folder / name).read_text(encoding="utf-8").partition("\n## ")[0] for name in FILES}
    assert all(text.startswith("# ") for text in texts.values()), language
    return [Clause(name, f"{language} {name}", text.partition("\n")[2].strip()) for name, text in texts.items()]


def test_each_language_of_the_pages_has_the_rules() -> None:
    told = {path.parent.name for path in seeds_folder().glob("*/*.md")}
    assert told == set(LOCALES)
    assert set(NUMERALS) == {ENGLISH, *LOCALES}


@pytest.mark.parametrize("language", LOCALES)
def test_a_language_has_the_same_files_with_the_same_clauses_in_the_same_order(language: str) -> None:
    assert sorted(path.name for path in (seeds_folder() / language).iterdir()) == sorted(FILES)
    assert list(clauses(language)) == list(clauses())


@pytest.mark.parametrize("language", LOCALES)
def test_each_clause_says_the_same_in_a_language(language: str) -> None:
    told, read = [*heads(ENGLISH), *clauses().values()], [*heads(language), *clauses(language).values()]
    found = {english.id: faults(english, own, language) for english, own in zip(told, read, strict=True)}
    assert {each: what for each, what in found.items() if what} == {}


@pytest.mark.parametrize("language", LOCALES)
def test_a_title_in_a_language_is_as_short_as_a_page_has_room_for(language: str) -> None:
    assert [each.id for each in clauses(language).values() if not 2 <= len(each.title) <= 60] == []


@pytest.mark.parametrize(
    ("clause_id", "old", "new", "fault"),
    [
        ("CAN-4", "6 bis 9", "6 bis 8", "digits"),
        ("NIA-2", "L6 und R6", "R6 und R6", "digits"),
        ("NIA-3", "−1, 0", "1, 0", "digits"),
        ("PYR-16", "mit sechs gegen", "mit fünf gegen", "spelled numbers"),
        ("CAN-20", "`off` oder `on`", "`on` oder `off`", "options"),
        ("CAN-15", "\n\n", " ", "paragraphs"),
        ("NIA-21", "Sein Edelstein", "A canoe that goes over the fall is lost. Sein Edelstein", "left in English"),
    ],
)
def test_a_damaged_clause_is_found(clause_id: str, old: str, new: str, fault: str) -> None:
    sound = clause(clause_id, "de")
    damaged = sound._replace(text=sound.text.replace(old, new, 1))
    assert faults(clause(clause_id), sound, "de") == []
    assert damaged != sound
    assert faults(clause(clause_id), damaged, "de") == [fault]


def test_a_title_left_in_english_is_found() -> None:
    left = clause("CAN-7", "de")._replace(title=clause("CAN-7").title)
    assert faults(clause("CAN-7"), left, "de") == ["left in English"]


WORDS = {
    "canyon.md": ("Canyon", "Pace", "current", "waterfall", "cave", "landing"),
    "niagara.md": ("Niagara", "waterfall", "shore"),
    "pyramid.md": ("Pyramid", "mummy", "sarcophagus", "entrance", "treasure"),
}
"""Words of each game that pages use too."""


@pytest.mark.parametrize("language", LOCALES)
def test_the_rules_and_the_pages_call_a_thing_by_the_same_word(language: str) -> None:
    with reading(language):
        for name, words in WORDS.items():
            told = (seeds_folder() / language / name).read_text(encoding="utf-8")
            heading, *others = map(spoken, map(text, words))
            assert told.startswith(f"# {heading}\n")
            assert [word for word in others if word not in told] == []
