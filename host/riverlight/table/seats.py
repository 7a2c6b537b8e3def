"""Who sits where: names, and the letter, shape and colour that a seat has on board, page and lights alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from riverlight.errors import OptionError
from shared_rules.roles import SEAT_COLOURS

__all__ = ["LETTERS", "NAMES", "SHAPES", "SeatCard", "seat_cards", "tidy_names"]

LETTERS = "ABCDEF"
SHAPES = ("circle", "triangle", "square", "diamond", "pentagon", "star")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The names of seats that nobody named, by seat."""

_LONGEST_NAME = 20


class SeatCard(TypedDict):
    """A seat as pages show it; ``colour`` is ``#rrggbb``."""

    seat: int
    name: str
    letter: str
    shape: str
    colour: str


def seat_cards(names: Sequence[str]) -> list[SeatCard]:
    """Return each seat's card, in the order of the seats."""
    return [
        {
            "seat": seat,
            "name": name,
            "letter": LETTERS[seat],
            "shape": SHAPES[seat],
            "colour": "#{:02x}{:02x}{:02x}".format(*SEAT_COLOURS[seat]),
        }
        for seat, name in enumerate(names)
    ]


def tidy_names(names: Sequence[str], seat_counts: Sequence[int]) -> tuple[str, ...]:
    """Return the names with blanks trimmed, those left empty filled in from :data:`NAMES`.

    Raises:
        OptionError: for a wrong number of seats, two seats of one name, or a name that no page could show.
    """
    if len(names) not in seat_counts:
        counts = ", ".join(map(str, seat_counts))
        message = f"This game seats {counts} players, not {len(names)}."
        raise OptionError(message)
    tidy = tuple(" ".join(name.split()) or NAMES[seat] for seat, name in enumerate(names))
    for name in tidy:
        if len(name) > _LONGEST_NAME:
            message = f"A name has at most {_LONGEST_NAME} characters; {name[:_LONGEST_NAME]!r}… has {len(name)}."
            raise OptionError(message)
        if not name.isprintable():
            message = f"A name has letters, digits and signs that can be printed, not {name!r}."
            raise OptionError(message)
        if tidy.count(name) > 1:
            message = f"Each seat needs a name of its own; {name!r} comes twice."
            raise OptionError(message)
    return tidy
