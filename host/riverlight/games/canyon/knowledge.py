"""A seat's knowledge of a round's cards, and deals consistent with it: for searching bots (CAN-7, CAN-24)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from riverlight.games.canyon.bot import expected_tricks
from riverlight.games.canyon.cards import CARD_NUMBERS, CARDS, SUIT_OF, SUITS
from riverlight.games.canyon.playout import Deal
from riverlight.games.canyon.view import CanyonSeatView, CanyonView

__all__ = ["Knowledge"]

_TRIES: Final = 30
"""Attempts at a deal that gives each seat enough cards of the suits it may hold."""

_DEALS_TO_CHOOSE_FROM: Final = 4
"""Number of deals from which one is chosen, with a higher weight the better it explains the bids shown."""


class Knowledge:
    """The public information on the cards of the current round, remembered by one seat.

    Attributes:
        played: the cards that each seat has played.
        voids: for each seat the suits that it failed to follow.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._round = 0
        self.played: list[list[int]] = [[] for _ in range(seats)]
        self.voids: list[set[int]] = [set() for _ in range(seats)]

    def watch(self, view: CanyonView) -> None:
        """Remember the cards on the table, or those of the last trick."""
        if view["round"] != self._round:  # a new round: forget the last one
            self._round = view["round"]
            self.played = [[] for _ in range(self._seats)]
            self.voids = [set() for _ in range(self._seats)]
        last = view["last_trick"]
        trick = view["trick"] or (last["cards"] if last else [])
        for seat, name in trick:
            card, owner = CARD_NUMBERS[str(name)], int(seat)
            if card not in self.played[owner]:
                self.played[owner].append(card)
                led = SUIT_OF[CARD_NUMBERS[str(trick[0][1])]]
                if SUIT_OF[card] != led:
                    self.voids[owner].add(led)

    def deal(self, view: CanyonSeatView, seat: int, chance: random.Random) -> Deal:
        """Return a random deal of the cards still in hand that is consistent with what ``seat`` knows.

        Deals that explain the bids shown are likelier.
        """
        hand = [CARD_NUMBERS[name] for name in view["hand"]]
        trump = SUITS.index(str(view["trump"]))
        known = {*hand, *(card for cards in self.played for card in cards)}
        if view["trump_card"] is not None:
            known.add(CARD_NUMBERS[view["trump_card"]])
        unseen = [card for card in range(CARDS) if card not in known]
        paces = view["paces"]
        shown = [other for other in range(self._seats) if other != seat and paces[other] is not None]
        deals = [
            self._any_deal(unseen, view["hand_sizes"], seat, hand, chance)
            for _ in range(_DEALS_TO_CHOOSE_FROM if shown else 1)
        ]
        if not shown:
            return deals[0]
        fits = [sum(self._misfit(cards, other, trump, paces[other] or 0) for other in shown) for cards in deals]
        best = min(fits)
        return chance.choices(deals, [math.exp(best - fit) for fit in fits])[0]

    def _misfit(self, cards: Deal, seat: int, trump: int, pace: int) -> float:
        """Return how badly the original hand of ``seat`` explains its pace; 0 is best."""
        off = expected_tricks([*cards[seat], *self.played[seat]], trump, self._seats) - pace
        return off * off

    def _any_deal(
        self, unseen: Sequence[int], sizes: Sequence[int], seat: int, hand: Sequence[int], chance: random.Random
    ) -> Deal:
        order = sorted(
            (other for other in range(self._seats) if other != seat), key=lambda other: -len(self.voids[other])
        )
        for _ in range(_TRIES):
            left = [*unseen]
            chance.shuffle(left)
            hands: Deal = [[] for _ in range(self._seats)]
            hands[seat] = [*hand]
            for other in order:
                voids = self.voids[other]
                cards = left[: sizes[other]]
                if voids:
                    cards = [card for card in left if SUIT_OF[card] not in voids][: sizes[other]]
                    left = [card for card in left if card not in cards]
                else:
                    del left[: sizes[other]]
                hands[other] = cards
            if all(len(hands[other]) == sizes[other] for other in order):
                return hands
        # A seat that revoked holds cards that it must not, so any cards will do.
        left = [*unseen]
        chance.shuffle(left)
        for other in order:
            hands[other] = [left.pop() for _ in range(sizes[other])]
        return hands
