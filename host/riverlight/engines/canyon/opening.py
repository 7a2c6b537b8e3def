"""Before the first round: who deals, who places first, where the canoes start (CAN-2, CAN-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines import generator
from riverlight.engines.canyon import events, moves, phases, rounds
from riverlight.engines.canyon.cards import ALL_CARDS, cards_in
from riverlight.engines.canyon.phases import Phase, seat_name, unexpected
from riverlight.engines.contract import TABLE, Event
from riverlight.errors import IllegalMove
from riverlight.languages.text import text
from shared_rules.board import NONE

if TYPE_CHECKING:
    from riverlight.engines.canyon.state import CanyonState

__all__ = ["DEALER", "FIRST", "PLACE"]


def _legal_dealer(state: CanyonState, _seat: int) -> tuple[int, ...]:
    if state.setup.is_app:
        return (moves.DRAW,)
    return tuple(moves.DEALER + seat for seat in range(state.setup.seats))


def _play_dealer(state: CanyonState, _seat: int, move: int) -> tuple[Event, ...]:
    if move == moves.DRAW:
        return _draw(state)
    return _set_dealer(state, move - moves.DEALER)


def _draw(state: CanyonState) -> tuple[Event, ...]:
    """Let every seat still in the running draw a card; the highest number deals, ties draw again (CAN-2)."""
    drawn: dict[int, int] = {}
    for seat in state.drawing:
        rest = cards_in(ALL_CARDS & ~state.seen)
        state.generator, place = generator.below(state.generator, len(rest))
        drawn[seat] = rest[place]
        state.seen |= 1 << rest[place]
    best = max(card % 10 for card in drawn.values())
    state.drawing = tuple(seat for seat, card in drawn.items() if card % 10 == best)
    happened = tuple(event for seat, card in drawn.items() for event in events.drawn(seat, card))
    if len(state.drawing) > 1:
        return happened
    return happened + _set_dealer(state, state.drawing[0])


def _set_dealer(state: CanyonState, dealer: int) -> tuple[Event, ...]:
    state.drawing = ()
    state.dealer = dealer
    state.start_seat = (dealer + 1) % state.setup.seats
    if state.setup.is_placement_chosen:
        state.phase, state.turn = phases.FIRST, TABLE
    else:
        state.phase, state.turn = phases.PLACE, state.start_seat
    return (Event(events.DEALER_SET, dealer),)


def _refuse_dealer(state: CanyonState, _seat: int, move: int) -> IllegalMove:
    expected = "draw" if state.setup.is_app else text("dealer and a seat from 0 to {last}", last=state.setup.seats - 1)
    return unexpected(state, move, "CAN-2", expected)


def _legal_first(state: CanyonState, _seat: int) -> tuple[int, ...]:
    return tuple(moves.FIRST + seat for seat in range(state.setup.seats))


def _play_first(state: CanyonState, _seat: int, move: int) -> tuple[Event, ...]:
    state.phase, state.turn = phases.PLACE, move - moves.FIRST
    return (Event(events.FIRST_SET, state.turn),)


def _refuse_first(state: CanyonState, _seat: int, move: int) -> IllegalMove:
    return unexpected(state, move, "CAN-3", text("first and a seat from 0 to {last}", last=state.setup.seats - 1))


def _legal_place(state: CanyonState, _seat: int) -> tuple[int, ...]:
    canoes = state.canoes
    return tuple(moves.PLACE + space for space in state.setup.starts if space not in canoes)


def _play_place(state: CanyonState, seat: int, move: int) -> tuple[Event, ...]:
    space = move - moves.PLACE
    state.canoes[seat] = space
    state.turn = (seat + 1) % state.setup.seats
    happened = (Event(events.PLACED, seat, (state.setup.board.space_ids[space],)),)
    if NONE in state.canoes:
        return happened
    return happened + rounds.begin(state)


def _refuse_place(state: CanyonState, seat: int, move: int) -> IllegalMove:
    space_ids = state.setup.board.space_ids
    free = ", ".join(space_ids[place - moves.PLACE] for place in _legal_place(state, seat))
    if not moves.is_place(move):
        return unexpected(state, move, "CAN-3", text("place and a free start space ({free})", free=free))
    space = move - moves.PLACE
    if space in state.canoes:
        holder = seat_name(state.canoes.index(space))
        return IllegalMove(
            "CAN-3",
            text(
                "{space} is held by {holder}; free start spaces are {free}.",
                space=space_ids[space],
                holder=holder,
                free=free,
            ),
        )
    return IllegalMove(
        "CAN-3",
        text("{space} is no start space; free start spaces are {free}.", space=space_ids[space], free=free),
    )


DEALER: Phase = Phase("CAN-2", text("name the dealer"), _legal_dealer, _play_dealer, _refuse_dealer)
FIRST: Phase = Phase("CAN-3", text("name who places first"), _legal_first, _play_first, _refuse_first)
PLACE: Phase = Phase("CAN-3", text("place a canoe"), _legal_place, _play_place, _refuse_place)
