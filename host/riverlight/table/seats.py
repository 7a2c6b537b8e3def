"""Who sits where: names, and the letter, shape and colour that a seat has on board, page and lights alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NotRequired, TypedDict

from riverlight.errors import OptionError
from riverlight.languages.text import text
from shared_rules.roles import SEAT_COLOURS

__all__ = ["LETTERS", "NAMES", "SHAPES", "SeatCard", "seat_cards", "tidy_names"]

LETTERS = "ABCDEF"
SHAPES = ("circle", "triangle", "square", "diamond", "pentagon", "star")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The names of seats that nobody named, by seat."""

_LONGEST_NAME = 20


class SeatCard(TypedDict):
    """A seat as pages show it; ``colour`` is ``#rrggbb``, ``bot`` is there where Riverlight plays."""

    seat: int
    name: str
    letter: str
    shape: str
    colour: str
    bot: NotRequired[bool]


def seat_cards(names: Sequence[str], bots: Collection[int] = ()) -> list[SeatCard]:
    """Return each seat's card, in the order of the seats; ``bots`` are the seats that Riverlight plays."""
    cards: list[SeatCard] = [
        {
            "seat": seat,
            "name": name,
            "letter": LETTERS[seat],
            "shape": SHAPES[seat],
            "colour": "#{:02x}{:02x}{:02x}".format(*SEAT_COLOURS[seat]),
        }
        for seat, name in enumerate(names)
    ]
    for seat in bots:
        cards[seat]["bot"] = True
    return cards


def tidy_names(names: Sequence[str], seat_counts: Sequence[int]) -> tuple[str, ...]:
    """Return the names with blanks trimmed, those left empty filled in from :data:`NAMES`, with none that is taken.

    Raises:
        OptionError: for a wrong number of seats, two seats of one name, or a name that no page could show.
    """
    if len(names) not in seat_counts:
        counts = ", ".join(map(str, seat_counts))
        message = text("This game seats {counts} players, not {count}.", counts=counts, count=len(names))
        raise OptionError(message)
    given = [" ".join(name.split()) for name in names]
    tidy = [*given]
    for seat in (seat for seat, name in enumerate(given) if not name):
        own_first = (NAMES[seat], *NAMES)
        tidy[seat] = next(name for name in own_first if name not in tidy)
    for name in tidy:
        if len(name) > _LONGEST_NAME:
            message = text(
                "A name has at most {most} characters; {name}… has {count}.",
                most=_LONGEST_NAME,
                name=repr(name)[:_LONGEST_NAME],
                count=len(name),
            )
            raise OptionError(message)
        if not name.isprintable():
            message = text("A name has letters, digits and signs that can be printed, not {name}.", name=repr(name))
            raise OptionError(message)
        if tidy.count(name) > 1:
            message = text("Each seat needs a name of its own; {name} comes twice.", name=repr(name))
            raise OptionError(message)
    return tuple(tidy)
