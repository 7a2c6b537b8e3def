"""The tricks of a round, card by card or as a count (CAN-7 to 9)."""

from __future__ import annotations

from riverlight.errors import IllegalMove
from riverlight.games.canyon import events, movement, moves
from riverlight.games.canyon.cards import (
    ALL_CARDS,
    CARD_TEXTS,
    NUMBERS,
    SUIT_NAMES,
    SUIT_OF,
    SUITS,
    cards_in,
    cards_of_suit,
    winner_place,
)
from riverlight.games.canyon.names import card_name
from riverlight.games.canyon.phases import in_turn, unexpected, waits
from riverlight.games.canyon.position import ENTRY, TRICKS, CanyonPosition
from riverlight.games.contract import Event
from riverlight.games.phases import Phase
from riverlight.languages.text import text

__all__ = ["PHASES"]


def _legal_play(state: CanyonPosition, seat: int) -> tuple[int, ...]:
    """Return the playable cards: those in hand that follow suit, or with real cards all not yet seen."""
    if not state.setup.is_app:
        return cards_in(ALL_CARDS & ~state.seen)
    hand = state.hands[seat]
    if state.trick:
        following = cards_of_suit(hand, SUIT_OF[state.trick[0]])
        if following:
            return following
    return cards_in(hand)


def _play_card(state: CanyonPosition, seat: int, card: int) -> tuple[Event, ...]:
    setup, trick = state.setup, state.trick
    trick.append(card)
    state.seen |= 1 << card
    if setup.is_app:
        state.hands[seat] ^= 1 << card
        happened = events.CARDS_FROM_HAND[seat][card]
    else:
        happened = events.REAL_CARDS[seat][card]
        led, suit = SUIT_OF[trick[0]], SUIT_OF[card]
        if suit != led:
            state.failed[5 * seat + led] |= 1 << len(state.history) + 1
        if state.failed[5 * seat + suit]:
            happened += _revoke(state, seat, card)
    if len(trick) < state.seats:
        state.turn = (seat + 1) % state.seats
        return happened
    return happened + _take_trick(state)


def _revoke(state: CanyonPosition, seat: int, card: int) -> tuple[Event, ...]:
    """Report the tricks in which this card should have been played (CAN-8)."""
    suit = SUIT_OF[card]
    tricks = NUMBERS[state.failed[5 * seat + suit]]
    state.failed[5 * seat + suit] = 0
    state.revokes += ((seat, card, tricks),)
    return (Event(events.REVOKE, seat, (CARD_TEXTS[card], SUITS[suit], tricks)),)


def _take_trick(state: CanyonPosition) -> tuple[Event, ...]:
    winner = (state.leader + winner_place(state.trick, state.trump)) % state.seats
    state.tricks[winner] += 1
    state.history += ((state.leader, winner, tuple(state.trick)),)
    state.trick = []
    state.leader = state.turn = winner
    number = len(state.history)
    happened = events.trick_won(winner, number, state.tricks[winner])
    if number < state.cards_each:
        return happened
    return happened + movement.begin(state)


def _refuse_play(state: CanyonPosition, seat: int, move: int) -> IllegalMove | None:
    if not moves.is_card(move):
        return unexpected(state, move, "CAN-7", text("play and a card (play R7)"))
    if state.seen >> move & 1:
        return _seen_before(state, move)
    if not state.setup.is_app:
        return None
    card, hand = CARD_TEXTS[move], state.hands[seat]
    if not hand >> move & 1:
        reason = text("{card} is not in this hand: expected one of its cards.", card=card)
        return IllegalMove("CAN-7", reason, only_seat=True)
    suit = SUIT_OF[state.trick[0]] if state.trick else SUIT_OF[move]
    if SUIT_OF[move] == suit or not cards_of_suit(hand, suit):
        return None
    reason = text(
        "You must follow suit: expected a {led} card; got {card}.", led=SUIT_NAMES[suit], card=card_name(card)
    )
    return IllegalMove("CAN-7", reason, only_seat=True)


def _seen_before(state: CanyonPosition, card: int) -> IllegalMove:
    """Return the refusal of a card that was seen before in this round: turned up for trump, or played."""
    name, tricks = CARD_TEXTS[card], [*(cards for _leader, _winner, cards in state.history), state.trick]
    if card == state.trump_card:
        reason = text("{card} was turned up for trump: expected a card not seen in this round.", card=name)
        return IllegalMove("CAN-8", reason)
    number = next(number for number, cards in enumerate(tricks, start=1) if card in cards)
    reason = text(
        "{card} was played in trick {number}: expected a card not seen in this round.", card=name, number=number
    )
    return IllegalMove("CAN-8", reason)


def _legal_entry(state: CanyonPosition, seat: int) -> tuple[int, ...]:
    """Return the counts for which the sum of tricks can still be right; the last seat's is then certain (CAN-9)."""
    left = state.cards_each - sum(state.tricks)
    least = left if _is_last(state, seat) else 0
    return tuple(moves.TRICKS + won for won in range(least, left + 1))


def _is_last(state: CanyonPosition, seat: int) -> bool:
    return (seat + 1) % state.seats == state.start_seat


def _play_entry(state: CanyonPosition, seat: int, move: int) -> tuple[Event, ...]:
    state.tricks[seat] = move - moves.TRICKS
    happened = (Event(events.TRICKS_WON, seat, (state.tricks[seat],)),)
    if _is_last(state, seat):
        return happened + movement.begin(state)
    state.turn = (seat + 1) % state.seats
    return happened


def _refuse_entry(state: CanyonPosition, seat: int, move: int) -> IllegalMove | None:
    if move in _legal_entry(state, seat):
        return None
    entered = sum(state.tricks)
    left = state.cards_each - entered
    expected = (
        text("tricks {left}", left=left)
        if _is_last(state, seat) or left == 0
        else text("tricks and a number from 0 to {left}", left=left)
    )
    if moves.is_tricks(move):
        reason = text(
            "The tricks of all players must add up to {cards} and {entered} are entered: expected {expected}; got "
            "{came}.",
            cards=state.cards_each,
            entered=entered,
            expected=expected,
            came=state.move_text(move),
        )
        return IllegalMove("CAN-9", reason)
    return unexpected(state, move, "CAN-9", expected)


PHASES: tuple[Phase[CanyonPosition], ...] = (
    Phase(TRICKS, "CAN-7", in_turn, _legal_play, _refuse_play, _play_card, waits("CAN-7", text("play a card"))),
    Phase(
        ENTRY, "CAN-9", in_turn, _legal_entry, _refuse_entry, _play_entry, waits("CAN-9", text("enter the tricks won"))
    ),
)
