"""The start of a round: the deal, trump, the bids (CAN-4 to 6, CAN-10)."""

from __future__ import annotations

from riverlight.errors import IllegalMove
from riverlight.games.canyon import events, moves
from riverlight.games.canyon.cards import CARD_TEXTS, CARDS, NO_CARD, SUIT_OF, SUITS, cards_in
from riverlight.games.canyon.options import TRACK
from riverlight.games.canyon.phases import unexpected, waits
from riverlight.games.canyon.position import DEAL, ENTRY, NO_PACE, PACE, SEVERAL, TRICKS, TRUMP, CanyonPosition
from riverlight.games.contract import TABLE, Event
from riverlight.games.phases import Phase, the_table
from riverlight.languages.text import text

__all__ = ["PHASES", "begin", "go_on"]


def begin(state: CanyonPosition) -> tuple[Event, ...]:
    """Start the round given by ``state.round`` and ``state.step``: no paces, no tricks, no cards seen."""
    seats = state.seats
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
        state.phase = DEAL if state.setup.is_app else TRUMP
        state.turn = TABLE
    facts = (state.round, state.step, state.cards_each, state.dealer, state.start_seat)
    return (Event(events.ROUND_BEGUN, TABLE, facts),)


def go_on(state: CanyonPosition) -> tuple[Event, ...]:
    """Start the next round: the track's next step, dealer and start seat one to the left (CAN-10)."""
    state.round += 1
    state.step = state.setup.step_after(state.step)
    state.dealer = state.start_seat
    state.start_seat = (state.start_seat + 1) % state.seats
    return begin(state)


def _ask_paces(state: CanyonPosition) -> None:
    state.phase = PACE
    state.turn = SEVERAL if state.setup.is_simultaneous else state.start_seat


def _play_deal(state: CanyonPosition, _seat: int, _move: int) -> tuple[Event, ...]:
    """Deal from the state's own generator and turn up trump; undealt cards are not stored (CAN-5, CAN-24)."""
    seats, cards_each = state.seats, state.cards_each
    deck = list(range(CARDS))
    hands = [0] * seats
    last = CARDS - cards_each * seats
    state.generator, places = state.generator.draw("deal", range(CARDS, last - 1, -1))
    turned_up = places.pop()
    for number, place in enumerate(places):
        hands[number % seats] |= 1 << deck[place]
        deck[place] = deck[CARDS - 1 - number]
    state.hands = hands
    happened = [Event(events.DEALT, TABLE, (cards_each,))]
    for seat in range(seats):
        happened.append(Event(events.HAND, seat, (tuple(CARD_TEXTS[card] for card in cards_in(hands[seat])),)))
    _set_trump(state, SUIT_OF[deck[turned_up]], deck[turned_up])
    happened.append(Event(events.TRUMP_SET, TABLE, (SUITS[state.trump], CARD_TEXTS[state.trump_card])))
    return tuple(happened)


def _refuse_deal(state: CanyonPosition, _seat: int, move: int) -> IllegalMove | None:
    return None if move == moves.DEAL else unexpected(state, move, "CAN-5", "deal")


_ALL_TRUMPS = tuple(range(moves.TRUMP_CARD, moves.TRUMP_CARD + CARDS)) + tuple(
    range(moves.TRUMP_SUIT, moves.TRUMP_SUIT + len(SUITS))
)


def _play_trump(state: CanyonPosition, _seat: int, move: int) -> tuple[Event, ...]:
    if move >= moves.TRUMP_SUIT:
        _set_trump(state, move - moves.TRUMP_SUIT, NO_CARD)
        return (Event(events.TRUMP_SET, TABLE, (SUITS[state.trump], None)),)
    card = move - moves.TRUMP_CARD
    _set_trump(state, SUIT_OF[card], card)
    return (Event(events.TRUMP_SET, TABLE, (SUITS[state.trump], CARD_TEXTS[card])),)


def _set_trump(state: CanyonPosition, suit: int, card: int) -> None:
    state.trump, state.trump_card = suit, card
    if card != NO_CARD:
        state.seen |= 1 << card
    _ask_paces(state)


def _refuse_trump(state: CanyonPosition, _seat: int, move: int) -> IllegalMove | None:
    if move in _ALL_TRUMPS:
        return None
    return unexpected(state, move, "CAN-5", text("trump with the card turned up (trump R7) or its suit (trump R)"))


_PACES = tuple(moves.PACE + pace for pace in range(moves.PACE_MOST + 1))


def _bidders(state: CanyonPosition) -> tuple[int, ...]:
    """Return the seats whose pace is missing: all seats if paces are sealed, else the seat to act (CAN-6)."""
    if state.turn != SEVERAL:
        return (state.turn,)
    return tuple(seat for seat, pace in enumerate(state.paces) if pace == NO_PACE)


def _legal_pace(state: CanyonPosition, _seat: int) -> tuple[int, ...]:
    return _PACES if state.setup.is_overbid_on else _PACES[: state.cards_each + 1]


def _refuse_pace(state: CanyonPosition, seat: int, move: int) -> IllegalMove | None:
    legal = _legal_pace(state, seat)
    if move in legal:
        return None
    most = len(legal) - 1
    if moves.is_pace(move):
        reason = text(
            "A pace above the {cards} cards in hand is not allowed with overbid off: expected 0 to {most}; got {came}.",
            cards=state.cards_each,
            most=most,
            came=move - moves.PACE,
        )
        return IllegalMove("CAN-6", reason)
    return unexpected(state, move, "CAN-6", text("pace and a number from 0 to {most}", most=most))


def _play_pace(state: CanyonPosition, seat: int, move: int) -> tuple[Event, ...]:
    pace = move - moves.PACE
    state.paces[seat] = pace
    if state.setup.is_simultaneous:
        happened: tuple[Event, ...] = (Event(events.PACE_SEALED, seat),)
        if NO_PACE in state.paces:
            return happened
        happened += tuple(Event(events.PACE_SHOWN_AT_ONCE, each, (shown,)) for each, shown in enumerate(state.paces))
    else:
        happened = events.pace_shown(seat, pace)
        state.turn = (seat + 1) % state.seats
        if NO_PACE in state.paces:
            return happened
    state.phase = ENTRY if state.setup.is_tricks_entry else TRICKS
    state.turn = state.leader = state.start_seat
    return happened


PHASES: tuple[Phase[CanyonPosition], ...] = (
    Phase(
        DEAL,
        "CAN-5",
        the_table,
        lambda _state, _seat: (moves.DEAL,),
        _refuse_deal,
        _play_deal,
        waits("CAN-5", text("deal")),
        lambda _state: moves.DEAL,
    ),
    Phase(
        TRUMP,
        "CAN-5",
        the_table,
        lambda _state, _seat: _ALL_TRUMPS,
        _refuse_trump,
        _play_trump,
        waits("CAN-5", text("enter trump")),
    ),
    Phase(PACE, "CAN-6", _bidders, _legal_pace, _refuse_pace, _play_pace, waits("CAN-6", text("set a pace"))),
)
