"""The simplest trick-taking loop in Python: the baseline for the speed of the engines.

Hands of eight cards for four seats, a bid, then tricks with following suit and trump, each decision at random among
the legal ones. It checks nothing, tells nothing, keeps no events, knows no board: what an engine may at best reach.
"""

from __future__ import annotations

import random

SEATS = 4
CARDS_EACH = 8


class Hand:
    """One hand of four seats in progress."""

    __slots__ = ("bids", "cards", "leader", "trick", "trump", "turn", "won")

    def __init__(self, deck: list[int]) -> None:
        self.cards = [deck[seat * CARDS_EACH : (seat + 1) * CARDS_EACH] for seat in range(SEATS)]
        self.trump = deck[SEATS * CARDS_EACH] // 10
        self.bids: list[int] = []
        self.trick: list[int] = []
        self.won = [0] * SEATS
        self.leader = self.turn = 0

    def legal(self) -> list[int]:
        """Return the cards that the seat in turn may play."""
        cards = self.cards[self.turn]
        if self.trick:
            led = self.trick[0] // 10
            following = [card for card in cards if card // 10 == led]
            if following:
                return following
        return cards

    def play(self, card: int) -> None:
        """Play a card, unchecked."""
        self.cards[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) < SEATS:
            self.turn = (self.turn + 1) % SEATS
            return
        best = self.trick[0]
        for other in self.trick:
            if other // 10 == best // 10:
                if other > best:  # noqa: PLR1730  (a call of max() would slow the anchor)
                    best = other
            elif other // 10 == self.trump:
                best = other
        self.leader = self.turn = (self.leader + self.trick.index(best)) % SEATS
        self.won[self.turn] += 1
        self.trick = []


def run(games: int, seed: int) -> int:
    """Play ``games`` hands at random and return how many decisions, bids and cards, that took."""
    chance = random.Random(seed)
    draw = chance.random
    deck = list(range(50))
    decisions = 0
    for _ in range(games):
        chance.shuffle(deck)
        hand = Hand(deck)
        hand.bids = [int(draw() * (CARDS_EACH + 1)) for _ in range(SEATS)]
        for _ in range(SEATS * CARDS_EACH):
            legal = hand.legal()
            hand.play(legal[int(draw() * len(legal))])
        decisions += SEATS + SEATS * CARDS_EACH
    return decisions
