"""Sentences about choices and winners, shared by all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from riverlight.games.contract import TABLE, EventFacts
from riverlight.games.seats import LETTERS
from riverlight.languages.text import Text, listed, plural, series, text

__all__ = ["Sentences", "choose", "key_words", "named", "numbered", "numbers_to", "sentence_for", "wins"]

E = TypeVar("E", bound=EventFacts)

Sentences = Mapping[str, Callable[[str, E, Sequence[str]], str]]
"""The sentence for each event in the log, made from the actor, the event and the names."""

_MOST_LISTED = 4


def numbers_to(count: int) -> str:
    """Return the numbers of so many choices: ``1, 2 or 3``, or ``1 to 9``."""
    if count > _MOST_LISTED:
        return text("1 to {count}", count=count)
    return listed([str(number) for number in range(1, count + 1)])


def numbered(names: Sequence[str]) -> str:
    """Return the names with their numbers: ``1 Ada, 2 Ben or 3 Cleo``."""
    return listed([f"{number} {name}" for number, name in enumerate(names, start=1)])


def key_words(words: Mapping[str, str]) -> str:
    """Return what keys stand for: ``A red, B blue``."""
    return series([text("{key} {meaning}", key=key, meaning=word) for key, word in words.items()])


def choose(count: int) -> str:
    """Return the instruction for so many choices."""
    return text("press 1 to confirm") if count == 1 else text("choose {numbers}", numbers=numbers_to(count))


def named(words: str, names: Sequence[str]) -> str:
    """Return ``words`` with the players' names in place of seat letters, as engines only know letters."""
    seats: dict[str, str] = {
        text("seat {letter}", letter=letter): name for letter, name in zip(LETTERS, names, strict=False)
    }
    return words.with_parts(seats) if isinstance(words, Text) else words


def wins(names: Sequence[str]) -> str:
    """Return the sentence that names the winners."""
    return plural("{names} wins.", "{names} share the win.", len(names), names=listed(names, "and"))


def sentence_for(sentences: Sentences[E], event: E, names: Sequence[str], who: str | None = None) -> str | None:
    """Return the sentence for ``event``, None if it has none; its seat is the actor unless ``who`` is given."""
    sentence = sentences.get(event["event"])
    if sentence is None:
        return None
    if who is None:
        who = "" if event["seat"] == TABLE else names[event["seat"]]
    return sentence(who, event, names)
