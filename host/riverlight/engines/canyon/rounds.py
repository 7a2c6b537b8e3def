"""A round up to the first card: its beginning, the deal, trump, the paces (CAN-4 to 6, CAN-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines import generator
from riverlight.engines.canyon import events, moves, phases
from riverlight.engines.canyon.cards import CARD_TEXTS, CARDS, NO_CARD, SUIT_OF, SUITS, cards_in
from riverlight.engines.canyon.options import TRACK
from riverlight.engines.canyon.phases import Phase, unexpected
from riverlight.engines.contract import TABLE, Event
from riverlight.errors import IllegalMove
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.engines.canyon.state import CanyonState

__all__ = ["DEAL", "NO_PACE", "PACE", "TRUMP", "begin", "go_on"]

NO_PACE = -1
"""In the place of a pace that is not in yet."""


def begin(state: CanyonState) -> tuple[Event, ...]:
    """Begin the round that ``state.round`` and ``state.step`` tell: no paces, no tricks, no cards seen."""
    seats = state.setup.seats
    state.cards_each = TRACK[state.step - 1]
    state.trump, state.trump_card, state.seen = -1, NO_CARD, 0
    state.paces = [NO_PACE] * seats
    state.tricks = [0] * seats
    state.trick = []
    state.history = ()
    state.failed = [0] * (5 * seats)
    state.revokes = ()
    state.spent = 0
    if state.setup.is_tricks_entry:
        _ask_paces(state)
    else:
        state.phase = phases.DEAL if state.setup.is_app else phases.TRUMP
        state.turn = TABLE
    facts = (state.round, state.step, state.cards_each, state.dealer, state.start_seat)
    return (Event(events.ROUND_BEGUN, TABLE, facts),)


def go_on(state: CanyonState) -> tuple[Event, ...]:
    """Go on to the next round: the track's next step, dealer and start seat one to the left (CAN-10)."""
    state.round += 1
    state.step = state.setup.step_after(state.step)
    state.dealer = state.start_seat
    state.start_seat = (state.start_seat + 1) % state.setup.seats
    return begin(state)


def _ask_paces(state: CanyonState) -> None:
    state.phase = phases.PACE
    state.turn = phases.SEVERAL if state.setup.is_simultaneous else state.start_seat


def _legal_deal(_state: CanyonState, _seat: int) -> tuple[int, ...]:
    return (moves.DEAL,)


def _play_deal(state: CanyonState, _seat: int, _move: int) -> tuple[Event, ...]:
    """Deal from the state's own generator and turn up trump; what is not dealt is kept nowhere (CAN-5, CAN-24)."""
    seats, cards_each = state.setup.seats, state.cards_each
    deck = list(range(CARDS))
    hands = [0] * seats
    chance = state.generator
    last = CARDS
    for _ in range(cards_each):
        for seat in range(seats):
            chance, place = generator.below(chance, last)
            last -= 1
            hands[seat] |= 1 << deck[place]
            deck[place] = deck[last]
    state.generator, place = generator.below(chance, last)
    state.hands = hands
    happened = [Event(events.DEALT, TABLE, (cards_each,))]
    for seat in range(seats):
        happened.append(Event(events.HAND, seat, (tuple(CARD_TEXTS[card] for card in cards_in(hands[seat])),)))
    _set_trump(state, SUIT_OF[deck[place]], deck[place])
    happened.append(Event(events.TRUMP_SET, TABLE, (SUITS[state.trump], CARD_TEXTS[deck[place]])))
    return tuple(happened)


def _refuse_deal(state: CanyonState, _seat: int, move: int) -> IllegalMove:
    return unexpected(state, move, "CAN-5", "deal")


_ALL_TRUMPS = tuple(range(moves.TRUMP_CARD, moves.TRUMP_CARD + CARDS)) + tuple(
    range(moves.TRUMP_SUIT, moves.TRUMP_SUIT + len(SUITS))
)


def _legal_trump(_state: CanyonState, _seat: int) -> tuple[int, ...]:
    return _ALL_TRUMPS


def _play_trump(state: CanyonState, _seat: int, move: int) -> tuple[Event, ...]:
    if move >= moves.TRUMP_SUIT:
        _set_trump(state, move - moves.TRUMP_SUIT, NO_CARD)
        return (Event(events.TRUMP_SET, TABLE, (SUITS[state.trump], None)),)
    card = move - moves.TRUMP_CARD
    _set_trump(state, SUIT_OF[card], card)
    return (Event(events.TRUMP_SET, TABLE, (SUITS[state.trump], CARD_TEXTS[card])),)


def _set_trump(state: CanyonState, suit: int, card: int) -> None:
    state.trump, state.trump_card = suit, card
    if card != NO_CARD:
        state.seen |= 1 << card
    _ask_paces(state)


def _refuse_trump(state: CanyonState, _seat: int, move: int) -> IllegalMove:
    return unexpected(state, move, "CAN-5", text("trump with the card turned up (trump R7) or its suit (trump R)"))


_PACES = tuple(moves.PACE + pace for pace in range(moves.PACE_MOST + 1))


def _legal_pace(state: CanyonState, _seat: int) -> tuple[int, ...]:
    return _PACES if state.setup.is_overbid_on else _PACES[: state.cards_each + 1]


def _play_pace(state: CanyonState, seat: int, move: int) -> tuple[Event, ...]:
    pace = move - moves.PACE
    state.paces[seat] = pace
    if state.setup.is_simultaneous:
        happened: tuple[Event, ...] = (Event(events.PACE_SEALED, seat),)
        if NO_PACE in state.paces:
            return happened
        happened += tuple(Event(events.PACE_SHOWN_AT_ONCE, each, (shown,)) for each, shown in enumerate(state.paces))
    else:
        happened = (Event(events.PACE_SHOWN, seat, (pace,)),)
        state.turn = (seat + 1) % state.setup.seats
        if NO_PACE in state.paces:
            return happened
    state.phase = phases.ENTRY if state.setup.is_tricks_entry else phases.TRICKS
    state.turn = state.leader = state.start_seat
    return happened


def _refuse_pace(state: CanyonState, _seat: int, move: int) -> IllegalMove:
    most = len(_legal_pace(state, _seat)) - 1
    if moves.is_pace(move):
        reason = text(
            "A pace above the {cards} cards in hand is not allowed with overbid off: "
            "expected 0 to {most}; {came} came.",
            cards=state.cards_each,
            most=most,
            came=move - moves.PACE,
        )
        return IllegalMove("CAN-6", reason)
    return unexpected(state, move, "CAN-6", text("pace and a number from 0 to {most}", most=most))


DEAL: Phase = Phase("CAN-5", text("deal"), _legal_deal, _play_deal, _refuse_deal)
TRUMP: Phase = Phase("CAN-5", text("enter trump"), _legal_trump, _play_trump, _refuse_trump)
PACE: Phase = Phase("CAN-6", text("show a pace"), _legal_pace, _play_pace, _refuse_pace)
