"""Canyon's tricks compared with OpenSpiel's ``oh_hell``, the same card phase with four suits (CAN-7)."""

from __future__ import annotations

import os
import random

import pytest
from riverlight.games.canyon.state import CanyonState

from tests.host.games.rivers import placed

HANDS = 20_000
SUITS = 4
NUMBERS = 10

try:
    import pyspiel
except ImportError:
    if os.environ.get("CI"):
        raise
    pytest.skip("open_spiel is not installed; the extra `test` brings it where it has wheels", allow_module_level=True)


def test_legal_cards_winners_and_counts_agree_on_twenty_thousand_hands() -> None:
    """CAN-7: random deals and random play, 3 to 6 seats, 1 to 8 cards, any four of the five suits."""
    choose = random.Random(20_000)
    draw = choose.random
    fresh = {seats: placed({"cards": "app"}, seats) for seats in (3, 4, 5, 6)}
    games = {
        seats: pyspiel.load_game(f"oh_hell(players={seats},num_suits={SUITS},num_cards_per_suit={NUMBERS})")
        for seats in fresh
    }
    for _ in range(HANDS):
        seats = 3 + int(draw() * 4)
        cards_each = 1 + int(draw() * min(8, (SUITS * NUMBERS - 1) // seats))
        suits = choose.sample(range(5), SUITS)
        ours = [10 * suits[card % SUITS] + card // SUITS for card in range(SUITS * NUMBERS)]
        theirs = games[seats].new_initial_state()
        dealer = int(draw() * seats)
        theirs.apply_action(cards_each)
        theirs.apply_action(dealer)
        state = fresh[seats].copy()
        deck = choose.sample(range(SUITS * NUMBERS), seats * cards_each + 1)
        for card in deck:
            theirs.apply_action(card)
        deal(state, [ours[card] for card in deck], cards_each, (dealer + 1) % seats)
        for _ in range(seats):
            theirs.apply_action(theirs.legal_actions()[0])
        as_theirs = {card: number for number, card in enumerate(ours)}
        for _ in range(seats * cards_each):
            legal = state.legal(state.turn)
            assert theirs.current_player() == state.turn
            assert theirs.legal_actions() == sorted(as_theirs[card] for card in legal)
            card = legal[int(draw() * len(legal))]
            theirs.apply_action(as_theirs[card])
            state.apply(state.turn, card)
        assert theirs.is_terminal()
        assert tricks_won(theirs) == state.tricks


def deal(state: CanyonState, deck: list[int], cards_each: int, start_seat: int) -> None:
    """Put ``state`` to the lead of ``start_seat``, the cards dealt in turn from seat 0 and the last one turned up."""
    seats = state.seats
    state.apply(-1, state.legal(-1)[0])
    for seat in range(seats):
        state.apply(seat, state.legal(seat)[0])
    state.hands = [sum(1 << card for card in deck[seat:-1:seats]) for seat in range(seats)]
    state.cards_each = cards_each
    state.trump_card = deck[-1]
    state.trump = deck[-1] // 10
    state.seen = 1 << deck[-1]
    state.leader = state.turn = start_seat
    state._legal = None


def tricks_won(theirs: object) -> list[int]:
    """Return the tricks of each player as the finished game prints them."""
    line = next(line for line in str(theirs).splitlines() if line.startswith("Tricks Won:"))
    return [int(word) for word in line.removeprefix("Tricks Won:").split()]
