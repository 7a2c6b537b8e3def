"""Canyon's events and their audiences. Cards and suits in events are texts, spaces their ids."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from riverlight.games.canyon.cards import CARD_TEXTS
from riverlight.games.contract import EVERYONE, ONLY_SEAT, Event, EventFacts, EventType

__all__ = [
    "CARDS_FROM_HAND",
    "DEALER_SET",
    "DEALT",
    "DRAWN",
    "DRIFTED",
    "EARNED",
    "EVENT_TYPES",
    "FELL",
    "FIRST_SET",
    "GAME_OVER",
    "HAND",
    "HOME",
    "MOVED",
    "PACE_SEALED",
    "PACE_SHOWN",
    "PACE_SHOWN_AT_ONCE",
    "PLACED",
    "PLAYED",
    "PLAYED_FROM_HAND",
    "PUSHED",
    "REAL_CARDS",
    "REVOKE",
    "ROUND_BEGUN",
    "STAYED",
    "TRICKS_WON",
    "TRICK_WON",
    "TRUMP_SET",
    "CanyonEvent",
    "drawn",
    "earned",
    "pace_shown",
    "trick_won",
]

_Way = TypedDict("_Way", {"from": str, "to": str}, total=False)


class CanyonEvent(EventFacts, _Way, total=False):
    """An event as data for JSON: each kind has the fields that its type declares."""

    card: str | None
    cards: list[str]
    suit: str
    space: str
    at: str
    landing: str
    round: int
    step: int
    cards_each: int
    dealer: int
    start_seat: int
    pace: int
    won: int
    bonus: int
    points: int
    surplus: int
    number: int
    tricks: list[int]
    winners: list[int]
    way: str


DRAWN = EventType("drawn", ("card",), EVERYONE, reveals=True)
"""The seat drew a card for the first deal (CAN-2)."""
DEALER_SET = EventType("dealer", (), EVERYONE)
"""The seat deals the first round."""
FIRST_SET = EventType("first", (), EVERYONE)
"""The seat places the first canoe (CAN-3)."""
PLACED = EventType("placed", ("space",), EVERYONE)
ROUND_BEGUN = EventType("round", ("round", "step", "cards_each", "dealer", "start_seat"), EVERYONE)
"""A round starts; the table's event."""
DEALT = EventType("dealt", ("cards_each",), EVERYONE)
HAND = EventType("hand", ("cards",), ONLY_SEAT, reveals=True)
"""The seat was dealt these cards by the app (CAN-24)."""
TRUMP_SET = EventType("trump", ("suit", "card"), EVERYONE)
"""The trump suit, and the card turned up, None if only its suit was entered (CAN-5, CAN-8)."""
PACE_SHOWN = EventType("pace", ("pace",), EVERYONE)
PACE_SEALED = EventType("pace_sealed", (), EVERYONE)
"""The seat chose its pace, which is still sealed (CAN-6)."""
PACE_SHOWN_AT_ONCE = EventType("pace_shown", ("pace",), EVERYONE, reveals=True)
"""A sealed pace is shown once all are chosen."""
PLAYED = EventType("played", ("card",), EVERYONE)
"""A real card was played: everyone at the table saw it."""
PLAYED_FROM_HAND = EventType("played_from_hand", ("card",), EVERYONE, reveals=True)
"""A card of a secret hand was played."""
REVOKE = EventType("revoke", ("card", "suit", "tricks"), EVERYONE)
"""The seat played a suit that it had failed to follow in these tricks of the round, numbered from 1 (CAN-8)."""
TRICK_WON = EventType("trick", ("number", "won"), EVERYONE)
"""The seat won this trick of the round, with its number of tricks so far."""
TRICKS_WON = EventType("tricks", ("won",), EVERYONE)
"""The seat's tricks of the round were entered (CAN-9)."""
EARNED = EventType("earned", ("pace", "won", "bonus", "points"), EVERYONE)
"""The seat's points of the round (CAN-12)."""
MOVED = EventType("moved", ("from", "to", "points"), EVERYONE)
STAYED = EventType("stayed", ("at", "points"), EVERYONE)
DRIFTED = EventType("drifted", ("from", "to"), EVERYONE)
"""The seat's canoe drifted in its own turn (CAN-18)."""
PUSHED = EventType("pushed", ("from", "to"), EVERYONE)
"""The seat's canoe was pushed by another (CAN-19)."""
FELL = EventType("fell", ("from", "to"), EVERYONE)
"""The seat's canoe went over the waterfall and into the cave (CAN-20)."""
HOME = EventType("home", ("landing", "surplus"), EVERYONE)
"""The seat's canoe reached a landing with a surplus (CAN-22)."""
GAME_OVER = EventType("over", ("winners", "way"), EVERYONE)

EVENT_TYPES = (
    DRAWN,
    DEALER_SET,
    FIRST_SET,
    PLACED,
    ROUND_BEGUN,
    DEALT,
    HAND,
    TRUMP_SET,
    PACE_SHOWN,
    PACE_SEALED,
    PACE_SHOWN_AT_ONCE,
    PLAYED,
    PLAYED_FROM_HAND,
    REVOKE,
    TRICK_WON,
    TRICKS_WON,
    EARNED,
    MOVED,
    STAYED,
    DRIFTED,
    PUSHED,
    FELL,
    HOME,
    GAME_OVER,
)


def _for_each_card(event_type: EventType) -> tuple[tuple[tuple[Event, ...], ...], ...]:
    return tuple(tuple((Event(event_type, seat, (text,)),) for text in CARD_TEXTS) for seat in range(6))


_DRAWN = _for_each_card(DRAWN)
REAL_CARDS = _for_each_card(PLAYED)
"""The event of playing a real card, by seat and card; immutable, so shared by all games."""
CARDS_FROM_HAND = _for_each_card(PLAYED_FROM_HAND)
"""The event of playing a card of a secret hand."""


def drawn(seat: int, card: int) -> tuple[Event, ...]:
    """Return the event of drawing a card for the first deal."""
    return _DRAWN[seat][card]


# Frequent events with few different values are created once, too.


@cache
def pace_shown(seat: int, pace: int) -> tuple[Event, ...]:
    """Return the one event of a pace shown."""
    return (Event(PACE_SHOWN, seat, (pace,)),)


@cache
def trick_won(seat: int, number: int, won: int) -> tuple[Event, ...]:
    """Return the one event of a trick won."""
    return (Event(TRICK_WON, seat, (number, won)),)


@cache
def earned(seat: int, pace: int, won: int, bonus: int) -> Event:
    """Return the event of the points of a round: tricks won and bonus."""
    return Event(EARNED, seat, (pace, won, bonus, won + bonus))
