"""Choices of one word: house rules of a game, the languages of a browser."""

from __future__ import annotations

from riverlight.commands.arguments import players_for, read_given, seats_of
from riverlight.errors import OptionError
from riverlight.games.contract import read_options
from riverlight.games.registry import game_named
from riverlight.languages import ENGLISH, LANGUAGES, language_of

from tests.tools.fuzz.games import GAMES
from tests.tools.fuzz.mutate import in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["TARGETS"]

_RULES = tuple(
    f"{option.name}={value}" for game in GAMES for option in game_named(game).options for value in option.values
)


def _choose(data: bytes) -> bool:
    """Start as ``play``, ``study`` and ``selfplay`` do: a game, seats, bots, their seats, then house rules."""
    name, seats, bots, places, *given = [*data.decode("utf-8", "replace").split(" "), "", "", "", ""]
    try:
        game = game_named(name)
        count = seats_of(game, int(seats) if seats.isascii() and seats.isdecimal() and len(seats) < 9 else None)
        levels = players_for(count, bots, places or None)
        options = read_options(game.options, read_given(word for word in given if word))
    except OptionError as error:
        demand_sentence(error)
        return False
    assert all(0 <= seat < count for seat in levels)
    assert options == read_options(game.options, options)
    return True


def _ask_for_language(data: bytes) -> bool:
    """Have one of our languages for whatever a browser asks; anything else is English."""
    found = language_of(data.decode("latin-1"))
    assert found in LANGUAGES
    return found != ENGLISH


TARGETS = (
    Target(
        "house-rules",
        lambda: [
            *(f"{game} 3 0  ".encode() for game in GAMES),
            b"canyon 4 2  movement=nearest cards=app",
            b"pyramid 3 easy,strong A,C ",
        ],
        in_words([*GAMES, *_RULES, "2", "9", "easy", "medium", "strong", "easy,easy", "A", "A,B", "Z", "=", "=="]),
        simple(_choose),
        lambda: [b"", b"canyon " + b"9" * 5000, "canyon ٣ ²".encode(), b"canyon 3 0  " + b"a=" * 5000],
    ),
    Target(
        "accept-language",
        lambda: [b"de-AT,de;q=0.9,en;q=0.8", b"zh-TW,zh;q=0.9,en;q=0.8", b"fr, zh;q=0.1"],
        in_words(["de;q=0", "zh-Hant", ";q=", "q=1e9", "*", ",", "en;q=nan", "de;q=-1", ",,"]),
        simple(_ask_for_language),
        lambda: [b"", b";" * 50_000, b"de;q=" + b"9" * 50_000, b"de," * 50_000],
    ),
)
