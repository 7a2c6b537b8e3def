"""The opening: who deals, who places first, where the canoes start (CAN-2, CAN-3)."""

from __future__ import annotations

from riverlight.errors import IllegalMove
from riverlight.games.canyon import events, moves, rounds
from riverlight.games.canyon.cards import ALL_CARDS, cards_in
from riverlight.games.canyon.phases import in_turn, seat_name, unexpected, waits
from riverlight.games.canyon.position import DEALER, FIRST, PLACE, CanyonPosition
from riverlight.games.contract import TABLE, Event
from riverlight.games.phases import Phase, allowed, the_table
from riverlight.languages.text import text
from shared_rules.board import NONE

__all__ = ["PHASES"]


def _dealers(state: CanyonPosition) -> tuple[int, ...]:
    if state.setup.is_app:
        return (moves.DRAW,)
    return tuple(moves.DEALER + seat for seat in range(state.seats))


def _refuse_dealer(state: CanyonPosition, _seat: int, move: int) -> IllegalMove | None:
    if move in _dealers(state):
        return None
    expected = "draw" if state.setup.is_app else text("dealer and a seat from 0 to {last}", last=state.seats - 1)
    return unexpected(state, move, "CAN-2", expected)


def _play_dealer(state: CanyonPosition, _seat: int, move: int) -> tuple[Event, ...]:
    if move == moves.DRAW:
        return _draw(state)
    return _set_dealer(state, move - moves.DEALER)


def _draw(state: CanyonPosition) -> tuple[Event, ...]:
    """Draw a card for every seat still tied; the highest number deals, ties draw again (CAN-2)."""
    rest = list(cards_in(ALL_CARDS & ~state.seen))
    bounds = range(len(rest), len(rest) - len(state.drawing), -1)
    state.generator, places = state.generator.draw("first dealer", bounds)
    drawn = {seat: rest.pop(place) for seat, place in zip(state.drawing, places, strict=True)}
    for card in drawn.values():
        state.seen |= 1 << card
    best = max(card % 10 for card in drawn.values())
    state.drawing = tuple(seat for seat, card in drawn.items() if card % 10 == best)
    happened = tuple(event for seat, card in drawn.items() for event in events.drawn(seat, card))
    if len(state.drawing) > 1:
        return happened
    return happened + _set_dealer(state, state.drawing[0])


def _set_dealer(state: CanyonPosition, dealer: int) -> tuple[Event, ...]:
    state.drawing = ()
    state.dealer = dealer
    state.start_seat = (dealer + 1) % state.seats
    if state.setup.is_placement_chosen:
        state.phase, state.turn = FIRST, TABLE
    else:
        state.phase, state.turn = PLACE, state.start_seat
    return (Event(events.DEALER_SET, dealer),)


def _firsts(state: CanyonPosition) -> tuple[int, ...]:
    return tuple(moves.FIRST + seat for seat in range(state.seats))


def _refuse_first(state: CanyonPosition, _seat: int, move: int) -> IllegalMove | None:
    if move in _firsts(state):
        return None
    return unexpected(state, move, "CAN-3", text("first and a seat from 0 to {last}", last=state.seats - 1))


def _play_first(state: CanyonPosition, _seat: int, move: int) -> tuple[Event, ...]:
    state.phase, state.turn = PLACE, move - moves.FIRST
    return (Event(events.FIRST_SET, state.turn),)


def _starts(state: CanyonPosition) -> tuple[int, ...]:
    return tuple(moves.PLACE + space for space in state.setup.starts)


def _refuse_place(state: CanyonPosition, _seat: int, move: int) -> IllegalMove | None:
    space_ids = state.setup.board.space_ids
    space = move - moves.PLACE
    if moves.is_place(move) and space in state.setup.starts and space not in state.canoes:
        return None
    free = ", ".join(space_ids[start] for start in state.setup.starts if start not in state.canoes)
    if not moves.is_place(move):
        return unexpected(state, move, "CAN-3", text("place and a free start space ({free})", free=free))
    if space in state.canoes:
        holder = seat_name(state.canoes.index(space))
        return IllegalMove(
            "CAN-3",
            text(
                "{space} is taken by {holder}. Free start spaces: {free}.",
                space=space_ids[space],
                holder=holder,
                free=free,
            ),
        )
    return IllegalMove(
        "CAN-3",
        text("{space} is not a start space. Free start spaces: {free}.", space=space_ids[space], free=free),
    )


def _play_place(state: CanyonPosition, seat: int, move: int) -> tuple[Event, ...]:
    space = move - moves.PLACE
    state.canoes[seat] = space
    state.turn = (seat + 1) % state.seats
    happened = (Event(events.PLACED, seat, (state.setup.board.space_ids[space],)),)
    if NONE in state.canoes:
        return happened
    return happened + rounds.begin(state)


PHASES: tuple[Phase[CanyonPosition], ...] = (
    Phase(
        DEALER,
        "CAN-2",
        the_table,
        allowed(_dealers, _refuse_dealer),
        _refuse_dealer,
        _play_dealer,
        waits("CAN-2", text("name the dealer")),
        lambda state: moves.DRAW if state.setup.is_app else None,
    ),
    Phase(
        FIRST,
        "CAN-3",
        the_table,
        allowed(_firsts, _refuse_first),
        _refuse_first,
        _play_first,
        waits("CAN-3", text("name who places first")),
    ),
    Phase(
        PLACE,
        "CAN-3",
        in_turn,
        allowed(_starts, _refuse_place),
        _refuse_place,
        _play_place,
        waits("CAN-3", text("place a canoe")),
    ),
)
