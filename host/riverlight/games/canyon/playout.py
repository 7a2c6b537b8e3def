"""A fast playout of a round's tricks with open hands, each seat aiming for its pace: for searching bots.

The rules are those of ``canyon.tricks`` (CAN-7), without checks, events and records; a test compares both.
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
"""For each trump suit: the strength of each card before a suit is led."""

Deal = list[list[int]]
"""The cards of each seat."""


def pick(hand: Sequence[int], trick: Sequence[int], trump: int, needs: int, is_last: bool) -> int:
    """Return the card to play for a seat that ``needs`` so many more tricks; 0 or less: no more.

    While it needs tricks it takes them, with the weakest winning card if it plays last; otherwise it discards its
    strongest losing card.
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
        hands: the cards in each seat's hand; emptied.
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
