"""Canyon's fifty cards as small integers, hands as bit masks, and the winner of a trick (CAN-1, CAN-7).

A card is ``suit * 10 + number - 1``, 0 to 49; a hand has bit ``1 << card`` for each of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.languages.text import text

__all__ = [
    "ALL_CARDS",
    "CARDS",
    "CARD_NUMBERS",
    "CARD_TEXTS",
    "NO_CARD",
    "NUMBERS",
    "STRENGTH",
    "SUITS",
    "SUIT_NAMES",
    "SUIT_OF",
    "cards_in",
    "cards_of_suit",
    "winner_place",
]

CARDS = 50
NO_CARD = -1
ALL_CARDS = (1 << CARDS) - 1

SUITS = "RBGYV"
SUIT_NAMES = (text("red"), text("blue"), text("green"), text("yellow"), text("violet"))

SUIT_OF = tuple(card // 10 for card in range(CARDS))
CARD_TEXTS = tuple(f"{SUITS[card // 10]}{card % 10 + 1}" for card in range(CARDS))
CARD_NUMBERS = {name: card for card, name in enumerate(CARD_TEXTS)}

_SUIT_BITS = 1023

NUMBERS = tuple(tuple(number for number in range(10) if bits >> number & 1) for bits in range(1024))
"""For each set of numbers below ten, as bits: those numbers, ascending."""
_OF_SUIT = tuple(tuple(tuple(10 * suit + number for number in numbers) for numbers in NUMBERS) for suit in range(5))
"""For each suit and each set of its cards as ten bits: those cards, ascending."""


def _strengths(trump: int, led: int) -> tuple[int, ...]:
    """Return the strength of each card in a trick; 0 for cards of neither trump nor led suit."""
    return tuple(
        20 + card % 10 if card // 10 == trump else 1 + card % 10 if card // 10 == led else 0 for card in range(CARDS)
    )


STRENGTH = tuple(tuple(_strengths(trump, led).__getitem__ for led in range(5)) for trump in range(5))
"""For each trump suit and led suit: the strength of each card in the trick."""


def cards_of_suit(cards: int, suit: int) -> tuple[int, ...]:
    """Return the cards of ``suit`` in the mask ``cards``, ascending."""
    return _OF_SUIT[suit][cards >> 10 * suit & _SUIT_BITS]


def cards_in(cards: int) -> tuple[int, ...]:
    """Return the cards of the mask ``cards``, ascending."""
    red, blue, green, yellow, violet = _OF_SUIT
    return (
        red[cards & _SUIT_BITS]
        + blue[cards >> 10 & _SUIT_BITS]
        + green[cards >> 20 & _SUIT_BITS]
        + yellow[cards >> 30 & _SUIT_BITS]
        + violet[cards >> 40]
    )


def winner_place(trick: Sequence[int], trump: int) -> int:
    """Return the index of the winning card: the highest trump, else the highest of the led suit (CAN-7)."""
    return trick.index(max(trick, key=STRENGTH[trump][SUIT_OF[trick[0]]]))
