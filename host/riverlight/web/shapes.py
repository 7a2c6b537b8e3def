"""Signs for seats and suits, so that no meaning depends on colour alone: one SVG sprite in every page.

A page draws one with ``<svg><use href="#seat-A"/></svg>``; the scripts use the same symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.games.niagara.gems import GEMS, Gem
from riverlight.games.pyramid.treasures import TREASURES, Treasure
from riverlight.games.seats import NAMES, SeatCard, seat_cards
from riverlight.web.markup import Markup, element, join

__all__ = ["ink_on", "seat_sign", "sprite"]

_HALF_LIGHT: Final = 0.18  # relative luminance at which black and white have equal contrast

# Outlines in a box of 48; the letter is at the height where the shape is widest.
_OUTLINES: Final = {
    "circle": ("M24 3a21 21 0 1 1 0 42a21 21 0 1 1 0-42z", 24),
    "triangle": ("M24 2.5L46.5 44h-45z", 31),
    "square": ("M4.5 9.5a5 5 0 0 1 5-5h29a5 5 0 0 1 5 5v29a5 5 0 0 1-5 5h-29a5 5 0 0 1-5-5z", 24),
    "diamond": ("M24 .5L47 24L24 47.5L1 24z", 24),
    "pentagon": ("M24 2L46 18.5L37.6 45h-27.2L2 18.5z", 26),
    "star": ("M24 .5l6.6 13.6 15 2.1-10.8 10.6 2.5 15L24 34.7 10.7 41.8l2.5-15L2.4 16.2l15-2.1z", 24.5),
}
_SUITS: Final = {
    # Two paths each: the sign, and a detail cut out of it in the card's background colour.
    "R": ("M24 3c2 8 12 13 12 26a12 13 0 0 1-24 2c-.5-6 3-9 5-13 1.5 3 2.5 4 4 5 1-7 0-13 3-20z", ""),
    "B": ("M24 3c7 11 14 18 14 27a14 14.5 0 0 1-28 0c0-9 7-16 14-27z", "M16 30a8.5 9 0 0 0 8 9"),
    "G": ("M40 6c3 20-2 35-18 36-5 .3-9-1-11-4C6 26 16 9 40 6z", "M7 44C13 33 20 25 31 16"),
    "Y": (
        "M24 13a11 11 0 1 1 0 22a11 11 0 1 1 0-22zM22 3h4v7h-4zM22 38h4v7h-4zM3 22h7v4h-7zM38 22h7v4h-7z"
        "M8 10.9L10.9 8l5 5-2.9 2.9zM32.1 35L35 32.1l5 5-2.9 2.9zM37.1 8L40 10.9l-5 5-2.9-2.9zM8 37.1l5-5 2.9 2.9-5 5z",
        "",
    ),
    "V": ("M30 4a20 20 0 1 0 14 28A17 17 0 0 1 30 4z", ""),
}

_THINGS: Final = {
    "ring": "M24 2a22 22 0 1 0 0 44a22 22 0 1 0 0-44zM24 15a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
    "cloud": "M13 39a10 10 0 0 1-1-19.9A14 14 0 0 1 39 16a11.5 11.5 0 0 1-2 23z",
    "arrow": "M3 19h23V8l19 16l-19 16V29H3z",
    "bot": (
        "M22 2h4v8h12a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6h12z"
        "M15 18a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM33 18a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM14 32h20v4H14z"
    ),
    "mummy": (
        "M24 2c8 0 13 6 13 14c0 5-2 9-5 11l9 8v11H7V35l9-8c-3-2-5-6-5-11C11 8 16 2 24 2z"
        "M13.5 14h21v5h-21zM12 36l24-5v4l-24 5z"
    ),
}
"""Filled by the even-odd rule."""


def seat_sign(letter: str, light: str = "") -> Markup:
    """Return the sign of seat ``letter``, hidden from screen readers, as the text next to it names the seat.

    ``light`` is the name of its colour, if that is not the colour in the page's sprite.
    """
    class_ = f"sign seat light-{light}" if light else "sign seat"
    return element(
        "svg", element("use", href=f"#seat-{letter}"), class_=class_, viewBox="0 0 48 48", aria_hidden="true"
    )


def sprite(colours: Sequence[str] = ()) -> Markup:
    """Return the hidden SVG with every symbol: of seats in their colours, suits, gems, and a few others."""
    symbols = [_seat_symbol(card) for card in seat_cards(NAMES, colours=colours)]
    symbols += [_suit_symbol(letter, *paths) for letter, paths in _SUITS.items()]
    symbols += [_gem_symbol(colour, gem) for colour, gem in GEMS.items()]
    symbols += [_treasure_symbol(colour, treasure) for colour, treasure in TREASURES.items()]
    symbols.append(_mummy_symbol())
    symbols += [
        element("symbol", element("path", d=path), id=f"thing-{name}", viewBox="0 0 48 48")
        for name, path in _THINGS.items()
    ]
    return element("svg", *symbols, class_="sprite", aria_hidden="true")


def _seat_symbol(card: SeatCard) -> Markup:
    outline, middle = _OUTLINES[card["shape"]]
    ink = f"var(--light-ink, {ink_on(card['colour'])})"
    letter = element(
        "text", card["letter"], x=24, y=middle, fill=ink, text_anchor="middle", dominant_baseline="central"
    )
    fill = f"var(--light, {card['colour']})"
    # The edge lets a white sign stand out on a light page, and a dark one at night.
    shape = element("path", d=outline, fill=fill, stroke="currentColor", stroke_opacity=0.5, stroke_width=1.5)
    return element("symbol", shape, letter, id=f"seat-{card['letter']}", viewBox="0 0 48 48")


def ink_on(colour: str) -> str:
    """Return black or white, whichever stands out more on a colour, ``#rrggbb``."""
    red, green, blue = bytes.fromhex(colour[1:])
    light = 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)
    return "#fff" if light < _HALF_LIGHT else "#000"


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _gem_symbol(colour: str, gem: Gem) -> Markup:
    shape = element("path", d=gem.outline, class_=f"gem-{colour}")
    letter = element(
        "text", gem.letter, x=24, y=25, text_anchor="middle", dominant_baseline="central", class_=f"ink-{colour}"
    )
    facets = element("path", d=gem.facets, class_="facets")
    return element("symbol", shape, facets, letter, id=f"gem-{colour}", viewBox="0 0 48 48")


def _treasure_symbol(colour: str, treasure: Treasure) -> Markup:
    shape = element("path", d=treasure.outline, class_=f"treasure-{colour}")
    letter = element(
        "text",
        treasure.letter,
        x=24,
        y=25,
        text_anchor="middle",
        dominant_baseline="central",
        class_=f"ink-{colour}-treasure",
    )
    return element("symbol", shape, letter, id=f"treasure-{colour}", viewBox="0 0 48 48")


def _mummy_symbol() -> Markup:
    """Return the mummy's sign among those of seats: pale, wrapped, without a letter."""
    body = element("path", d=_THINGS["mummy"], fill="#e9f1ff", stroke="#2b3550", stroke_width=2)
    shade = element("path", d="M13.5 14h21v5h-21zM12 36l24-5v4l-24 5z", fill="#2b3550", class_="shade")
    return element("symbol", body, shade, id="seat-mummy", viewBox="0 0 48 48")


def _suit_symbol(letter: str, sign: str, detail: str) -> Markup:
    cut = element("path", d=detail, class_="cut") if detail else None
    return element("symbol", join(element("path", d=sign), cut), id=f"suit-{letter}", viewBox="0 0 48 48")
