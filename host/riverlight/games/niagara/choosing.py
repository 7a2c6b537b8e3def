"""Niagara's phases of choices before canoes move: life ring, cards, buying canoes back."""

from __future__ import annotations

from collections.abc import Callable

from riverlight.errors import IllegalMove
from riverlight.games.contract import Event, Seat
from riverlight.games.niagara import course
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import options as e
from riverlight.games.niagara.options import GEM_NAMES
from riverlight.games.niagara.position import BUY, CARDS, REVEAL, RING, NiagaraPosition
from riverlight.games.phases import Phase, allowed, the_table
from riverlight.languages.text import text
from shared_rules import niagara as river

__all__ = ["PHASES", "in_turn", "waits"]

_UNUSED = tuple(tuple(card for card in range(7) if not used >> card & 1) for used in range(128))
_NOT_YOURS = text("It is another player's turn.")


def in_turn(state: NiagaraPosition) -> tuple[Seat, ...]:
    """Return the actors of a phase in which one seat acts at a time."""
    return (state.seat,)


def waits(clause: str, reason: str) -> Callable[[NiagaraPosition, Seat], IllegalMove]:
    """Return the ``wait`` of a phase."""
    return lambda _state, _seat: IllegalMove(clause, reason)


def _refuse_ring(state: NiagaraPosition, _seat: Seat, move: int) -> IllegalMove | None:
    if m.RING <= move < m.RING + state.seats:
        return None
    return IllegalMove(
        "NIA-3", text("Choose the seat that has the life ring first, 0 to {last}.", last=state.seats - 1)
    )


def _play_ring(state: NiagaraPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    happened: list[Event] = []
    state.life_ring = move - m.RING
    course.begin_round(state, happened)
    return tuple(happened)


def _choosers(state: NiagaraPosition) -> tuple[Seat, ...]:
    return tuple(seat for seat, card in enumerate(state.chosen) if card < 0)


def _unused(state: NiagaraPosition, seat: Seat) -> tuple[int, ...]:
    return _UNUSED[state.used[seat]]


def _refuse_card(state: NiagaraPosition, seat: Seat, move: int) -> IllegalMove | None:
    is_choice = state.phase == CARDS
    if not 0 <= move <= 6:
        if is_choice:
            return IllegalMove("NIA-4", text("Choose a paddle card: a number or the cloud."))
        return IllegalMove("NIA-4", text("Enter the paddle card that was revealed: a number or the cloud."))
    if not state.used[seat] >> move & 1:
        return None
    card = text("cloud") if move == river.CLOUD else str(move)
    reason = text("The {card} is already used. Play another card.", card=card)
    return IllegalMove("NIA-5", reason, only_seat=is_choice)


def _play_choice(state: NiagaraPosition, seat: Seat, card: int) -> tuple[Event, ...]:
    state.last_way = state.arms = state.before_flow = ()
    state.chosen[seat] = card
    happened = [Event(e.SEALED, seat), Event(e.CHOSEN, seat, (card,))]
    if min(state.chosen) >= 0:
        course.begin_turn(state, happened)
    return tuple(happened)


def _wait_for_cards(state: NiagaraPosition, seat: Seat) -> IllegalMove:
    if 0 <= seat < state.seats:
        return IllegalMove("NIA-4", text("This player has already chosen a paddle card."))
    return IllegalMove("NIA-4", _NOT_YOURS)


_ENTERED = tuple(tuple(Event(e.ENTERED, seat, (card,)) for card in range(7)) for seat in range(5))


def _play_reveal(state: NiagaraPosition, seat: Seat, card: int) -> tuple[Event, ...]:
    state.last_way = state.arms = state.before_flow = ()
    happened = [_ENTERED[seat][card]]
    course.reveal(state, card, happened)
    return tuple(happened)


def _payments(state: NiagaraPosition, seat: Seat) -> tuple[int, ...]:
    ashore = state.scored[seat * 5 : seat * 5 + 5]
    return (*[m.BUY + colour for colour, count in enumerate(ashore) if count], m.KEEP)


def _refuse_payment(state: NiagaraPosition, seat: Seat, move: int) -> IllegalMove | None:
    colour = move - m.BUY
    if move == m.KEEP:
        return None
    if not 0 <= colour < 5:
        return IllegalMove("NIA-22", text("Buy a lost canoe back with a gem brought ashore, or keep the gems."))
    if state.scored[seat * 5 + colour]:
        return None
    return IllegalMove("NIA-22", text("There is no {colour} gem ashore to pay with.", colour=GEM_NAMES[colour]))


def _play_payment(state: NiagaraPosition, seat: Seat, move: int) -> tuple[Event, ...]:
    state.last_way = state.arms = state.before_flow = ()
    if move == m.KEEP:
        happened = [Event(e.KEPT, seat)]
    else:
        colour = move - m.BUY
        canoe = seat * 2 + (0 if state.canoes[seat * 2] == river.LOST else 1)
        state.scored[seat * 5 + colour] -= 1
        state.add_gems(colour * 6, 1)
        state.canoes[canoe] = river.SHORE
        happened = [Event(e.BOUGHT, seat, (canoe & 1, colour))]
    course.after_buying(state, happened)
    return tuple(happened)


PHASES: tuple[Phase[NiagaraPosition], ...] = (
    Phase(
        RING,
        "NIA-3",
        the_table,
        allowed(lambda state: range(m.RING, m.RING + state.seats), _refuse_ring),
        _refuse_ring,
        _play_ring,
        waits("NIA-3", text("First choose who has the life ring.")),
    ),
    Phase(CARDS, "NIA-4", _choosers, _unused, _refuse_card, _play_choice, _wait_for_cards),
    Phase(REVEAL, "NIA-4", in_turn, _unused, _refuse_card, _play_reveal, waits("NIA-4", _NOT_YOURS)),
    Phase(BUY, "NIA-22", in_turn, _payments, _refuse_payment, _play_payment, waits("NIA-4", _NOT_YOURS)),
)
