"""How the sentences of every game put choices and winners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from riverlight.engines.contract import TABLE
from riverlight.languages.text import Text, listed, plural, text
from riverlight.table.seats import LETTERS

__all__ = ["Sentences", "choose", "named", "numbers_to", "sentence_for", "wins"]

Sentences = Mapping[str, Callable[[str, Mapping[str, Any], Sequence[str]], str]]
"""For each event worth a line its sentence, made of who did it, the event and the names."""

_MOST_LISTED = 4


def numbers_to(count: int) -> str:
    """Return the numbers of so many choices: ``1, 2 or 3``, or ``1 to 9``."""
    if count > _MOST_LISTED:
        return text("1 to {count}", count=count)
    return listed([str(number) for number in range(1, count + 1)])


def choose(count: int) -> str:
    """Return what to do about so many choices."""
    return text("press 1") if count == 1 else text("choose {numbers}", numbers=numbers_to(count))


def named(words: str, names: Sequence[str]) -> str:
    """Return ``words`` with the players' names in place of the letters of their seats, which are all engines know."""
    seats: dict[str, str] = {
        text("seat {letter}", letter=letter): name for letter, name in zip(LETTERS, names, strict=False)
    }
    return words.with_parts(seats) if isinstance(words, Text) else words


def wins(names: Sequence[str]) -> str:
    """Return the sentence that tells who won."""
    return plural("{names} wins.", "{names} share the win.", len(names), names=listed(names, "and"))


def sentence_for(
    sentences: Sentences, event: Mapping[str, Any], names: Sequence[str], who: str | None = None
) -> str | None:
    """Return the sentence for ``event``, None where it has none; it is its seat's doing unless ``who`` says whose."""
    sentence = sentences.get(event["event"])
    if sentence is None:
        return None
    if who is None:
        who = "" if event["seat"] == TABLE else names[event["seat"]]
    return sentence(who, event, names)
