"""The tricks of a round played out quickly from all hands, each seat towards its pace: for bots that search.

The same rules as ``canyon.tricks`` (CAN-7), without checks, events and records; a test plays both side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.games.canyon.cards import CARDS, STRENGTH, SUIT_OF, SUITS, winner_place

__all__ = ["Deal", "pick", "play_out"]

_TRUMP: Final = 20

_LEADING: Final = tuple(
    tuple(card % 10 + (_TRUMP if SUIT_OF[card] == trump else 0) for card in range(CARDS)) for trump in range(len(SUITS))
)
"""For each trump suit: how strong each card is before a suit is led."""

Deal = list[list[int]]
"""The cards of each seat."""


def pick(hand: Sequence[int], trick: Sequence[int], trump: int, needs: int, is_last: bool) -> int:
    """Return the card that a seat plays which still ``needs`` so many tricks; at most 0: no more.

    It takes tricks as long as it needs them, with as little as will do when it is last, and otherwise gets rid of its
    strongest card that loses.
    """
    plain = _LEADING[trump].__getitem__
    if not trick:
        return max(hand, key=plain) if needs > 0 else min(hand, key=plain)
    led = SUIT_OF[trick[0]]
    first = 10 * led
    playable = [card for card in hand if first <= card < first + 10] or hand
    if len(playable) == 1:
        return playable[0]
    strength = STRENGTH[trump][led]
    best = max(map(strength, trick))
    if needs > 0:
        winning = [card for card in playable if strength(card) > best]
        if winning:
            return min(winning, key=strength) if is_last else max(winning, key=strength)
        return min(playable, key=plain)
    losing = [card for card in playable if strength(card) < best]
    if losing:
        return max(losing, key=plain)
    return max(playable, key=strength) if is_last else min(playable, key=strength)


def play_out(
    hands: Deal, trump: int, leader: int, trick: Sequence[int], paces: Sequence[int], tricks: Sequence[int]
) -> list[int]:
    """Play the rest of a round and return the tricks that each seat has won.

    Args:
        hands: the cards that each seat still holds; emptied.
        trump: the trump suit.
        leader: the seat that led the trick on the table, or leads the next one.
        trick: the cards on the table, the led one first.
        paces: the pace of each seat.
        tricks: the tricks that each seat has won so far.
    """
    seats = len(hands)
    won = [*tricks]
    table = [*trick]
    while True:
        place = len(table)
        while place < seats:
            seat = (leader + place) % seats
            hand = hands[seat]
            if not hand:
                return won
            card = hand[0] if len(hand) == 1 else pick(hand, table, trump, paces[seat] - won[seat], place == seats - 1)
            hand.remove(card)
            table.append(card)
            place += 1
        leader = (leader + winner_place(table, trump)) % seats
        won[leader] += 1
        table = []
