"""The tricks of a round, card by card or as a count (CAN-7 to 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines.canyon import events, movement, moves
from riverlight.engines.canyon.cards import (
    ALL_CARDS,
    CARD_TEXTS,
    SUIT_NAMES,
    SUIT_OF,
    SUITS,
    cards_in,
    cards_of_suit,
    winner_place,
)
from riverlight.engines.canyon.phases import Phase, unexpected
from riverlight.engines.contract import Event
from riverlight.errors import IllegalMove
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.engines.canyon.state import CanyonState

__all__ = ["ENTRY", "PLAY"]


def _legal_play(state: CanyonState, seat: int) -> tuple[int, ...]:
    """Return the cards that may be played: in hand and following suit, or, with real cards, all not yet seen."""
    if not state.setup.is_app:
        return cards_in(ALL_CARDS & ~state.seen)
    hand = state.hands[seat]
    if state.trick:
        following = cards_of_suit(hand, SUIT_OF[state.trick[0]])
        if following:
            return following
    return cards_in(hand)


def _play_card(state: CanyonState, seat: int, card: int) -> tuple[Event, ...]:
    setup, trick = state.setup, state.trick
    trick.append(card)
    state.seen |= 1 << card
    happened = events.played(seat, card, is_app=setup.is_app)
    if setup.is_app:
        state.hands[seat] ^= 1 << card
    else:
        happened += _revoke(state, seat, card)
    if len(trick) < setup.seats:
        state.turn = (seat + 1) % setup.seats
        return happened
    return happened + _take_trick(state)


def _revoke(state: CanyonState, seat: int, card: int) -> tuple[Event, ...]:
    """Note a void that this card shows; report the tricks in which it should have been played (CAN-8)."""
    suit, led = SUIT_OF[card], SUIT_OF[state.trick[0]]
    if suit != led:
        state.failed[5 * seat + led] |= 1 << len(state.history) + 1
    failed = state.failed[5 * seat + suit]
    if not failed:
        return ()
    state.failed[5 * seat + suit] = 0
    tricks = tuple(number for number in range(1, len(state.history) + 1) if failed >> number & 1)
    state.revokes += ((seat, card, tricks),)
    return (Event(events.REVOKE, seat, (CARD_TEXTS[card], SUITS[suit], tricks)),)


def _take_trick(state: CanyonState) -> tuple[Event, ...]:
    winner = (state.leader + winner_place(state.trick, state.trump)) % state.setup.seats
    state.tricks[winner] += 1
    state.history += ((state.leader, winner, tuple(state.trick)),)
    state.trick = []
    state.leader = state.turn = winner
    happened = (Event(events.TRICK_WON, winner, (len(state.history), state.tricks[winner])),)
    if len(state.history) < state.cards_each:
        return happened
    return happened + movement.begin(state)


def _refuse_play(state: CanyonState, seat: int, move: int) -> IllegalMove:
    if not moves.is_card(move):
        return unexpected(state, move, "CAN-7", text("play and a card (play R7)"))
    card = CARD_TEXTS[move]
    if move == state.trump_card:
        return IllegalMove(
            "CAN-8", text("{card} was turned up for trump: expected a card not seen in this round.", card=card)
        )
    for number, (_leader, _winner, cards) in enumerate((*state.history, (0, 0, tuple(state.trick))), start=1):
        if move in cards:
            return IllegalMove(
                "CAN-8",
                text(
                    "{card} was played in trick {number}: expected a card not seen in this round.",
                    card=card,
                    number=number,
                ),
            )
    if not state.hands[seat] >> move & 1:
        return IllegalMove(
            "CAN-7", text("{card} is not in this hand: expected one of its cards.", card=card), only_seat=True
        )
    led = SUIT_NAMES[SUIT_OF[state.trick[0]]]
    return IllegalMove(
        "CAN-7", text("Suit must be followed: expected a {led} card; {card} came.", led=led, card=card), only_seat=True
    )


def _legal_entry(state: CanyonState, seat: int) -> tuple[int, ...]:
    """Return the counts that still add up to the cards of each seat; the last one is then certain (CAN-9)."""
    left = state.cards_each - sum(state.tricks)
    least = left if _is_last(state, seat) else 0
    return tuple(moves.TRICKS + won for won in range(least, left + 1))


def _is_last(state: CanyonState, seat: int) -> bool:
    return (seat + 1) % state.setup.seats == state.start_seat


def _play_entry(state: CanyonState, seat: int, move: int) -> tuple[Event, ...]:
    state.tricks[seat] = move - moves.TRICKS
    happened = (Event(events.TRICKS_WON, seat, (state.tricks[seat],)),)
    if _is_last(state, seat):
        return happened + movement.begin(state)
    state.turn = (seat + 1) % state.setup.seats
    return happened


def _refuse_entry(state: CanyonState, seat: int, move: int) -> IllegalMove:
    entered = sum(state.tricks)
    left = state.cards_each - entered
    expected = (
        text("tricks {left}", left=left)
        if _is_last(state, seat) or left == 0
        else text("tricks and a number from 0 to {left}", left=left)
    )
    if moves.is_tricks(move):
        reason = text(
            "The tricks of all seats add up to {cards} and {entered} are entered: expected {expected}; {came} came.",
            cards=state.cards_each,
            entered=entered,
            expected=expected,
            came=state.move_text(move),
        )
        return IllegalMove("CAN-9", reason)
    return unexpected(state, move, "CAN-9", expected)


PLAY: Phase = Phase("CAN-7", text("play a card"), _legal_play, _play_card, _refuse_play)
ENTRY: Phase = Phase("CAN-9", text("enter the tricks won"), _legal_entry, _play_entry, _refuse_entry)
