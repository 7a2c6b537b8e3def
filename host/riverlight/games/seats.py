"""Seats: names, and the letter, shape and colour of each seat on board, page and lights."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NotRequired, TypedDict
from unicodedata import category, normalize

from riverlight.errors import OptionError
from riverlight.languages.text import text
from riverlight.light_roles import load_light_roles

__all__ = ["LETTERS", "NAMES", "SHAPES", "SeatCard", "seat_cards", "tidy_names"]

LETTERS = "ABCDEF"
SHAPES = ("circle", "triangle", "square", "diamond", "pentagon", "star")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""Default names, by seat."""

_LONGEST_NAME = 20

_LAST_OF_LATIN: Final = "\u1fff"
_JOINER: Final = "\u200d"
_IN_COLOUR: Final = "\ufe0f"
_STYLES: Final = ("\ufe0e", _IN_COLOUR)
_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters, marks and symbols that are invisible."""


class SeatCard(TypedDict):
    """A seat as pages show it; ``light`` names its colour, ``colour`` is ``#rrggbb``; ``bot``: a computer player.

    ``hints`` is the number of rounds in which it asked for one, if any.
    """

    seat: int
    name: str
    letter: str
    shape: str
    light: str
    colour: str
    bot: NotRequired[bool]
    hints: NotRequired[int]


def seat_cards(names: Sequence[str], bots: Collection[int] = (), colours: Sequence[str] = ()) -> list[SeatCard]:
    """Return each seat's card, by seat.

    Args:
        names: the names of the seats.
        bots: the seats of computer players.
        colours: the colours of the first seats by name; the others have their own.
    """
    lights = load_light_roles().seats
    own = [*lights]
    cards: list[SeatCard] = [
        {
            "seat": seat,
            "name": name,
            "letter": LETTERS[seat],
            "shape": SHAPES[seat],
            "light": light,
            "colour": "#{:02x}{:02x}{:02x}".format(*lights[light]),
        }
        for seat, (name, light) in enumerate(zip(names, (*colours, *own[len(colours) :]), strict=False))
    ]
    for seat in bots:
        cards[seat]["bot"] = True
    return cards


def tidy_names(names: Sequence[str], seat_counts: Sequence[int]) -> tuple[str, ...]:
    """Return the names stripped, with empty ones filled in from unused :data:`NAMES`.

    Raises:
        OptionError: a wrong number of seats, two seats with one name, or a name that pages cannot show.
    """
    if len(names) not in seat_counts:
        counts = ", ".join(map(str, seat_counts))
        message = text("This game is for {counts} players, not {count}.", counts=counts, count=len(names))
        raise OptionError(message)
    given = [" ".join(name.split()) for name in names]
    tidy = [*given]
    for seat in (seat for seat, name in enumerate(given) if not name):
        own_first = (NAMES[seat], *NAMES)
        tidy[seat] = next(name for name in own_first if name not in map(_as_seen, tidy))
    for name in tidy:
        if len(name) > _LONGEST_NAME:
            message = text(
                "A name can have at most {most} characters; {name}… has {count}.",
                most=_LONGEST_NAME,
                name=repr(name)[:_LONGEST_NAME],
                count=len(name),
            )
            raise OptionError(message)
        if not _can_be_seen(name):
            message = text("A name can have only printable characters, not {name}.", name=repr(name))
            raise OptionError(message)
        if sum(_as_seen(other) == _as_seen(name) for other in tidy) > 1:
            message = text("Each player needs a different name; {name} is used twice.", name=repr(name))
            raise OptionError(message)
    return tuple(tidy)


def _as_seen(name: str) -> str:
    """Return a form that is equal for names that look alike: Unicode composition and emoji variants are ignored."""
    return normalize("NFC", "".join(sign for sign in name if sign not in _STYLES))


def _can_be_seen(name: str) -> bool:
    """Return whether all characters of a name are visible: joiners and variation selectors only after an emoji."""
    if not name or any(category(part[0]).startswith("M") for part in name.split()):  # a mark needs a base character
        return False
    for at, sign in enumerate(name):
        before = name[at - 1 : at] if at else ""
        if sign == _JOINER:
            if not (_is_picture(before) or before == _IN_COLOUR) or not _is_picture(name[at + 1 : at + 2]):
                return False
        elif sign in _STYLES:
            if not _is_picture(before) and before not in {*"0123456789#*"}:
                return False
        elif not sign.isprintable() or _INVISIBLE.match(sign):
            return False
    return True


def _is_picture(sign: str) -> bool:
    """Return whether a character is an emoji, a skin tone, or another symbol; "" is none."""
    return sign > _LAST_OF_LATIN and category(sign) in ("So", "Sk", "Sm") and not _INVISIBLE.match(sign)
